import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import type { OfflineWidth } from '@kiosk/domain/reading/limits'
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'
import type { Clock, Lock } from './expiry.ts'
import type { QueuedRequest } from './outbox.ts'

// Downloads are in IndexedDB, because it stores keys that scripts cannot read and is available to pages and the worker.

/** All parts of a revision, from the grant. */
export type PartList = { revision: number; width: OfflineWidth; bytes: number; parts: DownloadPart[] }
export type Problem = 'no-room' | 'broken' | 'not-entitled' | 'devices' | 'not-found' | 'signed-out'

/** A downloaded issue, as it is stored: its fields keep their names. Its parts are stored separately, encrypted. */
export type Download = {
  uid: string
  titleLine: string
  detailLine: string
  pageCount: number
  coverColour: string
  /** The public cover, unencrypted. */
  cover: Blob | null
  audio: boolean
  /** For adults; absent = unknown, or stored by an older version. */
  adult?: boolean
  /** Width of its images. Pixels. */
  width: OfflineWidth
  /** Reference of the account that downloaded it. */
  reader: string
  /** Fingerprint of the key that encrypts the parts. */
  keyMark: string
  /** Expiry and time of the grant, milliseconds since 1970. */
  until: number
  grantedAt: number
  /** The complete, readable revision; null = none yet. */
  standing: PartList | null
  /** The pending revision, including parts already stored; null = none. */
  wanted: PartList | null
  /** Reason for fetching an installed download again: the browser evicted parts, or the issue was corrected; null = none. */
  repairs: 'lost' | 'corrected' | null
  paused: boolean
  problem: Problem | null
  lock: Lock | null
  addedAt: number
}
/** What a download has before its first grant. */
export const NOT_YET_GRANTED = {
  cover: null,
  reader: '',
  keyMark: '',
  until: 0,
  grantedAt: 0,
  standing: null,
  wanted: null,
  repairs: null,
  paused: false,
  problem: null,
  lock: null,
} satisfies Partial<Download>
type KeyOfDownload = { uid: string; key: CryptoKey; until: number }
/** Single values of this browser by name; for historical reasons their object store is called `house`. */
type StoredValues = { clock: Clock; reader: string; askedToPersist: boolean; letters: QueuedRequest[]; lastLetter: number }

interface Schema extends DBSchema {
  copies: { key: string; value: Download }
  parts: { key: [uid: string, sha256: string]; value: ArrayBuffer }
  keys: { key: string; value: KeyOfDownload }
  house: { key: keyof StoredValues; value: StoredValues[keyof StoredValues] }
}

let opened: Promise<IDBPDatabase<Schema>> | null = null

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('offline', 1, {
    upgrade(made) {
      made.createObjectStore('copies', { keyPath: 'uid' })
      made.createObjectStore('parts')
      made.createObjectStore('keys', { keyPath: 'uid' })
      made.createObjectStore('house')
    },
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
    // The browser closed the connection, for example when clearing storage; the next access opens it again.
    terminated() {
      opened = null
    },
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** Runs a transaction; resolves once it is committed. */
async function inStore<Name extends StoreNames<Schema>, Mode extends 'readonly' | 'readwrite', T>(
  name: Name,
  mode: Mode,
  work: (store: IDBPObjectStore<Schema, [Name], Name, Mode>) => Promise<T>,
): Promise<T> {
  const { store, done } = (await database()).transaction(name, mode, { durability: 'relaxed' })
  const [result] = await Promise.all([work(store), done])
  return result
}

export const allDownloads = () => inStore('copies', 'readonly', (store) => store.getAll())
export const downloadOf = (uid: string) => inStore('copies', 'readonly', (store) => store.get(uid))
export const addDownload = (download: Download) => inStore('copies', 'readwrite', (store) => store.put(download))

/** Updates an existing download atomically; returns the result, or undefined if it is gone. */
export const changeDownload = (uid: string, change: (download: Download) => Partial<Download>): Promise<Download | undefined> =>
  inStore('copies', 'readwrite', async (store) => {
    const found = await store.get(uid)
    if (!found) return undefined
    const changed = { ...found, ...change(found) }
    await store.put(changed)
    return changed
  })

const partsOf = (uid: string) => IDBKeyRange.bound([uid, ''], [uid, '\uffff'])
export const keepPart = (uid: string, sha256: string, encrypted: ArrayBuffer) =>
  inStore('parts', 'readwrite', (store) => store.put(encrypted, [uid, sha256]))
export const encryptedPart = (uid: string, sha256: string) => inStore('parts', 'readonly', (store) => store.get([uid, sha256]))
/** Returns the hashes of an issue's stored parts. */
export async function partsThere(uid: string): Promise<Set<string>> {
  const keys = await inStore('parts', 'readonly', (store) => store.getAllKeys(partsOf(uid)))
  return new Set(keys.map(([, sha256]) => sha256))
}
/** Deletes the parts of an issue except those with the given hashes. */
export const dropParts = (uid: string, except: ReadonlySet<string> = new Set()) =>
  inStore('parts', 'readwrite', async (store) => {
    const keys = await store.getAllKeys(partsOf(uid))
    await Promise.all(keys.filter(([, sha256]) => !except.has(sha256)).map((key) => store.delete(key)))
  })
export async function dropDownload(uid: string): Promise<void> {
  await dropKey(uid)
  await inStore('copies', 'readwrite', (store) => store.delete(uid))
  await dropParts(uid)
}

/** Returns the key of a download, which exists until it expires: see `checkExpiry`. */
export const keyOf = (uid: string) => inStore('keys', 'readonly', (store) => store.get(uid))
export const keepKey = (key: KeyOfDownload) => inStore('keys', 'readwrite', (store) => store.put(key))
export const dropKey = (uid: string) => inStore('keys', 'readwrite', (store) => store.delete(uid))

export const storedValue = <Name extends keyof StoredValues>(name: Name) =>
  inStore('house', 'readonly', (store) => store.get(name) as Promise<StoredValues[Name] | undefined>)
/** Updates a value atomically. */
export const changeStoredValue = <Name extends keyof StoredValues>(
  name: Name,
  change: (note: StoredValues[Name] | undefined) => StoredValues[Name],
): Promise<unknown> =>
  inStore('house', 'readwrite', async (store) => {
    const found = (await store.get(name)) as StoredValues[Name] | undefined
    return store.put(change(found), name)
  })

/** Returns the parts of a list that are not stored. */
export const missingOf = (list: PartList, there: ReadonlySet<string>) => list.parts.filter(({ sha256 }) => !there.has(sha256))
