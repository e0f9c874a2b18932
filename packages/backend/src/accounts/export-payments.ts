import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** Returns payment methods and payments of a reader. Amounts are in minor units of their currency; card numbers are never stored. */
export async function paymentsOf(db: Database, accountId: number) {
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
