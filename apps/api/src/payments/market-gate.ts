import { Refusal } from '@kiosk/domain/errors'
import { type LocationEvidence, marketRefusal, marketRefusalBeforeMethod } from '@kiosk/domain/payments/market'
import type { Asking } from '../endpoint.ts'
import type { OnSale } from './carts.ts'
import { provedMarket } from './market-evidence.ts'

/** The country that is sold into, and what is known of the buyer before the payment data. */
export type MarketQuestion = { country: string } & Omit<LocationEvidence, 'method'>

/**
 * Whether a visitor may buy here at all: asked by every cart. A traveller may, with payment data from home.
 * @throws Refusal market_closed, market_mismatch, market_unproved
 */
export async function askMarket({ house, session, visitor }: Asking, { tariff }: OnSale): Promise<MarketQuestion> {
  const account = await house.db
    .selectFrom('accounts')
    .select(['region_id', 'market_assumed'])
    .where('id', '=', session.account!.id)
    .executeTakeFirst()
  if (!account) throw new Refusal('not_signed_in')
  const known = { market: provedMarket(account), network: visitor.country }
  const refusal = marketRefusalBeforeMethod(tariff.country, known)
  if (refusal) throw new Refusal(refusal, 'subscription')
  return { country: tariff.country, ...known }
}

/** Whether enough is known without the payment data. */
export function isProved({ country, ...known }: MarketQuestion): boolean {
  return marketRefusal(country, { ...known, method: null }) === null
}

/** Whether these payment data, with what is known, are enough. */
export function isProvedBy({ country, ...known }: MarketQuestion, method: { country: string }): boolean {
  return marketRefusal(country, { ...known, method: method.country || null }) === null
}

/**
 * A wallet charges before it says where its payer lives: it is open to those whose network lies in the market, and to those of
 * whom nobody knows, who are asked again when the wallet has answered.
 * @throws Refusal market_closed, market_mismatch, market_unproved
 */
export async function demandNetworkForWallet(call: Asking, sale: OnSale): Promise<void> {
  const { country, ...known } = await askMarket(call, sale)
  const refusal = known.network === null ? null : marketRefusal(country, { ...known, method: null })
  if (refusal) throw new Refusal(refusal, 'subscription')
}

/** Keeps with an open cart the country from which it is ordered. */
export async function noteNetwork({ house, visitor }: Asking, cartId: number): Promise<void> {
  await house.db
    .updateTable('carts')
    .set({ network_country: visitor.country })
    .where('id', '=', cartId)
    .where('state', '=', 'open')
    .execute()
}

/** The same for the open cart of a tariff. */
export async function noteNetworkOfTariff({ house, session, visitor }: Asking, tariff: number): Promise<void> {
  await house.db
    .updateTable('carts')
    .set({ network_country: visitor.country })
    .where('account_id', '=', session.account!.id)
    .where('subscription_id', '=', tariff)
    .where('state', '=', 'open')
    .execute()
}
