import { z } from 'zod'
import { GRACE_DAYS, RETRY_AFTER_DAYS } from './limits.ts'

/** Default of `endAfterDays`: an unpaid subscription ends when its grace period does. */
const END_AFTER_DAYS = GRACE_DAYS
/** Maximum of all lengths, so that dunning ends within the unpaid period. */
const LONGEST_DAYS = 29
const Steps = z.array(z.number().int().min(1).max(LONGEST_DAYS)).max(8)

/** Reasons for an unpaid renewal that determine the next step. */
const DUNNING_REASONS = ['insufficientFunds', 'declined', 'bankQuestion', 'deadMethod', 'mandateGone'] as const
export type DunningReason = (typeof DUNNING_REASONS)[number]

/**
 * The dunning schedule after a failed renewal (ADR-0110). An e-mail is sent at the start and at every step. Steps are days,
 * each counted from the previous one.
 */
export const Dunning = z
  .strictObject({
    /** Grace period after the due date, with access. Days. */
    graceDays: z.number().int().min(0).max(LONGEST_DAYS).default(GRACE_DAYS),
    /** Time after its due date at which an unpaid subscription ends, unless new payment data are entered before. Days. */
    endAfterDays: z.number().int().min(1).max(LONGEST_DAYS).default(END_AFTER_DAYS),
    steps: z
      .strictObject({
        /** Retries; after the last one the subscription ends. */
        insufficientFunds: Steps.default([...RETRY_AFTER_DAYS]),
        /** Retries after any other decline that may be temporary. */
        declined: Steps.default([...RETRY_AFTER_DAYS]),
        /** Reminders while the bank requires the reader's confirmation; no retry without it. */
        bankQuestion: Steps.default([...RETRY_AFTER_DAYS]),
        /** Reminders to enter new payment data after the method expired, was stolen or closed; no retry. */
        deadMethod: Steps.default([]),
        /** The same, after the mandate of a debit was cancelled. */
        mandateGone: Steps.default([]),
      })
      .prefault({}),
  })
  .superRefine(({ graceDays, endAfterDays, steps }, { addIssue }) => {
    if (endAfterDays < graceDays)
      addIssue({ code: 'custom', path: ['endAfterDays'], message: `must be at least graceDays (${graceDays})` })
    for (const reason of DUNNING_REASONS) {
      const days = steps[reason].reduce((sum, each) => sum + each, 0)
      if (days > endAfterDays)
        addIssue({
          code: 'custom',
          path: ['steps', reason],
          message: `come to ${days} days, but the subscription ends after ${endAfterDays}`,
        })
    }
  })
export type Dunning = z.infer<typeof Dunning>
