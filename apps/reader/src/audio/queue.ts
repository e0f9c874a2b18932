import type { Contents } from '@kiosk/domain/reading/endpoints'

/** An entry of the read-aloud queue. */
export type QueueEntry = Pick<Contents['articles'][number], 'id' | 'headline' | 'firstPage' | 'lastPage' | 'language'>

/** Returns the articles that may be read in full, in issue order. */
export const readable = (articles: readonly QueueEntry[], pagesOpen: number): QueueEntry[] =>
  articles.filter(({ lastPage }) => lastPage <= pagesOpen)

/** Returns the previous or next article; null at either end, and for an article outside the queue. */
export function beside(queue: readonly QueueEntry[], id: string, direction: 1 | -1): QueueEntry | null {
  const at = queue.findIndex((entry) => entry.id === id)
  return at < 0 ? null : (queue[at + direction] ?? null)
}

/** Returns the next `count` articles, for display. */
export function following(queue: readonly QueueEntry[], id: string, count: number): QueueEntry[] {
  const at = queue.findIndex((entry) => entry.id === id)
  return at < 0 ? [] : queue.slice(at + 1, at + 1 + count)
}
