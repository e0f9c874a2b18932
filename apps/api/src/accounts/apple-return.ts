import { appleReturn as declared } from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { accountOfIdentity } from './account-of-identity.ts'
import { deniedAtProvider, identityReturned, toLogin } from './identity-return.ts'

export const appleReturn = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const returned = await identityReturned('apple', input, call)
  if (!returned) return deniedAtProvider(call, 'apple', { name: 'foreign return' }, null)
  const { redirect, browser } = returned.started
  try {
    const identity = await returned.identity()
    // A session token says that its owner was recognised: an address that still waits for its proof cannot have one.
    if (identity.email !== null && !identity.emailVerified) throw new Refusal('login_refused')
    const account = await accountOfIdentity(identity, call)
    const data = { provider: 'apple', browser }
    const token = await issueToken(house.db, { purpose: 'session', accountId: account.id, data, now: house.now() })
    return toLogin(house, { sessionTokenFromAppleLogin: token, redirect })
  } catch (error) {
    return deniedAtProvider(call, 'apple', error, redirect)
  }
})
