import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { endContracts } from './end-contracts.ts'
import { draftCreditNote, issueInvoices } from './invoices.ts'
import { isReturned } from './is-returned.ts'
import { type Posting, post, soldPostings } from './ledger.ts'
import { creditedOf, dropUnsentRefunds } from './refunds.ts'
import { restText } from './rest-text.ts'
import type { Locked } from './settle-attempts.ts'

type Returned = Extract<Outcome, { state: 'returned' }>

/**
 * Money that came and went again: what was not credited before is credited now, the period entitles no more, the contract is
 * not renewed, and ends now unless another period is paid. Once. A return takes the whole amount, whatever was refunded
 * before: what goes back twice is a loss.
 */
export async function bookReturned(trx: Transaction<DB>, house: House, attempt: Locked, returned: Returned): Promise<void> {
  if (attempt.period_state === 'refunded') return
  const now = house.now()
  const { amount, currency, provider, invoice_id } = attempt
  const credited = await creditedOf(trx, invoice_id)
  const unsent = await dropUnsentRefunds(trx, attempt.id, now)
  const rest = Math.max(0, amount - credited)
  const text = await restText(trx, invoice_id, attempt.starts_at, attempt.ends_at)
  const note = rest > 0 ? await draftCreditNote(trx, { invoiceId: invoice_id, amount: rest, text, at: now }) : null
  if (note) await issueInvoices(trx, 'credit-note', [note.id], now)
  if (note && attempt.account_id !== null)
    await addJob(trx, 'letter', { letter: 'credit-note', accountId: attempt.account_id, invoiceId: note.id })
  const postings: Posting[] = [
    { account: `cash:${provider}`, amount: -amount },
    { account: 'owed', amount: unsent },
    { account: 'losses', amount: amount - rest - unsent },
    ...(note ? soldPostings([{ ...note, country: attempt.country }]) : []),
  ]
  await post(trx, [{ postings, currency, at: now, invoiceId: note?.id ?? invoice_id, attemptId: attempt.id }])
  await noteReturn(trx, attempt.id, returned)
  await trx.updateTable('periods').set({ state: 'refunded' }).where('id', '=', attempt.period_id).execute()
  await endAfterPaid(trx, attempt, now)
}

/** Money that came for an attempt which had been given up went back by itself: it is owed no more. Once. */
export async function bookStrayReturned(trx: Transaction<DB>, house: House, attempt: Locked, returned: Returned): Promise<void> {
  if (isReturned(attempt)) return
  await noteReturn(trx, attempt.id, returned)
  const { amount, currency, provider } = attempt
  const came = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attempt.id).executeTakeFirst()
  // It came and went before anybody heard of it.
  if (!came) return
  const unsent = await dropUnsentRefunds(trx, attempt.id, house.now())
  const postings = [
    { account: `cash:${provider}`, amount: -amount },
    { account: 'owed', amount: unsent },
    { account: 'losses', amount: amount - unsent },
  ]
  await post(trx, [{ postings, currency, at: house.now(), attemptId: attempt.id }])
}

export async function noteReturn(trx: Transaction<DB>, id: string, { code, text }: Returned): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ decline_code: code, decline_text: text.slice(0, 300) })
    .where('id', '=', id)
    .execute()
}

/** Nothing is renewed any more; periods that are paid run to their end. */
export async function endAfterPaid(
  trx: Transaction<DB>,
  { subscription, account_id }: Pick<Locked, 'subscription' | 'account_id'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(ends_at) as until from periods where subscription = ${subscription} and state = 'paid'`.execute(trx)
  const until = rows[0]?.until ?? null
  if (until === null || until <= now) {
    await endContracts(trx, [subscription], now)
    if (account_id !== null)
      await addJob(trx, 'letter', { letter: 'contract-ended', accountId: account_id, contract: subscription })
    return
  }
  await sql`update subscriptions set auto_renew = false, next_charge_at = null, cancelled_at = coalesce(cancelled_at, ${now}),
      ends_at = least(ends_at, ${until}::timestamptz) where id = ${subscription}`.execute(trx)
}
