import { newPassword as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { passwordError } from '@kiosk/domain/accounts/rules'
import { ApiError } from '@kiosk/domain/errors'
import { lockAccount } from '../accounts/queries.ts'
import { proveAddress } from '../accounts/registrations.ts'
import { defineHandler } from '../http/handler.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { createSession, rememberDevice } from './create-session.ts'
import { readToken, redeemToken } from './one-time-tokens.ts'
import { callerOf, hashPassword } from './passwords.ts'
import { revokeAccess } from './revoke-access.ts'
import { recordBoundedEvent, recordSecurityEvent } from './security-events.ts'

/**
 * Sets a password by the link in an e-mail. The browser becomes known to the account, so that guesses elsewhere do not lock out
 * its owner; an account that is signed in here stays signed in.
 */
export const newPassword = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, session } = call
  const now = ctx.now()
  if (input.token === '') throw new ApiError('token_invalid', 'token')
  const error = passwordError(input.newPassword, 'registration')
  if (error) throw new ApiError('password_pattern', 'newPassword', `VALIDATION.${error}`)
  // Rejects invalid tokens before the costly hash.
  const found = await readToken(ctx.db, 'recovery', input.token, now)
  if (found === 'unknown') await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'recovery' } })
  const { accountId } = goodToken(found)
  const passwordHash = await hashPassword(input.newPassword, callerOf(call, true))
  const email = await ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId!)
    if (!account) throw new ApiError('token_invalid', 'token')
    goodToken(await redeemToken(trx, 'recovery', input.token, now))
    // The link proves the address.
    if (!account.verified_at) await proveAddress(trx, account.id, { now })
    const changed = { password_hash: passwordHash, mail_bounced_at: null }
    await trx.updateTable('accounts').set(changed).where('id', '=', account.id).execute()
    await revokeAccess(trx, account.id, now)
    if (session.account?.id === account.id) await createSession(trx, account.id, call, { remembered: false, byPassword: true })
    else await rememberDevice(trx, account.id, call)
    await recordSecurityEvent(trx, call, { kind: 'password.recovered', accountId: account.id })
    await enqueue(trx, 'letter', { letter: 'password-changed', accountId: account.id })
    return account.email
  })
  await ctx.rateLimits.reset('login-account', email)
  return undefined
})

function goodToken<T>(token: T | 'used' | 'expired' | 'unknown'): T {
  if (token === 'unknown') throw new ApiError('token_invalid', 'token')
  if (token === 'used' || token === 'expired') throw new ApiError('token_expired', 'token')
  return token
}
