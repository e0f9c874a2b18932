import { ACCEPTANCE_HOLDS } from '@kiosk/domain/payments/terms'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { tariffOf } from './prices.ts'

const HOUR = 3_600_000

/** A contract with its tariff and how it is paid; undefined where there is none. */
export async function contractById(db: Kysely<DB>, id: number) {
  const found = await db
    .selectFrom('subscriptions as s')
    .leftJoin('payment_methods as m', 'm.id', 's.payment_method_id')
    .selectAll('s')
    .select(['m.kind as method_kind', 'm.brand', 'm.masked', 'm.mandate_reference'])
    .select(
      sql<number>`(select count(*)::int from periods p where p.subscription = s.id and p.reduced and p.state = 'paid')`.as(
        'reduced_paid',
      ),
    )
    .where('s.id', '=', id)
    .executeTakeFirst()
  const tariff = found && tariffOf(found.subscription_id)
  if (!found || !tariff) return undefined
  return { ...found, tariff }
}

/** What is, or was, to be taken for the first thirty days of a contract, and the credit that was set against them; minor units. */
export async function firstCharge(db: Kysely<DB>, contract: number) {
  return db
    .selectFrom('periods as p')
    .innerJoin('invoices as i', 'i.period_id', 'p.id')
    .innerJoin('payment_attempts as a', 'a.invoice_id', 'i.id')
    .leftJoin('invoices as c', 'c.id', 'i.credit_note_id')
    .select(['i.gross', 'a.amount', 'a.debit_on', 'a.created_at'])
    .select(({ fn, val }) => fn.coalesce(sql<number>`-c.gross`, val(0)).as('credit'))
    .where('p.subscription', '=', contract)
    .where('i.kind', '=', 'invoice')
    .orderBy('p.sequence')
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function lastPaidPeriod(db: Kysely<DB>, contract: number) {
  return db
    .selectFrom('periods')
    .select(['starts_at', 'ends_at'])
    .where('subscription', '=', contract)
    .where('state', '=', 'paid')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What a buyer accepted about the right of withdrawal before a contract was made (decision 20); undefined = nothing. */
export function acceptanceOf(
  db: Kysely<DB>,
  accountId: number,
  { subscription_id, starts_at }: { subscription_id: number; starts_at: Date },
) {
  return db
    .selectFrom('withdrawal_acceptances')
    .select(['wording', 'at', 'policy'])
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', subscription_id)
    .where('at', '<=', starts_at)
    .where('at', '>', new Date(starts_at.getTime() - ACCEPTANCE_HOLDS * HOUR))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
