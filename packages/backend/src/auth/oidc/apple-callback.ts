import { appleReturn as declared } from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../../http/handler.ts'
import { issueToken } from '../one-time-tokens.ts'
import { deniedAtProvider, foreignReturn, identityReturned, toLogin } from './callback.ts'
import { accountOfIdentity } from './find-account.ts'

export const appleReturn = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const returned = await identityReturned('apple', input, call)
  if (!returned) return foreignReturn(call, 'apple')
  const { redirect, browser } = returned.started
  try {
    const identity = await returned.identity()
    // A session token means a verified identity, so an identity with an unverified address gets none.
    if (identity.email !== null && !identity.emailVerified) throw new ApiError('login_refused')
    const account = await accountOfIdentity(identity, call)
    const data = { provider: 'apple', browser }
    const token = await issueToken(ctx.db, { purpose: 'session', accountId: account.id, data, now: ctx.now() })
    return toLogin(ctx, { sessionTokenFromAppleLogin: token, redirect })
  } catch (error) {
    return deniedAtProvider(call, 'apple', error, redirect)
  }
})
