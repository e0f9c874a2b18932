import type { Money } from '@kiosk/domain/money'
import { ACCEPTANCE_HOURS } from '@kiosk/domain/payments/limits'
import { HOUR_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { planOf } from '../plans/prices.ts'

/** Finds a subscription with its plan and payment method; undefined if there is none. */
export async function subscriptionById(db: Kysely<DB>, id: number) {
  const found = await db
    .selectFrom('subscriptions as s')
    .leftJoin('payment_methods as m', 'm.id', 's.payment_method_id')
    .selectAll('s')
    .select(['m.kind as method_kind', 'm.brand', 'm.masked', 'm.mandate_reference'])
    .select(
      sql<number>`(select count(*)::int from periods p where p.subscription_id = s.id and p.reduced and p.state = 'paid')`.as(
        'reduced_paid',
      ),
    )
    .where('s.id', '=', id)
    .executeTakeFirst()
  const plan = found && planOf(found.plan_id)
  if (!found || !plan) return undefined
  return { ...found, plan }
}

/** Returns the charge of the first thirty days of a subscription, and the credit set against it; minor units. */
export async function firstCharge(db: Kysely<DB>, subscription: number) {
  return db
    .selectFrom('periods as p')
    .innerJoin('invoices as i', 'i.period_id', 'p.id')
    .innerJoin('payment_attempts as a', 'a.invoice_id', 'i.id')
    .leftJoin('invoices as c', 'c.id', 'i.credit_note_id')
    .select(['i.gross', 'a.amount', 'a.debit_on', 'a.created_at'])
    .select(({ fn, val }) => fn.coalesce(sql<number>`-c.gross`, val(0)).as('credit'))
    .where('p.subscription_id', '=', subscription)
    .where('i.kind', '=', 'invoice')
    .orderBy('p.sequence')
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a subscription's debit that is ordered, but not known to be paid. */
export async function pendingDebit(db: Kysely<DB>, subscription: number) {
  return pendingDebits(db)
    .select(['a.amount', 'a.currency', 'a.debit_on', 'a.created_at'])
    .where('i.subscription_id', '=', subscription)
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the sums of an account's debits that are ordered, but not known to be paid, by currency. */
export async function pendingDebitsOf(db: Kysely<DB>, accountId: number): Promise<Money[]> {
  const sums = await pendingDebits(db)
    .select(['a.currency', sql<number>`sum(a.amount)::int`.as('minor')])
    .where('i.account_id', '=', accountId)
    .groupBy('a.currency')
    .orderBy('a.currency')
    .execute()
  return sums as Money[]
}

function pendingDebits(db: Kysely<DB>) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .innerJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .where('a.state', '=', 'processing')
    .where('m.kind', '=', 'DD')
}

/** Returns when a subscription was ordered: a purchase with a late result starts after its order (ADR-0140). */
export function orderedAt({ created_at, starts_at }: { created_at: Date; starts_at: Date }): Date {
  return created_at < starts_at ? created_at : starts_at
}

/** Finds the statement about the right of withdrawal that a buyer accepted with the order (ADR-0173); undefined = none. */
export function acceptanceOf(
  db: Kysely<DB>,
  accountId: number,
  { plan_id, ...subscription }: { plan_id: number; starts_at: Date; created_at: Date },
) {
  const ordered = orderedAt(subscription)
  return db
    .selectFrom('withdrawal_acceptances')
    .select(['wording', 'at', 'policy'])
    .where('account_id', '=', accountId)
    .where('plan_id', '=', plan_id)
    .where('at', '<=', ordered)
    .where('at', '>', new Date(ordered.getTime() - ACCEPTANCE_HOURS * HOUR_MS))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
