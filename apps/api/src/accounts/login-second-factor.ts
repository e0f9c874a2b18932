import { loginSecondFactor as declared } from '@kiosk/domain/accounts/second-factor-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { type Asking, serve } from '../endpoint.ts'
import { networkOf } from '../rate-limits.ts'
import { sessionCookies } from '../session/cookies.ts'
import { type OneTime, readToken, redeemToken } from '../session/one-time-tokens.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { answerOf, howIn, letIn } from './let-in.ts'
import { lockAccount } from './queries.ts'
import { acceptRecoveryCode, acceptTotp, looksLikeRecoveryCode } from './second-factor.ts'

export const loginSecondFactor = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const now = house.now()
  const accountId = valid(await readToken(house.db, 'second-factor', input.token, now)).accountId!
  const networkKey = `${accountId} from ${networkOf(call.visitor.address)}`
  await countAttempt(call, accountId, networkKey)
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
  await house.attempts.forget('second-factor', networkKey)
  const vendorId = sessionCookies(house.publicUrl).deviceIn(call.request)
  if (vendorId) await house.attempts.forget('second-factor', `${accountId} on ${vendorId}`)
  return answerOf(answer, call)
})

/**
 * Only who knows the password gets this far. A code is counted before it is looked at: by network, and from anywhere, but
 * not on a device that the account was on before, and not for recovery codes, which nobody guesses: so whoever knows the
 * password cannot lock the owner out.
 */
async function countAttempt(call: Asking & { input: { code: string } }, accountId: number, networkKey: string): Promise<void> {
  const { attempts, db, publicUrl } = call.house
  await attempts.admit('second-factor', networkKey)
  if (looksLikeRecoveryCode(call.input.code)) return
  const vendorId = sessionCookies(publicUrl).deviceIn(call.request)
  const known =
    vendorId !== null &&
    (await db
      .selectFrom('devices')
      .select('id')
      .where('account_id', '=', accountId)
      .where('vendor_id', '=', vendorId)
      .executeTakeFirst())
  if (known) await attempts.admit('second-factor', `${accountId} on ${vendorId}`)
  else await attempts.admit('second-factor-account', String(accountId))
}

function valid(token: OneTime | 'used' | 'expired' | 'unknown'): OneTime {
  if (token === 'unknown') throw new Refusal('token_invalid', 'token')
  if (typeof token === 'string') throw new Refusal('token_expired', 'token')
  return token
}
