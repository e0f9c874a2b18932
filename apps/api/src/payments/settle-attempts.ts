import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { bookDecline } from './book-decline.ts'
import { bookPaid } from './book-paid.ts'
import { bookReturned } from './book-returned.ts'
import { refundStray } from './refunds.ts'

export type Settled = { attemptId: string; outcome: Outcome }

/** An attempt with what hangs on it, locked. */
export type Locked = Awaited<ReturnType<typeof lockAttempts>>[number]

export const OPEN = ['created', 'sent', 'processing', 'action', 'unknown']

/**
 * Books what became of attempts, whoever heard it: the call itself, a webhook, a question asked later; in any order and any
 * number of times. An attempt ends once.
 */
export async function settleAttempts(house: House, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  await house.db.transaction().execute((trx) => settleIn(trx, house, settled))
}

export async function settleIn(trx: Transaction<DB>, house: House, settled: readonly Settled[]): Promise<void> {
  const outcomes = new Map(settled.map(({ attemptId, outcome }) => [attemptId, outcome]))
  const attempts = await lockAttempts(trx, [...outcomes.keys()])
  const paid: { attempt: Locked; reference: string }[] = []
  for (const attempt of attempts) {
    const outcome = outcomes.get(attempt.id)!
    const open = OPEN.includes(attempt.state)
    if (outcome.state === 'succeeded') {
      if (open) paid.push({ attempt, reference: outcome.reference })
      else if (attempt.state === 'declined') await refundStray(trx, house, attempt, outcome.reference)
    } else if (outcome.state === 'returned') {
      if (attempt.state === 'succeeded') await bookReturned(trx, house, attempt, outcome)
      else if (open) await bookDecline(trx, house, attempt, { ...outcome, state: 'declined', retryable: false })
    } else if (!open) continue
    else if (outcome.state === 'declined') await bookDecline(trx, house, attempt, outcome)
    else if (outcome.state === 'processing') await bookPaid(trx, house, [{ attempt, reference: outcome.reference }], 'processing')
    else await wait(trx, attempt, outcome)
  }
  await bookPaid(trx, house, paid, 'succeeded')
}

/** A challenge waits for the customer, an unknown charge for an answer. */
async function wait(
  trx: Transaction<DB>,
  attempt: Locked,
  outcome: Extract<Outcome, { state: 'action' | 'unknown' }>,
): Promise<void> {
  const action = outcome.state === 'action' ? JSON.stringify({ url: outcome.url, params: outcome.params }) : null
  await trx
    .updateTable('payment_attempts')
    .set({ state: outcome.state, action, ...(outcome.state === 'action' && { provider_reference: outcome.reference }) })
    .where('id', '=', attempt.id)
    .execute()
}

/** Locks contracts first, always in the same order, then their attempts. */
async function lockAttempts(trx: Transaction<DB>, ids: string[]) {
  await sql`select s.id from subscriptions s where s.id in (
    select i.subscription from payment_attempts a join invoices i on i.id = a.invoice_id where a.id = any(${ids}::uuid[])
  ) order by s.id for update`.execute(trx)
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'periods.subscription')
    .select([
      'payment_attempts.id',
      'payment_attempts.state',
      'payment_attempts.provider',
      'payment_attempts.provider_reference',
      'payment_attempts.amount',
      'payment_attempts.currency',
      'invoices.id as invoice_id',
      'invoices.net',
      'invoices.tax',
      'invoices.gross',
      'invoices.country',
      'invoices.issued_at',
      'invoices.credit_note_id',
      'periods.id as period_id',
      'periods.sequence',
      'periods.starts_at',
      'periods.ends_at',
      'periods.reduced',
      'periods.state as period_state',
      'subscriptions.id as subscription',
      'subscriptions.account_id',
      'subscriptions.subscription_id as tariff',
      'subscriptions.state as subscription_state',
      'subscriptions.auto_renew',
      'subscriptions.upgrade_from',
    ])
    .where('payment_attempts.id', 'in', ids)
    .orderBy('subscriptions.id')
    .forUpdate('payment_attempts')
    .execute()
}
