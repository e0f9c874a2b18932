import type { Text } from '../shell/reader-context.ts'
import { amount, percent } from './amounts.ts'
import type { Caller } from './house-api.ts'
import { type About, canKeepCopies, wantedWidth } from './keeper.ts'
import styles from './offline.module.css'
import { useCopies, useSize } from './use-copies.ts'

type Given = { caller: Caller; about: About /** Words of `offlineWords`. */; t: Text }

/** Takes an issue along from a shelf, by one tap; nothing where that is not the reader's right. */
export function DownloadButton(given: Given) {
  return canKeepCopies() ? <Button {...given} /> : null
}

function Button({ caller, about, t }: Given) {
  const { keeper, copies } = useCopies(caller)
  const copy = copies?.find(({ uid }) => uid === about.uid)
  const size = useSize(keeper, about.uid, copies !== null && !copy && keeper.usable())
  if (copy) {
    const words = copy.state === 'loading' ? 'OFFLINE.PERCENT' : copy.state === 'ready' ? 'OFFLINE.TITLE' : null
    if (!words) return null
    return (
      <p className={styles.taken} data-taken={copy.state}>
        {t(words, { percent: percent(copy.done.bytes, copy.whole.bytes) })}
      </p>
    )
  }
  if (size === null) return null
  const label = t('OFFLINE.DOWNLOAD_SIZE', { size: amount(size, caller.language) })
  return (
    <p className={styles.actions}>
      <button
        type="button"
        data-take={about.uid}
        aria-label={`${label}: ${about.titleLine}`}
        onClick={() => void keeper.start(about, wantedWidth(), size)}
      >
        {label}
      </button>
    </p>
  )
}
