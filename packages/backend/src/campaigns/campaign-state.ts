import { beginsAfter, type Campaign, runsAt } from '@kiosk/domain/campaigns/campaign'
import { endedAt } from './queries.ts'

export type Term = Pick<Campaign, 'from' | 'until'>

/** @param ended when it was ended, before its last day; null = it was not */
export function stateOf(term: Term, ended: Date | null, now: Date): 'later' | 'running' | 'over' {
  if (ended) return 'over'
  if (runsAt(term, now)) return 'running'
  return beginsAfter(term, now) ? 'later' : 'over'
}

/** Returns a published campaign as its page is shown: once it is over, visitors without an offer are not redirected. */
export function asShown(row: Parameters<typeof endedAt>[0] & { campaign: unknown }, now: Date): Campaign {
  const campaign = row.campaign as Campaign
  return stateOf(campaign, endedAt(row), now) === 'over' ? ({ ...campaign, withoutOffer: undefined } as Campaign) : campaign
}
