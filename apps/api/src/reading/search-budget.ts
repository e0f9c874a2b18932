import { askedWords, questionsIn } from '../catalogue/asked-words.ts'
import type { Asking } from '../endpoint.ts'
import { networksOf } from '../rate-limits.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { TooMany } from '../too-many.ts'
import { countByNetworks } from './network-budget.ts'
import { readsEverything } from './right-to-read.ts'

// That a closed page holds certain words is all that a search tells of it, and enough searches would tell what it says. So
// the words that are asked of closed pages are counted, of one issue and of all of them alike.

/**
 * Counts a search of an issue that is not open as a whole to the caller.
 * @throws TooMany
 */
export async function admitSearchOfClosedPages({ q }: { q: string }, call: Asking): Promise<void> {
  const seconds = await countWords(q, call)
  if (seconds !== null) throw new TooMany(seconds)
}

/**
 * Counts a search of all issues; true = from here so much was asked of closed pages that they are left out. Whoever may
 * read everything is not counted.
 */
export async function askedTooMuchOfClosedPages({ q }: { q: string }, call: Asking): Promise<boolean> {
  return !readsEverything(call) && (await countWords(q, call)) !== null
}

/** By account, all accounts of a network together, or by network. @returns seconds to wait, or null = go on */
async function countWords(q: string, call: Asking): Promise<number | null> {
  const { house, session, visitor } = call
  const { attempts } = house
  const points = questionsIn(askedWords(q))
  const [narrow, ...wider] = networksOf(visitor.address)
  const who = session.account ? `account ${session.account.id}` : (wider.at(-1) ?? narrow)
  const seconds = session.account
    ? ((await attempts.count('closed-search', who, points)) ??
      (await attempts.count('closed-search-wide', `accounts from ${narrow}`, points)))
    : await countByNetworks(attempts, 'closed-search', visitor.address, points)
  // The operator hears of it once an hour, not of each of thousands.
  if (seconds !== null && (await attempts.count('scraping-noted', who)) === null)
    await recordSecurityEvent(house.db, call, { kind: 'scraping.suspected', accountId: session.account?.id ?? null })
  return seconds
}
