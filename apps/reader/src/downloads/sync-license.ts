import type { Downloads } from '@kiosk/domain/reading/download-endpoints'
import { OFFLINE_TTL_DAYS, READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { DAY_MS } from '@kiosk/domain/time'
import {
  addDownload,
  allDownloads,
  changeDownload,
  changeStoredValue,
  type Download,
  dropKey,
  dropParts,
  keepKey,
  missingOf,
  NOT_YET_GRANTED,
  partsThere,
  storedValue,
} from './download-store.ts'
import { keyFrom } from './encrypted-part.ts'
import { afterContact, lockAtContact } from './expiry.ts'
import { pendingRemovals } from './outbox.ts'
import { checkExpiry } from './read-download.ts'
import { sendQueue } from './send-queue.ts'
import type { ServerApi } from './server-api.ts'
import { dropUngranted, noteSignedIn } from './signed-out.ts'

/** Remaining time below which a grant is renewed, at most once a day, while the server is reachable. */
const RENEWED_BELOW_MS = (OFFLINE_TTL_DAYS / 2) * DAY_MS

/**
 * Syncs with the server: locks and unlocks downloads, detects corrections and evicted parts, and sends the outbox. Without a
 * response, only expiries and evicted parts are checked.
 * @returns whether the server responded, and the uids of downloads to renew
 */
export async function syncLicense(api: Pick<ServerApi, 'list'>): Promise<{ reached: boolean; renewed: string[] }> {
  const grants = new Map((await allDownloads()).map(({ uid, grantedAt }) => [uid, grantedAt]))
  const before = await storedValue('reader')
  const { ok: list = null, error } = await api.list()
  const downloads = (await allDownloads()).filter(({ until }) => until > 0)
  if (error && error.status !== 401) {
    for (const { uid, lock } of downloads) if (!lock) await checkExpiry(uid)
    await noticeLost(downloads)
    return { reached: false, renewed: [] }
  }
  if (!list || (before && before !== list.reader)) await dropUngranted()
  const now = list ? Date.parse(list.now) : (error?.now ?? null)
  if (now !== null) await changeStoredValue('clock', () => afterContact(now, Date.now()))
  const renewed: string[] = []
  for (const download of downloads) {
    // Granted during the request, so the response may be older. Clocks cannot tell: a Date header has whole seconds only.
    if (download.grantedAt !== grants.get(download.uid)) continue
    const lock = lockAtContact(download, list)
    if (lock || !list) {
      await dropKey(download.uid)
      await changeDownload(download.uid, () => ({ lock }))
    } else if (await unlock(download, list)) renewed.push(download.uid)
  }
  await noticeLost(downloads)
  if (list) {
    noteSignedIn()
    await changeStoredValue('reader', () => list.reader)
    await fetchVanished(list)
    await sendQueue(list.reader)
  }
  return { reached: true, renewed }
}

/** Stores key and expiry from the server's response; returns whether the grant should be renewed. */
async function unlock(download: Download, list: Downloads): Promise<boolean> {
  const entry = list.downloads.find(({ uid }) => uid === download.uid)!
  const { key, mark } = await keyFrom(entry.key)
  const [until, now] = [Date.parse(entry.until), Date.parse(list.now)]
  const unreadable = download.keyMark !== mark
  if (unreadable) await dropParts(download.uid)
  await keepKey({ uid: download.uid, key, until })
  const corrected = download.standing !== null && download.standing.revision !== entry.revision
  await changeDownload(download.uid, ({ problem }) => ({
    lock: null,
    // A sign-in or a removed device has resolved all other problems.
    problem: problem === 'no-room' || problem === 'broken' ? problem : null,
    until,
    reader: list.reader,
    keyMark: mark,
    ...(unreadable ? { standing: null, wanted: null } : {}),
    ...(corrected ? { repairs: 'corrected' as const } : {}),
  }))
  return until - now < RENEWED_BELOW_MS && now - download.grantedAt > DAY_MS
}

/** Marks downloads with parts that the browser evicted, so that they are fetched again. */
async function noticeLost(downloads: readonly Download[]): Promise<void> {
  for (const { uid, standing } of downloads) {
    if (standing && missingOf(standing, await partsThere(uid)).length)
      await changeDownload(uid, ({ repairs }) => ({ repairs: repairs ?? 'lost' }))
  }
}

/** Adds downloads that the server lists and that are missing here, because the browser cleared its storage. */
async function fetchVanished(list: Downloads): Promise<void> {
  const here = new Set((await allDownloads()).map(({ uid }) => uid))
  const removed = new Set(pendingRemovals((await storedValue('letters')) ?? []))
  for (const { uid } of list.downloads) {
    if (here.has(uid) || removed.has(uid)) continue
    await addDownload({
      ...NOT_YET_GRANTED,
      uid,
      titleLine: '',
      detailLine: '',
      pageCount: 0,
      coverColour: '',
      audio: false,
      reader: list.reader,
      width: READING_WIDTH_PIXELS,
      repairs: 'lost',
      addedAt: Date.now(),
    })
  }
}
