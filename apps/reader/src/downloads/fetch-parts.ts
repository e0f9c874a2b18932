import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import { sha256 } from './encrypted-part.ts'

/** Number of concurrent requests. */
export const CONCURRENT_PARTS = 8
/** Number of wrong hashes of a part after which the download fails. */
const MOST_BROKEN = 3
/** Time between attempts, doubled with each one up to the maximum. */
const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 20_000

type Outcome =
  /** Every part is stored. */
  | 'done'
  /** The addresses have expired: request a new grant. */
  | 'expired'
  /** Paused or removed. */
  | 'stopped'
  /** The browser's storage is full. */
  | 'no-room'
  /** Parts repeatedly arrive with a wrong hash. */
  | 'broken'

type Options = {
  parts: readonly DownloadPart[]
  fetch: (part: DownloadPart, signal: AbortSignal) => Promise<Response>
  /** Stores a part whose hash is right; rejects with `QuotaExceededError` if storage is full. */
  store: (part: DownloadPart, bytes: ArrayBuffer) => Promise<void>
  /** Resolves after a delay, or earlier if the network is back or the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Fetches parts, several at a time. Stored parts are kept; interrupted or corrupt ones are fetched again. */
export async function fetchParts({ parts, fetch, store, wait, signal }: Options): Promise<Outcome> {
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  let outcome: Outcome = 'done'
  let next = 0
  const end = (why: Outcome) => {
    if (!both.aborted) outcome = why
    ending.abort()
  }

  async function fetchPart(part: DownloadPart): Promise<void> {
    let broken = 0
    for (let attempt = 0; !both.aborted; attempt++) {
      const answer = await fetch(part, both).catch(() => null)
      if (answer?.ok) {
        const bytes = await answer.arrayBuffer().catch(() => null)
        if (bytes && (await sha256(bytes)) === part.sha256) {
          if (signal.aborted) return
          return await store(part, bytes).catch((error: unknown) =>
            end((error as Error | null)?.name === 'QuotaExceededError' ? 'no-room' : 'broken'),
          )
        }
        // A truncated body is a network error; a complete one with a wrong hash is not.
        if (bytes && bytes.byteLength >= part.bytes && ++broken >= MOST_BROKEN) return end('broken')
      } else if (answer && (answer.status === 401 || answer.status === 403 || answer.status === 404)) return end('expired')
      await wait(waitBefore(attempt, answer?.headers.get('retry-after') ?? null), both)
    }
  }
  async function work(): Promise<void> {
    for (let part = parts[next++]; part && !both.aborted; part = parts[next++]) await fetchPart(part)
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_PARTS, parts.length) }, work))
  return signal.aborted ? 'stopped' : outcome
}

/** Returns the delay before the next attempt in milliseconds, with jitter, so that concurrent requests do not retry together. */
export function waitBefore(attempt: number, retryAfter: string | null, chance = Math.random()): number {
  const requested = retryAfter && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0
  const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 10))
  return Math.max(requested, own * (0.7 + 0.6 * chance))
}
