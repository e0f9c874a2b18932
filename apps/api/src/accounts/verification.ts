import { verification as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { newsletterWording } from '@kiosk/languages/newsletter-consent'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import { type Call, serve } from '../endpoint.ts'
import { issueToken, ownerOfToken, redeemToken } from '../session/one-time-tokens.ts'
import { registrationBrowser } from '../session/registration-browser.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../session/security-events.ts'
import { letIn } from './let-in.ts'
import { accountById, lockAccount, noteConsent } from './queries.ts'
import { isOfBrowser, pendingRegistrations, proveAddress } from './registrations.ts'
import { linkWaitingIdentity } from './waiting-identity.ts'

type Verifying = Call<typeof declared>

/**
 * Proves an address and signs in. Only in the browser of the registration that the email is about does its password come
 * into force; elsewhere whoever owns the mailbox chooses one, because the registration may be a stranger's.
 */
export const verification = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const now = house.now()
  const owner = await ownerOfToken(house.db, 'verification', input.token)
  if (owner === null) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'verification' } })
    throw new Refusal('token_invalid', 'token')
  }
  const outcome = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    if (!account) return 'token_invalid'
    const redeemed = await redeemToken(trx, 'verification', input.token, now)
    if (!account.verified_at && typeof redeemed === 'string') return 'verification_expired'
    const registrationId = typeof redeemed === 'string' ? null : Number(redeemed.data.registrationId ?? 0)
    const proved = account.verified_at ? null : await prove(trx, account, registrationId, call)
    // The second button of the mail, pressed with the first or after it.
    if (input.newsletter && redeemed !== 'expired' && redeemed !== 'unknown') await confirmNewsletter(trx, account, now)
    return proved ?? 'already_verified'
  })
  if (typeof outcome === 'string') throw new Refusal(outcome)
  return outcome
})

async function prove(trx: Transaction<DB>, account: Selectable<Accounts>, registrationId: number | null, call: Verifying) {
  const { house, reply } = call
  const now = house.now()
  const browser = registrationBrowser(call)
  const registration = (await pendingRegistrations(trx, account.id)).find(({ id }) => id === registrationId) ?? null
  const byOwner = registration !== null && isOfBrowser(registration, browser.hash)
  await proveAddress(trx, account.id, { now, registration, byOwner })
  await recordSecurityEvent(trx, call, { kind: 'address.verified', accountId: account.id, details: { sameBrowser: byOwner } })
  const proved = (await accountById(trx, account.id))!
  if (call.input.link) await linkWaitingIdentity(trx, account.id, call)
  await letIn(trx, proved, call, { remembered: false, byPassword: false })
  if (browser.hash) reply.append('set-cookie', browser.forget)
  const { password_hash, facebook_id, apple_id } = (await accountById(trx, account.id))!
  const answer = { verificationTarget: proved.verification_target }
  if (password_hash ?? facebook_id ?? apple_id) return answer
  // A name that an unproved way in brought along is nobody's who read this email.
  await trx.updateTable('accounts').set({ firstname: '', lastname: '' }).where('id', '=', account.id).execute()
  const choosePassword = await issueToken(trx, { purpose: 'recovery', accountId: account.id, now })
  return { ...answer, choosePassword }
}

/** Decision 11. A link confirms once: it does not bring back what was unsubscribed since. */
async function confirmNewsletter(trx: Transaction<DB>, account: Selectable<Accounts>, now: Date): Promise<void> {
  if (account.newsletter_confirmed_at) return
  await trx
    .updateTable('accounts')
    .set({ send_newsletter: true, newsletter_confirmed_at: now })
    .where('id', '=', account.id)
    .execute()
  await noteConsent(trx, account.id, 'newsletter', true, newsletterWording('email', account.language as Language))
}
