import { facebookReturn as declared } from '@kiosk/domain/accounts/session-endpoints'
import { serve } from '../endpoint.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { deniedAtProvider, identityReturned, toLogin } from './identity-return.ts'

export const facebookReturn = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const returned = await identityReturned('facebook', input, call)
  if (!returned) return deniedAtProvider(call, 'facebook', { name: 'foreign return' }, null)
  const { redirect, browser } = returned.started
  try {
    const data = { provider: 'facebook', browser, identity: await returned.identity() }
    const facebookToken = await issueToken(house.db, { purpose: 'social', accountId: null, data, now: house.now() })
    return toLogin(house, { facebookToken, redirect })
  } catch (error) {
    return deniedAtProvider(call, 'facebook', error, redirect)
  }
})
