import { z } from 'zod'
import { GRACE_DAYS, RETRY_AFTER_DAYS } from './terms.ts'

/** Within the period that is not paid. Days. */
const LONGEST_DAYS = 29
const Steps = z.array(z.number().int().min(1).max(LONGEST_DAYS)).max(8)

/** Why a renewal is not paid, as far as it decides what is done next. */
export const DUNNING_REASONS = ['insufficientFunds', 'declined', 'bankQuestion', 'deadMethod', 'mandateGone'] as const
export type DunningReason = (typeof DUNNING_REASONS)[number]

/**
 * What is done about a renewal that could not be charged (decisions/110). An e-mail goes out when that is known and at every
 * step. Steps are days, each counted from the one before.
 */
export const Dunning = z
  .strictObject({
    /** Reading goes on for so long after the renewal was due. Days. */
    graceDays: z.number().int().min(0).max(LONGEST_DAYS).default(GRACE_DAYS),
    /** An unpaid subscription ends so long after its renewal was due; until then other payment data save it. Days. */
    endAfterDays: z.number().int().min(1).max(LONGEST_DAYS).default(GRACE_DAYS),
    steps: z
      .strictObject({
        /** Charged again; after the last step the subscription ends. */
        insufficientFunds: Steps.default([...RETRY_AFTER_DAYS]),
        /** The same for every other decline that may be temporary. */
        declined: Steps.default([...RETRY_AFTER_DAYS]),
        /** The bank wants the reader's answer: never charged again without it, but reminded. */
        bankQuestion: Steps.default([...RETRY_AFTER_DAYS]),
        /** Expired, stolen or closed: never charged again; reminders of leaving other payment data. */
        deadMethod: Steps.default([]),
        /** The mandate of a debit was cancelled: the same. */
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
