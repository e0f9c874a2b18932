import { facebookReturn as declared } from '@kiosk/domain/accounts/session-endpoints'
import { defineHandler } from '../../http/handler.ts'
import { issueToken } from '../one-time-tokens.ts'
import { deniedAtProvider, foreignReturn, identityReturned, toLogin } from './callback.ts'

export const facebookReturn = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const returned = await identityReturned('facebook', input, call)
  if (!returned) return foreignReturn(call, 'facebook')
  const { redirect, browser } = returned.started
  try {
    const data = { provider: 'facebook', browser, identity: await returned.identity() }
    const facebookToken = await issueToken(ctx.db, { purpose: 'social', accountId: null, data, now: ctx.now() })
    return toLogin(ctx, { facebookToken, redirect })
  } catch (error) {
    return deniedAtProvider(call, 'facebook', error, redirect)
  }
})
