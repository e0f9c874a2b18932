import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useReading } from '../shell/reader-context.ts'
import { DownloadIcon } from './download-icon.tsx'
import { setDownloadInUse } from './download-in-use.ts'
import { canStoreDownloads, downloadWidth } from './download-manager.ts'
import { DownloadPanel } from './download-panel.tsx'
import { spokenProgress } from './download-status.tsx'
import type { DownloadView } from './download-views.ts'
import { amount, percent } from './format.ts'
import styles from './offline.module.css'
import type { Caller } from './server-api.ts'
import { useDownloads, useSize } from './use-downloads.ts'

/** The download button in the reader's bar: downloads the issue with one tap, then shows the progress. */
export function DownloadTool({ caller }: { caller: Caller }) {
  // Without consent to storage the database is not even opened; visitors cannot download anyway.
  return canStoreDownloads() && caller.keeps !== false ? <Working caller={caller} /> : <Explaining />
}

function Explaining() {
  const { t } = useReading()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ToolButton label={t('OFFLINE.DOWNLOAD')} caption={t('READER.CAPTION.DOWNLOAD')} onPress={() => setOpen(true)}>
        <DownloadIcon state="none" />
      </ToolButton>
      {open &&
        createPortal(<DownloadPanel manager={null} downloads={[]} size={null} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function Working({ caller }: { caller: Caller }) {
  const { contents, access, t, language } = useReading()
  const { manager, downloads } = useDownloads(caller)
  const [open, setOpen] = useState(false)
  const download = downloads?.find(({ uid }) => uid === contents.uid)
  const size = useSize(manager, contents.uid, access.offline && downloads !== null && !download)
  const ready = download?.state === 'ready'
  useEffect(() => {
    setDownloadInUse(ready)
  }, [ready])
  const start = () => {
    const { uid, titleLine, detailLine, coverColour, coverURL, pages } = contents
    const about = { uid, titleLine, detailLine, coverColour, coverURL, pageCount: pages.length, audio: access.audio }
    void manager.start(about, downloadWidth(), size)
  }
  const press = () => (downloads && !download && access.offline && manager.usable() ? start() : setOpen(true))
  const under = download && download.state !== 'ready' && download.state !== 'locked'
  const far = download ? percent(download.done.bytes, download.whole.bytes) : 0
  const sizeText = size === null ? '' : amount(size, language)
  const caption = download ? under && t('OFFLINE.PERCENT_SHORT', { percent: far }) : sizeText
  return (
    <>
      <ToolButton
        caption={t(ready ? 'READER.CAPTION.DOWNLOADED' : 'READER.CAPTION.DOWNLOAD')}
        label={under ? `${t('OFFLINE.DOWNLOAD')}, ${t('OFFLINE.PERCENT', { percent: far })}` : labelOf(download, sizeText, t)}
        onPress={press}
      >
        <DownloadIcon
          state={download?.state ?? 'none'}
          part={download?.whole.bytes ? download.done.bytes / download.whole.bytes : 0}
        />
        {caption && (
          <small className={styles.caption} aria-hidden="true">
            {caption}
          </small>
        )}
      </ToolButton>
      <span className="unseen" role="status">
        {download ? spokenProgress(download, t, language) : ''}
      </span>
      {open &&
        createPortal(
          <DownloadPanel
            manager={manager.usable() ? manager : null}
            downloads={downloads ?? []}
            size={size}
            onStart={start}
            onClose={() => setOpen(false)}
          />,
          document.body,
        )}
    </>
  )
}

function labelOf(
  download: DownloadView | undefined,
  size: string,
  t: (key: string, values?: Record<string, string>) => string,
): string {
  if (download) return t('OFFLINE.DOWNLOAD_OPEN')
  return size ? t('OFFLINE.DOWNLOAD_SIZE', { size }) : t('OFFLINE.DOWNLOAD')
}

type ButtonOptions = { label: string; caption: string; onPress: () => void; children: React.ReactNode }

function ToolButton({ label, caption, onPress, children }: ButtonOptions) {
  return (
    <button
      type="button"
      className={`tool ${styles.tool}`}
      aria-label={label}
      title={label}
      data-download=""
      data-caption={caption}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
