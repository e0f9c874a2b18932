import type { Dunning, DunningReason } from '@kiosk/domain/payments/dunning-input'
import { DAY_MS } from '@kiosk/domain/time'

/** Returns the dunning reason of a decline; codes are those of `DECLINES`. */
export function dunningReason({ code, retryable }: { code: string | null; retryable: boolean }): DunningReason {
  if (code === 'mandate_cancelled') return 'mandateGone'
  if (!retryable) return 'deadMethod'
  return code === 'insufficient_funds' ? 'insufficientFunds' : 'declined'
}

/** Returns the date of the next step after `done` steps of a reason, counted from `now`; null = there is none. */
export function nextStep({ steps }: Dunning, reason: DunningReason, done: number, now: Date): Date | null {
  const days = steps[reason][done]
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS)
}

/** Returns the end of access for a renewal that was due at `startsAt`. */
export function graceEnd({ graceDays }: Dunning, startsAt: Date): Date {
  return new Date(startsAt.getTime() + graceDays * DAY_MS)
}

/** Returns the end of a subscription whose renewal was due at `startsAt` and stays unpaid. */
export function unpaidEnd({ endAfterDays }: Dunning, startsAt: Date): Date {
  return new Date(startsAt.getTime() + endAfterDays * DAY_MS)
}
