/** What was seen: a page, perhaps as an article's text, for so many seconds until `at` (ISO 8601). */
export type Seen = { page: number; article?: string; seconds: number; at: string }

/** Milliseconds a page must be in sight to count as seen; an article counts once it is open. */
export const SEEN_AFTER = 2_000
/** Milliseconds after which nobody is taken to read on without a move. */
export const LONGEST_LOOK = 10 * 60_000
/** What one batch holds, and what waits at most; the oldest goes first. */
export const MOST_SEEN = 50

export type ReadingLog = {
  /** These pages are in sight now, side by side; `article`: as text. None = nothing of the issue is. */
  look(pages: readonly number[], article: string | null): void
  /** Tells what was seen since the last time; what could not be told is told with the next. */
  send(): Promise<void>
}

/**
 * Notes what is looked at, and for how long. `now`: milliseconds since 1970; `tell` answers false where it could not be
 * told and is worth another try.
 */
export function createReadingLog(now: () => number, tell: (seen: Seen[]) => Promise<boolean>): ReadingLog {
  let waiting: Seen[] = []
  let looking: { pages: readonly number[]; article: string | null; since: number; counts: boolean } | null = null

  /** Writes down the look so far. */
  function note(): void {
    if (!looking) return
    const time = now()
    const elapsed = Math.min(Math.max(0, time - looking.since), LONGEST_LOOK)
    if (!looking.counts && elapsed < SEEN_AFTER) return
    const [seconds, at] = [Math.round(elapsed / looking.pages.length / 100) / 10, new Date(time).toISOString()]
    const { article } = looking
    if (seconds > 0 || !looking.counts || article !== null)
      waiting.push(...looking.pages.map((page) => ({ page, ...(article === null ? {} : { article }), seconds, at })))
    looking.since = time
    looking.counts = true
    waiting = waiting.slice(-MOST_SEEN)
  }

  return {
    look(pages, article) {
      note()
      looking = pages.length ? { pages, article, since: now(), counts: article !== null } : null
    },
    async send() {
      note()
      if (!waiting.length) return
      const batch = waiting
      waiting = []
      if (!(await tell(batch))) waiting = [...batch, ...waiting].slice(-MOST_SEEN)
    },
  }
}
