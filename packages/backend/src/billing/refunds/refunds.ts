import { randomUUID } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Locked } from '../charges/lock-attempts.ts'
import { creditedGross, draftCreditNote, issueInvoices } from '../invoices/invoices.ts'
import { post, soldPostings } from '../ledger/ledger.ts'
import { lockSubscriptionOfAttempt } from '../locks.ts'

/** Refunds money that arrived for an attempt that had been given up. */
export async function refundOrphaned(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  attempt: Locked,
  reference: string,
): Promise<void> {
  const known = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attempt.id).executeTakeFirst()
  const { amount, currency, provider } = attempt
  if (known || amount === 0) return
  await trx.updateTable('payment_attempts').set({ provider_reference: reference }).where('id', '=', attempt.id).execute()
  const postings = [
    { account: `cash:${provider}`, amount },
    { account: 'owed', amount: -amount },
  ]
  await post(trx, [{ postings, currency, at: ctx.now(), attemptId: attempt.id }])
  await addRefund(trx, { attemptId: attempt.id, amount, reason: 'stray', creditNoteId: null, at: ctx.now() })
  const { account_id: accountId, id: attemptId } = attempt
  if (accountId !== null) await enqueue(trx, 'letter', { letter: 'late-payment-returned', accountId, attemptId })
}

/** Refunds the part of an upgrade credit above the first price to the payment of the old period. */
export async function refundProration(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
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
  const options = { attemptId: old.id, amount, reason: 'upgrade', creditNoteId: attempt.credit_note_id, at: ctx.now() }
  await addRefund(trx, options)
}

/**
 * Refunds a payment in part or in full, with a credit note; `sendRefunds` sends it to the provider. @returns id of the refund
 * @param options `left`: what could be refunded when the person looked; omitted = any
 * @throws ApiError wrong_input if more would be refunded than was paid; changed_meanwhile if `left` is no longer right
 */
export async function refund(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  options: { attemptId: string; amount: number; reason: string; text: string; left?: number | undefined },
): Promise<string> {
  const { attemptId, amount, reason, text } = options
  // The lock serialises this with credits for an upgrade and other refunds.
  await lockSubscriptionOfAttempt(trx, attemptId)
  const attempt = await trx
    .selectFrom('payment_attempts as p')
    .selectAll('p')
    .where('p.id', '=', attemptId)
    .forNoKeyUpdate('p')
    .executeTakeFirst()
  if (!attempt) throw new ApiError('not_found', 'attempt')
  const left = attempt.amount - (await creditedGross(trx, attempt.invoice_id))
  if (options.left !== undefined && options.left !== left) throw new ApiError('changed_meanwhile')
  if (attempt.state !== 'succeeded' || !Number.isInteger(amount) || amount <= 0 || amount > left)
    throw new ApiError('wrong_input', 'amount')
  const [id] = await creditAndRefund(trx, ctx, attempt, { parts: [{ attemptId, amount }], reason, text })
  return id!
}

/**
 * Credits a part of a paid invoice with one credit note and refunds it. The subscription is locked.
 * @param options `parts`: what goes back to which payment; together, what is credited
 * @returns ids of the refunds
 */
export async function creditAndRefund(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  paid: { id: string; invoice_id: number; currency: string },
  { parts, reason, text }: { parts: readonly { attemptId: string; amount: number }[]; reason: string; text: string },
): Promise<string[]> {
  const at = ctx.now()
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  const note = await draftCreditNote(trx, { invoiceId: paid.invoice_id, amount, text, at })
  await issueInvoices(trx, 'credit-note', [note.id], at)
  const { country, account_id } = await trx
    .selectFrom('invoices')
    .select(['country', 'account_id'])
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  if (account_id !== null) await enqueue(trx, 'letter', { letter: 'credit-note', accountId: account_id, invoiceId: note.id })
  const postings = [{ account: 'owed', amount: -amount }, ...soldPostings([{ ...note, country }])]
  await post(trx, [{ postings, currency: paid.currency, at, invoiceId: note.id, attemptId: paid.id }])
  const ids: string[] = []
  for (const part of parts) ids.push(await addRefund(trx, { ...part, reason, creditNoteId: note.id, at }))
  return ids
}

/**
 * Replaces a failed refund with one that has a new id, to be sent by `sendRefunds`; the amount is still owed once.
 * @returns id of the new refund
 * @throws ApiError not_found if it has not failed
 */
export async function refundAgain(trx: Transaction<DB>, ctx: Pick<AppContext, 'now' | 'actor'>, id: string): Promise<string> {
  await lockSubscriptionOfRefund(trx, id)
  const failed = await trx
    .updateTable('refunds')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returningAll()
    .executeTakeFirst()
  if (!failed) throw new ApiError('not_found', 'refund')
  const { attempt_id, amount, reason, credit_note_id } = failed
  const repeated = await addRefund(trx, { attemptId: attempt_id, amount, reason, creditNoteId: credit_note_id, at: ctx.now() })
  await recordAudit(trx, ctx.actor, ctx.now(), {
    action: 'refund.repeated',
    subject: { kind: 'payment', id: attempt_id, name: attempt_id },
    before: { refund: id },
    after: { refund: repeated, amount },
    reason,
  })
  return repeated
}

/** Locks the subscription whose payment a refund returns, if the refund exists. */
export async function lockSubscriptionOfRefund(trx: Transaction<DB>, id: string): Promise<void> {
  const refund = await trx.selectFrom('refunds').select('attempt_id').where('id', '=', id).executeTakeFirst()
  if (refund) await lockSubscriptionOfAttempt(trx, refund.attempt_id)
}

/** Adds a refund to be sent by `sendRefunds`; returns its id. */
export async function addRefund(
  trx: Transaction<DB>,
  options: { attemptId: string; amount: number; reason: string; creditNoteId: number | null; at: Date },
): Promise<string> {
  const id = randomUUID()
  const { attemptId, amount, reason, creditNoteId, at } = options
  await trx
    .insertInto('refunds')
    .values({ id, attempt_id: attemptId, amount, reason, credit_note_id: creditNoteId, created_at: at })
    .execute()
  return id
}

/**
 * Gives up a refund as far as its money went back in another way; the remainder becomes a separate refund.
 * @param part `covered`: amount that has gone back, at most the whole refund
 * @returns id of the refund for the part that has gone back
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
