import type { DownloadPart, OfflineText } from '@kiosk/domain/reading/download-endpoints'
import type { Access, Article, IssueHit } from '@kiosk/domain/reading/endpoints'
import { OF_DOWNLOAD } from '@kiosk/domain/reading/of-download'
import { MINUTE_SECONDS } from '@kiosk/domain/time'
import type { Lines } from '../pages/page-text.ts'
import { knownArticle } from '../shell/known-article.ts'
import {
  changeDownload,
  changeStoredValue,
  type Download,
  downloadOf,
  dropKey,
  encryptedPart,
  keyOf,
  storedValue,
} from './download-store.ts'
import { decrypt } from './encrypted-part.ts'
import { afterLook, type Clock, type Lock, lockWithoutContact } from './expiry.ts'
import { searchPages } from './search-pages.ts'

/** Validity of a local access response. */
const ACCESS_SECONDS = 30 * MINUTE_SECONDS
/** Minimum time between saved clock readings. */
const SAVED_EVERY_MS = 20_000

export type OpenDownload = {
  record: Download
  text(): Promise<OfflineText>
  words(page: number): Promise<{ lines: Lines }>
  /** Image in WebP; null if the part is missing. */
  picture(page: number, kind: 'picture' | 'thumbnail'): Promise<ArrayBuffer | null>
}

export const encryptedName = (uid: string, sha256: string) => `${uid}/${sha256}`

/** Locks an expired download by deleting its key. Returns the current lock, or null. */
export async function checkExpiry(uid: string): Promise<Lock | null> {
  const key = await keyOf(uid)
  if (!key) return (await downloadOf(uid))?.lock ?? 'gone'
  const clock = await lookAtClock(0)
  const lock = lockWithoutContact(key.until, clock, Date.now())
  if (!lock) return null
  await dropKey(uid)
  await changeDownload(uid, () => ({ lock }))
  return lock
}

/**
 * Estimates the server time and stores it, so that it cannot be turned back. `elapsed`: milliseconds since the last check.
 */
export async function lookAtClock(elapsed: number): Promise<Clock> {
  const clock = (await storedValue('clock')) ?? { latest: 0, ahead: 0 }
  const looked = afterLook(clock, Date.now(), elapsed)
  if (looked.latest > clock.latest + SAVED_EVERY_MS)
    await changeStoredValue('clock', (now) => afterLook(now ?? clock, Date.now(), elapsed))
  return looked
}

/** Opens an installed download; returns null if it is missing, incomplete or locked. */
export async function openDownload(uid: string): Promise<OpenDownload | null> {
  const download = await downloadOf(uid)
  if (!download?.standing || download.lock || (await checkExpiry(uid))) return null
  const key = (await keyOf(uid))?.key
  if (!key) return null
  const list = download.standing
  const part = (kind: DownloadPart['kind'], page: number) => list.parts.find((each) => each.kind === kind && each.page === page)
  async function bytesOf(kind: DownloadPart['kind'], page: number): Promise<ArrayBuffer | null> {
    const found = part(kind, page)
    const encrypted = found && (await encryptedPart(uid, found.sha256))
    return encrypted ? decrypt(key!, encryptedName(uid, found.sha256), encrypted) : null
  }
  async function json<T>(kind: DownloadPart['kind'], page: number): Promise<T> {
    const bytes = await bytesOf(kind, page)
    if (!bytes) throw new Error(`${kind} ${page} is missing`)
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  }
  return {
    record: download,
    text: () => json<OfflineText>('text', 0),
    words: (page) => json<{ lines: Lines }>('words', page),
    picture: (page, kind) => bytesOf(kind, page),
  }
}

/** Returns the access response for a download, as the server would give it. Its signature is not valid on the server. */
export function accessOf({ record: download }: OpenDownload): Access {
  return {
    read: true,
    ads: false,
    offline: true,
    audio: download.audio,
    // Made by the server.
    epub: false,
    pagesOpen: download.pageCount,
    because: null,
    signature: new URLSearchParams({ v: String(download.standing!.revision), [OF_DOWNLOAD]: '1' }).toString(),
    until: Math.floor(Date.now() / 1000) + ACCESS_SECONDS,
  }
}

export async function articleOf(open: OpenDownload, id: string): Promise<Article | null> {
  const { contents, articles } = await open.text()
  const known = knownArticle(contents, id)
  return articles.find((article) => article.id === known) ?? null
}

export async function searchDownload(open: OpenDownload, q: string): Promise<IssueHit[]> {
  const numbers = Array.from({ length: open.record.pageCount }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map(async (page) => ({ page, lines: (await open.words(page)).lines })))
  return searchPages(pages, q)
}
