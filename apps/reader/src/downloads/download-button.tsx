import type { Text } from '../shell/reader-context.ts'
import { type About, canStoreDownloads, downloadWidth } from './download-manager.ts'
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
  const download = downloads?.find(({ uid }) => uid === about.uid)
  const size = useSize(manager, about.uid, downloads !== null && !download && manager.usable())
  if (download) {
    const words = download.state === 'loading' ? 'OFFLINE.PERCENT' : download.state === 'ready' ? 'OFFLINE.TITLE' : null
    if (!words) return null
    return (
      <p className={styles.downloadState} data-taken={download.state}>
        {t(words, { percent: percent(download.done.bytes, download.whole.bytes) })}
      </p>
    )
  }
  if (size === null) return null
  const label = t('OFFLINE.DOWNLOAD_SIZE', { size: amount(size, caller.language) })
  return (
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
  )
}
