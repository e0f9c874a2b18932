import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint.ts'

/** What may need a hand, in the order in which the desk lists it. */
export const ATTENTION = ['alarms', 'jobs', 'imports', 'suspense', 'declarations', 'past-due', 'late-titles', 'feedback'] as const

export const today = deskEndpoint(routes.today, {
  summary: 'What needs a hand now, and the most important figures',
  access: 'today.read',
  output: z.object({
    attention: z.array(
      z.object({
        kind: z.enum(ATTENTION),
        count: z.number(),
        /** ISO 8601; null where there is no such time. */
        since: z.string().nullable(),
        /** Names of titles or files, a few of them. */
        examples: z.array(z.string()),
      }),
    ),
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
