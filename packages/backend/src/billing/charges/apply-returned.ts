import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { creditedGross, draftReinstatement, issueInvoices } from '../invoices/invoices.ts'
import { type Posting, post, soldPostings } from '../ledger/ledger.ts'
import { dropGrantedDays } from '../operator-actions/granted-days.ts'
import { creditFromLosses, creditReturned } from '../refunds/credit-returned.ts'
import { addRefund, refundOrphaned } from '../refunds/refunds.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { abandonedOutcome, applyDeclined } from './apply-declined.ts'
import { type Locked, lockedAttempts } from './lock-attempts.ts'

export type Returned = Extract<Outcome, { state: 'returned' | 'reinstated' }>
type Dispute = { id: number; amount: number; state: 'taken' | 'won'; booked: boolean; ended_subscription: boolean }

/**
 * Records, once per dispute, money that was paid and taken back by the bank or the payer. Credits what is not credited yet and
 * stops the renewal. If nothing of the payment is left, the period gives no access, and the subscription ends unless another
 * period is paid. Also gives up an upgrade that waits for bank authentication, because its credit came from the returned money.
 * @param options `endsSubscription` false: the subscription continues, because only a part of a charge was taken back, and its wallet
 * renews it
 */
export async function applyReturned(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  attempt: Locked,
  returned: Returned,
  { endsSubscription = true }: { endsSubscription?: boolean } = {},
): Promise<void> {
  const now = ctx.now()
  const dispute = await addDispute(trx, now, attempt, returned)
  if (!dispute.isNew) return
  await giveUpUpgrades(trx, ctx, attempt.subscription)
  const { creditNoteId, replaced, postings, isWhole } = await creditReturned(trx, ctx, attempt, {
    amount: dispute.amount,
    disputeId: dispute.id,
  })
  await noteReplaced(trx, replaced.ids, dispute.id)
  const { currency, id: attemptId, invoice_id } = attempt
  await post(trx, [{ postings, currency, at: now, invoiceId: creditNoteId ?? invoice_id, attemptId }])
  await noteReturn(trx, attempt.id, returned)
  if (isWhole) await trx.updateTable('periods').set({ state: 'refunded' }).where('id', '=', attempt.period_id).execute()
  if (!endsSubscription) return
  const ended = await endAfterPaid(trx, attempt, now)
  if (ended) await trx.updateTable('disputes').set({ ended_subscription: true }).where('id', '=', dispute.id).execute()
}

/** Records, once per dispute, the return of money for an attempt that had been given up: we no longer owe it. */
export async function applyOrphanedReturned(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  attempt: Locked,
  returned: Returned,
): Promise<void> {
  const dispute = await addDispute(trx, ctx.now(), attempt, returned)
  if (!dispute.isNew) return
  await noteReturn(trx, attempt.id, returned)
  const refund = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attempt.id).executeTakeFirst()
  if (!refund) {
    // Neither the payment nor its return was recorded, so nothing is to be posted.
    await trx.updateTable('disputes').set({ booked: false }).where('id', '=', dispute.id).execute()
    return
  }
  const { replaced, postings } = await creditReturned(trx, ctx, attempt, { amount: dispute.amount, disputeId: dispute.id })
  await noteReplaced(trx, replaced.ids, dispute.id)
  await post(trx, [{ postings, currency: attempt.currency, at: ctx.now(), attemptId: attempt.id }])
}

/**
 * Records, once, a dispute that was won or a return that was reversed: the money is back, and an invoice reverses the correction.
 * Refunds that the dispute had made unnecessary are owed again. Paid days that have not passed give access again; the
 * subscription is not renewed. A dispute that was never reported has to be recorded first (settle.ts).
 * @param reinstated `isOrphaned`: the money was for an attempt that had been given up
 */
export async function applyReinstated(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  attempt: Locked,
  { isOrphaned, ...reinstated }: Returned & { isOrphaned: boolean },
): Promise<void> {
  const dispute = await disputeOf(trx, attempt, reinstated)
  if (!dispute || dispute.state === 'won') return
  const now = ctx.now()
  await trx.updateTable('disputes').set({ state: 'won', won_at: now }).where('id', '=', dispute.id).execute()
  const isOver = !(await hasTakenDispute(trx, attempt.id))
  if (isOver)
    await trx
      .updateTable('payment_attempts')
      .set({ decline_code: null, decline_text: null })
      .where('id', '=', attempt.id)
      .execute()
  const { id: attemptId, provider, currency, invoice_id, amount } = attempt
  if (isOrphaned && isOver) {
    await trx
      .updateTable('payment_attempts')
      .set({ decline_code: 'abandoned', decline_text: '' })
      .where('id', '=', attempt.id)
      .execute()
    // Neither the payment nor its return was reported.
    if (!dispute.booked) return refundOrphaned(trx, ctx, attempt, reinstated.reference)
  }
  if (!dispute.booked) return
  const sold = await reinstateInvoices(trx, ctx, dispute.id, attempt.account_id)
  const owed = await refundsAgain(trx, dispute.id, now)
  const credited = sold.reduce((sum, { gross }) => sum + gross, 0)
  const postings: Posting[] = [
    { account: `cash:${provider}`, amount: dispute.amount },
    { account: 'owed', amount: -owed },
    { account: 'losses', amount: -(dispute.amount - credited - owed) },
    ...soldPostings(sold),
  ]
  await post(trx, [{ postings, currency, at: now, invoiceId: sold[0]?.id ?? invoice_id, attemptId }])
  await creditFromLosses(trx, [invoice_id], now)
  if (isOrphaned || (await creditedGross(trx, invoice_id)) >= amount) return
  await sql`update periods set state = 'paid' where id = ${attempt.period_id} and state = 'refunded'`.execute(trx)
  await restoreAccess(trx, attempt.subscription, { now, ended: dispute.ended_subscription })
}

/** Returns the provider's id of the return; a return without an id can occur once per attempt. */
const disputeReference = ({ id }: Locked, { dispute }: Returned) => dispute ?? `of attempt ${id}`

async function disputeOf(trx: Transaction<DB>, attempt: Locked, returned: Returned): Promise<Dispute | undefined> {
  const found = await trx
    .selectFrom('disputes')
    .select(['id', 'amount', 'state', 'booked', 'ended_subscription'])
    .where('provider', '=', attempt.provider)
    .where('reference', '=', disputeReference(attempt, returned))
    .executeTakeFirst()
  return found as Dispute | undefined
}

async function addDispute(
  trx: Transaction<DB>,
  now: Date,
  attempt: Locked,
  returned: Returned,
): Promise<{ id: number; amount: number; isNew: boolean }> {
  const { code, text, amount = attempt.amount } = returned
  const reference = disputeReference(attempt, returned)
  const made = await trx
    .insertInto('disputes')
    .values({
      provider: attempt.provider,
      reference,
      attempt_id: attempt.id,
      code,
      reason: text.slice(0, 300),
      amount,
      taken_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    // A row recorded before disputes had ids gets this id.
    const unnamed = returned.dispute ? await nameOlderDispute(trx, attempt.id, { made: made.id, reference }) : null
    return unnamed === null ? { id: made.id, amount, isNew: true } : { id: unnamed, amount, isNew: false }
  }
  const known = (await disputeOf(trx, attempt, returned))!
  return { id: known.id, amount: known.amount, isNew: false }
}

/** Gives the id to the older row of the attempt. @returns id of that row; null if there is none */
async function nameOlderDispute(
  trx: Transaction<DB>,
  attemptId: string,
  { made, reference }: { made: number; reference: string },
) {
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

/**
 * Gives up upgrades from a subscription that wait for bank authentication or a result; money that still arrives for them is
 * refunded.
 */
export async function giveUpUpgrades(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  subscription: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select a.id from subscriptions u join invoices i on i.subscription_id = u.id
    join payment_attempts a on a.invoice_id = i.id where u.upgrade_from = ${subscription} and u.state = 'pending'
      and a.state in ('created', 'sent', 'action', 'unknown') order by a.id`.execute(trx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  for (const upgrade of await lockedAttempts(trx, ids)) {
    await applyDeclined(trx, ctx, upgrade, abandonedOutcome(null), { isGivenUp: upgrade.state !== 'created' })
  }
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

/** Returns whether a dispute that was not won took back money of an attempt. */
export async function hasTakenDispute(db: Kysely<DB>, attemptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'taken')
    .executeTakeFirst()
  return found !== undefined
}

/** Reverses every correction drafted for a dispute. @returns the reversing invoices */
async function reinstateInvoices(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  disputeId: number,
  accountId: number | null,
) {
  const now = ctx.now()
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
    if (accountId !== null) await enqueue(trx, 'letter', { letter: 'dispute-won', accountId, invoiceId: id })
  }
  return made
}

/** Adds back refunds that a dispute had made unnecessary. @returns their sum in minor units */
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

/**
 * Stops all renewals, ours and the wallet's; paid periods run to their end.
 * @returns whether the subscription ended now
 */
export async function endAfterPaid(
  trx: Transaction<DB>,
  { subscription, account_id }: Pick<Locked, 'subscription' | 'account_id'>,
  now: Date,
): Promise<boolean> {
  const { state, order_type } = await trx
    .selectFrom('subscriptions')
    .select(['state', 'order_type'])
    .where('id', '=', subscription)
    .executeTakeFirstOrThrow()
  // Cancels it even if the subscription ends now: a won dispute would reactivate it, without renewal.
  if (order_type !== ORDER_TYPE.own)
    await enqueue(trx, 'cancel-wallet', { contract: subscription }, { key: `cancel-wallet ${subscription}` })
  // A reader who had cancelled before, or whose subscription has ended, is not told that the return was the reason.
  await sql`update subscriptions set stopped_by_return = true
    where id = ${subscription} and state <> 'ended' and cancelled_at is null`.execute(trx)
  await dropGrantedDays(trx, subscription)
  const until = await paidUntil(trx, subscription)
  if (until === null || until <= now) {
    await expireSubscriptions(trx, [subscription], now)
    if (state === 'ended') return false
    if (account_id !== null)
      await enqueue(trx, 'letter', { letter: 'contract-ended', accountId: account_id, contract: subscription })
    return true
  }
  await sql`update subscriptions set auto_renew = false, next_charge_at = null, cancelled_at = coalesce(cancelled_at, ${now}),
      -- An upgrade has ended it; if that fails, it continues without renewal.
      stopped_by_return = stopped_by_return or cancelled_at is null,
      ends_at = least(ends_at, ${until}::timestamptz) where id = ${subscription}`.execute(trx)
  return false
}

/** Restores access as far as it is paid. Reactivates a subscription that the dispute ended only if no other one is active. */
async function restoreAccess(
  trx: Transaction<DB>,
  subscription: number,
  { now, ended }: { now: Date; ended: boolean },
): Promise<void> {
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
    select max(ends_at) as until from periods where subscription_id = ${subscription} and state = 'paid'`.execute(trx)
  return rows[0]?.until ?? null
}
