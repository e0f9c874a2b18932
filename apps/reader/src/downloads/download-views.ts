import { createListeners } from '../shell/listeners.ts'
import { DOWNLOADS_MARKER } from '../shell/storage.ts'
import type { Progress } from './download-issue.ts'
import { allDownloads, type Download, missingOf, partsThere } from './download-store.ts'
import { isSignedOut } from './signed-out.ts'

/** A download as pages show it. */
export type DownloadView = Download & {
  state: 'waiting' | 'loading' | 'paused' | 'stopped' | 'ready' | 'locked'
  done: Progress
  whole: Progress
  /** The rights are being checked again. */
  isRenewing: boolean
  /** The browser reports that it is online. */
  online: boolean
}

export type DownloadViews = ReturnType<typeof createDownloadViews>
/**
 * Creates what a page shows about the downloads of this browser, equal in all its pages.
 * @param underWay downloads that this page fetches; one that another page has paused or removed is aborted
 * @param renewing downloads whose rights are being checked again
 */
export function createDownloadViews({
  underWay,
  renewing,
}: {
  underWay: ReadonlyMap<string, AbortController>
  renewing: ReadonlySet<string>
}) {
  const channel = new BroadcastChannel('offline')
  const { subscribe, notify } = createListeners()
  const progress = new Map<string, Progress>()
  let views: readonly DownloadView[] | null = null

  async function refresh(): Promise<void> {
    const downloads = await allDownloads()
    for (const { uid, wanted, standing } of downloads) {
      const list = wanted ?? standing
      if (!list || underWay.has(uid)) continue
      const missing = missingOf(list, await partsThere(uid))
      const bytes = list.bytes - missing.reduce((sum, part) => sum + part.bytes, 0)
      progress.set(uid, { bytes, parts: list.parts.length - missing.length })
    }
    views = downloads.sort((a, b) => b.addedAt - a.addedAt).map(viewOf)
    for (const [uid, ending] of underWay) {
      const download = downloads.find((each) => each.uid === uid)
      if (!download || download.paused) ending.abort()
    }
    mark(downloads.length > 0)
    notify()
  }
  function viewOf(download: Download): DownloadView {
    const list = download.wanted ?? download.standing
    return {
      ...download,
      state: stateOf(download),
      isRenewing: renewing.has(download.uid),
      online: navigator.onLine,
      done: progress.get(download.uid) ?? { bytes: 0, parts: 0 },
      whole: { bytes: list?.bytes ?? 0, parts: list?.parts.length ?? 0 },
    }
  }
  function showProgress(uid: string, now: Progress): void {
    progress.set(uid, now)
    views = views?.map((view) => (view.uid === uid ? { ...view, done: now } : view)) ?? null
    notify()
  }
  channel.onmessage = ({ data }: MessageEvent<{ uid?: string; progress?: Progress }>) => {
    if (data.uid && data.progress) showProgress(data.uid, data.progress)
    else void refresh()
  }

  return {
    subscribe,
    /** Returns null until the storage was read. */
    all: () => views,
    refresh,
    /** Shows a change of the storage in all pages. */
    async changed(): Promise<void> {
      channel.postMessage({ changed: true })
      await refresh()
    },
    /** Shows the progress of a download in all pages. */
    progressed(uid: string, now: Progress): void {
      showProgress(uid, now)
      channel.postMessage({ uid, progress: now })
    },
    /** Shows that there are none. */
    clear(): void {
      views = []
      notify()
    },
  }
}

function stateOf(download: Download): DownloadView['state'] {
  if (download.lock) return 'locked'
  if (download.standing && !download.repairs) return 'ready'
  if (download.problem) return 'stopped'
  if (download.paused) return 'paused'
  return navigator.onLine ? 'loading' : 'waiting'
}

function mark(something: boolean): void {
  try {
    if (something && isSignedOut(localStorage)) return
    if (something) localStorage.setItem(DOWNLOADS_MARKER, '1')
    else localStorage.removeItem(DOWNLOADS_MARKER)
  } catch {
    // Without storage there is nothing to mark.
  }
}
