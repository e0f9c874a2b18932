import { GRACE_DAYS } from '@kiosk/domain/payments/terms'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { DB, Subscriptions } from '../database/schema.ts'
import type { House } from '../house.ts'
import { contractNumber } from './contract-number.ts'

import { dropUnpaid } from './end-contracts.ts'
import { lockAttempts, OPEN } from './lock-attempts.ts'
import { holdAccounts } from './locks.ts'
import { tariffOf } from './prices.ts'
import { settleIn } from './settle-attempts.ts'
import { isReturning, resolveSuspense } from './suspense.ts'
import type { Booked } from './suspense-history.ts'
import { openSuspense, SuspenseRejected } from './suspense-rejected.ts'
import { draftWalletPeriod } from './wallet-period.ts'

const GRACE_MS = GRACE_DAYS * 86_400_000

/**
 * Lets a charge in suspense pay a subscription that runs: the period that is not paid, else the next one, with its invoice over
 * what came. The payment is an attempt like any other, so that refunds and disputes of the charge find it.
 * @throws SuspenseRejected
 */
export async function bookOnContract(
  trx: Transaction<DB>,
  house: House,
  id: number,
  { subscription, why }: { subscription: number; why: string },
): Promise<Booked> {
  const contract = await lockContract(trx, subscription)
  if (contract.state !== 'active' && contract.state !== 'past-due') throw new SuspenseRejected('not-running')
  const told = await trx.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirst()
  if (!told) throw new SuspenseRejected('not-open')
  if (told.kind !== 'charge' || told.amount < 0) throw new SuspenseRejected('other-direction')
  if (told.currency !== tariffOf(contract.subscription_id)?.currency) throw new SuspenseRejected('other-currency')
  if (await hasChargeUnderWay(trx, subscription)) throw new SuspenseRejected('charge-under-way')
  const attemptId = await draft(trx, house, contract, told)
  // In the order of decisions/068: the attempt, then the money, then the number of the invoice.
  await lockAttempts(trx, [attemptId], { withUpgrades: false })
  const row = await openSuspense(trx, id)
  if (isReturning(row)) throw new SuspenseRejected('return-under-way')
  await resolveSuspense(trx, house, id, { state: 'booked', resolution: why })
  await settleIn(trx, house, [{ attemptId, outcome: { state: 'succeeded', reference: row.reference } }])
  await trx.updateTable('suspense').set({ subscription, attempt_id: attemptId }).where('id', '=', id).execute()
  const { number } = await trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('number')
    .where('payment_attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return { contract: contractNumber(subscription), invoice: number, attempt: attemptId }
}

async function lockContract(trx: Transaction<DB>, id: number): Promise<Selectable<Subscriptions>> {
  const its = await trx.selectFrom('subscriptions').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!its) throw new SuspenseRejected('no-contract')
  await holdAccounts(trx, [its.account_id])
  return trx.selectFrom('subscriptions as s').selectAll('s').where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirstOrThrow()
}

async function hasChargeUnderWay(trx: Transaction<DB>, subscription: number): Promise<boolean> {
  const found = await trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('payment_attempts.id')
    .where('invoices.subscription', '=', subscription)
    .where('payment_attempts.state', 'in', OPEN)
    .executeTakeFirst()
  return found !== undefined
}

/** A period that nobody paid comes to nothing, and this one takes its place. @returns id of the attempt that the charge pays */
async function draft(
  trx: Transaction<DB>,
  house: House,
  contract: Selectable<Subscriptions>,
  { amount, at, provider }: { amount: number; at: Date; provider: string },
): Promise<string> {
  const { rows } = await sql<{ sequence: number; starts_at: Date; ends_at: Date; state: string }>`
    select sequence, starts_at, ends_at, state from periods where subscription = ${contract.id}
    order by sequence desc`.execute(trx)
  const unpaid = rows.find(({ state }) => state === 'open')
  const last = rows.find(({ state }) => state !== 'open' && state !== 'failed')
  if (unpaid) await dropUnpaid(trx, [contract.id], house.now())
  const startsAt = unpaid?.starts_at ?? (last && last.ends_at.getTime() + GRACE_MS >= at.getTime() ? last.ends_at : at)
  return draftWalletPeriod(trx, house, {
    contract: contract.id,
    sequence: (rows[0]?.sequence ?? 0) + 1,
    startsAt,
    price: amount,
    reduced: contract.reduced_left > 0 && amount === contract.reduced_price,
    provider,
  })
}
