import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import type { OfflineWidth } from '@kiosk/domain/reading/terms'
import type { Letter } from './outbox.ts'
import type { Clock, Lock } from './term.ts'

// What a browser keeps of downloads, in IndexedDB: it holds keys that scripts can't read, and is there for page and worker.

/** Every part of one revision, as the house told them. */
export type PartList = { revision: number; width: OfflineWidth; bytes: number; parts: DownloadPart[] }
export type Problem = 'no-room' | 'broken' | 'not-entitled' | 'devices' | 'not-found' | 'signed-out'

/** An issue on this device. Its parts lie apart, sealed. */
export type Copy = {
  uid: string
  titleLine: string
  detailLine: string
  pageCount: number
  coverColour: string
  /** The public cover, as it is. */
  cover: Blob | null
  audio: boolean
  /** From 18 on; absent = not known yet, or taken by an older version. */
  adult?: boolean
  /** Pixels of its pictures. */
  width: OfflineWidth
  /** The house's mark of who downloaded it. */
  reader: string
  /** Tells under which key the parts lie. */
  keyMark: string
  /** End of the term, milliseconds since 1970, and when it was granted. */
  until: number
  grantedAt: number
  /** All of it is there and readable; null = not yet. */
  standing: PartList | null
  /** What is still to come, parts that are there included; null = nothing. */
  wanted: PartList | null
  /** It stood once: what is fetched now was thrown away by the browser, or was corrected. */
  repairs: 'lost' | 'corrected' | null
  paused: boolean
  problem: Problem | null
  lock: Lock | null
  addedAt: number
}
type KeyOfCopy = { uid: string; key: CryptoKey; until: number }
type House = { clock: Clock; reader: string; askedToPersist: boolean; letters: Letter[]; lastLetter: number }

const NAME = 'offline'
let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      const made = request.result
      made.createObjectStore('copies', { keyPath: 'uid' })
      made.createObjectStore('parts')
      made.createObjectStore('keys', { keyPath: 'uid' })
      made.createObjectStore('house')
    }
    request.onsuccess = () => {
      const found = request.result
      // Closed by the browser, as when it clears its storage: the next question opens it anew.
      found.onclose = () => {
        opened = null
      }
      found.onversionchange = () => found.close()
      resolve(found)
    }
    request.onerror = () => reject(request.error)
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

type Stores = 'copies' | 'parts' | 'keys' | 'house'

/** One transaction; resolves once it is kept. */
async function inStore<T>(
  store: Stores,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T> {
  const found = await database()
  return new Promise((resolve, reject) => {
    const transaction = found.transaction(store, mode, { durability: 'relaxed' })
    const request = work(transaction.objectStore(store))
    transaction.oncomplete = () => resolve(request?.result as T)
    transaction.onabort = () => reject(transaction.error ?? request?.error)
    transaction.onerror = () => reject(transaction.error ?? request?.error)
  })
}

export const allCopies = () => inStore('copies', 'readonly', (store) => store.getAll() as IDBRequest<Copy[]>)
export const copyOf = (uid: string) => inStore('copies', 'readonly', (store) => store.get(uid) as IDBRequest<Copy | undefined>)
export const addCopy = (copy: Copy) => inStore('copies', 'readwrite', (store) => store.put(copy))

/** Changes a copy that is there, in one step; what it is then, or undefined where it is gone. */
export async function changeCopy(uid: string, change: (copy: Copy) => Partial<Copy>): Promise<Copy | undefined> {
  let changed: Copy | undefined
  await inStore('copies', 'readwrite', (store) => {
    const request = store.get(uid) as IDBRequest<Copy | undefined>
    request.onsuccess = () => {
      if (!request.result) return
      changed = { ...request.result, ...change(request.result) }
      store.put(changed)
    }
    return request
  })
  return changed
}

const partKey = (uid: string, sha256: string) => [uid, sha256]
const partsOf = (uid: string) => IDBKeyRange.bound([uid, ''], [uid, '\uffff'])
export const keepPart = (uid: string, sha256: string, sealed: ArrayBuffer) =>
  inStore('parts', 'readwrite', (store) => store.put(sealed, partKey(uid, sha256)))
export const sealedPart = (uid: string, sha256: string) =>
  inStore('parts', 'readonly', (store) => store.get(partKey(uid, sha256)) as IDBRequest<ArrayBuffer | undefined>)
/** Hashes of the parts that are there. */
export async function partsThere(uid: string): Promise<Set<string>> {
  const keys = await inStore('parts', 'readonly', (store) => store.getAllKeys(partsOf(uid)))
  return new Set(keys.map((key) => String((key as string[])[1])))
}
/** Removes the parts of an issue but those with the hashes given. */
export const dropParts = (uid: string, except: ReadonlySet<string> = new Set()) =>
  inStore('parts', 'readwrite', (store) => {
    const request = store.openKeyCursor(partsOf(uid))
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      if (!except.has(String((cursor.primaryKey as string[])[1]))) store.delete(cursor.primaryKey)
      cursor.continue()
    }
    return undefined
  })
export async function dropCopy(uid: string): Promise<void> {
  await dropKey(uid)
  await inStore('copies', 'readwrite', (store) => store.delete(uid))
  await dropParts(uid)
}

/** The key is there as long as its term: see `openCopy`. */
export const keyOf = (uid: string) => inStore('keys', 'readonly', (store) => store.get(uid) as IDBRequest<KeyOfCopy | undefined>)
export const keepKey = (key: KeyOfCopy) => inStore('keys', 'readwrite', (store) => store.put(key))
export const dropKey = (uid: string) => inStore('keys', 'readwrite', (store) => store.delete(uid))

export const houseNote = <Name extends keyof House>(name: Name) =>
  inStore('house', 'readonly', (store) => store.get(name) as IDBRequest<House[Name] | undefined>)
/** Changes a note in one step. */
export const changeHouseNote = <Name extends keyof House>(
  name: Name,
  change: (note: House[Name] | undefined) => House[Name],
): Promise<unknown> =>
  inStore('house', 'readwrite', (store) => {
    const request = store.get(name) as IDBRequest<House[Name] | undefined>
    request.onsuccess = () => store.put(change(request.result), name)
    return request
  })

/** Hashes of what a copy lacks of a list. */
export const missingOf = (list: PartList, there: ReadonlySet<string>) => list.parts.filter(({ sha256 }) => !there.has(sha256))
