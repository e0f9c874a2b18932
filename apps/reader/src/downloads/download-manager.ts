import { apiAddress } from '@kiosk/contract/route'
import { removeDownload } from '@kiosk/contract/routes'
import { type OfflineWidth, READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { MINUTE_MS } from '@kiosk/domain/time'
import { downloadIssue, network } from './download-issue.ts'
import {
  addDownload,
  allDownloads,
  changeDownload,
  changeStoredValue,
  type Download,
  dropDownload,
  NOT_YET_GRANTED,
  storedValue,
} from './download-store.ts'
import { createDownloadViews, type DownloadViews } from './download-views.ts'
import { waitBefore } from './fetch-parts.ts'
import { checkExpiry, lookAtClock } from './read-download.ts'
import { queueRequest } from './send-queue.ts'
import { type Caller, type ServerApi, serverApi } from './server-api.ts'
import { lockWhenSignedOut } from './signed-out.ts'
import { syncLicense } from './sync-license.ts'

/** Data of an issue that are known before its contents have loaded. */
export type About = Pick<Download, 'uid' | 'titleLine' | 'detailLine' | 'pageCount' | 'coverColour' | 'audio'> & {
  coverURL: string
}
/** Intervals of clock checks, and of syncs with the server while a page is open. */
const CHECK_EVERY_MS = 30_000
const SYNC_EVERY_MS = 10 * MINUTE_MS
/** Maximum consecutive failed syncs that are retried soon while the browser reports that it is online. */
const MOST_RETRIES = 6
/** Free storage required for a download, as a multiple of its size. */
const SPARE_FACTOR = 1.1

export type DownloadManager = ReturnType<typeof createDownloadManager>
let manager: DownloadManager | null = null
/** Returns the download manager of this page, which the first call creates. */
export function managerFor(caller: Caller): DownloadManager {
  manager ??= createDownloadManager(caller)
  return manager
}

/** Returns whether this browser supports downloads: they need a secure context, a service worker, storage and locks. */
export const canStoreDownloads = () =>
  isSecureContext && 'serviceWorker' in navigator && typeof indexedDB !== 'undefined' && 'locks' in navigator

/** Returns the reading width, or the smaller one if the browser is set to save data. */
export function downloadWidth(): OfflineWidth {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData ? 720 : READING_WIDTH_PIXELS
}

/**
 * Creates the manager of this browser's downloads: it fetches, repairs and locks them and updates the UI. Several pages
 * share the work.
 */
function createDownloadManager(caller: Caller) {
  const api = serverApi(caller)
  const renewing = new Set<string>()
  const underWay = new Map<string, AbortController>()
  const views = createDownloadViews({ underWay, renewing })
  const { changed } = views
  const run = pendingDownloads({ api, views, underWay, renewing })
  const sync = createSync(caller, { api, views, renewing, run })
  let usable = true

  void begin()
  async function begin(): Promise<void> {
    // Called before the first sync, because the network may come back during it.
    addEventListener('online', () => void (usable && sync.contactOnline()))
    addEventListener('offline', () => void (usable && views.refresh()))
    try {
      await lockWhenSignedOut()
      await views.refresh()
      await sync.contact()
    } catch {
      // Some private windows have no storage, or cannot store keys.
      usable = false
      return views.clear()
    }
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && sync.ageMs() > CHECK_EVERY_MS) void sync.contact()
    })
    void navigator.locks.request('offline-clock', recordElapsedTime)
  }

  /** Records elapsed time, which one page does at a time, and locks what has expired. */
  async function recordElapsedTime(): Promise<never> {
    let before = performance.now()
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
      const now = performance.now()
      await lookAtClock(now - before)
      before = now
      const locks = await Promise.all((views.all() ?? []).filter(({ lock }) => !lock).map(({ uid }) => checkExpiry(uid)))
      if (locks.some(Boolean)) await changed()
      if (sync.ageMs() > SYNC_EVERY_MS && navigator.onLine) await sync.contact()
    }
  }

  async function start(about: About, width: OfflineWidth, bytes: number | null): Promise<void> {
    await askToPersist()
    const room = await roomLeft()
    const { coverURL, ...known } = about
    await addDownload({
      ...NOT_YET_GRANTED,
      ...known,
      width,
      problem: bytes !== null && room !== null && room < bytes * SPARE_FACTOR ? 'no-room' : null,
      addedAt: Date.now(),
    })
    await changed()
    void keepCover(about.uid, coverURL)
    void run()
  }

  async function keepCover(uid: string, address: string): Promise<void> {
    const answer = address ? await fetch(address).catch(() => null) : null
    const cover = answer?.ok ? await answer.blob() : null
    if (cover && (await changeDownload(uid, () => ({ cover })))) await changed()
  }

  async function remove(uid: string): Promise<void> {
    underWay.get(uid)?.abort()
    const download = (await allDownloads()).find((each) => each.uid === uid)
    await dropDownload(uid)
    // The server must be notified, even later: otherwise the next sync would fetch the download again.
    if (download?.until) await queueRemoval(uid, caller)
    await sync.contact()
  }

  async function set(uid: string, values: Partial<Download>): Promise<void> {
    await changeDownload(uid, () => values)
    await changed()
    void run()
  }

  return {
    subscribe: views.subscribe,
    /** Returns false if this browser stores nothing. */
    usable: () => usable,
    /** Returns null until the storage was read. */
    views: views.all,
    size: api.size,
    start,
    remove,
    contact: sync.contact,
    pause: (uid: string) => set(uid, { paused: true }),
    /** Resumes after a pause or an error. */
    resume: (uid: string) => set(uid, { paused: false, problem: null }),
    /** Checks the rights with the server again. */
    async renew(uid: string) {
      renewing.add(uid)
      await set(uid, { problem: null, paused: false })
    },
  }
}

/** `underWay`, `renewing`: see `createDownloadViews`. */
type Shared = {
  api: ServerApi
  views: DownloadViews
  underWay: Map<string, AbortController>
  renewing: Set<string>
}

/**
 * Returns a function that processes pending downloads, one issue at a time. One page does this; when it is closed, the next
 * one takes over.
 */
function pendingDownloads({ api, views, underWay, renewing }: Shared): () => Promise<void> {
  const { changed, progressed } = views
  let running = false
  async function processAll(): Promise<void> {
    for (let uid = await nextUid(); uid; uid = await nextUid()) {
      const ending = new AbortController()
      underWay.set(uid, ending)
      await views.refresh()
      await downloadIssue(uid, { api, signal: ending.signal, changed, progressed }).finally(() => underWay.delete(uid))
      renewing.delete(uid)
      await changed()
    }
  }
  async function nextUid(): Promise<string | undefined> {
    const waiting = (await allDownloads()).sort((a, b) => a.addedAt - b.addedAt)
    return waiting.find((download) => renewing.has(download.uid) || isToFetch(download))?.uid
  }
  return async () => {
    if (running) return
    running = true
    try {
      await navigator.locks.request('offline-download', processAll)
    } finally {
      running = false
    }
  }
}

type SyncOptions = Omit<Shared, 'underWay'> & { run: () => Promise<void> }

/** Creates the sync with the server, which is repeated soon if it fails. */
function createSync(caller: Caller, { api, views, renewing, run }: SyncOptions) {
  let contacted = 0
  let retries = 0
  const contact = oneAtATime(async () => {
    contacted = performance.now()
    // Nobody is signed in, so the server knows nothing about downloads.
    if (caller.account === false && !(await allDownloads()).length) return views.changed()
    const { reached, renewed } = await syncLicense(api)
    for (const uid of renewed) renewing.add(uid)
    await views.changed()
    void run()
    if (reached) network.dispatchEvent(new Event('reached'))
    retries = reached ? 0 : retries + 1
    // Browsers often report the network as back slightly too early.
    if (!reached && navigator.onLine && retries <= MOST_RETRIES) setTimeout(() => void contact(), waitBefore(retries, null))
  })
  return {
    contact,
    /** Syncs when the network is back; retries are counted from zero. */
    contactOnline(): Promise<void> {
      retries = 0
      return contact()
    },
    /** Returns the time since the last sync began. */
    ageMs: () => performance.now() - contacted,
  }
}

/** Tells the server that a download was removed, when it can be reached. */
async function queueRemoval(uid: string, { token, language }: Caller): Promise<void> {
  await queueRequest({
    method: removeDownload.method,
    address: apiAddress(removeDownload, { uid }),
    body: '',
    headers: { 'x-api-token': token, 'accept-language': language },
  })
}

/** Returns a function that runs once at a time: a call during a run starts another one afterwards, since its result may be outdated. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isRequested = false
  return function request() {
    if (running) {
      isRequested = true
      return running
    }
    running = run().finally(() => {
      running = null
      if (!isRequested) return
      isRequested = false
      void request()
    })
    return running
  }
}

/** Returns whether parts are still missing and may be fetched. */
const isToFetch = (download: Download) =>
  !download.paused && !download.problem && !download.lock && (!download.standing || download.repairs !== null)

/** Asks the browser once for persistent storage. */
async function askToPersist(): Promise<void> {
  if (!navigator.storage?.persist || (await storedValue('askedToPersist'))) return
  await changeStoredValue('askedToPersist', () => true)
  await navigator.storage.persist().catch(() => false)
}

/** Returns the available storage in bytes, or null if the browser does not report it. */
async function roomLeft(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  return quota === undefined ? null : quota - (usage ?? 0)
}
