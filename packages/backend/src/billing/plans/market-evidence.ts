import { ApiError } from '@kiosk/domain/errors'
import { type LocationEvidence, type MarketRejection, marketRejection } from '@kiosk/domain/payments/market'
import { regionById } from '@kiosk/domain/regions'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { marketDecisionOf } from './market-decisions.ts'
import { planOf } from './prices.ts'

type OfAccount = { region_id: number; market_assumed: boolean }

/** Returns the market that an account proves; null if it was only assumed. */
export function provedMarket({ region_id, market_assumed }: OfAccount): string | null {
  return market_assumed ? null : (regionById(region_id)?.country ?? null)
}

/**
 * Decides by the evidence of the order and the operator's decision whether an account may buy in a country.
 * @returns null if it may buy
 */
export async function findMarketRejection(
  db: Kysely<DB>,
  country: string,
  account: OfAccount & { id: number },
  evidence: Omit<LocationEvidence, 'market'>,
): Promise<MarketRejection | null> {
  const decision = await marketDecisionOf(db, account.id, country)
  return marketRejection(country, { ...evidence, market: provedMarket(account) }, decision)
}

/**
 * Requires that the buyer may buy in the country of the plan. Call it under the lock of the buyer, right before a cart becomes a
 * purchase (ADR-0125).
 * @param order.network country of the network from which the cart was ordered
 * @throws ApiError market_closed, market_mismatch, market_unproved
 */
export async function requireMarket(
  trx: Transaction<DB>,
  order: { accountId: number; plan: number; methodId: number; network: string | null },
): Promise<void> {
  const { accountId, plan, methodId, network } = order
  const country = planOf(plan)?.country
  if (!country) throw new ApiError('not_found', 'subscription')
  const account = await trx
    .selectFrom('accounts')
    .select(['id', 'region_id', 'market_assumed'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const method = await trx.selectFrom('payment_methods').select('country').where('id', '=', methodId).executeTakeFirstOrThrow()
  const rejection = await findMarketRejection(trx, country, account, { network, method: method.country || null })
  if (rejection) throw new ApiError(rejection, 'subscription')
}

/**
 * Stores the evidence of the buyer's country with drafted invoices, as country codes: the market of the account, the payment
 * method, and for later periods the network of the order; and an operator's permission with its reason.
 */
export async function addEvidence(trx: Transaction<DB>, invoiceIds: readonly number[]): Promise<void> {
  await sql`
    insert into invoice_evidence (invoice_id, piece, country, at, actor, why)
    select i.id, 'market', i.country, i.created_at, null, null from invoices i join accounts a on a.id = i.account_id
      where i.id = any(${invoiceIds}::bigint[]) and not a.market_assumed
    union all
    select i.id, 'method', m.country, i.created_at, null, null from invoices i join subscriptions s on s.id = i.subscription_id
      join payment_methods m on m.id = s.payment_method_id
      where i.id = any(${invoiceIds}::bigint[]) and m.country <> ''
    union all
    select i.id, 'network', e.country, e.at, null, null from invoices i cross join lateral (
        select n.country, n.at from invoices first join invoice_evidence n on n.invoice_id = first.id and n.piece = 'network'
        where first.subscription_id = i.subscription_id and first.id < i.id order by first.id limit 1) e
      where i.id = any(${invoiceIds}::bigint[])
    union all
    select i.id, 'operator', d.country, d.at, d.actor, d.why from invoices i cross join lateral (
        select decision, country, at, actor, why from market_decisions
        where account_id = i.account_id and country = i.country order by id desc limit 1) d
      where i.id = any(${invoiceIds}::bigint[]) and d.decision = 'allow'`.execute(trx)
}

/** Adds the network of the order to the invoice of a purchase; does nothing if it is unknown. */
export async function addNetworkEvidence(
  trx: Transaction<DB>,
  attemptId: string,
  network: string | null,
  at: Date,
): Promise<void> {
  if (network === null) return
  await sql`insert into invoice_evidence (invoice_id, piece, country, at)
    select invoice_id, 'network', ${network}, ${at} from payment_attempts where id = ${attemptId}`.execute(trx)
}
