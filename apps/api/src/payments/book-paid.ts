import { unusedPart } from '@kiosk/domain/payments/rules'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addLetters } from '../jobs/add-job.ts'
import type { LetterJob } from '../outside/mail/letters.ts'
import { refundPolicyOf } from './contract-acts/refund-policy.ts'
import { endContracts } from './end-contracts.ts'
import { issueInvoices } from './invoices.ts'
import { paidPostings, post } from './ledger.ts'
import type { Locked } from './lock-attempts.ts'
import { refund, refundRest } from './refunds.ts'
import { restText } from './rest-text.ts'

export type Paid = { attempt: Locked; reference: string }
/** `debitOn`: day on which the account is debited; null where the provider does not say. */
export type Debited = Paid & { debitOn: string | null }

/** Books debits that are under way: they entitle as if they were paid, but nothing is sold until the money has come. */
export async function bookDebited(trx: Transaction<DB>, house: House, debited: readonly Debited[]): Promise<void> {
  if (debited.length === 0) return
  await noteState(trx, debited, 'processing', null)
  await noteDays(trx, debited)
  await begin(trx, debited, house.now())
  await sql`update subscriptions set state = 'active', ends_at = periods.ends_at, next_charge_at = null
    from periods where periods.subscription = subscriptions.id and periods.id = any(${periodsOf(debited)}::bigint[])
      and subscriptions.state <> 'ended'`.execute(trx)
  await tellOfPayments(trx, debited, 'debited')
}

/**
 * Books attempts that succeeded: invoices get their numbers, periods are paid, contracts run until their periods end, a
 * contract that was upgraded ends.
 */
export async function bookPaid(trx: Transaction<DB>, house: House, paid: readonly Paid[]): Promise<void> {
  if (paid.length === 0) return
  const now = house.now()
  const attempts = paid.map(({ attempt }) => attempt)
  await noteState(trx, paid, 'succeeded', now)
  const invoiceIds = attempts.map(({ invoice_id }) => invoice_id)
  await issueInvoices(trx, 'invoice', invoiceIds, now)
  const credits = attempts.flatMap(({ credit_note_id }) => credit_note_id ?? [])
  await issueInvoices(trx, 'credit-note', credits, now)
  await sql`update periods set state = 'paid' where id = any(${periodsOf(paid)}::bigint[])`.execute(trx)
  await begin(trx, paid, now)
  // A reduced charge is used up once, when the money has come.
  await sql`update subscriptions set
      state = case when subscriptions.state = 'ended' then 'ended' else 'active' end,
      ends_at = case when subscriptions.state = 'ended' then subscriptions.ends_at else periods.ends_at end,
      next_charge_at = case when auto_renew and subscriptions.state <> 'ended' then periods.ends_at end,
      reduced_left = reduced_left - case when periods.reduced then 1 else 0 end
    from periods where periods.subscription = subscriptions.id and periods.id = any(${periodsOf(paid)}::bigint[])`.execute(trx)
  await tellOfPayments(trx, paid, 'paid')
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
    if (credit && attempt.gross + credit.net + credit.tax < 0) await refundRest(trx, house, attempt, credit)
    if (attempt.subscription_state === 'ended') await refundUnused(trx, house, attempt)
  }
}

/** Whoever bought gets the confirmation of the contract, once, and everybody the invoice; a debit's comes when it has arrived. */
async function tellOfPayments(trx: Transaction<DB>, paid: readonly Paid[], as: 'debited' | 'paid'): Promise<void> {
  const letters = paid.flatMap(({ attempt: { account_id, invoice_id, subscription, sequence, state } }): LetterJob[] => {
    if (account_id === null) return []
    const isNews = sequence === 1 && state !== 'processing'
    const invoiceId = as === 'paid' ? invoice_id : null
    if (isNews) return [{ letter: 'contract-confirmed', accountId: account_id, contract: subscription, invoiceId }]
    return invoiceId === null ? [] : [{ letter: 'invoice', accountId: account_id, invoiceId }]
  })
  await addLetters(trx, letters)
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
  const told = debited.filter(({ debitOn }) => debitOn !== null)
  if (told.length === 0) return
  await sql`update payment_attempts set debit_on = given.day
    from unnest(${told.map(({ attempt }) => attempt.id)}::uuid[], ${told.map(({ debitOn }) => debitOn)}::date[]) as given (id, day)
    where payment_attempts.id = given.id`.execute(trx)
}

/** Purchases that begin: their carts are bought, and the contracts that they take the place of end. */
async function begin(trx: Transaction<DB>, paid: readonly Paid[], now: Date): Promise<void> {
  const begun = paid.flatMap(({ attempt }) => (attempt.sequence === 1 ? attempt : []))
  if (begun.length === 0) return
  await endContracts(
    trx,
    begun.flatMap(({ upgrade_from }) => upgrade_from ?? []),
    now,
  )
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

/**
 * A debit that arrives after its contract has ended: what was not used of its period goes back, or what the operator decided
 * when ending it.
 */
async function refundUnused(trx: Transaction<DB>, house: House, attempt: Locked): Promise<void> {
  const { amount, starts_at, ends_at, contract_ends_at, invoice_id } = attempt
  const policy = await refundPolicyOf(trx, attempt.subscription)
  const part = unusedPart(amount, { startsAt: starts_at, endsAt: ends_at }, contract_ends_at ?? ends_at)
  const unused = part === 0 || policy === 'none' ? 0 : policy === 'whole' ? amount : part
  if (unused === 0) return
  const text = await restText(trx, invoice_id, contract_ends_at ?? starts_at, ends_at)
  await refund(trx, house, { attemptId: attempt.id, amount: unused, reason: 'ended', text })
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
