import { DOWNLOADS_MARKER } from '../shell/storage.ts'
import { allDownloads, changeDownload, type Download, dropKey } from './download-store.ts'

/**
 * Locks every download if a page found that nobody is signed in, which it stores in the marker: the keys are deleted
 * without waiting for the network. The next sync of a signed-in reader unlocks that account's own.
 */
export async function lockWhenSignedOut(store: Pick<Storage, 'getItem'> = localStorage): Promise<void> {
  if (!isSignedOut(store)) return
  for (const { uid, until, lock } of await allDownloads()) {
    await dropKey(uid)
    if (until > 0 && !lock) await changeDownload(uid, () => ({ lock: 'signed-out' }))
  }
}

export function isSignedOut(store: Pick<Storage, 'getItem'>): boolean {
  try {
    return store.getItem(DOWNLOADS_MARKER) === 'signed-out'
  } catch {
    return false
  }
}

/**
 * Whether the name and cover of a download are hidden: it belongs to another account, nobody is signed in, or it is locked
 * and for adults (or of an older version that does not say).
 */
export function hidesName({ lock, adult }: Pick<Download, 'lock' | 'adult'>): boolean {
  return lock === 'signed-out' || lock === 'other-reader' || (lock === 'gone' && adult !== false)
}

/** Clears the marker: somebody is signed in. */
export function noteSignedIn(): void {
  if (isSignedOut(localStorage)) localStorage.setItem(DOWNLOADS_MARKER, '1')
}
