import type { Download, DownloadPart, OfflineText } from '@kiosk/domain/reading/download-endpoints'
import {
  type Copy,
  changeCopy,
  changeHouseNote,
  copyOf,
  dropParts,
  keepKey,
  keepPart,
  missingOf,
  type PartList,
  type Problem,
  partsThere,
} from './copies.ts'
import { fetchParts, waitBefore } from './fetch-parts.ts'
import type { HouseApi, Refused } from './house-api.ts'
import { openCopy, sealedName } from './read-copy.ts'
import { keyFrom, seal } from './sealed-part.ts'
import { afterContact } from './term.ts'

export type Progress = { bytes: number; parts: number }
type Given = {
  api: Pick<HouseApi, 'grant'>
  signal: AbortSignal
  changed: () => Promise<void>
  progressed: (uid: string, progress: Progress) => void
}
/** Grants in a row that may bring nothing before the download gives up. */
const MOST_BARREN = 3
/** Milliseconds between two words about the progress. */
const TOLD_EVERY = 120

/** Brings a copy to stand: asks for the grant, fetches what is missing, seals it. Also renews the term of one that stands. */
export async function bringCopy(uid: string, { api, signal, changed, progressed }: Given): Promise<void> {
  for (let barren = 0; !signal.aborted; ) {
    const copy = await copyOf(uid)
    if (!copy) return
    const granted = await grantPatiently(api, copy, signal)
    if (!granted) return
    if ('status' in granted) return void (await changeCopy(uid, () => ({ problem: problemOf(granted) })))
    const { key, list } = await noteGrant(copy, granted)
    await changed()
    const missing = missingOf(list, await partsThere(uid))
    const lacking = missing.reduce((sum, { bytes }) => sum + bytes, 0)
    const done = { bytes: list.bytes - lacking, parts: list.parts.length - missing.length }
    const before = done.parts
    const tell = seldom(() => progressed(uid, { ...done }))
    const outcome = await fetchParts({
      parts: missing,
      signal,
      wait,
      fetch: (part, signal) => fetchPart(uid, part, granted.signature, signal),
      async keep(part, bytes) {
        const sealed = await seal(key, sealedName(uid, part.sha256), bytes)
        // Given up meanwhile: nothing of it may stay behind.
        if (signal.aborted) return
        await keepPart(uid, part.sha256, sealed)
        done.bytes += part.bytes
        done.parts++
        tell()
      },
    })
    if (outcome === 'stopped') return
    if (outcome === 'done') return stand(uid, list)
    barren = done.parts > before ? 0 : barren + 1
    if (outcome !== 'expired' || barren >= MOST_BARREN) {
      await changeCopy(uid, () => ({ problem: outcome === 'no-room' ? 'no-room' : 'broken' }))
      return
    }
  }
}

const fetchPart = (uid: string, part: DownloadPart, signature: string, signal: AbortSignal) =>
  fetch(`/api/v8/issuecontent/${encodeURIComponent(uid)}/${part.path}${signature}`, {
    signal,
    credentials: 'same-origin',
    // In clear it lies nowhere: neither in the browser's cache nor in the worker's hands.
    cache: 'no-store',
    headers: { 'x-offline': 'part' },
  })

/** The grant; null when stopped. A house that can't be reached, or has too much to do, is asked again. */
async function grantPatiently(api: Given['api'], copy: Copy, signal: AbortSignal): Promise<Download | Refused | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    const { ok, refused } = await api.grant(copy.uid, copy.width)
    if (ok) return ok
    if (refused.status !== 0 && refused.status !== 429 && refused.status < 500) return refused
    await wait(waitBefore(attempt, refused.retryAfter ? String(refused.retryAfter) : null), signal)
  }
  return null
}

async function noteGrant(copy: Copy, granted: Download): Promise<{ key: CryptoKey; list: PartList }> {
  const { uid } = copy
  const { key, mark } = await keyFrom(granted.key)
  const [until, now] = [Date.parse(granted.until), Date.parse(granted.now)]
  const list: PartList = { revision: granted.revision, width: copy.width, bytes: granted.bytes, parts: granted.parts }
  // Under another key the old parts never open again.
  const unreadable = copy.keyMark !== '' && copy.keyMark !== mark
  if (unreadable) await dropParts(uid)
  await changeHouseNote('clock', () => afterContact(now, Date.now()))
  await changeHouseNote('reader', () => granted.reader)
  await keepKey({ uid, key, until })
  await changeCopy(uid, (copy) => ({
    wanted: list,
    keyMark: mark,
    until,
    grantedAt: now,
    reader: granted.reader,
    adult: granted.adult,
    lock: null,
    problem: null,
    standing: unreadable ? null : copy.standing,
  }))
  return { key, list }
}

/** Everything is there: the copy is read from now on, and parts of an older revision go. */
async function stand(uid: string, list: PartList): Promise<void> {
  await changeCopy(uid, () => ({ standing: list, wanted: null, repairs: null }))
  await dropParts(uid, new Set(list.parts.map(({ sha256 }) => sha256)))
  const text: OfflineText | undefined = await (await openCopy(uid))?.text()
  if (!text) return
  const { titleLine, detailLine, coverColour, pages } = text.contents
  await changeCopy(uid, () => ({ titleLine, detailLine, coverColour, pageCount: pages.length }))
}

function problemOf({ status, field }: Refused): Problem {
  if (status === 401) return 'signed-out'
  if (status === 404) return 'not-found'
  return field === 'device' ? 'devices' : 'not-entitled'
}

/** Says `reached` when the server has answered, so that nobody waits any longer for a network that is back. */
export const network = new EventTarget()

/** Waits so long, or until the server is reached again or nobody waits any more. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      network.removeEventListener('reached', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    network.addEventListener('reached', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

function seldom(work: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      work()
    }, TOLD_EVERY)
  }
}
