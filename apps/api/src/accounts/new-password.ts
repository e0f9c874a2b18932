import { newPassword as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { passwordFault } from '@kiosk/domain/accounts/rules'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { beginSession, rememberDevice } from '../session/begin-session.ts'
import { readToken, redeemToken } from '../session/one-time-tokens.ts'
import { callerOf, hashPassword } from '../session/passwords.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../session/security-events.ts'
import { lockAccount } from './queries.ts'
import { proveAddress } from './registrations.ts'
import { shutOut } from './shut-out.ts'

/**
 * Sets a password by the link of an email. This browser is known to the account from then on, so that nobody's guesses
 * elsewhere keep its owner out; where it was signed in to this account, it stays so.
 */
export const newPassword = serve(declared, 'personal', async (call) => {
  const { house, input, session } = call
  const now = house.now()
  if (input.token === '') throw new Refusal('token_invalid', 'token')
  const fault = passwordFault(input.newPassword, 'registration')
  if (fault) throw new Refusal('password_pattern', 'newPassword', `VALIDATION.${fault}`)
  // Invented tokens are turned away before the costly part.
  const found = await readToken(house.db, 'recovery', input.token, now)
  if (found === 'unknown') await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'recovery' } })
  const { accountId } = goodToken(found)
  const passwordHash = await hashPassword(input.newPassword, callerOf(call, true))
  const email = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId!)
    if (!account) throw new Refusal('token_invalid', 'token')
    goodToken(await redeemToken(trx, 'recovery', input.token, now))
    // The link proved the address.
    if (!account.verified_at) await proveAddress(trx, account.id, { now })
    const changed = { password_hash: passwordHash, mail_bounced_at: null }
    await trx.updateTable('accounts').set(changed).where('id', '=', account.id).execute()
    await shutOut(trx, account.id, now)
    if (session.account?.id === account.id) await beginSession(trx, account.id, call, { remembered: false, byPassword: true })
    else await rememberDevice(trx, account.id, call)
    await recordSecurityEvent(trx, call, { kind: 'password.recovered', accountId: account.id })
    await addJob(trx, 'letter', { letter: 'password-changed', accountId: account.id })
    return account.email
  })
  await house.attempts.forget('login-account', email)
  return undefined
})

function goodToken<T>(token: T | 'used' | 'expired' | 'unknown'): T {
  if (token === 'unknown') throw new Refusal('token_invalid', 'token')
  if (token === 'used' || token === 'expired') throw new Refusal('token_expired', 'token')
  return token
}
