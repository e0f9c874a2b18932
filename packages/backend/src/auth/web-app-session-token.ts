import { webAppSessionToken as declared } from '@kiosk/domain/accounts/session-endpoints'
import { defineHandler } from '../http/handler.ts'
import { issueToken } from './one-time-tokens.ts'

/** Issues a token for a second session, which lasts as long as this one. This one has passed the second factor, if any. */
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
