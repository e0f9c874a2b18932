import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { issueInvoices } from './invoices.ts'
import { paidPostings, post } from './ledger.ts'
import { refundRest } from './refunds.ts'
import type { Locked } from './settle-attempts.ts'

type Paid = { attempt: Locked; reference: string }

/**
 * Books attempts that succeeded, or debits that are under way: both entitle at once. Invoices get their numbers, periods
 * are paid, contracts run until their periods end, a contract that was upgraded ends.
 */
export async function bookPaid(
  trx: Transaction<DB>,
  house: House,
  paid: readonly Paid[],
  state: 'succeeded' | 'processing',
): Promise<void> {
  if (paid.length === 0) return
  const now = house.now()
  const attempts = paid.map(({ attempt }) => attempt)
  const ids = attempts.map(({ id }) => id)
  await sql`update payment_attempts set state = ${state}, action = null, settled_at = ${state === 'succeeded' ? now : null},
      provider_reference = given.reference
    from unnest(${ids}::uuid[], ${paid.map(({ reference }) => reference)}::text[]) as given (id, reference)
    where payment_attempts.id = given.id`.execute(trx)
  const first = attempts.filter(({ issued_at }) => issued_at === null)
  await issueInvoices(
    trx,
    'invoice',
    first.map(({ invoice_id }) => invoice_id),
    now,
  )
  const credits = first.flatMap(({ credit_note_id }) => credit_note_id ?? [])
  await issueInvoices(trx, 'credit-note', credits, now)
  await sql`update periods set state = ${state === 'succeeded' ? 'paid' : 'open'}
    where id = any(${attempts.map(({ period_id }) => period_id)}::bigint[])`.execute(trx)
  const begun = attempts.filter(({ sequence }) => sequence === 1)
  await endUpgraded(trx, begun, now)
  // A reduced charge is used up once, when the money came: a debit counts at its end.
  await sql`update subscriptions set state = 'active', ends_at = periods.ends_at,
      next_charge_at = case when auto_renew and ${state === 'succeeded'} then periods.ends_at end,
      reduced_left = reduced_left - case when periods.reduced and ${state === 'succeeded'} then 1 else 0 end
    from periods where periods.subscription = subscriptions.id
      and periods.id = any(${attempts.map(({ period_id }) => period_id)}::bigint[])
      and subscriptions.state <> 'ended'`.execute(trx)
  if (begun.length > 0) {
    await trx
      .updateTable('carts')
      .set({ state: 'bought', updated_at: now })
      .where(
        'attempt_id',
        'in',
        begun.map(({ id }) => id),
      )
      .execute()
  }
  if (state === 'processing') return
  const notes = await creditNotes(trx, attempts)
  await post(
    trx,
    attempts.map(({ id, invoice_id, provider, currency, net, tax, country, credit_note_id }) => {
      const credit = credit_note_id === null ? undefined : notes.get(credit_note_id)
      const sold = [{ net, tax, country }, ...(credit ? [credit] : [])]
      return { postings: paidPostings(provider, sold), currency, at: now, invoiceId: invoice_id, attemptId: id }
    }),
  )
  for (const attempt of attempts) {
    const credit = attempt.credit_note_id === null ? undefined : notes.get(attempt.credit_note_id)
    if (credit && attempt.gross + credit.net + credit.tax < 0) await refundRest(trx, house, attempt, credit)
  }
}

/** The contract that an upgrade takes the place of. */
async function endUpgraded(trx: Transaction<DB>, begun: readonly Locked[], now: Date): Promise<void> {
  const ended = begun.flatMap(({ upgrade_from }) => upgrade_from ?? [])
  if (ended.length === 0) return
  await trx
    .updateTable('subscriptions')
    .set({ state: 'ended', ends_at: now, next_charge_at: null, auto_renew: false })
    .where('id', 'in', ended)
    .where('state', '<>', 'ended')
    .execute()
}

async function creditNotes(trx: Transaction<DB>, attempts: readonly Locked[]) {
  const ids = attempts.flatMap(({ credit_note_id }) => credit_note_id ?? [])
  if (ids.length === 0) return new Map<number, { net: number; tax: number; country: string; corrects: number | null }>()
  const found = await trx
    .selectFrom('invoices')
    .select(['id', 'net', 'tax', 'country', 'corrects'])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, ...rest }) => [id, rest]))
}
