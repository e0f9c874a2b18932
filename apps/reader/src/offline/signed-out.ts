import { DOWNLOADS_MARKER } from '../shell/memory.ts'
import { allCopies, type Copy, changeCopy, dropKey } from './copies.ts'

/**
 * Locks every copy where a page noticed that nobody is signed in any more, which it notes in the marker: their keys go
 * without waiting for a network. The next contact of somebody who is signed in unlocks his own.
 */
export async function lockWhenSignedOut(store: Pick<Storage, 'getItem'> = localStorage): Promise<void> {
  if (!isSignedOut(store)) return
  for (const { uid, until, lock } of await allCopies()) {
    await dropKey(uid)
    if (until > 0 && !lock) await changeCopy(uid, () => ({ lock: 'signed-out' }))
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
 * Whether the name and cover of a copy are kept back: it is of somebody else, nobody is signed in, or it is locked and for
 * adults (or of an older version, which does not say).
 */
export function hidesName({ lock, adult }: Pick<Copy, 'lock' | 'adult'>): boolean {
  return lock === 'signed-out' || lock === 'other-reader' || (lock === 'gone' && adult !== false)
}

/** Somebody is signed in after all. */
export function noteSignedIn(): void {
  if (isSignedOut(localStorage)) localStorage.setItem(DOWNLOADS_MARKER, '1')
}
