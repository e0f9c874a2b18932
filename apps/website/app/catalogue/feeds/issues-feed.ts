import type { Visit } from '../../shell/visit.ts'
import type { Selection } from '../shelf.ts'
import { loadShelf } from '../shelf-loading.ts'
import { rssAnswer } from './feed-answer.ts'
import { type Channel, issueAsItem } from './rss.ts'

/** How many issues a feed holds. */
const FEED_LENGTH = 50

/** RSS of the newest issues of a selection, as anybody may see them. Throws the API's refusal. */
export async function issuesFeed(
  visit: Visit,
  request: Request,
  selection: Selection,
  about: Omit<Channel, 'language' | 'publicUrl'>,
): Promise<Response> {
  const { issues } = await loadShelf(visit.asAnyone, selection, null, FEED_LENGTH)
  return rssAnswer(visit, request, about, issues.map(issueAsItem))
}
