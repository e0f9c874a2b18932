import { newPassword as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { passwordFault } from '@kiosk/domain/accounts/rules'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { readToken, redeemToken } from '../session/one-time-tokens.ts'
import { hashPassword } from '../session/passwords.ts'
import { lockAccount } from './queries.ts'
import { shutOut } from './shut-out.ts'

export const newPassword = serve(declared, 'personal', async ({ house, input }) => {
  const now = house.now()
  if (input.token === '') throw new Refusal('token_invalid', 'token')
  const fault = passwordFault(input.newPassword, 'registration')
  if (fault) throw new Refusal('password_pattern', 'newPassword', `VALIDATION.${fault}`)
  // Invented tokens are turned away before the costly part.
  const { accountId } = goodToken(await readToken(house.db, 'recovery', input.token, now))
  const passwordHash = await hashPassword(input.newPassword)
  const email = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId!)
    if (!account) throw new Refusal('token_invalid', 'token')
    goodToken(await redeemToken(trx, 'recovery', input.token, now))
    // The link proved the address.
    const verified_at = account.verified_at ?? now
    const proved = { password_hash: passwordHash, verified_at, mail_bounced_at: null }
    await trx.updateTable('accounts').set(proved).where('id', '=', account.id).execute()
    await shutOut(trx, account.id, now)
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
