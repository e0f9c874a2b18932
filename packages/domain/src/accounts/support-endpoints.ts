import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Times are ISO 8601; `by` is the name of a member of staff. */
export const SupportAccess = z
  .object({
    /** The staff may look at the account now. Null = they may not. */
    running: z.object({ since: z.string(), endsAt: z.string() }).nullable(),
    /** The latest request of the staff for it. */
    asked: z.object({ by: z.string(), at: z.string() }).nullable(),
    /** Who looked, newest first. */
    views: z.array(z.object({ by: z.string(), openedAt: z.string(), lookedAt: z.string() })),
  })
  .meta({ id: 'SupportAccess' })
export type SupportAccess = z.infer<typeof SupportAccess>

/** What every page shows while the staff may look at the account. `by`, `lookedAt`: who looked last; null = nobody yet. */
export const RunningSupport = z.object({
  endsAt: z.string(),
  by: z.string().nullable(),
  lookedAt: z.string().nullable(),
})
export type RunningSupport = z.infer<typeof RunningSupport>

export const supportAccess = endpoint(routes.supportAccess, {
  summary: 'Whether the staff may look at the account, who asked, and who looked',
  access: 'session',
  output: SupportAccess,
  errors: ['not_signed_in'],
  isExtension: true,
})

export const allowSupport = endpoint(routes.allowSupport, {
  summary: 'Lets the staff look at the account for 30 minutes, without changing anything. Does nothing while it is allowed',
  access: 'session',
  errors: ['not_signed_in', 'confirmation_required'],
  isExtension: true,
})

export const endSupport = endpoint(routes.endSupport, {
  summary: 'Ends the permission of the staff to look at the account',
  access: 'session',
  errors: ['not_signed_in'],
  isExtension: true,
})
