import { MINUTE_MS } from '@kiosk/domain/time'

/** A reading event: a page, possibly as article text, for a number of seconds until `at` (ISO 8601). */
export type Seen = { page: number; article?: string; seconds: number; at: string }

/** Time that a page must be visible to count; an article counts at once. */
const SEEN_AFTER_MS = 2_000
/** Maximum reading time of a page or article until something else is shown: the reader may have left. */
export const LONGEST_LOOK_MS = 10 * MINUTE_MS
/** Maximum events per batch and in the queue; the oldest are dropped. */
export const MOST_SEEN = 50

type ReadingLog = {
  /** Sets the visible pages; `article`: they are shown as its text. No pages = the issue is hidden. */
  look(pages: readonly number[], article: string | null): void
  /** Sends new events; failed ones are sent with the next batch. */
  send(): Promise<void>
}

/**
 * Records what is read and for how long. `now` returns milliseconds since 1970; `report` returns false if sending failed and
 * should be retried.
 */
export function createReadingLog(now: () => number, report: (seen: Seen[]) => Promise<boolean>): ReadingLog {
  let waiting: Seen[] = []
  let looking: { pages: readonly number[]; article: string | null; since: number; counted: number; counts: boolean } | null = null

  /** Records the current view. */
  function note(): void {
    if (!looking) return
    const time = now()
    const elapsed = Math.min(Math.max(0, time - looking.since), LONGEST_LOOK_MS - looking.counted)
    if (!looking.counts && elapsed < SEEN_AFTER_MS) return
    const [seconds, at] = [Math.round(elapsed / looking.pages.length / 100) / 10, new Date(time).toISOString()]
    const { article } = looking
    // An article counts once it is open, however short.
    if (seconds > 0 || !looking.counts || (article !== null && looking.counted === 0))
      waiting.push(...looking.pages.map((page) => ({ page, ...(article === null ? {} : { article }), seconds, at })))
    looking.since = time
    looking.counted += elapsed
    looking.counts = true
    waiting = waiting.slice(-MOST_SEEN)
  }

  return {
    look(pages, article) {
      note()
      looking = pages.length ? { pages, article, since: now(), counted: 0, counts: article !== null } : null
    },
    async send() {
      note()
      if (!waiting.length) return
      const batch = waiting
      waiting = []
      if (!(await report(batch))) waiting = [...batch, ...waiting].slice(-MOST_SEEN)
    },
  }
}
