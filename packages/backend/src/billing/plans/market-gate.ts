import { ApiError } from '@kiosk/domain/errors'
import {
  type LocationEvidence,
  type MarketDecision,
  marketRejection,
  marketRejectionBeforeMethod,
} from '@kiosk/domain/payments/market'
import type { RequestContext } from '../../http/handler.ts'
import type { OnSale } from '../checkout/carts.ts'
import { inForce, lastDecisionIn } from './market-decisions.ts'
import { provedMarket } from './market-evidence.ts'

/** The country of sale, what is known about the buyer before the payment data, and the operator's decision. */
type MarketQuestion = { country: string; decision: MarketDecision } & Omit<LocationEvidence, 'method'>

/**
 * Requires for every cart that the buyer may buy here at all. Travellers may, with payment data of their home country.
 * @throws ApiError market_closed, market_mismatch, market_unproved
 */
export async function askMarket({ ctx, session, visitor }: RequestContext, { plan }: OnSale): Promise<MarketQuestion> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'region_id', 'market_assumed', lastDecisionIn(plan.country).as('decision')])
    .where('id', '=', session.account!.id)
    .executeTakeFirst()
  if (!account) throw new ApiError('not_signed_in')
  const known = { market: provedMarket(account), network: visitor.country }
  const decision = inForce(account.decision)
  const rejection = marketRejectionBeforeMethod(plan.country, known, decision)
  if (rejection) throw new ApiError(rejection, 'subscription')
  return { country: plan.country, decision, ...known }
}

/** Returns whether the evidence suffices without payment data. */
export function isProved({ country, decision, ...known }: MarketQuestion): boolean {
  return marketRejection(country, { ...known, method: null }, decision) === null
}

/** Returns whether the evidence suffices together with this payment method. */
export function isProvedBy({ country, decision, ...known }: MarketQuestion, method: { country: string }): boolean {
  return marketRejection(country, { ...known, method: method.country || null }, decision) === null
}

/**
 * Requires evidence for a wallet, which charges before it reveals the payer's country: it must suffice without the payment
 * method, unless the network is unknown. `bindApproved` checks again when the wallet has answered.
 * @throws ApiError market_closed, market_mismatch, market_unproved
 */
export async function requireNetworkForWallet(call: RequestContext, sale: OnSale): Promise<void> {
  const { country, decision, ...known } = await askMarket(call, sale)
  const rejection = known.network === null ? null : marketRejection(country, { ...known, method: null }, decision)
  if (rejection) throw new ApiError(rejection, 'subscription')
}

/** Stores the country of the ordering network with an open cart. */
export async function noteNetwork({ ctx, visitor }: RequestContext, cartId: number): Promise<void> {
  await ctx.db
    .updateTable('carts')
    .set({ network_country: visitor.country })
    .where('id', '=', cartId)
    .where('state', '=', 'open')
    .execute()
}

/** Does the same for the open cart of a plan. */
export async function noteNetworkOfPlan({ ctx, session, visitor }: RequestContext, plan: number): Promise<void> {
  await ctx.db
    .updateTable('carts')
    .set({ network_country: visitor.country })
    .where('account_id', '=', session.account!.id)
    .where('plan_id', '=', plan)
    .where('state', '=', 'open')
    .execute()
}
