import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Locked } from '../charges/lock-attempts.ts'
import { soldText } from '../invoices/credit-text.ts'
import { creditedGross, draftCreditNote, issueInvoices } from '../invoices/invoices.ts'
import { type Posting, post, soldPostings } from '../ledger/ledger.ts'
import { takeBackUpgradeCredit } from '../subscriptions/upgrade-credit.ts'
import { dropRefund } from './refunds.ts'

type Attempt = Pick<
  Locked,
  'id' | 'amount' | 'provider' | 'invoice_id' | 'country' | 'account_id' | 'starts_at' | 'ends_at' | 'state'
>

/** Ledger data for money of an attempt that left the provider; amounts are minor units. */
type ReturnedMoney = {
  /** Credit note issued now; null: nothing was left to credit. */
  creditNoteId: number | null
  /** Our refunds that this money replaces. */
  replaced: { ids: string[]; sum: number }
  /** Cash, amounts no longer owed, revenue and tax; money that went back twice is under "losses". */
  postings: Posting[]
  /** Nothing of the payment is left to credit. */
  isWhole: boolean
}

/**
 * Credits money of an attempt that was returned without a refund of ours, as far as it is not credited yet, by a credit note with
 * its e-mail. If more was returned than was left to credit, gives up refunds not yet sent, then credit for an unpaid upgrade; the
 * remainder went back twice. The caller posts the ledger entry and records the reason. Needs the locks of the subscription and of
 * upgrades from it.
 */
export async function creditReturned(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  attempt: Attempt,
  { amount, disputeId }: { amount: number; disputeId: number | null },
): Promise<ReturnedMoney> {
  const now = ctx.now()
  const { id, invoice_id, provider, country } = attempt
  // A declined attempt was never sold and has no invoice to credit.
  const isSold = attempt.state !== 'declined'
  const leftNow = async () => (isSold ? Math.max(0, attempt.amount - (await creditedGross(trx, invoice_id))) : 0)
  const waiting = await waitingRefunds(trx, id)
  const uncovered = amount - (await leftNow()) - waiting.reduce((sum, each) => sum + each.amount, 0)
  if (isSold && uncovered > 0) await takeBackUpgradeCredit(trx, invoice_id, uncovered)
  const left = await leftNow()
  const credited = Math.min(amount, left)
  const replaced = await dropReplacedRefunds(trx, waiting, { most: amount - credited, at: now })
  const note = credited > 0 ? await credit(trx, attempt, { amount: credited, disputeId, at: now }) : null
  const postings: Posting[] = [
    { account: `cash:${provider}`, amount: -amount },
    { account: 'owed', amount: replaced.sum },
    { account: 'losses', amount: amount - credited - replaced.sum },
    ...(note ? soldPostings([{ ...note, country }]) : []),
  ]
  return { creditNoteId: note?.id ?? null, replaced, postings, isWhole: credited === left }
}

type Sold = Pick<Attempt, 'invoice_id' | 'account_id' | 'starts_at' | 'ends_at'>

/** Issues a credit note for a part of an invoice and enqueues its e-mail. */
async function credit(
  trx: Transaction<DB>,
  { invoice_id, account_id, starts_at, ends_at }: Sold,
  { amount, disputeId, at }: { amount: number; disputeId: number | null; at: Date },
) {
  const text = await soldText(trx, invoice_id, starts_at, ends_at)
  const note = await draftCreditNote(trx, { invoiceId: invoice_id, amount, text, at, takenBack: true })
  await issueInvoices(trx, 'credit-note', [note.id], at)
  if (disputeId !== null)
    await trx.insertInto('dispute_invoices').values({ invoice_id: note.id, dispute_id: disputeId }).execute()
  if (account_id !== null) await enqueue(trx, 'letter', { letter: 'credit-note', accountId: account_id, invoiceId: note.id })
  return note
}

/** Finds refunds of an attempt that are not sent yet, or have failed. */
function waitingRefunds(trx: Transaction<DB>, attemptId: string) {
  return trx
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['created', 'failed'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Gives up refunds not yet sent, up to a sum that has already gone back. */
async function dropReplacedRefunds(
  trx: Transaction<DB>,
  waiting: readonly { id: string; amount: number }[],
  { most, at }: { most: number; at: Date },
) {
  const ids: string[] = []
  let sum = 0
  for (const { id, amount } of waiting) {
    const covered = Math.min(amount, most - sum)
    if (covered <= 0) break
    ids.push(await dropRefund(trx, id, { covered, at }))
    sum += covered
  }
  return { ids, sum }
}

/**
 * Credits money that is in "losses" because nothing was left to credit when it was returned, as far as something is left now: an
 * upgrade that the credit was set against has failed, or another return of the money was reversed.
 * @param invoiceIds invoices whose corrections were given up or reversed
 */
export async function creditFromLosses(trx: Transaction<DB>, invoiceIds: readonly number[], at: Date): Promise<void> {
  if (invoiceIds.length === 0) return
  const { rows } = await sql<{
    id: string
    invoice_id: number
    currency: string
    country: string
    account_id: number | null
    starts_at: Date
    ends_at: Date
    amount: number
    losses: number
    dispute_id: number | null
  }>`select a.id, a.invoice_id, a.currency, i.country, i.account_id, p.starts_at, p.ends_at, a.amount,
      (select coalesce(sum(l.amount), 0)::int from ledger l where l.attempt_id = a.id and l.account = 'losses') as losses,
      (select d.id from disputes d where d.attempt_id = a.id and d.state = 'taken' order by d.id desc limit 1) as dispute_id
    from payment_attempts a join invoices i on i.id = a.invoice_id join periods p on p.id = i.period_id
    where a.invoice_id = any(${[...invoiceIds]}::bigint[]) and a.state = 'succeeded' order by a.id`.execute(trx)
  for (const row of rows) {
    const { id, invoice_id, currency, country, amount, losses, dispute_id: disputeId } = row
    const credited = Math.min(losses, amount - (await creditedGross(trx, invoice_id)))
    if (credited <= 0) continue
    const note = await credit(trx, row, { amount: credited, disputeId, at })
    const postings = [{ account: 'losses', amount: -credited }, ...soldPostings([{ ...note, country }])]
    await post(trx, [{ postings, currency, at, invoiceId: note.id, attemptId: id }])
  }
}
