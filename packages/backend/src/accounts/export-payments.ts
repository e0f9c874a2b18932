import { type Selectable, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Accounts } from '../db/schema.ts'
import { declarationsOf, ownAddresses } from './data-by-email.ts'

/** Returns the data of a reader as a buyer. Amounts are in minor units of their currency; card numbers are never stored. */
export async function paymentsOf(db: Database, account: Pick<Selectable<Accounts>, 'id' | 'email'>) {
  const accountId = account.id
  const addresses = await ownAddresses(db, account)
  return {
    paymentMethods: await db
      .selectFrom('payment_methods')
      .select(['provider', 'kind', 'brand', 'masked', 'mandate_reference as mandate', 'mandated_at as mandated', 'active'])
      .select(['country', 'fingerprint', 'created_at as added'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    invoices: await db
      .selectFrom('invoices')
      .select(['number', 'kind', 'state', 'issued_at as issued', 'currency', 'net', 'tax', 'gross', 'snapshot as details'])
      // Country of the buyer by kind of evidence: { network: 'AT' }.
      .select(
        sql<Record<string, string>>`(select coalesce(jsonb_object_agg(e.piece, e.country), '{}')
          from invoice_evidence e where e.invoice_id = invoices.id)`.as('evidence'),
      )
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    payments: await db
      .selectFrom('payment_attempts as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select(['i.number as invoice', 'a.provider', 'a.amount', 'a.currency', 'a.state', 'a.decline_code as reason'])
      .select(['a.created_at as at', 'a.settled_at as settled'])
      .where('i.account_id', '=', accountId)
      .orderBy('a.created_at')
      .execute(),
    refunds: await db
      .selectFrom('refunds as r')
      .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select(['i.number as invoice', 'r.amount', 'a.currency', 'r.reason', 'r.state', 'r.created_at as at'])
      .where('i.account_id', '=', accountId)
      .orderBy('r.created_at')
      .execute(),
    disputes: await db
      .selectFrom('disputes as d')
      .innerJoin('payment_attempts as a', 'a.id', 'd.attempt_id')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select([
        'i.number as invoice',
        'd.code',
        'd.reason',
        'd.amount',
        'a.currency',
        'd.state',
        'd.taken_at as at',
        'd.won_at as won',
      ])
      .where('i.account_id', '=', accountId)
      .orderBy('d.id')
      .execute(),
    vouchers: await db
      .selectFrom('voucher_redemptions')
      .select(['code', 'at as redeemed'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    carts: await db
      .selectFrom('carts')
      .select([
        'plan_id as subscriptionId',
        'voucher_code as voucher',
        'attribution as cameFrom',
        'network_country as orderedFrom',
        'state',
        'created_at as begun',
        'updated_at as changed',
      ])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    withdrawalAcceptances: await db
      .selectFrom('withdrawal_acceptances')
      .select([
        'plan_id as subscriptionId',
        'wording_version as version',
        'wording',
        'language',
        'shown_total as totalPrice',
        'at',
      ])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    exitDeclarations: await db
      .selectFrom('termination_declarations')
      .select(['kind', 'manner', 'name', 'email', 'contract', 'reason', 'requested_end as wishedEnd', 'language'])
      .select([
        'received_at as received',
        'confirmed_at as confirmed',
        'applied_at as applied',
        'effective_at as effective',
        'outcome',
      ])
      .where(declarationsOf(accountId, addresses))
      .orderBy('id')
      .execute(),
    contractActs: await db
      .selectFrom('subscription_actions as c')
      .innerJoin('subscriptions as s', 's.id', 'c.subscription_id')
      .select(['c.kind', 'c.why as reason', 'c.at'])
      .where('s.account_id', '=', accountId)
      .orderBy('c.sequence')
      .execute(),
    marketDecisions: await db
      .selectFrom('market_decisions')
      .select(['country', 'decision', 'why as reason', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    priceNotices: await db
      .selectFrom('price_notices as n')
      .innerJoin('subscriptions as s', 's.id', 'n.subscription_id')
      .select(['s.plan_id as subscriptionId', 'n.old_price as oldPrice', 'n.new_price as newPrice'])
      .select(['n.effective_at as effective', 'n.notified_at as told', 'n.agreed_at as agreed', 'n.stopped_at as stopped'])
      .where('s.account_id', '=', accountId)
      .orderBy('n.id')
      .execute(),
    paymentPages: await db
      .selectFrom('setup_sessions')
      .select(['provider', 'purpose', 'state', 'created_at as opened'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
    walletApprovals: await db
      .selectFrom('wallet_approvals')
      .leftJoin('wallet_subscriptions', 'wallet_subscriptions.approval_id', 'wallet_approvals.id')
      .select(['plan_id as subscriptionId', 'reference as wallet', 'created_at as at', 'price as amount', 'currency', 'state'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
  }
}
