import { DOWNLOADS_MARKER } from '../shell/storage.ts'
import { allDownloads, changeDownload, type Download, dropDownload, dropKey } from './download-store.ts'

/**
 * Locks all downloads if a page has found that nobody is signed in, and has stored that in the marker. The keys are deleted
 * without waiting for the network; the next sync of a signed-in reader unlocks that account's own downloads.
 */
export async function lockWhenSignedOut(store: Pick<Storage, 'getItem'> = localStorage): Promise<void> {
  if (!isSignedOut(store)) return
  await dropUngranted()
  for (const { uid } of await allDownloads()) {
    await dropKey(uid)
    await changeDownload(uid, () => ({ lock: 'signed-out' }))
  }
}

/** Deletes downloads that were only requested: their names concern nobody but the account that requested them. */
export async function dropUngranted(): Promise<void> {
  for (const { uid, until } of await allDownloads()) if (until === 0) await dropDownload(uid)
}

export function isSignedOut(store: Pick<Storage, 'getItem'>): boolean {
  try {
    return store.getItem(DOWNLOADS_MARKER) === 'signed-out'
  } catch {
    return false
  }
}

/**
 * Returns whether the name and cover of a download are hidden: it belongs to another account, nobody is signed in, or the
 * server no longer lists it and it is for adults (or of an older version, which did not store that).
 */
export function hidesName({ lock, adult }: Pick<Download, 'lock' | 'adult'>): boolean {
  return lock === 'signed-out' || lock === 'other-reader' || (lock === 'gone' && adult !== false)
}

/** Clears the marker of `lockWhenSignedOut`. */
export function noteSignedIn(): void {
  if (isSignedOut(localStorage)) localStorage.setItem(DOWNLOADS_MARKER, '1')
}
