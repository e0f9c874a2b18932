import { webAppSessionToken as declared } from '@kiosk/domain/accounts/session-endpoints'
import { defineHandler } from '../http/handler.ts'
import { issueToken } from './one-time-tokens.ts'

/** The new session lasts as long as the one that hands over, which passed the second factor if there is one. */
export const webAppSessionToken = defineHandler(declared, 'personal', async ({ ctx, session }) => {
  const { remembered } = await ctx.db
    .selectFrom('sessions')
    .select('remembered')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  const options = {
    purpose: 'session',
    accountId: session.account!.id,
    data: { remembered, secondFactor: true },
    now: ctx.now(),
  } as const
  return { sessionToken: await issueToken(ctx.db, options) }
})
