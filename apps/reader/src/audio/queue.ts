import type { Contents } from '@kiosk/domain/reading/endpoints'
import { pageOfText, pageTextId } from '../article/page-text-id.ts'
import type { Text } from '../shell/reader-context.ts'

/** An entry of the read-aloud queue. */
export type QueueEntry = Pick<Contents['articles'][number], 'id' | 'headline' | 'firstPage' | 'lastPage' | 'language'>

type Issue = {
  contents: { pages: readonly { number: number }[]; articles: readonly QueueEntry[] }
  access: { pagesOpen: number }
  t: Text
}

/** Returns the queue of a text: all articles, or all pages for the text of a page, that may be read in full, in issue order. */
export function queueOf(id: string, { contents, access, t }: Issue): QueueEntry[] {
  const pages = contents.pages.map(({ number }) => ({
    id: pageTextId(number),
    headline: t('READER.PAGE_TEXT', { page: number }),
    firstPage: number,
    lastPage: number,
  }))
  const texts = pageOfText(id) === null ? contents.articles : pages
  return texts.filter(({ lastPage }) => lastPage <= access.pagesOpen)
}

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
