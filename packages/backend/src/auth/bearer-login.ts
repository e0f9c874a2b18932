import { tokenLogin as declared, refreshTokens as declaredRefresh } from '@kiosk/domain/accounts/bearer-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'
import { type AppDevice, rotateTokens } from './bearer-sessions.ts'
import { askToVerify } from './login.ts'
import { recordBoundedEvent, recordSecurityEvent } from './security-events.ts'
import { answerOf, completeSignIn } from './sign-in.ts'
import { completeSignInBy } from './token-login-endpoints.ts'
import { accountOfPassword } from './verify-password.ts'

/** Logs in as a browser does, for apps at another origin without our cookies. */
export const tokenLogin = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const bearer: AppDevice = {
    ...(input.vendorId && { vendorId: input.vendorId }),
    ...(input.deviceName && { name: input.deviceName }),
  }
  if (input.sessionToken) return answerOf(await completeSignInBy('session', input.sessionToken, call, bearer), call)
  const { account, registrationId } = await accountOfPassword(call, input)
  if (!account.verified_at && account.deactivated_at === null) return askToVerify(account, registrationId, call)
  const how = { remembered: true, byPassword: true, bearer }
  return answerOf(await ctx.db.transaction().execute((trx) => completeSignIn(trx, account, call, how)), call)
})

export const refreshTokens = defineHandler(declaredRefresh, 'personal', async (call) => {
  const { ctx, input } = call
  const rotated = await ctx.db.transaction().execute((trx) => rotateTokens(trx, input.refreshToken, ctx.now()))
  if (rotated && 'accessToken' in rotated) return rotated
  const rejected = { kind: 'token.rejected', details: { purpose: 'refresh', reused: rotated !== null } } as const
  if (rotated) {
    // A reused token ends its sign-in, so each app refreshes only once.
    await recordSecurityEvent(ctx.db, call, rejected)
    await recordSecurityEvent(ctx.db, call, { kind: 'session.ended', accountId: rotated.accountId })
  } else await recordBoundedEvent(call, rejected)
  throw new ApiError('not_signed_in')
})
