import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { bookDecline } from './book-decline.ts'
import { dropGrantedDays } from './contract-acts/granted-days.ts'
import { endContracts } from './end-contracts.ts'
import { creditGivenBack } from './given-back.ts'
import { draftReinstatement, issueInvoices } from './invoices.ts'
import { type Posting, post, soldPostings } from './ledger.ts'
import { type Locked, lockedAttempts } from './lock-attempts.ts'
import { addRefund, creditedOf, refundStray } from './refunds.ts'

export type Returned = Extract<Outcome, { state: 'returned' | 'reinstated' }>
type Dispute = { id: number; amount: number; state: 'taken' | 'won'; booked: boolean; ended_contract: boolean }

/**
 * Money that came and was taken again by a bank or by its owner, once for each dispute: what was not credited before is credited
 * now, the contract is not renewed, and where nothing of the money is left the period entitles no more and the contract ends
 * unless another period is paid. `stops` false: the contract goes on, because a part was taken of a charge that is not ours to
 * stop. An upgrade that waits for a bank's question is given up with it: its credit is of money that is gone.
 */
export async function bookReturned(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  returned: Returned,
  { stops = true }: { stops?: boolean } = {},
): Promise<void> {
  const dispute = await addDispute(trx, house, attempt, returned)
  if (!dispute.isNew) return
  await giveUpUpgrades(trx, house, attempt.subscription)
  const now = house.now()
  const { creditNoteId, replaced, postings, isWhole } = await creditGivenBack(trx, house, attempt, {
    amount: dispute.amount,
    disputeId: dispute.id,
  })
  await noteReplaced(trx, replaced.ids, dispute.id)
  const { currency, id: attemptId, invoice_id } = attempt
  await post(trx, [{ postings, currency, at: now, invoiceId: creditNoteId ?? invoice_id, attemptId }])
  await noteReturn(trx, attempt.id, returned)
  if (isWhole) await trx.updateTable('periods').set({ state: 'refunded' }).where('id', '=', attempt.period_id).execute()
  if (!stops) return
  const ended = await endAfterPaid(trx, attempt, now)
  if (ended) await trx.updateTable('disputes').set({ ended_contract: true }).where('id', '=', dispute.id).execute()
}

/** Money that came for an attempt which had been given up was taken again: it is owed no more. Once for each dispute. */
export async function bookStrayReturned(trx: Transaction<DB>, house: House, attempt: Locked, returned: Returned): Promise<void> {
  const dispute = await addDispute(trx, house, attempt, returned)
  if (!dispute.isNew) return
  await noteReturn(trx, attempt.id, returned)
  const came = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attempt.id).executeTakeFirst()
  if (!came) {
    // It came and went before anybody heard of it.
    await trx.updateTable('disputes').set({ booked: false }).where('id', '=', dispute.id).execute()
    return
  }
  const { replaced, postings } = await creditGivenBack(trx, house, attempt, { amount: dispute.amount, disputeId: dispute.id })
  await noteReplaced(trx, replaced.ids, dispute.id)
  await post(trx, [{ postings, currency: attempt.currency, at: house.now(), attemptId: attempt.id }])
}

/**
 * A dispute that was won, or a return that was taken back: the money has come again, and the correction that was written for it
 * is taken back by an invoice. What its dispute made superfluous of our refunds is owed again. Who paid for days that have not
 * passed may read on for them; the contract is not renewed. Once; a dispute that nobody heard of is booked before.
 * @param reinstated `isStray`: the money was for an attempt that had been given up
 */
export async function bookReinstated(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  { isStray, ...reinstated }: Returned & { isStray: boolean },
): Promise<void> {
  const dispute = await disputeOf(trx, attempt, reinstated)
  if (!dispute || dispute.state === 'won') return
  const now = house.now()
  await trx.updateTable('disputes').set({ state: 'won', won_at: now }).where('id', '=', dispute.id).execute()
  const isOver = !(await hasTakenDispute(trx, attempt.id))
  if (isOver)
    await trx
      .updateTable('payment_attempts')
      .set({ decline_code: null, decline_text: null })
      .where('id', '=', attempt.id)
      .execute()
  const { id: attemptId, provider, currency, invoice_id, amount } = attempt
  if (isStray && isOver) {
    await trx
      .updateTable('payment_attempts')
      .set({ decline_code: 'abandoned', decline_text: '' })
      .where('id', '=', attempt.id)
      .execute()
    // Neither its coming nor its going was heard of.
    if (!dispute.booked) return refundStray(trx, house, attempt, reinstated.reference)
  }
  if (!dispute.booked) return
  const sold = await reinstateInvoices(trx, house, dispute.id, attempt.account_id)
  const owed = await refundsAgain(trx, dispute.id, now)
  const credited = sold.reduce((sum, { gross }) => sum + gross, 0)
  const postings: Posting[] = [
    { account: `cash:${provider}`, amount: dispute.amount },
    { account: 'owed', amount: -owed },
    { account: 'losses', amount: -(dispute.amount - credited - owed) },
    ...soldPostings(sold),
  ]
  await post(trx, [{ postings, currency, at: now, invoiceId: sold[0]?.id ?? invoice_id, attemptId }])
  if (isStray || (await creditedOf(trx, invoice_id)) >= amount) return
  await sql`update periods set state = 'paid' where id = ${attempt.period_id} and state = 'refunded'`.execute(trx)
  await readOn(trx, attempt.subscription, { now, ended: dispute.ended_contract })
}

/** The provider's name of what happened; a return that has none of its own happens once an attempt. */
const nameOf = ({ id }: Locked, { dispute }: Returned) => dispute ?? `of attempt ${id}`

async function disputeOf(trx: Transaction<DB>, attempt: Locked, returned: Returned): Promise<Dispute | undefined> {
  const found = await trx
    .selectFrom('disputes')
    .select(['id', 'amount', 'state', 'booked', 'ended_contract'])
    .where('provider', '=', attempt.provider)
    .where('reference', '=', nameOf(attempt, returned))
    .executeTakeFirst()
  return found as Dispute | undefined
}

async function addDispute(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  returned: Returned,
): Promise<{ id: number; amount: number; isNew: boolean }> {
  const { code, text, amount = attempt.amount } = returned
  const reference = nameOf(attempt, returned)
  const made = await trx
    .insertInto('disputes')
    .values({
      ...{ provider: attempt.provider, reference, attempt_id: attempt.id },
      ...{ code, reason: text.slice(0, 300), amount, taken_at: house.now() },
    })
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    // Written down before disputes had names: this is its name.
    const unnamed = returned.dispute ? await nameOld(trx, attempt.id, { made: made.id, reference }) : null
    return unnamed === null ? { id: made.id, amount, isNew: true } : { id: unnamed, amount, isNew: false }
  }
  const known = (await disputeOf(trx, attempt, returned))!
  return { id: known.id, amount: known.amount, isNew: false }
}

/** @returns the row that has the name now; null where none waited for one */
async function nameOld(trx: Transaction<DB>, attemptId: string, { made, reference }: { made: number; reference: string }) {
  const old = await trx
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('reference', '=', `of attempt ${attemptId}`)
    .executeTakeFirst()
  if (!old) return null
  await trx.deleteFrom('disputes').where('id', '=', made).execute()
  await trx.updateTable('disputes').set({ reference }).where('id', '=', old.id).execute()
  return old.id
}

/** Upgrades from a contract that wait for a bank's question, or for an answer: money that comes for them yet goes back. */
export async function giveUpUpgrades(trx: Transaction<DB>, house: House, subscription: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select a.id from subscriptions u join invoices i on i.subscription = u.id
    join payment_attempts a on a.invoice_id = i.id where u.upgrade_from = ${subscription} and u.state = 'pending'
      and a.state in ('created', 'sent', 'action', 'unknown') order by a.id`.execute(trx)
  for (const upgrade of await lockedAttempts(
    trx,
    rows.map(({ id }) => id),
  ))
    await bookDecline(trx, house, upgrade, { state: 'declined', reference: null, code: 'abandoned', text: '', retryable: false })
}

async function noteReplaced(trx: Transaction<DB>, ids: readonly string[], disputeId: number): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('refunds')
    .set({ dispute_id: disputeId })
    .where('id', 'in', [...ids])
    .execute()
}

export async function noteReturn(
  trx: Transaction<DB>,
  id: string,
  { code, text }: Pick<Returned, 'code' | 'text'>,
): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ decline_code: code, decline_text: text.slice(0, 300) })
    .where('id', '=', id)
    .execute()
}

/** A dispute took the money of an attempt back, and was not won. */
export async function hasTakenDispute(db: Kysely<DB>, attemptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'taken')
    .executeTakeFirst()
  return found !== undefined
}

/** Takes back every correction that was written for a dispute. @returns the invoices that do so */
async function reinstateInvoices(trx: Transaction<DB>, house: House, disputeId: number, accountId: number | null) {
  const now = house.now()
  const notes = await trx
    .selectFrom('dispute_invoices')
    .innerJoin('invoices', 'invoices.id', 'dispute_invoices.invoice_id')
    .select('invoices.id')
    .where('dispute_id', '=', disputeId)
    .where('invoices.kind', '=', 'credit-note')
    .orderBy('invoices.id')
    .execute()
  const made: Awaited<ReturnType<typeof draftReinstatement>>[] = []
  for (const { id } of notes) made.push(await draftReinstatement(trx, { creditNoteId: id, at: now }))
  await issueInvoices(
    trx,
    'invoice',
    made.map(({ id }) => id),
    now,
  )
  for (const { id } of made) {
    await trx.insertInto('dispute_invoices').values({ invoice_id: id, dispute_id: disputeId }).execute()
    if (accountId !== null) await addJob(trx, 'letter', { letter: 'dispute-won', accountId, invoiceId: id })
  }
  return made
}

/** What a dispute made superfluous is owed again, and sent anew. @returns its sum */
async function refundsAgain(trx: Transaction<DB>, disputeId: number, at: Date): Promise<number> {
  const dropped = await trx
    .updateTable('refunds')
    .set({ dispute_id: null })
    .where('dispute_id', '=', disputeId)
    .returning(['attempt_id', 'amount', 'reason', 'credit_note_id'])
    .execute()
  for (const { attempt_id: attemptId, amount, reason, credit_note_id: creditNoteId } of dropped)
    await addRefund(trx, { attemptId, amount, reason, creditNoteId, at })
  return dropped.reduce((sum, { amount }) => sum + amount, 0)
}

/** Nothing is renewed any more; periods that are paid run to their end. @returns whether the contract ended now */
export async function endAfterPaid(
  trx: Transaction<DB>,
  { subscription, account_id }: Pick<Locked, 'subscription' | 'account_id'>,
  now: Date,
): Promise<boolean> {
  const { state } = await trx.selectFrom('subscriptions').select('state').where('id', '=', subscription).executeTakeFirstOrThrow()
  await dropGrantedDays(trx, subscription)
  const until = await paidUntil(trx, subscription)
  if (until === null || until <= now) {
    await endContracts(trx, [subscription], now)
    if (account_id !== null)
      await addJob(trx, 'letter', { letter: 'contract-ended', accountId: account_id, contract: subscription })
    return state !== 'ended'
  }
  await sql`update subscriptions set auto_renew = false, next_charge_at = null, cancelled_at = coalesce(cancelled_at, ${now}),
      ends_at = least(ends_at, ${until}::timestamptz) where id = ${subscription}`.execute(trx)
  return false
}

/** Who paid after all reads on as long as that lasts; a contract that the dispute ended, unless another one runs by now. */
async function readOn(trx: Transaction<DB>, subscription: number, { now, ended }: { now: Date; ended: boolean }): Promise<void> {
  const until = await paidUntil(trx, subscription)
  if (until === null || until <= now) return
  await sql`update subscriptions set ends_at = greatest(ends_at, ${until}::timestamptz)
    where id = ${subscription} and state = 'active' and not auto_renew and next_charge_at is null`.execute(trx)
  if (!ended) return
  await sql`update subscriptions s set ends_at = ${until}::timestamptz, state = 'active'
    where s.id = ${subscription} and s.state = 'ended' and s.account_id is not null and not exists (
      select from subscriptions l where l.account_id = s.account_id and l.state in ('active', 'past-due'))`.execute(trx)
}

async function paidUntil(trx: Transaction<DB>, subscription: number): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(ends_at) as until from periods where subscription = ${subscription} and state = 'paid'`.execute(trx)
  return rows[0]?.until ?? null
}
