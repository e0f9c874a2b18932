import { loginSecondFactor as declared } from '@kiosk/domain/accounts/second-factor-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { type Asking, serve } from '../endpoint.ts'
import { knownDeviceOf } from '../session/known-device.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { type OneTime, readToken, redeemToken } from '../session/one-time-tokens.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { answerOf, howIn, letIn } from './let-in.ts'
import { lockAccount } from './queries.ts'
import { acceptRecoveryCode, acceptTotp, looksLikeRecoveryCode } from './second-factor.ts'

export const loginSecondFactor = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const now = house.now()
  const accountId = valid(await readToken(house.db, 'second-factor', input.token, now)).accountId!
  const codes = codeLimits(call, accountId, await knownDeviceOf(call, accountId))
  await codes.count()
  const answer = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (!account) throw new Refusal('token_invalid', 'token')
    const byRecoveryCode = looksLikeRecoveryCode(input.code)
    const accepted = byRecoveryCode
      ? await acceptRecoveryCode(trx, house, accountId, input.code)
      : await acceptTotp(trx, house, account, input.code)
    if (!accepted) return null
    const { data } = valid(await redeemToken(trx, 'second-factor', input.token, now))
    if (byRecoveryCode) await recordSecurityEvent(trx, call, { kind: 'recovery-code.used', accountId })
    return letIn(trx, account, call, { ...howIn(data), secondFactor: true })
  })
  if (!answer) {
    await recordSecurityEvent(house.db, call, { kind: 'second-factor.rejected', accountId })
    throw new Refusal('code_wrong', 'code')
  }
  await codes.forget()
  return answerOf(answer, call)
})

/**
 * Only who knows the password gets this far. A code is counted before it is looked at. A device that the account was on before
 * has a count of its own and no other; elsewhere they are counted by network and the wider ones around it, and from anywhere,
 * but for recovery codes, which nobody guesses: so whoever knows the password cannot lock the owner out.
 */
function codeLimits({ house, visitor, input }: Asking & { input: { code: string } }, accountId: number, device: string | null) {
  const { attempts } = house
  if (device !== null) {
    const key = `${accountId} on ${device}`
    return { count: () => attempts.admit('second-factor', key), forget: () => attempts.forget('second-factor', key) }
  }
  const ofNetwork = networkAttempts(attempts, 'second-factor', visitor.address, String(accountId))
  return {
    async count(): Promise<void> {
      await ofNetwork.admit()
      if (!looksLikeRecoveryCode(input.code)) await attempts.admit('second-factor-account', String(accountId))
    },
    forget: ofNetwork.forget,
  }
}

function valid(token: OneTime | 'used' | 'expired' | 'unknown'): OneTime {
  if (token === 'unknown') throw new Refusal('token_invalid', 'token')
  if (typeof token === 'string') throw new Refusal('token_expired', 'token')
  return token
}
