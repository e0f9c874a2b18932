import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { draftCreditNote, issueInvoices } from './invoices.ts'
import { post, soldPostings } from './ledger.ts'
import { cardProvider } from './send-attempts.ts'
import type { Locked } from './settle-attempts.ts'

/** Money that came for an attempt which had been given up is owed back, and goes back. */
export async function refundStray(trx: Transaction<DB>, house: House, attempt: Locked, reference: string): Promise<void> {
  const known = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attempt.id).executeTakeFirst()
  if (known) return
  const { amount, currency, provider } = attempt
  if (amount === 0) return
  await trx.updateTable('payment_attempts').set({ provider_reference: reference }).where('id', '=', attempt.id).execute()
  await post(trx, [
    {
      postings: [
        { account: `cash:${provider}`, amount },
        { account: 'owed', amount: -amount },
      ],
      currency,
      at: house.now(),
      attemptId: attempt.id,
    },
  ])
  await addRefund(trx, { attemptId: attempt.id, amount, reason: 'stray', creditNoteId: null, at: house.now() })
}

/** An upgrade whose credit is more than its first price: the rest goes back to where the old period was paid from. */
export async function refundRest(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  credit: { net: number; tax: number; corrects: number | null },
): Promise<void> {
  const rest = -(attempt.gross + credit.net + credit.tax)
  const old = await trx
    .selectFrom('payment_attempts')
    .select(['id', 'provider'])
    .where('invoice_id', '=', credit.corrects)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  // The new contract's entry took the rest out of the cash of its own provider; it is owed until it has gone back.
  await post(trx, [
    {
      postings: [
        { account: `cash:${attempt.provider}`, amount: rest },
        { account: 'owed', amount: -rest },
      ],
      currency: attempt.currency,
      at: house.now(),
      attemptId: old.id,
    },
  ])
  await addRefund(trx, {
    attemptId: old.id,
    amount: rest,
    reason: 'upgrade',
    creditNoteId: attempt.credit_note_id,
    at: house.now(),
  })
}

/**
 * Gives back a part of what an attempt paid, or all of it, with a credit note; it goes to the provider by `sendRefunds`.
 * @throws Refusal wrong_input where more would be given back than was paid
 */
export async function refund(
  trx: Transaction<DB>,
  house: House,
  given: { attemptId: string; amount: number; reason: string; text: string },
): Promise<string> {
  const { attemptId, amount, reason } = given
  const attempt = await trx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from refunds
    where attempt_id = ${attemptId} and state <> 'failed'`.execute(trx)
  if (attempt.state !== 'succeeded' || amount <= 0 || amount > attempt.amount - rows[0]!.sum)
    throw new Refusal('wrong_input', 'amount')
  const at = house.now()
  const note = await draftCreditNote(trx, { invoiceId: attempt.invoice_id, amount, text: given.text, at })
  await issueInvoices(trx, 'credit-note', [note.id], at)
  const sold = await trx
    .selectFrom('invoices')
    .select(['net', 'tax', 'country'])
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  await post(trx, [
    {
      postings: [{ account: 'owed', amount: -amount }, ...soldPostings([sold])],
      currency: attempt.currency,
      at,
      invoiceId: note.id,
      attemptId,
    },
  ])
  return addRefund(trx, { attemptId, amount, reason, creditNoteId: note.id, at })
}

async function addRefund(
  trx: Transaction<DB>,
  given: { attemptId: string; amount: number; reason: string; creditNoteId: number | null; at: Date },
): Promise<string> {
  const id = randomUUID()
  const { attemptId, amount, reason, creditNoteId, at } = given
  await trx
    .insertInto('refunds')
    .values({ id, attempt_id: attemptId, amount, reason, credit_note_id: creditNoteId, created_at: at })
    .execute()
  return id
}

/** A refund that was claimed so long ago and has no answer is sent again, under the same id. Milliseconds. */
const PATIENCE = 60_000

/** Sends refunds that wait, and those whose sender died; a provider gives one id back once. */
export async function sendRefunds(house: House, most = 100): Promise<number> {
  const { db, now } = house
  const { rows } = await sql<{ id: string; amount: number; currency: string; provider: string; reference: string }>`
    update refunds set state = 'sent', created_at = ${now()} from payment_attempts a
    where a.id = refunds.attempt_id and refunds.id in (
      select id from refunds where state = 'created'
        or (state in ('sent', 'unknown') and created_at < ${new Date(now().getTime() - PATIENCE)})
      order by created_at limit ${most} for update skip locked)
    returning refunds.id, refunds.amount, a.currency, a.provider, a.provider_reference as reference`.execute(db)
  for (const { id, amount, currency, provider: name, reference } of rows) {
    const provider = cardProvider(house, name)
    if (!provider) continue
    const answer = await provider
      .refund({ refundId: id, attemptReference: reference, money: { minor: amount, currency: currency as 'EUR' } })
      .catch((error: unknown) => {
        house.log.error({ err: error, refund: id }, 'a refund broke off')
        return { state: 'unknown' as const, reference: null }
      })
    if (answer.state === 'unknown') await db.updateTable('refunds').set({ state: 'unknown' }).where('id', '=', id).execute()
    else if (answer.state !== 'processing') await settleRefund(house, id, answer.state, answer.reference)
  }
  return rows.length
}

/** Books the end of a refund once, whoever heard of it. */
export async function settleRefund(
  house: House,
  id: string,
  state: 'succeeded' | 'failed',
  reference: string | null,
): Promise<void> {
  await house.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('refunds')
      .from('payment_attempts')
      .set({ state, settled_at: house.now(), ...(reference && { provider_reference: reference }) })
      .whereRef('payment_attempts.id', '=', 'refunds.attempt_id')
      .where('refunds.id', '=', id)
      .where('refunds.state', 'in', ['created', 'sent', 'unknown'])
      .returning([
        'refunds.amount',
        'payment_attempts.currency',
        'payment_attempts.provider',
        'payment_attempts.id as attempt_id',
      ])
      .executeTakeFirst()
    if (!ended || state === 'failed') return
    const { amount, currency, provider, attempt_id } = ended
    await post(trx, [
      {
        postings: [
          { account: 'owed', amount },
          { account: `cash:${provider}`, amount: -amount },
        ],
        currency,
        at: house.now(),
        attemptId: attempt_id,
        refundId: id,
      },
    ])
  })
}
