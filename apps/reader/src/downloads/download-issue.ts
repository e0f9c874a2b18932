import { apiAddress } from '@kiosk/contract/route'
import { download } from '@kiosk/contract/routes'
import type { Download, DownloadPart, OfflineText } from '@kiosk/domain/reading/download-endpoints'
import {
  type Download as Copy,
  changeDownload,
  changeStoredValue,
  downloadOf,
  dropParts,
  keepKey,
  keepPart,
  missingOf,
  type PartList,
  type Problem,
  partsThere,
} from './download-store.ts'
import { encrypt, keyFrom } from './encrypted-part.ts'
import { afterContact } from './expiry.ts'
import { fetchParts, waitBefore } from './fetch-parts.ts'
import { encryptedName, openDownload } from './read-download.ts'
import type { Rejected, ServerApi } from './server-api.ts'

export type Progress = { bytes: number; parts: number }
type Options = {
  api: Pick<ServerApi, 'grant'>
  signal: AbortSignal
  changed: () => Promise<void>
  progressed: (uid: string, progress: Progress) => void
}
/** Maximum consecutive grants without progress before the download fails. */
const MOST_BARREN = 3
/** Minimum time between two progress updates. */
const PROGRESS_EVERY_MS = 120

/**
 * Completes a download: requests the grant, fetches missing parts and encrypts them. Also renews the expiry of an installed
 * download.
 */
export async function downloadIssue(uid: string, { api, signal, changed, progressed }: Options): Promise<void> {
  for (let barren = 0; !signal.aborted; ) {
    const download = await downloadOf(uid)
    if (!download) return
    const granted = await grantPatiently(api, download, signal)
    if (!granted) return
    if ('status' in granted) return void (await changeDownload(uid, () => ({ problem: problemOf(granted) })))
    const { key, list } = await storeGrant(download, granted)
    await changed()
    const missing = missingOf(list, await partsThere(uid))
    const missingBytes = missing.reduce((sum, { bytes }) => sum + bytes, 0)
    const done = { bytes: list.bytes - missingBytes, parts: list.parts.length - missing.length }
    const before = done.parts
    const reportProgress = throttled(() => progressed(uid, { ...done }))
    const outcome = await fetchParts({
      parts: missing,
      signal,
      wait,
      fetch: (part, signal) => fetchPart(uid, part, granted.signature, signal),
      async store(part, bytes) {
        const encrypted = await encrypt(key, encryptedName(uid, part.sha256), bytes)
        // Removed in the meantime: nothing of it may be stored.
        if (signal.aborted) return
        await keepPart(uid, part.sha256, encrypted)
        done.bytes += part.bytes
        done.parts++
        reportProgress()
      },
    })
    if (outcome === 'stopped') return
    if (outcome === 'done') return installDownload(uid, list)
    barren = done.parts > before ? 0 : barren + 1
    if (outcome !== 'expired' || barren >= MOST_BARREN) {
      await changeDownload(uid, () => ({ problem: outcome === 'no-room' ? 'no-room' : 'broken' }))
      return
    }
  }
}

const fetchPart = (uid: string, part: DownloadPart, signature: string, signal: AbortSignal) =>
  // The path of a part is relative to the address of the grant.
  fetch(new URL(part.path + signature, new URL(apiAddress(download, { uid }), location.href)), {
    signal,
    credentials: 'same-origin',
    // Plain text must not be stored, neither in the HTTP cache nor by the worker.
    cache: 'no-store',
    headers: { 'x-offline': 'part' },
  })

/** Requests the grant; returns null when stopped. Retries while the server is unreachable or overloaded. */
async function grantPatiently(api: Options['api'], download: Copy, signal: AbortSignal): Promise<Download | Rejected | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    const { ok, error } = await api.grant(download.uid, download.width)
    if (ok) return ok
    if (error.status !== 0 && error.status !== 429 && error.status < 500) return error
    await wait(waitBefore(attempt, error.retryAfter), signal)
  }
  return null
}

async function storeGrant(download: Copy, granted: Download): Promise<{ key: CryptoKey; list: PartList }> {
  const { uid } = download
  const { key, mark } = await keyFrom(granted.key)
  const [until, now] = [Date.parse(granted.until), Date.parse(granted.now)]
  const list: PartList = { revision: granted.revision, width: download.width, bytes: granted.bytes, parts: granted.parts }
  // Parts encrypted with another key can never be decrypted.
  const unreadable = download.keyMark !== '' && download.keyMark !== mark
  if (unreadable) await dropParts(uid)
  await changeStoredValue('clock', () => afterContact(now, Date.now()))
  await changeStoredValue('reader', () => granted.reader)
  await keepKey({ uid, key, until })
  await changeDownload(uid, (download) => ({
    wanted: list,
    keyMark: mark,
    until,
    grantedAt: now,
    reader: granted.reader,
    adult: granted.adult,
    lock: null,
    problem: null,
    standing: unreadable ? null : download.standing,
  }))
  return { key, list }
}

/** Completes a download whose parts are all stored: makes it readable and deletes the parts of an older revision. */
async function installDownload(uid: string, list: PartList): Promise<void> {
  await changeDownload(uid, () => ({ standing: list, wanted: null, repairs: null }))
  await dropParts(uid, new Set(list.parts.map(({ sha256 }) => sha256)))
  const text: OfflineText | undefined = await (await openDownload(uid))?.text()
  if (!text) return
  const { titleLine, detailLine, coverColour, pages } = text.contents
  await changeDownload(uid, () => ({ titleLine, detailLine, coverColour, pageCount: pages.length }))
}

function problemOf({ status, field }: Rejected): Problem {
  if (status === 401) return 'signed-out'
  if (status === 404) return 'not-found'
  return field === 'device' ? 'devices' : 'not-entitled'
}

/** Dispatches `reached` when the server has responded, so that retries need not wait any longer. */
export const network = new EventTarget()

/** Waits for a time; resolves earlier if the server may be reachable again or the signal aborts. */
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

function throttled(work: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      work()
    }, PROGRESS_EVERY_MS)
  }
}
