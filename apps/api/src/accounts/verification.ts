import { verification as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import { serve } from '../endpoint.ts'
import { endTokens, ownerOfToken, redeemToken } from '../session/one-time-tokens.ts'
import { letIn } from './let-in.ts'
import { lockAccount, noteConsent } from './queries.ts'

export const verification = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const now = house.now()
  const owner = await ownerOfToken(house.db, 'verification', input.token)
  if (owner === null) throw new Refusal('token_invalid', 'token')
  const outcome = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    if (!account) return 'token_invalid'
    const redeemed = await redeemToken(trx, 'verification', input.token, now)
    if (!account.verified_at && typeof redeemed === 'string') return 'verification_expired'
    // The second button of the mail, pressed after the first.
    if (input.newsletter && redeemed !== 'expired' && redeemed !== 'unknown') await confirmNewsletter(trx, account, now)
    if (account.verified_at) return 'already_verified'
    await trx.updateTable('accounts').set({ verified_at: now, mail_bounced_at: null }).where('id', '=', account.id).execute()
    await endTokens(trx, 'verification', account.id, now)
    await letIn(trx, account, call, { remembered: false, byPassword: false })
    return { verificationTarget: account.verification_target }
  })
  if (typeof outcome === 'string') throw new Refusal(outcome)
  return outcome
})

/** Decision 11. A link confirms once: it does not bring back what was unsubscribed since. */
async function confirmNewsletter(trx: Transaction<DB>, account: Selectable<Accounts>, now: Date): Promise<void> {
  if (account.newsletter_confirmed_at) return
  await trx
    .updateTable('accounts')
    .set({ send_newsletter: true, newsletter_confirmed_at: now })
    .where('id', '=', account.id)
    .execute()
  await noteConsent(trx, account.id, 'newsletter', true, 'verification mail')
}
