import type { RequestContext } from '../../shell/request-context.ts'
import type { Selection } from '../issue-cards.ts'
import { loadShelf } from '../issue-cards-loading.ts'
import { rssAnswer } from './feed-response.ts'
import { type Channel, issueAsItem } from './rss.ts'

/** Number of issues in a feed. */
const FEED_LENGTH = 50

/** Returns the RSS feed of the newest issues of a selection, as anonymous visitors see them. Throws the API error. */
export async function issuesFeed(
  ctx: RequestContext,
  request: Request,
  selection: Selection,
  about: Omit<Channel, 'language' | 'publicUrl'>,
): Promise<Response> {
  const { issues } = await loadShelf(ctx.asAnyone, selection, null, FEED_LENGTH)
  return rssAnswer(ctx, request, about, issues.map(issueAsItem))
}
