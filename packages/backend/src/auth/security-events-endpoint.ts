import { readersEventKinds } from '@kiosk/domain/accounts/security-event-kinds'
import { securityEvents } from '@kiosk/domain/accounts/sign-in-endpoints'
import { defineHandler } from '../http/handler.ts'

/** Maximum events shown; the export contains older ones. */
const MOST_EVENTS = 50

export const ownSecurityEvents = defineHandler(securityEvents, 'personal', async ({ ctx, session }) => {
  const found = await ctx.db
    .selectFrom('security_events')
    .select(['kind', 'at', 'country', 'device_name'])
    .where('account_id', '=', session.account!.id)
    .where('kind', 'in', readersEventKinds)
    .orderBy('id', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  return found.map(({ kind, at, country, device_name }) => ({
    kind,
    at: at.toISOString(),
    country: country || null,
    app: device_name,
  }))
})
