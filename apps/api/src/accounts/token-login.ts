import { tokenLogin as declared, refreshTokens as declaredRefresh } from '@kiosk/domain/accounts/bearer-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { type AppDevice, rotateTokens } from '../session/bearer-sessions.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../session/security-events.ts'
import { accountOfPassword } from './account-of-password.ts'
import { answerOf, letIn } from './let-in.ts'
import { askToVerify } from './login.ts'
import { letInBy } from './login-by-token.ts'

/** The same ways in as for browsers, at another origin that no cookie of ours reaches. */
export const tokenLogin = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const bearer: AppDevice = {
    ...(input.vendorId && { vendorId: input.vendorId }),
    ...(input.deviceName && { name: input.deviceName }),
  }
  if (input.sessionToken) return answerOf(await letInBy('session', input.sessionToken, call, bearer), call)
  const { account, registrationId } = await accountOfPassword(call, input)
  if (!account.verified_at && account.deactivated_at === null) return askToVerify(account, registrationId, call)
  const how = { remembered: true, byPassword: true, bearer }
  return answerOf(await house.db.transaction().execute((trx) => letIn(trx, account, call, how)), call)
})

export const refreshTokens = serve(declaredRefresh, 'personal', async (call) => {
  const { house, input } = call
  const rotated = await house.db.transaction().execute((trx) => rotateTokens(trx, input.refreshToken, house.now()))
  if (rotated && 'accessToken' in rotated) return rotated
  const rejected = { kind: 'token.rejected', details: { purpose: 'refresh', reused: rotated !== null } } as const
  if (rotated) {
    // A token that comes again ends its sign-in, so each does so once.
    await recordSecurityEvent(house.db, call, rejected)
    await recordSecurityEvent(house.db, call, { kind: 'session.ended', accountId: rotated.accountId })
  } else await recordBoundedEvent(call, rejected)
  throw new Refusal('not_signed_in')
})
