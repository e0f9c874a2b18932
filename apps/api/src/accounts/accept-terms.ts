import { acceptTerms as declared } from '@kiosk/domain/accounts/session-endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import { newsletterWording } from '@kiosk/languages/newsletter-consent'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import { type Call, serve } from '../endpoint.ts'
import { ownerOfToken, redeemToken } from '../session/one-time-tokens.ts'
import { answerOf, howIn, letIn } from './let-in.ts'
import { lockAccount, noteConsent } from './queries.ts'

export const acceptTerms = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const owner = await ownerOfToken(house.db, 'terms', input.token)
  if (owner === null) throw new Refusal('token_invalid', 'token')
  const answer = await house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, 'terms', input.token, house.now())
    if (!account || redeemed === 'unknown') throw new Refusal('token_invalid', 'token')
    if (typeof redeemed === 'string') throw new Refusal('token_expired', 'token')
    await accept(trx, account, call)
    return letIn(trx, { id: account.id, terms_version: TERMS_VERSION }, call, howIn(redeemed.data))
  })
  return answerOf(answer, call)
})

/**
 * The region is taken with the first terms of an account (decision 8: it is kept from then on). A newsletter that is not
 * asked for here stays as it was.
 */
async function accept(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  { house, input, language, region, regionActive }: Call<typeof declared>,
): Promise<void> {
  const isNew = account.terms_version === null
  const regionId = (isNew && input.region) || account.region_id
  await trx
    .updateTable('accounts')
    .set({
      terms_version: TERMS_VERSION,
      region_id: regionId,
      // Chosen by hand, it is no evidence, unless the network says the same.
      ...(regionId !== account.region_id && { market_assumed: !regionActive || region.id !== regionId }),
      ...(input.newsletter && { send_newsletter: true, newsletter_confirmed_at: account.newsletter_confirmed_at ?? house.now() }),
    })
    .where('id', '=', account.id)
    .execute()
  await noteConsent(trx, account.id, 'terms', true, TERMS_VERSION)
  if (input.newsletter || isNew)
    await noteConsent(trx, account.id, 'newsletter', input.newsletter, newsletterWording('terms', language))
  if (regionId !== account.region_id) await noteConsent(trx, account.id, 'region', true, `${account.region_id} to ${regionId}`)
}
