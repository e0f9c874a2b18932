import { loginSecondFactor as declared } from '@kiosk/domain/accounts/second-factor-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { lockAccount } from '../accounts/queries.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { knownDeviceOf } from './known-device.ts'
import { networkLimit } from './network-limits.ts'
import { type OneTime, readToken, redeemToken } from './one-time-tokens.ts'
import { looksLikeRecoveryCode } from './recovery-codes.ts'
import { acceptRecoveryCode, acceptTotp } from './second-factor.ts'
import { recordSecurityEvent } from './security-events.ts'
import { answerOf, completeSignIn, howIn } from './sign-in.ts'

export const loginSecondFactor = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const now = ctx.now()
  const accountId = valid(await readToken(ctx.db, 'second-factor', input.token, now)).accountId!
  const codes = codeLimits(call, accountId, await knownDeviceOf(call, accountId))
  await codes.count()
  const answer = await ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account) throw new ApiError('token_invalid', 'token')
    const byRecoveryCode = looksLikeRecoveryCode(input.code)
    const accepted = byRecoveryCode
      ? await acceptRecoveryCode(trx, ctx, accountId, input.code)
      : await acceptTotp(trx, ctx, account, input.code)
    if (!accepted) return null
    const { data } = valid(await redeemToken(trx, 'second-factor', input.token, now))
    if (byRecoveryCode) await recordSecurityEvent(trx, call, { kind: 'recovery-code.used', accountId })
    return completeSignIn(trx, account, call, { ...howIn(data), secondFactor: true })
  })
  if (!answer) {
    await recordSecurityEvent(ctx.db, call, { kind: 'second-factor.rejected', accountId })
    throw new ApiError('code_wrong', 'code')
  }
  await codes.reset()
  return answerOf(answer, call)
})

/**
 * Limits second-factor codes; each is counted before it is checked. A known device has only its own counter. Otherwise codes are
 * counted per network, per wider network and per account. Recovery codes, which cannot be guessed, do not count per account, so
 * that somebody with the password cannot lock the owner out.
 */
function codeLimits(
  { ctx, visitor, input }: RequestContext & { input: { code: string } },
  accountId: number,
  device: string | null,
) {
  const { rateLimits } = ctx
  if (device !== null) {
    const key = `${accountId} on ${device}`
    return { count: () => rateLimits.consume('second-factor', key), reset: () => rateLimits.reset('second-factor', key) }
  }
  const ofNetwork = networkLimit(rateLimits, 'second-factor', visitor.address, String(accountId))
  return {
    async count(): Promise<void> {
      await ofNetwork.consume()
      if (!looksLikeRecoveryCode(input.code)) await rateLimits.consume('second-factor-account', String(accountId))
    },
    reset: ofNetwork.reset,
  }
}

function valid(token: OneTime | 'used' | 'expired' | 'unknown'): OneTime {
  if (token === 'unknown') throw new ApiError('token_invalid', 'token')
  if (typeof token === 'string') throw new ApiError('token_expired', 'token')
  return token
}
