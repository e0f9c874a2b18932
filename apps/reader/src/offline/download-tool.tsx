import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useReading } from '../shell/reader-context.ts'
import { amount, percent } from './amounts.ts'
import { tellCopyInHand } from './copy-in-hand.ts'
import { spokenProgress } from './copy-status.tsx'
import { DownloadIcon } from './download-icon.tsx'
import { DownloadPanel } from './download-panel.tsx'
import type { Caller } from './house-api.ts'
import { type CopyView, canKeepCopies, wantedWidth } from './keeper.ts'
import styles from './offline.module.css'
import { useCopies, useSize } from './use-copies.ts'

/** The tool in the reader's bar: one tap takes the issue along; after that it tells how far it is. */
export function DownloadTool({ caller }: { caller: Caller }) {
  // Without leave to store, its database is not even opened: who is not signed in may download nothing anyway.
  return canKeepCopies() && caller.keeps !== false ? <Working caller={caller} /> : <Explaining />
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
        createPortal(<DownloadPanel keeper={null} copies={[]} size={null} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function Working({ caller }: { caller: Caller }) {
  const { contents, access, t, language } = useReading()
  const { keeper, copies } = useCopies(caller)
  const [open, setOpen] = useState(false)
  const copy = copies?.find(({ uid }) => uid === contents.uid)
  const size = useSize(keeper, contents.uid, access.offline && copies !== null && !copy)
  const ready = copy?.state === 'ready'
  useEffect(() => {
    tellCopyInHand(ready)
  }, [ready])
  const start = () => {
    const { uid, titleLine, detailLine, coverColour, coverURL, pages } = contents
    const about = { uid, titleLine, detailLine, coverColour, coverURL, pageCount: pages.length, audio: access.audio }
    void keeper.start(about, wantedWidth(), size)
  }
  const press = () => (copies && !copy && access.offline && keeper.usable() ? start() : setOpen(true))
  const under = copy && copy.state !== 'ready' && copy.state !== 'locked'
  const far = copy ? percent(copy.done.bytes, copy.whole.bytes) : 0
  const told = size === null ? '' : amount(size, language)
  return (
    <>
      <ToolButton
        caption={t(ready ? 'READER.CAPTION.DOWNLOADED' : 'READER.CAPTION.DOWNLOAD')}
        label={under ? `${t('OFFLINE.DOWNLOAD')}: ${t('OFFLINE.PERCENT', { percent: far })}` : labelOf(copy, told, t)}
        onPress={press}
      >
        <DownloadIcon state={copy?.state ?? 'none'} part={copy?.whole.bytes ? copy.done.bytes / copy.whole.bytes : 0} />
        <small className={styles.caption} aria-hidden="true">
          {copy ? under && t('OFFLINE.PERCENT_SHORT', { percent: far }) : told}
        </small>
      </ToolButton>
      <span className="unseen" role="status">
        {copy ? spokenProgress(copy, t, language) : ''}
      </span>
      {open &&
        createPortal(
          <DownloadPanel
            keeper={keeper.usable() ? keeper : null}
            copies={copies ?? []}
            size={size}
            onStart={start}
            onClose={() => setOpen(false)}
          />,
          document.body,
        )}
    </>
  )
}

function labelOf(copy: CopyView | undefined, size: string, t: (key: string, values?: Record<string, string>) => string): string {
  if (copy) return t('OFFLINE.DOWNLOAD_OPEN')
  return size ? t('OFFLINE.DOWNLOAD_SIZE', { size }) : t('OFFLINE.DOWNLOAD')
}

type ButtonGiven = { label: string; caption: string; onPress: () => void; children: React.ReactNode }

function ToolButton({ label, caption, onPress, children }: ButtonGiven) {
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
