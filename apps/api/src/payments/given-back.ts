import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { draftCreditNote, issueInvoices } from './invoices.ts'
import { type Posting, post, soldPostings } from './ledger.ts'
import type { Locked } from './lock-attempts.ts'
import { creditedOf, dropRefund } from './refunds.ts'
import { restText } from './rest-text.ts'

type Attempt = Pick<
  Locked,
  'id' | 'amount' | 'provider' | 'invoice_id' | 'country' | 'account_id' | 'starts_at' | 'ends_at' | 'state'
>

/** What is to be booked for money of an attempt that left the provider; amounts are minor units. */
export type GivenBack = {
  /** What was credited for it now; null: nothing was left to credit. */
  creditNoteId: number | null
  /** Refunds of ours that this money takes the place of. */
  replaced: { ids: string[]; sum: number }
  /** The cash, what is owed no more, revenue and tax, and what went back twice under "losses". */
  postings: Posting[]
  /** Nothing of the money that was paid is kept. */
  isWhole: boolean
}

/**
 * Credits what money of an attempt that went back without us was for, as far as it is not credited yet: a credit note with
 * its e-mail. Where more went back than was left to credit, refunds that were never carried out are given up, and the rest
 * went back twice. The caller posts the entry and writes down what the money was. Under the lock of the subscription.
 */
export async function creditGivenBack(
  trx: Transaction<DB>,
  house: House,
  attempt: Attempt,
  { amount, disputeId }: { amount: number; disputeId: number | null },
): Promise<GivenBack> {
  const now = house.now()
  const { id, invoice_id, provider, country } = attempt
  // What was never sold has no invoice to credit.
  const isSold = attempt.state !== 'declined'
  const left = isSold ? Math.max(0, attempt.amount - (await creditedOf(trx, invoice_id))) : 0
  const credited = Math.min(amount, left)
  const replaced = await dropReplacedRefunds(trx, id, { most: amount - credited, at: now })
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

/** A part of an invoice as an issued credit note, its e-mail under way. */
async function credit(
  trx: Transaction<DB>,
  { invoice_id, account_id, starts_at, ends_at }: Sold,
  { amount, disputeId, at }: { amount: number; disputeId: number | null; at: Date },
) {
  const text = await restText(trx, invoice_id, starts_at, ends_at)
  const note = await draftCreditNote(trx, { invoiceId: invoice_id, amount, text, at })
  await issueInvoices(trx, 'credit-note', [note.id], at)
  if (disputeId !== null)
    await trx.insertInto('dispute_invoices').values({ invoice_id: note.id, dispute_id: disputeId }).execute()
  if (account_id !== null) await addJob(trx, 'letter', { letter: 'credit-note', accountId: account_id, invoiceId: note.id })
  return note
}

/** Gives up refunds that nobody has carried out, up to a sum: what they were to give back has gone back. */
async function dropReplacedRefunds(trx: Transaction<DB>, attemptId: string, { most, at }: { most: number; at: Date }) {
  const waiting = await trx
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['created', 'failed'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
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
 * A correction that was set against an upgrade counted as credited while the upgrade was paid. The upgrade came to nothing, and
 * the money of the old period has gone back in the meantime: it is credited now, out of what stood under "losses".
 * @param invoiceIds invoices whose corrections were given up
 */
export async function creditWhatWasDisputed(trx: Transaction<DB>, invoiceIds: readonly number[], at: Date): Promise<void> {
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
    const credited = Math.min(losses, amount - (await creditedOf(trx, invoice_id)))
    if (credited <= 0) continue
    const note = await credit(trx, row, { amount: credited, disputeId, at })
    const postings = [{ account: 'losses', amount: -credited }, ...soldPostings([{ ...note, country }])]
    await post(trx, [{ postings, currency, at, invoiceId: note.id, attemptId: id }])
  }
}
