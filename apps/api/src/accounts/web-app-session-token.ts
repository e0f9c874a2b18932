import { webAppSessionToken as declared } from '@kiosk/domain/accounts/session-endpoints'
import { serve } from '../endpoint.ts'
import { issueToken } from '../session/one-time-tokens.ts'

/** What the token begins is remembered as long as the session that hands over, in which a second factor was given if there is one. */
export const webAppSessionToken = serve(declared, 'personal', async ({ house, session }) => {
  const { remembered } = await house.db
    .selectFrom('sessions')
    .select('remembered')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  const given = {
    purpose: 'session',
    accountId: session.account!.id,
    data: { remembered, secondFactor: true },
    now: house.now(),
  } as const
  return { sessionToken: await issueToken(house.db, given) }
})
