import { recordSecurityEvent } from '../auth/security-events.ts'
import { queryWords, questionsIn } from '../catalogue/search/query-words.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import type { RequestContext } from '../http/handler.ts'
import { networksOf } from '../http/networks.ts'
import { TooMany } from '../http/too-many-requests.ts'
import { countByNetworks } from './network-budget.ts'
import { readsEverything } from './reading-rights.ts'

// A search of closed pages reveals only that a page contains certain words, but enough searches would reveal its text. So
// queries about closed pages are rate limited, over single issues and all issues together.

/**
 * Counts a search in an issue that is not fully open to the caller.
 * @throws TooMany
 */
export async function limitSearchesOfClosedPages({ q }: { q: string }, call: RequestContext): Promise<void> {
  const seconds = await countWords(q, call)
  if (seconds !== null) throw new TooMany(seconds)
}

/**
 * Counts a search over all issues; true = the budget is used up, so closed pages must be omitted. Readers who may read
 * everything are not counted, nor is a page of results that the server renders again.
 */
export async function exceededSearchesOfClosedPages({ q }: { q: string }, call: RequestContext): Promise<boolean> {
  if (call.visitor.renews) return false
  return !readsEverything(await catalogueOf(call), call) && (await countWords(q, call)) !== null
}

/**
 * Counts a query of an account against the limits of the account and of all accounts of its network, and one of a visitor
 * against those of the network.
 * @returns seconds to wait, or null if allowed
 */
async function countWords(q: string, call: RequestContext): Promise<number | null> {
  const { ctx, session, visitor } = call
  const { rateLimits } = ctx
  const points = questionsIn(queryWords(q))
  const [narrow, ...wider] = networksOf(visitor.address)
  const who = session.account ? `account ${session.account.id}` : (wider.at(-1) ?? narrow)
  const seconds = session.account
    ? ((await rateLimits.count('closed-search', who, points)) ??
      (await rateLimits.count('closed-search-wide', `accounts from ${narrow}`, points)))
    : await countByNetworks(rateLimits, 'closed-search', visitor.address, points)
  // Logged once an hour, not once per request.
  if (seconds !== null && (await rateLimits.count('scraping-noted', who)) === null)
    await recordSecurityEvent(ctx.db, call, { kind: 'scraping.suspected', accountId: session.account?.id ?? null })
  return seconds
}
