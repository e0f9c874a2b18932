import type { Contents } from '@kiosk/domain/reading/endpoints'

/** What is read aloud one after the other: articles of an issue, and where in them one is. */
export type QueueEntry = Pick<Contents['articles'][number], 'id' | 'headline' | 'firstPage' | 'lastPage'>

/** Articles that may be read whole, in the order of the issue. */
export const readable = (articles: readonly QueueEntry[], pagesOpen: number): QueueEntry[] =>
  articles.filter(({ lastPage }) => lastPage <= pagesOpen)

/** The article before or after; null at either end, and for one that is not among them. */
export function beside(queue: readonly QueueEntry[], id: string, direction: 1 | -1): QueueEntry | null {
  const at = queue.findIndex((entry) => entry.id === id)
  return at < 0 ? null : (queue[at + direction] ?? null)
}

/** The next few, for those who want to see what comes. */
export function following(queue: readonly QueueEntry[], id: string, count: number): QueueEntry[] {
  const at = queue.findIndex((entry) => entry.id === id)
  return at < 0 ? [] : queue.slice(at + 1, at + 1 + count)
}
