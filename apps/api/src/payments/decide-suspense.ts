import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { bookOnContract } from './book-suspense-on-contract.ts'
import { bookOnPayment } from './book-suspense-on-payment.ts'
import { contractNumber } from './contract-number.ts'
import { isReturning, requestReturn, resolveSuspense, type SuspenseRow, sendReturns } from './suspense.ts'
import { type Booked, noteSuspenseAct } from './suspense-history.ts'
import { openSuspense, SuspenseRejected } from './suspense-rejected.ts'

/** Who decides, and why: both are kept with the money for ever. */
export type Decision = { actor: string; why: string }

/** Accounts of the ledger that money in suspense may be booked in when it belongs to no subscription. No VAT is booked. */
export const OTHER_ACCOUNTS = {
  /** Money that came and is nobody's. */
  income: { account: () => 'other-income', sign: 1 },
  /** Money that left and that nobody owes us. */
  loss: { account: () => 'losses', sign: -1 },
  /** What the provider kept for its work, or gave back of it. */
  fee: { account: (provider: string) => `fees:${provider}`, sign: 0 },
  /** What the provider paid out to our bank account, or took from it. */
  payout: { account: () => 'bank', sign: 0 },
} as const
export type OtherAccount = keyof typeof OTHER_ACCOUNTS

/** Where money in suspense belongs. */
export type Target =
  /** Money that came pays the next 30 days of a subscription: a period with its invoice over what came. */
  | { to: 'contract'; subscription: number }
  /** A refund, dispute or charge of a payment that we know. */
  | { to: 'payment'; attemptId: string }
  | { to: OtherAccount }

/**
 * Names the subscription that money in suspense belongs to. The money stays in suspense until it is booked or returned.
 * @throws SuspenseRejected not-open, no-contract
 */
export function assignSuspense(house: House, id: number, subscription: number, decision: Decision): Promise<void> {
  return transact(house, (trx) => assignSuspenseIn(trx, house, id, subscription, decision))
}

export async function assignSuspenseIn(
  trx: Transaction<DB>,
  house: House,
  id: number,
  subscription: number,
  decision: Decision,
): Promise<void> {
  const known = await trx.selectFrom('subscriptions').select('id').where('id', '=', subscription).executeTakeFirst()
  if (!known) throw new SuspenseRejected('no-contract')
  await openSuspense(trx, id)
  await trx.updateTable('suspense').set({ subscription }).where('id', '=', id).execute()
  await noteSuspenseAct(trx, house, id, { act: 'assigned', ...decision, details: { contract: contractNumber(subscription) } })
}

/**
 * Books money in suspense where it belongs, once: cash, paper, period and history in one transaction.
 * @returns what was booked
 * @throws SuspenseRejected where it cannot be booked there
 */
export function bookSuspense(house: House, id: number, target: Target, decision: Decision): Promise<Booked> {
  return transact(house, (trx) => bookSuspenseIn(trx, house, id, target, decision))
}

export async function bookSuspenseIn(
  trx: Transaction<DB>,
  house: House,
  id: number,
  target: Target,
  decision: Decision,
): Promise<Booked> {
  const details = await bookAt(trx, house, id, target, decision)
  await noteSuspenseAct(trx, house, id, { act: 'booked', ...decision, details })
  return details
}

async function bookAt(trx: Transaction<DB>, house: House, id: number, target: Target, { why }: Decision): Promise<Booked> {
  if (target.to === 'contract') return bookOnContract(trx, house, id, { subscription: target.subscription, why })
  if (target.to === 'payment') return bookOnPayment(trx, house, id, { attemptId: target.attemptId, why })
  const { account, sign } = OTHER_ACCOUNTS[target.to]
  const row = await openSuspense(trx, id)
  rejectReturning(row)
  if (sign !== 0 && Math.sign(row.amount) !== sign) throw new SuspenseRejected('other-direction')
  const into = account(row.provider)
  await resolveSuspense(trx, house, id, { state: 'booked', resolution: why, into })
  return { account: into }
}

/**
 * Sends money in suspense back to where it came from, once, whatever dies in between: the decision is committed first, then the
 * provider is asked under one id until it answers (`sendReturns`, which the server repeats).
 * @returns the row as it is afterwards: "returned", or "open" where the provider works on it or refused
 * @throws SuspenseRejected not-open, or not-returnable where nothing came that could go back
 */
export async function returnSuspense(house: House, id: number, decision: Decision): Promise<SuspenseRow> {
  await transact(house, (trx) => requestReturnIn(trx, house, id, decision))
  await sendReturns(house)
  const row = await house.db.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return row as SuspenseRow
}

export async function requestReturnIn(trx: Transaction<DB>, house: House, id: number, { actor, why }: Decision): Promise<void> {
  const { amount, kind } = await openSuspense(trx, id)
  if (amount < 0 || kind !== 'charge') throw new SuspenseRejected('not-returnable')
  await requestReturn(trx, house, id, why, actor)
}

function rejectReturning(row: SuspenseRow): void {
  if (isReturning(row)) throw new SuspenseRejected('return-under-way')
}
