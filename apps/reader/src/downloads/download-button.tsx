import type { Text } from '../shell/reader-context.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'
import { type About, canStoreDownloads, downloadWidth } from './download-manager.ts'
import type { DownloadView } from './download-views.ts'
import { amount, percent } from './format.ts'
import styles from './offline.module.css'
import type { Caller } from './server-api.ts'
import { useDownloads, useSize } from './use-downloads.ts'

type Options = { caller: Caller; about: About /** Messages of `offlineWords`. */; t: Text }

/** Downloads an issue from a shelf with one tap; renders nothing without the right to do so. */
export function DownloadButton(options: Options) {
  return canStoreDownloads() ? <Button {...options} /> : null
}

function Button({ caller, about, t }: Options) {
  const { manager, downloads } = useDownloads(caller)
  const focus = useKeptFocus<HTMLDivElement>()
  const download = downloads?.find(({ uid }) => uid === about.uid)
  const size = useSize(manager, about.uid, downloads !== null && !download && manager.usable())
  const label = size === null ? null : t('OFFLINE.DOWNLOAD_SIZE', { size: amount(size, caller.language) })
  return (
    <div {...focus}>
      {download && <State download={download} t={t} />}
      {!download && label !== null && (
        <p className={`${styles.actions} ${styles.onCard}`}>
          <button
            type="button"
            data-take={about.uid}
            aria-label={`${label}, ${about.titleLine}`}
            onClick={() => void manager.start(about, downloadWidth(), size)}
          >
            {label}
          </button>
        </p>
      )}
    </div>
  )
}

function State({ download: { state, done, whole }, t }: { download: DownloadView; t: Text }) {
  const words = state === 'loading' ? 'OFFLINE.PERCENT' : state === 'ready' ? 'OFFLINE.TITLE' : null
  if (!words) return null
  return (
    <p className={styles.downloadState} data-taken={state} tabIndex={-1}>
      {t(words, { percent: percent(done.bytes, whole.bytes) })}
    </p>
  )
}
