import type { Asking } from '../endpoint.ts'
import { networksOf } from '../rate-limits.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { TooMany } from '../too-many.ts'
import { countByNetworks } from './network-budget.ts'

/**
 * Counts one search of an issue that is not open as a whole to the caller. That a closed page holds certain words is all
 * such a search tells, and enough searches would tell much: so they are counted by account or network, and issue by issue.
 * @throws TooMany
 */
export async function admitSearchOfClosedPages({ uid }: { uid: string }, call: Asking): Promise<void> {
  const { house, session, visitor } = call
  const who = session.account ? `account ${session.account.id}` : networksOf(visitor.address).at(-1)!
  const seconds = session.account
    ? await house.attempts.count('closed-search', `${who}|${uid}`)
    : await countByNetworks(house.attempts, 'closed-search', visitor.address, uid)
  if (seconds === null) return
  // The operator hears of it once an hour, not of each of thousands.
  if ((await house.attempts.count('scraping-noted', who)) === null)
    await recordSecurityEvent(house.db, call, {
      kind: 'scraping.suspected',
      accountId: session.account?.id ?? null,
      details: { issue: uid },
    })
  throw new TooMany(seconds)
}
