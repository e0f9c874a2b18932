import type { DownloadPart, OfflineText } from '@kiosk/domain/reading/download-endpoints'
import type { Access, Article, IssueHit } from '@kiosk/domain/reading/endpoints'
import type { Lines } from '../pages/page-text.ts'
import { type Copy, changeCopy, changeHouseNote, copyOf, dropKey, houseNote, keyOf, sealedPart } from './copies.ts'
import { searchPages } from './local-search.ts'
import { unseal } from './sealed-part.ts'
import { afterLook, type Clock, type Lock, lockWithoutContact } from './term.ts'

/** How long what a copy allows is good without asking again. Seconds. */
const ACCESS_FOR = 30 * 60
/** Milliseconds between notes of the time. */
const NOTED_EVERY = 20_000

export type OpenCopy = {
  copy: Copy
  text(): Promise<OfflineText>
  words(page: number): Promise<{ lines: Lines }>
  /** WebP; null where the part is not there any more. */
  picture(page: number, kind: 'picture' | 'thumbnail'): Promise<ArrayBuffer | null>
}

export const sealedName = (uid: string, sha256: string) => `${uid}/${sha256}`

/** Locks a copy whose term is over: its key goes. What locks it now, or null. */
export async function lookAtTerm(uid: string): Promise<Lock | null> {
  const key = await keyOf(uid)
  if (!key) return (await copyOf(uid))?.lock ?? 'gone'
  const clock = await lookAtClock(0)
  const lock = lockWithoutContact(key.until, clock, Date.now())
  if (!lock) return null
  await dropKey(uid)
  await changeCopy(uid, () => ({ lock }))
  return lock
}

/** What is believed of the house's time now; noted, so that it cannot be turned back. `elapsed`: milliseconds since the last look. */
export async function lookAtClock(elapsed: number): Promise<Clock> {
  const clock = (await houseNote('clock')) ?? { latest: 0, ahead: 0 }
  const looked = afterLook(clock, Date.now(), elapsed)
  if (looked.latest > clock.latest + NOTED_EVERY)
    await changeHouseNote('clock', (now) => afterLook(now ?? clock, Date.now(), elapsed))
  return looked
}

/** A copy that stands and may be read; null where it is not there, not complete or locked. */
export async function openCopy(uid: string): Promise<OpenCopy | null> {
  const copy = await copyOf(uid)
  if (!copy?.standing || copy.lock || (await lookAtTerm(uid))) return null
  const key = (await keyOf(uid))?.key
  if (!key) return null
  const list = copy.standing
  const part = (kind: DownloadPart['kind'], page: number) => list.parts.find((each) => each.kind === kind && each.page === page)
  async function bytesOf(kind: DownloadPart['kind'], page: number): Promise<ArrayBuffer | null> {
    const found = part(kind, page)
    const sealed = found && (await sealedPart(uid, found.sha256))
    return sealed ? unseal(key!, sealedName(uid, found.sha256), sealed) : null
  }
  async function json<T>(kind: DownloadPart['kind'], page: number): Promise<T> {
    const bytes = await bytesOf(kind, page)
    if (!bytes) throw new Error(`${kind} ${page} is not there`)
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  }
  return {
    copy,
    text: () => json<OfflineText>('text', 0),
    words: (page) => json<{ lines: Lines }>('words', page),
    picture: (page, kind) => bytesOf(kind, page),
  }
}

/** What a reader may do with a copy, as the house would say it. The signature opens nothing of the house. */
export function accessOf({ copy }: OpenCopy): Access {
  return {
    read: true,
    ads: false,
    offline: true,
    audio: copy.audio,
    pagesOpen: copy.pageCount,
    because: null,
    signature: new URLSearchParams({ v: String(copy.standing!.revision), copy: '1' }).toString(),
    until: Math.floor(Date.now() / 1000) + ACCESS_FOR,
  }
}

export async function articleOf(open: OpenCopy, id: string): Promise<Article | null> {
  return (await open.text()).articles.find((article) => article.id === id) ?? null
}

export async function searchCopy(open: OpenCopy, q: string): Promise<IssueHit[]> {
  const numbers = Array.from({ length: open.copy.pageCount }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map(async (page) => ({ page, lines: (await open.words(page)).lines })))
  return searchPages(pages, q)
}
