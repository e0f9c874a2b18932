import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { acceptTerms as declared } from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import { ownerOfToken, redeemToken } from '../auth/one-time-tokens.ts'
import { answerOf, completeSignIn, howIn } from '../auth/sign-in.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { newsletterWording } from './newsletter-consent.ts'
import { lockAccount, noteConsent } from './queries.ts'

export const acceptTerms = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const owner = await ownerOfToken(ctx.db, 'terms', input.token)
  if (owner === null) throw new ApiError('token_invalid', 'token')
  const answer = await ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, 'terms', input.token, ctx.now())
    if (!account || redeemed === 'unknown') throw new ApiError('token_invalid', 'token')
    if (typeof redeemed === 'string') throw new ApiError('token_expired', 'token')
    await accept(trx, account, call)
    return completeSignIn(trx, { ...account, terms_version: TERMS_VERSION }, call, howIn(redeemed.data))
  })
  return answerOf(answer, call)
})

/**
 * Records the accepted terms. Sets the region only with the first terms of an account (ADR-0171), and changes the newsletter only
 * if it is requested here.
 */
async function accept(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  { ctx, input, language, region, regionActive }: Call<typeof declared>,
): Promise<void> {
  const isNew = account.terms_version === null
  const regionId = (isNew && input.region) || account.region_id
  await trx
    .updateTable('accounts')
    .set({
      terms_version: TERMS_VERSION,
      region_id: regionId,
      // A chosen region is not evidence of the market unless the network confirms it.
      ...(regionId !== account.region_id && { market_assumed: !regionActive || region.id !== regionId }),
      ...(input.newsletter && { send_newsletter: true, newsletter_confirmed_at: account.newsletter_confirmed_at ?? ctx.now() }),
    })
    .where('id', '=', account.id)
    .execute()
  await noteConsent(trx, account.id, 'terms', true, TERMS_VERSION)
  if (input.newsletter || isNew)
    await noteConsent(trx, account.id, 'newsletter', input.newsletter, newsletterWording('terms', language))
  if (regionId !== account.region_id) await noteConsent(trx, account.id, 'region', true, `${account.region_id} to ${regionId}`)
}
