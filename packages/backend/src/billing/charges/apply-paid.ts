import { unusedPart } from '@kiosk/domain/payments/rules'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { prorationText, soldText } from '../invoices/credit-text.ts'
import { issueInvoices, nameWhatPaid } from '../invoices/invoices.ts'
import { paidPostings, post } from '../ledger/ledger.ts'
import { refundPolicyOf } from '../operator-actions/refund-policy.ts'
import { refund, refundProration } from '../refunds/refunds.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { confirmationTime, isConfirmed } from './confirmation-time.ts'
import type { Locked } from './lock-attempts.ts'

export type Paid = { attempt: Locked; reference: string }
/** `debitOn`: date on which the account is debited; null if the provider does not report it. */
export type Debited = Paid & { debitOn: string | null }

/** Records pending debits. They give access like paid ones; revenue is only posted when the money arrives. */
export async function applyDebited(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  debited: readonly Debited[],
): Promise<void> {
  if (debited.length === 0) return
  await noteState(trx, debited, 'processing', null)
  await noteDays(trx, debited)
  await begin(trx, debited, ctx.now())
  await sql`update subscriptions set state = 'active', ends_at = periods.ends_at, next_charge_at = null
    from periods where periods.subscription_id = subscriptions.id and periods.id = any(${periodsOf(debited)}::bigint[])
      and subscriptions.state <> 'ended'`.execute(trx)
  await enqueuePaymentEmails(trx, ctx, debited, 'debited')
}

/**
 * Records successful attempts: numbers the invoices, marks the periods as paid, extends subscriptions to the end of their
 * periods and ends upgraded subscriptions.
 */
export async function applyPaid(trx: Transaction<DB>, ctx: Pick<AppContext, 'now'>, paid: readonly Paid[]): Promise<void> {
  if (paid.length === 0) return
  const now = ctx.now()
  const attempts = paid.map(({ attempt }) => attempt)
  await noteState(trx, paid, 'succeeded', now)
  const invoiceIds = attempts.map(({ invoice_id }) => invoice_id)
  const renewals = attempts.filter(({ sequence }) => sequence > 1)
  if (renewals.length > 0)
    await nameWhatPaid(
      trx,
      renewals.map(({ id }) => id),
    )
  await issueInvoices(trx, 'invoice', invoiceIds, now)
  const credits = attempts.flatMap(({ credit_note_id }) => credit_note_id ?? [])
  await issueInvoices(trx, 'credit-note', credits, now)
  await sql`update periods set state = 'paid' where id = any(${periodsOf(paid)}::bigint[])`.execute(trx)
  await begin(trx, paid, now)
  // `reduced_left` counts a reduced charge once, when the money arrives.
  await sql`update subscriptions set
      state = case when subscriptions.state = 'ended' then 'ended' else 'active' end,
      ends_at = case when subscriptions.state = 'ended' then subscriptions.ends_at else periods.ends_at end,
      next_charge_at = case when auto_renew and subscriptions.state <> 'ended' then periods.ends_at end,
      reduced_left = reduced_left - case when periods.reduced then 1 else 0 end
    from periods where periods.subscription_id = subscriptions.id and periods.id = any(${periodsOf(paid)}::bigint[])`.execute(trx)
  await enqueuePaymentEmails(trx, ctx, paid, 'paid')
  const notes = await creditNotes(trx, credits)
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
    if (credit && attempt.gross + credit.net + credit.tax < 0) await refundProration(trx, ctx, attempt, credit)
    if (attempt.subscription_state === 'ended') await refundUnused(trx, ctx, attempt)
  }
}

/**
 * Enqueues the order confirmation for buyers, once, and the invoice for every payer; the invoice of a debit follows when the
 * money arrives. The confirmation of an order by a wallet waits some minutes for its charge, and is replaced by that of the paid
 * order.
 */
async function enqueuePaymentEmails(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  paid: readonly Paid[],
  as: 'debited' | 'paid',
): Promise<void> {
  const emails: EmailJob[] = []
  for (const { attempt } of paid) {
    const { account_id: accountId, invoice_id, subscription: contract, sequence } = attempt
    if (accountId === null) continue
    const invoiceId = as === 'paid' ? invoice_id : null
    const isNews = sequence === 1 && !isConfirmed(attempt, now())
    const at = confirmationTime(attempt)
    if (isNews && at !== null) {
      const options = { key: `contract-confirmed ${contract}`, ...(invoiceId === null && { at }) }
      await enqueue(trx, 'letter', { letter: 'contract-confirmed', accountId, contract, invoiceId }, options)
    } else if (isNews) emails.push({ letter: 'contract-confirmed', accountId, contract, invoiceId })
    else if (invoiceId !== null) emails.push({ letter: 'invoice', accountId, invoiceId })
  }
  await enqueueEmails(trx, emails)
}

const periodsOf = (paid: readonly Paid[]) => paid.map(({ attempt }) => attempt.period_id)

async function noteState(trx: Transaction<DB>, paid: readonly Paid[], state: string, settledAt: Date | null): Promise<void> {
  await sql`update payment_attempts set state = ${state}, action = null, settled_at = ${settledAt},
      provider_reference = given.reference
    from unnest(${paid.map(({ attempt }) => attempt.id)}::uuid[], ${paid.map(({ reference }) => reference)}::text[])
      as given (id, reference)
    where payment_attempts.id = given.id`.execute(trx)
}

async function noteDays(trx: Transaction<DB>, debited: readonly Debited[]): Promise<void> {
  const announced = debited.filter(({ debitOn }) => debitOn !== null)
  if (announced.length === 0) return
  await sql`update payment_attempts set debit_on = given.day
    from unnest(${announced.map(({ attempt }) => attempt.id)}::uuid[], ${announced.map(({ debitOn }) => debitOn)}::date[]) as given (id, day)
    where payment_attempts.id = given.id`.execute(trx)
}

/** Starts purchases: closes their carts and ends the subscriptions they replace. */
async function begin(trx: Transaction<DB>, paid: readonly Paid[], now: Date): Promise<void> {
  const firstCharges = paid.flatMap(({ attempt }) => (attempt.sequence === 1 ? attempt : []))
  if (firstCharges.length === 0) return
  await expireSubscriptions(
    trx,
    firstCharges.flatMap(({ upgrade_from }) => upgrade_from ?? []),
    now,
  )
  await trx
    .updateTable('carts')
    .set({ state: 'bought', updated_at: now })
    .where(
      'attempt_id',
      'in',
      firstCharges.map(({ id }) => id),
    )
    .execute()
}

/**
 * Refunds a debit that arrives after its subscription has ended: the unused part of its period, or what the operator decided when
 * ending the subscription.
 */
async function refundUnused(trx: Transaction<DB>, ctx: Pick<AppContext, 'now'>, attempt: Locked): Promise<void> {
  const { amount, starts_at, ends_at, contract_ends_at, invoice_id } = attempt
  const policy = await refundPolicyOf(trx, attempt.subscription)
  const part = unusedPart(amount, { startsAt: starts_at, endsAt: ends_at }, contract_ends_at ?? ends_at)
  const unused = part === 0 || policy === 'none' ? 0 : policy === 'whole' ? amount : part
  if (unused === 0) return
  const text =
    unused === amount
      ? await soldText(trx, invoice_id, starts_at, ends_at)
      : await prorationText(trx, invoice_id, contract_ends_at ?? starts_at, ends_at)
  await refund(trx, ctx, { attemptId: attempt.id, amount: unused, reason: 'ended', text })
}

type Credit = { net: number; tax: number; country: string; corrects: number | null }

async function creditNotes(trx: Transaction<DB>, ids: readonly number[]): Promise<Map<number, Credit>> {
  if (ids.length === 0) return new Map()
  const found = await trx
    .selectFrom('invoices')
    .select(['id', 'net', 'tax', 'country', 'corrects'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map(({ id, ...rest }) => [id, rest]))
}
