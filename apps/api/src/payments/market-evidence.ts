import { Refusal } from '@kiosk/domain/errors'
import { type LocationEvidence, type MarketRefusal, marketRefusal } from '@kiosk/domain/payments/market'
import { regionById } from '@kiosk/domain/regions'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { tariffOf } from './prices.ts'

type OfAccount = { region_id: number; market_assumed: boolean }

/** The market that an account proves; null where it was only assumed. */
export function provedMarket({ region_id, market_assumed }: OfAccount): string | null {
  return market_assumed ? null : (regionById(region_id)?.country ?? null)
}

/**
 * Whether nothing may be sold to an account into a country, by what is known of the order.
 * @returns null where it may be sold
 */
export function findMarketRefusal(
  country: string,
  account: OfAccount,
  evidence: Omit<LocationEvidence, 'market'>,
): MarketRefusal | null {
  return marketRefusal(country, { ...evidence, market: provedMarket(account) })
}

/**
 * Asked under the lock of the buyer, right before a cart becomes a purchase (decisions/125).
 * @param order.network country of the network from which the cart was ordered
 * @throws Refusal market_closed, market_mismatch, market_unproved
 */
export async function requireMarket(
  trx: Transaction<DB>,
  order: { accountId: number; tariff: number; methodId: number; network: string | null },
): Promise<void> {
  const { accountId, tariff, methodId, network } = order
  const country = tariffOf(tariff)?.country
  if (!country) throw new Refusal('not_found', 'subscription')
  const account = await trx
    .selectFrom('accounts')
    .select(['region_id', 'market_assumed'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const method = await trx.selectFrom('payment_methods').select('country').where('id', '=', methodId).executeTakeFirstOrThrow()
  const refusal = findMarketRefusal(country, account, { network, method: method.country || null })
  if (refusal) throw new Refusal(refusal, 'subscription')
}

/**
 * Writes down with drafted invoices what names the country of their buyer: where the account is registered, where the payment
 * data come from, and for later periods the network of the order. Country codes only.
 */
export async function addEvidence(trx: Transaction<DB>, invoiceIds: readonly number[]): Promise<void> {
  await sql`
    insert into invoice_evidence (invoice_id, piece, country, at)
    select i.id, 'market', i.country, i.created_at from invoices i join accounts a on a.id = i.account_id
      where i.id = any(${invoiceIds}::bigint[]) and not a.market_assumed
    union all
    select i.id, 'method', m.country, i.created_at from invoices i join subscriptions s on s.id = i.subscription
      join payment_methods m on m.id = s.payment_method_id
      where i.id = any(${invoiceIds}::bigint[]) and m.country <> ''
    union all
    select i.id, 'network', e.country, e.at from invoices i cross join lateral (
        select n.country, n.at from invoices first join invoice_evidence n on n.invoice_id = first.id and n.piece = 'network'
        where first.subscription = i.subscription and first.id < i.id order by first.id limit 1) e
      where i.id = any(${invoiceIds}::bigint[])`.execute(trx)
}

/** Adds to the invoice of a purchase where it was ordered from; nothing where that is not known. */
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

/** What is known of the country of an invoice, by piece. */
export async function evidenceOf(db: Kysely<DB>, invoiceId: number): Promise<Record<string, string>> {
  const found = await db
    .selectFrom('invoice_evidence')
    .select(['piece', 'country'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('piece')
    .execute()
  return Object.fromEntries(found.map(({ piece, country }) => [piece, country]))
}
