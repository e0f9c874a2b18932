import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Accounts } from '../database/schema.ts'
import { declarationsOf, ownAddresses } from './own-addresses.ts'

/** What is held of somebody as a buyer. Amounts are minor units of their currency; numbers of cards are never ours. */
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
      // Where the buyer was, by what showed it: { network: 'AT' }.
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
        'subscription_id as subscriptionId',
        'voucher_code as voucher',
        'came_from as cameFrom',
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
      .select(['subscription_id as subscriptionId', 'wording_version as version', 'wording', 'language', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    exitDeclarations: await db
      .selectFrom('exit_declarations')
      .select(['kind', 'manner', 'name', 'email', 'contract', 'reason', 'wished_end as wishedEnd', 'language'])
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
      .selectFrom('contract_acts as c')
      .innerJoin('subscriptions as s', 's.id', 'c.contract')
      .select(['c.kind', 'c.why as reason', 'c.at'])
      .where('s.account_id', '=', accountId)
      .orderBy('c.sequence')
      .execute(),
    priceNotices: await db
      .selectFrom('price_notices as n')
      .innerJoin('subscriptions as s', 's.id', 'n.contract_id')
      .select(['s.subscription_id as subscriptionId', 'n.old_price as oldPrice', 'n.new_price as newPrice'])
      .select(['n.effective_at as effective', 'n.told_at as told', 'n.agreed_at as agreed', 'n.stopped_at as stopped'])
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
