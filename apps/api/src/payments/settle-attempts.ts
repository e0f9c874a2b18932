import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { bookQuestion } from './bank-question.ts'
import { bookDecline } from './book-decline.ts'
import { bookDebited, bookPaid, type Debited, type Paid } from './book-paid.ts'
import { bookReinstated, bookReturned, bookStrayReturned } from './book-returned.ts'
import { isReturned } from './is-returned.ts'
import { type Locked, lockAttempts, OPEN } from './lock-attempts.ts'
import { refundStray } from './refunds.ts'
import { acceptInstrument, refuseInstrument } from './refused-instruments.ts'

export type Settled = { attemptId: string; outcome: Outcome }

/** Answers of a provider that are not its last, in the order in which they come; a late one changes nothing. */
const ORDER = ['created', 'sent', 'unknown', 'action', 'processing']

/**
 * Books what became of attempts, whoever heard it: the call itself, a webhook, a question asked later; in any order and any
 * number of times. An attempt ends once.
 */
export async function settleAttempts(house: House, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  await transact(house, (trx) => settleIn(trx, house, settled))
}

export async function settleIn(trx: Transaction<DB>, house: House, settled: readonly Settled[]): Promise<void> {
  const outcomes = new Map(settled.map(({ attemptId, outcome }) => [attemptId, outcome]))
  const isGone = settled.some(({ outcome: { state } }) => state === 'returned' || state === 'reinstated')
  const attempts = await lockAttempts(trx, [...outcomes.keys()], { withUpgrades: isGone })
  const fits = await whoMayBegin(trx, attempts)
  await lockVouchers(trx, attempts)
  const [paid, debited]: [Paid[], Debited[]] = [[], []]
  const returned: (() => Promise<void>)[] = []
  for (const attempt of attempts) {
    const outcome = outcomes.get(attempt.id)!
    const isOpen = OPEN.includes(attempt.state)
    if (outcome.state === 'succeeded') {
      if (isOpen && fits(attempt)) paid.push({ attempt, reference: outcome.reference })
      else if (isOpen) await takeBack(trx, house, attempt, outcome.reference, true)
      else if (attempt.state === 'declined' && !isReturned(attempt)) await refundStray(trx, house, attempt, outcome.reference)
    } else if (outcome.state === 'returned' || outcome.state === 'reinstated') {
      // Of nothing, nothing goes back.
      if (attempt.amount === 0) continue
      // The return is told of before the success, or its end before its beginning: all are booked as if in their order.
      if (isOpen && fits(attempt)) paid.push({ attempt, reference: outcome.reference })
      else if (isOpen) await takeBack(trx, house, attempt, outcome.reference, false)
      const isStray = attempt.state === 'declined' || (isOpen && !fits(attempt))
      returned.push(async () => {
        await (isStray ? bookStrayReturned : bookReturned)(trx, house, attempt, outcome)
        const { payment_method_id: methodId } = attempt
        if (outcome.state === 'returned') await refuseInstrument(trx, { methodId, reason: outcome.code, now: house.now() })
        else {
          await bookReinstated(trx, house, attempt, { ...outcome, isStray })
          await acceptInstrument(trx, methodId)
        }
      })
    } else if (!isOpen) continue
    else if (outcome.state === 'declined') await bookDecline(trx, house, attempt, outcome)
    else if (outcome.state === 'needs-customer' || (outcome.state === 'action' && attempt.sequence > 1))
      await bookQuestion(trx, house, attempt, outcome)
    else if (ORDER.indexOf(outcome.state) <= ORDER.indexOf(attempt.state)) continue
    else if (outcome.state !== 'processing') await wait(trx, attempt, outcome)
    else if (fits(attempt)) debited.push({ attempt, reference: outcome.reference, debitOn: outcome.debitOn ?? null })
    else await takeBack(trx, house, attempt, outcome.reference, false)
  }
  await bookDebited(trx, house, debited)
  await bookPaid(trx, house, paid)
  for (const book of returned) await book()
}

/** A challenge waits for the customer, an unknown charge for an answer. */
async function wait(
  trx: Transaction<DB>,
  attempt: Locked,
  outcome: Extract<Outcome, { state: 'action' | 'unknown' }>,
): Promise<void> {
  const action = outcome.state === 'action' ? JSON.stringify({ url: outcome.url, params: outcome.params }) : null
  await trx
    .updateTable('payment_attempts')
    .set({ state: outcome.state, action, ...(outcome.state === 'action' && { provider_reference: outcome.reference }) })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Whether what is paid may begin, or go on: not for a contract that has ended meanwhile, an account that is gone, or one that
 * has bought something else or was closed before its purchase began. A debit that was under way when its contract ended is
 * for days that were read.
 */
async function whoMayBegin(trx: Transaction<DB>, attempts: readonly Locked[]): Promise<(attempt: Locked) => boolean> {
  const firsts = attempts.filter(({ sequence, subscription_state }) => sequence === 1 && subscription_state === 'pending')
  const live = new Map<number, number>()
  if (firsts.length > 0) {
    const accounts = firsts.flatMap(({ account_id }) => account_id ?? [])
    const { rows } = await sql<{ id: number; account_id: number }>`select id, account_id from subscriptions
      where account_id = any(${accounts}::bigint[]) and state in ('active', 'past-due')`.execute(trx)
    for (const { id, account_id } of rows) live.set(account_id, id)
  }
  const refused = new Set<string>()
  for (const attempt of attempts) {
    const { id, account_id, sequence, subscription, subscription_state, upgrade_from, state, deactivated_at } = attempt
    if (state === 'processing') continue
    if (account_id === null || subscription_state === 'ended') refused.add(id)
    else if (sequence === 1 && subscription_state === 'pending' && deactivated_at !== null) refused.add(id)
    else if (sequence === 1) {
      const running = live.get(account_id)
      if (running === undefined || running === upgrade_from) live.set(account_id, subscription)
      else if (running !== subscription) refused.add(id)
    }
  }
  return ({ id }) => !refused.has(id)
}

/** What may not begin is undone like a decline; `hasMoney`: what came for it goes back. */
async function takeBack(
  trx: Transaction<DB>,
  house: House,
  attempt: Locked,
  reference: string,
  hasMoney: boolean,
): Promise<void> {
  const abandoned = { state: 'declined', reference, code: 'abandoned', text: '', retryable: false } as const
  await bookDecline(trx, house, attempt, abandoned, { isTold: !hasMoney })
  if (hasMoney) await refundStray(trx, house, attempt, reference)
}

/** Purchases that come to nothing give their vouchers back, one after the other: several are locked in their order before. */
async function lockVouchers(trx: Transaction<DB>, attempts: readonly Locked[]): Promise<void> {
  const codes = attempts.flatMap(({ sequence, state, voucher_code }) =>
    sequence === 1 && OPEN.includes(state) ? (voucher_code ?? []) : [],
  )
  if (new Set(codes).size < 2) return
  await sql`select v.code from vouchers v where v.code = any(${codes}::text[]) order by v.code for no key update of v`.execute(
    trx,
  )
}
