import { type OfflineWidth, READING_WIDTH } from '@kiosk/domain/reading/terms'
import { DOWNLOADS_MARKER } from '../shell/memory.ts'
import { bringCopy, network, type Progress } from './bring-copy.ts'
import { makeContact } from './contact.ts'
import {
  addCopy,
  allCopies,
  type Copy,
  changeCopy,
  changeHouseNote,
  dropCopy,
  houseNote,
  missingOf,
  partsThere,
} from './copies.ts'
import { waitBefore } from './fetch-parts.ts'
import { type Caller, houseApi } from './house-api.ts'
import { lookAtClock, lookAtTerm } from './read-copy.ts'
import { keepLetter } from './send-letters.ts'
import { isSignedOut, lockWhenSignedOut } from './signed-out.ts'

/** An issue as far as it is known before its contents have come. */
export type About = Pick<Copy, 'uid' | 'titleLine' | 'detailLine' | 'pageCount' | 'coverColour' | 'audio'> & { coverURL: string }
export type CopyView = Copy & {
  state: 'waiting' | 'loading' | 'paused' | 'stopped' | 'ready' | 'locked'
  done: Progress
  whole: Progress
  /** The right is being asked for again. */
  asking: boolean
  /** As far as the browser knows. */
  online: boolean
}
/** Milliseconds between looks at the clock, and between questions to the house while a page is open. */
const LOOKS = 30_000
const CONTACTS = 10 * 60_000
/** Contacts in a row that are tried again soon although the browser calls itself online. */
const MOST_RETRIES = 6
/** Told to the first load: there is something to look after. */
const MARKER = DOWNLOADS_MARKER
/** Room that has to be free beyond the download itself. */
const SPARE = 1.1

export type Keeper = ReturnType<typeof createKeeper>
let keeper: Keeper | null = null
/** The one keeper of this page. */
export function keeperFor(caller: Caller): Keeper {
  keeper ??= createKeeper(caller)
  return keeper
}

/** Whether this browser can keep copies at all: it needs a secure address, a worker and storage. */
export const canKeepCopies = () =>
  isSecureContext && 'serviceWorker' in navigator && typeof indexedDB !== 'undefined' && 'locks' in navigator

/** The reading width; less for readers who asked their browser to save data. */
export function wantedWidth(): OfflineWidth {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData ? 720 : READING_WIDTH
}

/** Looks after the copies of this browser: fetches, repairs, locks, and tells the screens. Several pages share the work. */
function createKeeper(caller: Caller) {
  const api = houseApi(caller)
  const channel = new BroadcastChannel('offline')
  const listeners = new Set<() => void>()
  const progress = new Map<string, Progress>()
  const renewing = new Set<string>()
  const underWay = new Map<string, AbortController>()
  let views: readonly CopyView[] | null = null
  let contacted = 0
  let contacting: Promise<void> | null = null
  let contactWanted = false
  let retries = 0
  let running = false
  let usable = true

  function tell(): void {
    for (const listener of listeners) listener()
  }
  async function refresh(): Promise<void> {
    const copies = await allCopies()
    for (const { uid, wanted, standing } of copies) {
      const list = wanted ?? standing
      if (!list || underWay.has(uid)) continue
      const lacking = missingOf(list, await partsThere(uid))
      const bytes = list.bytes - lacking.reduce((sum, part) => sum + part.bytes, 0)
      progress.set(uid, { bytes, parts: list.parts.length - lacking.length })
    }
    views = copies.sort((a, b) => b.addedAt - a.addedAt).map(viewOf)
    for (const [uid, ending] of underWay) {
      const copy = copies.find((each) => each.uid === uid)
      if (!copy || copy.paused) ending.abort()
    }
    mark(copies.length > 0)
    tell()
  }
  function viewOf(copy: Copy): CopyView {
    const list = copy.wanted ?? copy.standing
    return {
      ...copy,
      state: stateOf(copy),
      asking: renewing.has(copy.uid),
      online: navigator.onLine,
      done: progress.get(copy.uid) ?? { bytes: 0, parts: 0 },
      whole: { bytes: list?.bytes ?? 0, parts: list?.parts.length ?? 0 },
    }
  }
  async function changed(): Promise<void> {
    channel.postMessage({ changed: true })
    await refresh()
  }
  function progressed(uid: string, now: Progress): void {
    progress.set(uid, now)
    views = views?.map((view) => (view.uid === uid ? { ...view, done: now } : view)) ?? null
    channel.postMessage({ uid, progress: now })
    tell()
  }
  channel.onmessage = ({ data }: MessageEvent<{ uid?: string; progress?: Progress }>) => {
    if (!data.uid || !data.progress) return void refresh()
    progress.set(data.uid, data.progress)
    views = views?.map((view) => (view.uid === data.uid ? { ...view, done: data.progress! } : view)) ?? null
    tell()
  }

  /** Fetches what is to be fetched, one issue after the other; of all pages one does it, the next takes over. */
  async function run(): Promise<void> {
    if (running) return
    running = true
    try {
      await navigator.locks.request('offline-download', async () => {
        for (let uid = await nextUid(); uid; uid = await nextUid()) {
          const ending = new AbortController()
          underWay.set(uid, ending)
          await refresh()
          await bringCopy(uid, { api, signal: ending.signal, changed, progressed }).finally(() => underWay.delete(uid))
          renewing.delete(uid)
          await changed()
        }
      })
    } finally {
      running = false
    }
  }
  async function nextUid(): Promise<string | undefined> {
    const waiting = (await allCopies()).sort((a, b) => a.addedAt - b.addedAt)
    return waiting.find((copy) => renewing.has(copy.uid) || isToFetch(copy))?.uid
  }

  /** One contact at a time: one that is wanted while another is under way follows it, since the answer may be older. */
  function contact(): Promise<void> {
    if (contacting) {
      contactWanted = true
      return contacting
    }
    contacting = contactNow().finally(() => {
      contacting = null
      if (!contactWanted) return
      contactWanted = false
      void contact()
    })
    return contacting
  }
  async function contactNow(): Promise<void> {
    contacted = performance.now()
    // Nobody's copies, of whom there is no account: the house has nothing to say.
    if (caller.account === false && !(await allCopies()).length) return changed()
    const { reached, renewed } = await makeContact(api)
    for (const uid of renewed) renewing.add(uid)
    await changed()
    void run()
    if (reached) network.dispatchEvent(new Event('reached'))
    retries = reached ? 0 : retries + 1
    // The network is often said to be back a moment before it is.
    if (!reached && navigator.onLine && retries <= MOST_RETRIES) setTimeout(() => void contact(), waitBefore(retries, null))
  }

  async function remove(uid: string): Promise<void> {
    underWay.get(uid)?.abort()
    const copy = (await allCopies()).find((each) => each.uid === uid)
    await dropCopy(uid)
    // Told for certain, though it may be later: else the copy would be taken for lost.
    if (copy?.until)
      await keepLetter({
        method: 'DELETE',
        address: `/api/v8/issuecontent/${uid}/download`,
        body: '',
        headers: { 'x-api-token': caller.token, 'accept-language': caller.language },
      })
    await contact()
  }

  async function start(about: About, width: OfflineWidth, bytes: number | null): Promise<void> {
    await askToPersist()
    const room = await roomLeft()
    const { coverURL, ...known } = about
    await addCopy({
      ...known,
      cover: null,
      reader: '',
      keyMark: '',
      until: 0,
      grantedAt: 0,
      standing: null,
      wanted: null,
      width,
      repairs: null,
      paused: false,
      problem: bytes !== null && room !== null && room < bytes * SPARE ? 'no-room' : null,
      lock: null,
      addedAt: Date.now(),
    })
    await changed()
    void keepCover(about.uid, coverURL)
    void run()
  }

  async function keepCover(uid: string, address: string): Promise<void> {
    const answer = address ? await fetch(address).catch(() => null) : null
    const cover = answer?.ok ? await answer.blob() : null
    if (cover && (await changeCopy(uid, () => ({ cover })))) await changed()
  }

  const set = async (uid: string, values: Partial<Copy>) => {
    await changeCopy(uid, () => values)
    await changed()
    void run()
  }

  void begin()
  async function begin(): Promise<void> {
    // Before the first contact: the network may come back while it is under way.
    addEventListener('online', () => {
      retries = 0
      if (usable) void contact()
    })
    addEventListener('offline', () => void (usable && refresh()))
    try {
      await lockWhenSignedOut()
      await refresh()
      await contact()
    } catch {
      // Some private windows have no storage, or none for keys.
      usable = false
      views = []
      return tell()
    }
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && performance.now() - contacted > LOOKS) void contact()
    })
    // One page of all counts the time that passes.
    void navigator.locks.request('offline-clock', async () => {
      let before = performance.now()
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, LOOKS))
        const now = performance.now()
        await lookAtClock(now - before)
        before = now
        const locks = await Promise.all((views ?? []).filter(({ lock }) => !lock).map(({ uid }) => lookAtTerm(uid)))
        if (locks.some(Boolean)) await changed()
        if (now - contacted > CONTACTS && navigator.onLine) await contact()
      }
    })
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** false = this browser keeps nothing. */
    usable: () => usable,
    /** null until the storage was read. */
    views: () => views,
    size: (uid: string, width: OfflineWidth) => api.size(uid, width),
    start,
    remove,
    contact,
    pause: (uid: string) => set(uid, { paused: true }),
    /** Goes on after a pause or a problem. */
    resume: (uid: string) => set(uid, { paused: false, problem: null }),
    /** Asks the house for the right again. */
    async renew(uid: string) {
      renewing.add(uid)
      await set(uid, { problem: null, paused: false })
    },
  }
}

/** Whether parts of it are still to come, and may. */
const isToFetch = (copy: Copy) => !copy.paused && !copy.problem && !copy.lock && (!copy.standing || copy.repairs !== null)

function stateOf(copy: Copy): CopyView['state'] {
  if (copy.lock) return 'locked'
  if (copy.standing && !copy.repairs) return 'ready'
  if (copy.problem) return 'stopped'
  if (copy.paused) return 'paused'
  return navigator.onLine ? 'loading' : 'waiting'
}

function mark(something: boolean): void {
  try {
    if (something && isSignedOut(localStorage)) return
    if (something) localStorage.setItem(MARKER, '1')
    else localStorage.removeItem(MARKER)
  } catch {
    // Without storage there is nothing to mark.
  }
}

/** Asks once that the browser does not clear the copies by itself. */
async function askToPersist(): Promise<void> {
  if (!navigator.storage?.persist || (await houseNote('askedToPersist'))) return
  await changeHouseNote('askedToPersist', () => true)
  await navigator.storage.persist().catch(() => false)
}

/** Bytes that the browser would still give; null where it does not say. */
async function roomLeft(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  return quota === undefined ? null : quota - (usage ?? 0)
}
