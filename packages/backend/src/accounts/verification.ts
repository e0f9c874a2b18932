import { verification as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import type { Selectable, Transaction } from 'kysely'
import { linkWaitingIdentity } from '../auth/oidc/pending-identity.ts'
import { issueToken, ownerOfToken, redeemToken } from '../auth/one-time-tokens.ts'
import { registrationBrowser } from '../auth/registration-browser.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../auth/security-events.ts'
import { completeSignIn } from '../auth/sign-in.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { newsletterWording, WITHOUT_NEWSLETTER } from './newsletter-consent.ts'
import { accountById, lockAccount, noteConsent } from './queries.ts'
import { isOfBrowser, pendingRegistrations, proveAddress } from './registrations.ts'

/**
 * Verifies an address and signs in. The password takes effect only in the browser of that registration; elsewhere the
 * owner of the mailbox chooses one, because a stranger may have registered.
 */
export const verification = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const owner = await ownerOfToken(ctx.db, 'verification', input.token)
  if (owner === null) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'verification' } })
    throw new ApiError('token_invalid', 'token')
  }
  return verifyBy(call, owner, input.token, input)
})

type Choices = { newsletter: boolean; link: boolean }

/** Spends the token (or the one with this hash), verifies the address and signs in, in one transaction. */
export async function verifyBy(call: RequestContext, owner: number, token: string | Buffer, choices: Choices) {
  const { ctx } = call
  const now = ctx.now()
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    if (!account) return 'token_invalid'
    const redeemed = await redeemToken(trx, 'verification', token, now)
    if (!account.verified_at && typeof redeemed === 'string') return 'verification_expired'
    const registrationId = typeof redeemed === 'string' ? null : Number(redeemed.data.registrationId ?? 0)
    const proved = account.verified_at ? null : await prove(trx, account, registrationId, call, choices)
    // The second button of the e-mail, pressed instead of the first one or after it.
    if (choices.newsletter && redeemed !== 'expired' && redeemed !== 'unknown') await confirmNewsletter(trx, account, now)
    return proved ?? 'already_verified'
  })
  if (typeof outcome === 'string') throw new ApiError(outcome)
  return outcome
}

async function prove(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  registrationId: number | null,
  call: RequestContext,
  choices: Choices,
) {
  const { ctx, reply } = call
  const now = ctx.now()
  const browser = registrationBrowser(call)
  const registration = (await pendingRegistrations(trx, account.id)).find(({ id }) => id === registrationId) ?? null
  const byOwner = registration !== null && isOfBrowser(registration, browser.hash)
  await proveAddress(trx, account.id, { now, registration, byOwner })
  await recordSecurityEvent(trx, call, { kind: 'address.verified', accountId: account.id, details: { sameBrowser: byOwner } })
  if (choices.link) await linkWaitingIdentity(trx, account.id, call)
  const proved = (await accountById(trx, account.id))!
  await completeSignIn(trx, proved, call, { remembered: false, byPassword: false })
  if (browser.hash) reply.append('set-cookie', browser.forget)
  const answer = { verificationTarget: proved.verification_target }
  if (proved.password_hash ?? proved.facebook_id ?? proved.apple_id) return answer
  // The name may come from an unverified identity of somebody else.
  await trx.updateTable('accounts').set({ firstname: '', lastname: '' }).where('id', '=', account.id).execute()
  const choosePassword = await issueToken(trx, { purpose: 'recovery', accountId: account.id, now })
  return { ...answer, choosePassword }
}

/**
 * Confirms the newsletter once (ADR-0171), unless its owner has decided about it since the registration: the link of an old e-mail
 * must not revert a later unsubscription.
 */
async function confirmNewsletter(trx: Transaction<DB>, account: Selectable<Accounts>, now: Date): Promise<void> {
  const decided = await trx
    .selectFrom('consents')
    .select('id')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'newsletter')
    .where('wording', '<>', WITHOUT_NEWSLETTER)
    .executeTakeFirst()
  if (account.newsletter_confirmed_at || decided) return
  await trx
    .updateTable('accounts')
    .set({ send_newsletter: true, newsletter_confirmed_at: now })
    .where('id', '=', account.id)
    .execute()
  await noteConsent(trx, account.id, 'newsletter', true, newsletterWording('email', account.language as Language))
}
