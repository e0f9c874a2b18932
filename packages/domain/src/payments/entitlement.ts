import { GRACE_DAYS, PERIOD_DAYS } from './terms.ts'

const DAY = 86_400_000

export type PeriodOfContract = {
  sequence: number
  startsAt: Date
  endsAt: Date
  state: 'open' | 'paid' | 'failed' | 'refunded'
  /** A debit for it is under way. */
  debited: boolean
}
export type ContractState = {
  state: 'pending' | 'active' | 'past-due' | 'ended'
  /** When it ended, or is to end; what was paid for longer entitles no longer. */
  endsAt: Date
  /** When it is charged next; null = not at all, or it is being charged. */
  nextChargeAt: Date | null
}

/** Until when a period entitles: a paid or debited one to its end, one that is being renewed for the days of grace. */
function entitlesUntil(period: PeriodOfContract): number {
  if (period.state === 'paid' || (period.state === 'open' && period.debited)) return period.endsAt.getTime()
  const isRenewal = period.state === 'open' && period.sequence > 1
  return isRenewal ? Math.min(period.endsAt.getTime(), period.startsAt.getTime() + GRACE_DAYS * DAY) : Number.NEGATIVE_INFINITY
}

/**
 * Whether a contract entitles: a function of its periods and the clock alone, and of the end that was put to it. One whose
 * charge is due and not taken up yet goes on for a period: it is not the reader who is late.
 */
export function entitles(contract: ContractState, periods: readonly PeriodOfContract[], now: Date): boolean {
  const first = periods[0]
  if (!first || contract.state === 'pending' || first.startsAt > now) return false
  const until = Math.max(...periods.map(entitlesUntil))
  if (contract.state === 'ended') return now.getTime() < Math.min(contract.endsAt.getTime(), until)
  if (now.getTime() < until) return true
  const due = contract.state === 'active' ? contract.nextChargeAt : null
  return due !== null && due <= now && now.getTime() < due.getTime() + PERIOD_DAYS * DAY
}
