import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import { sha256 } from './sealed-part.ts'

/** Parts under way at once. */
export const AT_ONCE = 8
/** Times a part may come with a wrong hash before the download gives up. */
const MOST_BROKEN = 3
/** Milliseconds between attempts: doubled each time. */
const FIRST_WAIT = 400
const LONGEST_WAIT = 20_000

export type Outcome =
  /** Every part is kept. */
  | 'done'
  /** The addresses hold no longer: ask for a grant again. */
  | 'expired'
  /** Paused or given up. */
  | 'stopped'
  /** The browser has no room for more. */
  | 'no-room'
  /** Parts keep coming with a wrong hash. */
  | 'broken'

type Given = {
  parts: readonly DownloadPart[]
  fetch: (part: DownloadPart, signal: AbortSignal) => Promise<Response>
  /** Keeps a part whose hash is right; rejects with `QuotaExceededError` where there is no room. */
  keep: (part: DownloadPart, bytes: ArrayBuffer) => Promise<void>
  /** Resolves after so many milliseconds, or sooner when the network is back or the signal says so. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Fetches parts, eight at a time. What has come stays; a part that is cut off or comes broken is asked for again. */
export async function fetchParts({ parts, fetch, keep, wait, signal }: Given): Promise<Outcome> {
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  let outcome: Outcome = 'done'
  let next = 0
  const end = (why: Outcome) => {
    if (!both.aborted) outcome = why
    ending.abort()
  }

  async function bring(part: DownloadPart): Promise<void> {
    let broken = 0
    for (let attempt = 0; !both.aborted; attempt++) {
      const answer = await fetch(part, both).catch(() => null)
      if (answer?.ok) {
        const bytes = await answer.arrayBuffer().catch(() => null)
        if (bytes && (await sha256(bytes)) === part.sha256) {
          if (signal.aborted) return
          return await keep(part, bytes).catch((error: unknown) =>
            end((error as Error | null)?.name === 'QuotaExceededError' ? 'no-room' : 'broken'),
          )
        }
        // A body that was cut off is the network's doing, a whole one with another hash is not.
        if (bytes && bytes.byteLength >= part.bytes && ++broken >= MOST_BROKEN) return end('broken')
      } else if (answer && (answer.status === 401 || answer.status === 403 || answer.status === 404)) return end('expired')
      await wait(waitBefore(attempt, answer?.headers.get('retry-after') ?? null), both)
    }
  }
  async function work(): Promise<void> {
    for (let part = parts[next++]; part && !both.aborted; part = parts[next++]) await bring(part)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, parts.length) }, work))
  return signal.aborted ? 'stopped' : outcome
}

/** Milliseconds before the next attempt, a little of it by chance, so that eight do not knock at once. */
export function waitBefore(attempt: number, retryAfter: string | null, chance = Math.random()): number {
  const asked = retryAfter && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10))
  return Math.max(asked, own * (0.7 + 0.6 * chance))
}
