import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { creditedGross, draftCreditNote, issueInvoices } from './invoices.ts'
import { type Posting, post, soldPostings } from './ledger.ts'
import type { Locked } from './lock-attempts.ts'
import { lockSubscriptionOfAttempt } from './locks.ts'
import { cardProvider, severalAtOnce } from './send-attempts.ts'

/** Money that came for an attempt which had been given up is owed back, and goes back. */
export async function refundStray(trx: Transaction<DB>, house: House, attempt: Locked, reference: string): Promise<void> {
  const known = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attempt.id).executeTakeFirst()
  const { amount, currency, provider } = attempt
  if (known || amount === 0) return
  await trx.updateTable('payment_attempts').set({ provider_reference: reference }).where('id', '=', attempt.id).execute()
  const postings = [
    { account: `cash:${provider}`, amount },
    { account: 'owed', amount: -amount },
  ]
  await post(trx, [{ postings, currency, at: house.now(), attemptId: attempt.id }])
  await addRefund(trx, { attemptId: attempt.id, amount, reason: 'stray', creditNoteId: null, at: house.now() })
  const { account_id: accountId, id: attemptId } = attempt
  if (accountId !== null) await addJob(trx, 'letter', { letter: 'late-payment-returned', accountId, attemptId })
}

/** An upgrade whose credit is more than its first price: the rest, owed since, goes back to where the old period was paid from. */
export async function refundRest(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  credit: { net: number; tax: number; corrects: number | null },
): Promise<void> {
  const old = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('invoice_id', '=', credit.corrects)
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  const amount = -(attempt.gross + credit.net + credit.tax)
  const given = { attemptId: old.id, amount, reason: 'upgrade', creditNoteId: attempt.credit_note_id, at: house.now() }
  await addRefund(trx, given)
}

/** What was credited of an invoice, or is about to be, less what a dispute that was won took back: minor units. */
export async function creditedOf(db: Kysely<DB>, invoiceId: number): Promise<number> {
  return creditedGross(db, invoiceId)
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
  // What else is credited of it, for an upgrade or by somebody else, comes before or after.
  await lockSubscriptionOfAttempt(trx, attemptId)
  const attempt = await trx
    .selectFrom('payment_attempts as p')
    .selectAll('p')
    .where('p.id', '=', attemptId)
    .forNoKeyUpdate('p')
    .executeTakeFirst()
  if (!attempt) throw new Refusal('not_found', 'attempt')
  const left = attempt.amount - (await creditedOf(trx, attempt.invoice_id))
  if (attempt.state !== 'succeeded' || !Number.isInteger(amount) || amount <= 0 || amount > left)
    throw new Refusal('wrong_input', 'amount')
  const at = house.now()
  const note = await draftCreditNote(trx, { invoiceId: attempt.invoice_id, amount, text: given.text, at })
  await issueInvoices(trx, 'credit-note', [note.id], at)
  const { country, account_id } = await trx
    .selectFrom('invoices')
    .select(['country', 'account_id'])
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  if (account_id !== null) await addJob(trx, 'letter', { letter: 'credit-note', accountId: account_id, invoiceId: note.id })
  const postings = [{ account: 'owed', amount: -amount }, ...soldPostings([{ ...note, country }])]
  await post(trx, [{ postings, currency: attempt.currency, at, invoiceId: note.id, attemptId }])
  return addRefund(trx, { attemptId, amount, reason, creditNoteId: note.id, at })
}

/**
 * A refund that the provider could not carry out is sent anew, under an id of its own; what is owed stays owed once.
 * @throws Refusal not_found where it has not failed
 */
export async function refundAgain(trx: Transaction<DB>, house: House, id: string): Promise<string> {
  await lockSubscriptionOfRefund(trx, id)
  const failed = await trx
    .updateTable('refunds')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returningAll()
    .executeTakeFirst()
  if (!failed) throw new Refusal('not_found', 'refund')
  const { attempt_id, amount, reason, credit_note_id } = failed
  return addRefund(trx, { attemptId: attempt_id, amount, reason, creditNoteId: credit_note_id, at: house.now() })
}

async function lockSubscriptionOfRefund(trx: Transaction<DB>, id: string): Promise<void> {
  const refund = await trx.selectFrom('refunds').select('attempt_id').where('id', '=', id).executeTakeFirst()
  if (refund) await lockSubscriptionOfAttempt(trx, refund.attempt_id)
}

/** A refund to be sent by `sendRefunds`. */
export async function addRefund(
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

/** A refund that was sent so long ago and has no answer is sent again, under the same id; one that takes days is asked about daily. */
const PATIENCE = 60_000
const ASKED_EVERY = 24 * 3_600_000

/** Sends refunds that wait, and those whose sender died; a provider gives one id back once. */
export async function sendRefunds(house: House, batch = 100): Promise<number> {
  const { db, now } = house
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  let sent = 0
  for (;;) {
    const { rows } = await sql<{ id: string; amount: number; currency: string; provider: string; reference: string }>`
      update refunds set state = 'sent', sent_at = ${now()} from payment_attempts a
      where a.id = refunds.attempt_id and refunds.id in (
        select id from refunds where state = 'created' or (state in ('sent', 'unknown')
          and sent_at < case when provider_reference is null then ${before(PATIENCE)}::timestamptz else ${before(ASKED_EVERY)}::timestamptz end)
        order by created_at limit ${batch} for update skip locked)
      returning refunds.id, refunds.amount, a.currency, a.provider, a.provider_reference as reference`.execute(db)
    await severalAtOnce(rows, (each) => sendRefund(house, each))
    sent += rows.length
    if (rows.length < batch) return sent
  }
}

async function sendRefund(
  house: House,
  {
    id,
    amount,
    currency,
    provider: name,
    reference,
  }: { id: string; amount: number; currency: string; provider: string; reference: string },
): Promise<void> {
  const { wallet } = house.payments
  const money = { minor: amount, currency: currency as 'EUR' | 'CHF' }
  const asked =
    cardProvider(house, name)?.refund({ refundId: id, attemptReference: reference, money }) ??
    (wallet?.name === name ? wallet.refund(reference, id, money) : undefined)
  if (!asked) {
    house.log.error({ refund: id, provider: name }, 'a refund waits for a provider that is not set up')
    return
  }
  const { state, reference: ofRefund } = await asked.catch((error: unknown) => {
    house.log.error({ err: error, refund: id }, 'a refund broke off')
    return { state: 'unknown' as const, reference: null }
  })
  if (state === 'succeeded' || state === 'failed') return settleRefund(house, id, state, ofRefund)
  await house.db
    .updateTable('refunds')
    .set({ state: state === 'unknown' ? 'unknown' : 'sent', ...(ofRefund && { provider_reference: ofRefund }) })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'unknown'])
    .execute()
}

/** Books the end of a refund once, whoever heard of it; one that succeeded may fail yet, when a bank sends it back. */
export async function settleRefund(
  house: House,
  id: string,
  state: 'succeeded' | 'failed',
  reference: string | null,
): Promise<void> {
  await transact(house, (trx) => settleRefundIn(trx, house, id, state, reference))
}

export async function settleRefundIn(
  trx: Transaction<DB>,
  house: House,
  id: string,
  state: 'succeeded' | 'failed',
  reference: string | null,
): Promise<void> {
  // A return of the money that the refund gives back comes before or after.
  await lockSubscriptionOfRefund(trx, id)
  const before = await trx
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.state', 'refunds.amount', 'currency', 'provider', 'attempt_id'])
    .where('refunds.id', '=', id)
    .forNoKeyUpdate('refunds')
    .executeTakeFirst()
  if (!before || before.state === state || before.state === 'failed' || before.state === 'dropped') return
  const { amount, currency, provider, attempt_id } = before
  // As much went back twice, by a dispute or a refund of somebody else: then a refund that fails is owed to nobody.
  const covered = state === 'failed' ? Math.min(amount, await lossesOf(trx, attempt_id)) : 0
  await trx
    .updateTable('refunds')
    .set({ state, settled_at: house.now(), ...(reference && { provider_reference: reference }) })
    .where('id', '=', id)
    .execute()
  const [cash, owed] = [`cash:${provider}`, 'owed']
  const postings: Posting[] = []
  if (state === 'succeeded') postings.push({ account: owed, amount }, { account: cash, amount: -amount })
  else if (before.state === 'succeeded') postings.push({ account: cash, amount }, { account: owed, amount: -amount })
  if (covered > 0) {
    postings.push({ account: owed, amount: covered }, { account: 'losses', amount: -covered })
    await dropRefund(trx, id, { covered, at: house.now(), disputeId: await lastDisputeOf(trx, attempt_id) })
  }
  await post(trx, [{ postings, currency, at: house.now(), attemptId: attempt_id, refundId: id }])
}

/**
 * Gives up a refund that nobody carries out any more, as far as its money has gone back in another way; the rest waits on as
 * a refund of its own.
 * @param given `covered`: what has gone back, at most all of it
 * @returns id of the refund that stands for what has gone back
 */
export async function dropRefund(
  trx: Transaction<DB>,
  id: string,
  { covered, at, disputeId = null }: { covered: number; at: Date; disputeId?: number | null },
): Promise<string> {
  const { amount, state, ...of } = await trx
    .selectFrom('refunds')
    .select(['amount', 'state', 'attempt_id', 'reason', 'credit_note_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isWhole = covered === amount
  const dropped = { state: 'dropped', settled_at: at }
  await trx
    .updateTable('refunds')
    .set({ ...dropped, ...(isWhole && { dispute_id: disputeId }) })
    .where('id', '=', id)
    .execute()
  if (isWhole) return id
  const part = { ...of, ...dropped, id: randomUUID(), amount: covered, dispute_id: disputeId }
  const rest = { ...of, state, settled_at: null, id: randomUUID(), amount: amount - covered, dispute_id: null }
  await trx.insertInto('refunds').values([part, rest]).execute()
  return part.id
}

/** What of an attempt's money went back twice: minor units. */
async function lossesOf(trx: Transaction<DB>, attemptId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger
    where attempt_id = ${attemptId} and account = 'losses'`.execute(trx)
  return rows[0]!.sum
}

async function lastDisputeOf(trx: Transaction<DB>, attemptId: string): Promise<number | null> {
  const found = await trx
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'taken')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}
