import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint.ts'

/** What may need attention, in the order in which the desk lists it. */
export const ATTENTION = [
  'settings',
  'alarms',
  'jobs',
  'mail',
  'imports',
  'uploads',
  'suspense',
  'payments',
  'reconciliation',
  'declarations',
  'past-due',
  'late-titles',
  'feedback',
] as const

const Attention = z.object({
  kind: z.enum(ATTENTION),
  count: z.number(),
  /** ISO 8601; null where there is no such time. */
  since: z.string().nullable(),
  /** A few names of titles or files, kinds of alarms, names of jobs, or features that are off because a setting is missing. */
  examples: z.array(z.string()),
})
export type Attention = z.infer<typeof Attention>

export const today = deskEndpoint(routes.today, {
  summary: 'What needs a hand now, and the most important figures',
  access: 'today.read',
  output: z.object({
    attention: z.array(Attention),
    /**
     * The newest complete backup of `kiosk backup`: the moment that it shows, ISO 8601, null = none yet. `isLate`: too old, or none.
     * Null for those who may not see operations, and where a newsstand without backups is no problem.
     */
    backup: z.object({ at: z.string().nullable(), isLate: z.boolean() }).nullable(),
    figures: z.object({
      readers: z.number(),
      newReaders: z.number(),
      titles: z.number(),
      issues: z.number(),
      newIssues: z.number(),
      plans: z.array(z.object({ id: z.number(), tier: z.string(), country: z.string(), subscriptions: z.number() })),
    }),
  }),
  errors: [],
})

/** By day: the last 90. By month: this one and the twelve before. */
export const FIGURE_STEPS = ['days', 'months'] as const
export type FigureStep = (typeof FIGURE_STEPS)[number]
const Step = z.object({ by: z.enum(FIGURE_STEPS).default('days') })

/**
 * A number by day, oldest first; days in Vienna. By month, the days are the last counted ones of the months, and numbers of events
 * are those of the month.
 */
const Daily = z.array(z.object({ day: z.string(), value: z.number() }))
const Currency = z.enum(['EUR', 'CHF'])

export const figures = deskEndpoint(routes.figures, {
  summary: 'Figures of complete days: readers, reading time, most-read titles',
  access: 'today.read',
  query: Step,
  output: z.object({
    /** Last complete day that was counted; null = none yet. */
    day: z.string().nullable(),
    readers: Daily,
    newReaders: Daily,
    /** Reading time of all readers together, in minutes. */
    readingMinutes: Daily,
    /** Most read titles of the last seven days. A reader is counted once per day and title. */
    topTitles: z.array(z.object({ key: z.string(), name: z.string(), readers: z.number() })),
    /** Words that several visitors searched for in vain in the last thirty days. A visitor is counted once a week. */
    searches: z.array(z.object({ text: z.string(), visitors: z.number() })),
    /** Running subscriptions that were paid, by plan. */
    subscriptions: z.array(z.object({ plan: z.number(), tier: z.string(), country: z.string(), days: Daily })),
  }),
  errors: [],
})
export const revenueFigures = deskEndpoint(routes.revenueFigures, {
  summary: 'Monthly recurring revenue and churn of complete days',
  access: 'figures.read',
  query: Step,
  output: z.object({
    day: z.string().nullable(),
    /** Minor units, without tax. */
    recurring: z.array(z.object({ currency: Currency, days: Daily })),
    /** `running`: subscriptions that ran thirty days before; `lost`: those of them that have ended since. */
    churn: z.array(z.object({ day: z.string(), running: z.number(), lost: z.number() })),
  }),
  errors: [],
})
