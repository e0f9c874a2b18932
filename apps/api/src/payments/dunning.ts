import type { Dunning, DunningReason } from '@kiosk/domain/payments/dunning-input'

const DAY_MS = 86_400_000

/** What a decline is to the schedule; codes are those of `DECLINES`. */
export function dunningReason({ code, retryable }: { code: string | null; retryable: boolean }): DunningReason {
  if (code === 'mandate_cancelled') return 'mandateGone'
  if (!retryable) return 'deadMethod'
  return code === 'insufficient_funds' ? 'insufficientFunds' : 'declined'
}

/** When the `done`-th step of a reason comes, counted from the one before; null = there is none. */
export function nextStep({ steps }: Dunning, reason: DunningReason, done: number, now: Date): Date | null {
  const days = steps[reason][done]
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS)
}

/** Until when one may read whose renewal was due at `startsAt`. */
export function graceEnd({ graceDays }: Dunning, startsAt: Date): Date {
  return new Date(startsAt.getTime() + graceDays * DAY_MS)
}

/** When the subscription ends whose renewal was due at `startsAt` and stays unpaid. */
export function unpaidEnd({ endAfterDays }: Dunning, startsAt: Date): Date {
  return new Date(startsAt.getTime() + endAfterDays * DAY_MS)
}
