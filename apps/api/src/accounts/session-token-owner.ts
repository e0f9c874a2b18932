import { sessionTokenOwner as declared } from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { readToken } from '../session/one-time-tokens.ts'

export const sessionTokenOwner = serve(declared, 'personal', async ({ house, input, session }) => {
  for (const purpose of ['session', 'sso'] as const) {
    const found = await readToken(house.db, purpose, input.token, house.now())
    if (typeof found !== 'string') return { other: session.account !== null && session.account.id !== found.accountId }
  }
  throw new Refusal('account_unknown')
})
