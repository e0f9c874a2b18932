import { editRegion as declared } from '@kiosk/domain/accounts/endpoints'
import { federalStates, REGION_KEPT_DAYS } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import { isMarket } from '@kiosk/domain/payments/market'
import { regionById } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../db/schema.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { hasSubscription, noteConsent } from './queries.ts'

export const editRegion = defineHandler(declared, 'personal', async (call) => {
  const { region } = call.input
  await changeAccount(call, async (trx, account) => {
    const { id, region_id, market_assumed, federal_state_id } = account
    const country = regionById(region)?.country
    if (!country || (region === region_id && !(market_assumed && call.visitor.country === country))) return
    // A subscription keeps the market in which it was bought, with its price and tax.
    if (await hasSubscription(trx, id, call.ctx.now())) throw new ApiError('contract_active')
    await requireEvidence(trx, id, country, call)
    if (!market_assumed) await requireRest(trx, account, call.ctx.now())
    const stays = federalStates.some((state) => state.id === federal_state_id && state.regionId === region)
    await trx
      .updateTable('accounts')
      .set({ region_id: region, market_assumed: false, ...(!stays && { federal_state_id: null }) })
      .where('id', '=', id)
      .execute()
    await noteConsent(trx, id, 'region', true, `${region_id} to ${region}`)
  })
  return { regionId: region }
})

/**
 * Requires that the network and the payment methods of the account agree with a new market, because the market decides price and
 * tax (ADR-0125). A payment method from outside all markets does not contradict it, because nobody gains by it.
 * @throws ApiError move_unproved
 */
async function requireEvidence(
  trx: Transaction<DB>,
  accountId: number,
  country: string,
  { visitor }: Call<typeof declared>,
): Promise<void> {
  if (visitor.country !== country) throw new ApiError('move_unproved', 'region')
  const methods = await trx
    .selectFrom('payment_methods')
    .select('country')
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .where('country', '<>', '')
    .execute()
  if (methods.some((method) => method.country !== country && isMarket(method.country)))
    throw new ApiError('move_unproved', 'region')
}

/** @throws ApiError moved_lately with the date of the next possible change */
async function requireRest(trx: Transaction<DB>, account: Selectable<Accounts>, now: Date): Promise<void> {
  const last = await trx
    .selectFrom('consents')
    .select('at')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'region')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const next = last && new Date(last.at.getTime() + REGION_KEPT_DAYS * DAY_MS)
  if (next && next > now) throw new ApiError('moved_lately', 'region', undefined, { at: next, account })
}
