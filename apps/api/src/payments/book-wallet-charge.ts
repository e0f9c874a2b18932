import type { Selectable, Transaction } from 'kysely'
import type { DB, Subscriptions } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { WalletCharge, WalletProvider } from '../outside/payments/port.ts'
import { raiseAlarm } from './alarms.ts'
import { graceEnd } from './dunning.ts'
import { dropUnpaid } from './end-contracts.ts'
import { chargeOf } from './next-charge.ts'
import { tariffOf } from './prices.ts'
import { settleIn } from './settle-attempts.ts'
import { recordSuspense, suspenseOf } from './suspense.ts'
import { draftWalletPeriod } from './wallet-period.ts'

type Contract = Selectable<Subscriptions>
type Charged = { contract: Contract; wallet: WalletProvider; charge: WalletCharge }

/**
 * Books a charge of a wallet as it arrived, once: the invoice is over what was charged, also where that is not what was agreed,
 * of which the operator is alarmed. Money in another currency is put in suspense. The contract is locked.
 */
export async function bookWalletCharge(trx: Transaction<DB>, house: House, charged: Charged): Promise<void> {
  const { contract, wallet, charge } = charged
  const { transactionId: reference, amount, currency, state } = charge
  if (state === 'failed' || state === 'pending') return
  if (await isBooked(trx, wallet.name, reference)) return
  // It came and went again before anybody heard of it: nothing was sold.
  if (await isInSuspense(trx, wallet.name, reference)) return
  if (currency !== tariffOf(contract.subscription_id)?.currency) return putInSuspense(trx, house, charged)
  const periods = await periodsOf(trx, contract.id)
  const waiting = periods.find((each) => each.waiting !== null)
  const expected = waiting?.amount ?? chargeOf(house, { ...contract, provider: wallet.name, method_kind: null }).due
  if (expected !== amount) await alarmOf(trx, house, charged, expected)
  const isReplaced = waiting !== undefined && waiting.amount !== amount
  if (isReplaced) await giveUp(trx, house, contract, waiting.waiting!)
  const last = isReplaced ? { ...waiting, ends_at: waiting.starts_at } : periods.at(-1)
  const attemptId = waiting && !isReplaced ? waiting.waiting! : await draftNext(trx, house, contract, last, charge)
  // Charged for a contract that is over: nothing is sold, and the money goes back.
  if (contract.state === 'ended' && !waiting) {
    const over = { state: 'declined', reference: null, code: 'declined', text: '', retryable: false } as const
    await settleIn(trx, house, [{ attemptId, outcome: over }])
  }
  await settleIn(trx, house, [{ attemptId, outcome: { state: 'succeeded', reference } }])
}

async function isBooked(trx: Transaction<DB>, provider: string, reference: string): Promise<boolean> {
  const known = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  return known !== undefined
}

async function isInSuspense(trx: Transaction<DB>, provider: string, reference: string): Promise<boolean> {
  return (await suspenseOf(trx, { provider, kind: 'charge', reference })) !== undefined
}

/** Periods of a contract in their order, granted ones too, with the attempt that waits for the wallet's charge. */
function periodsOf(trx: Transaction<DB>, contract: number) {
  return trx
    .selectFrom('periods')
    .leftJoin('invoices', (join) => join.onRef('invoices.period_id', '=', 'periods.id').on('invoices.kind', '=', 'invoice'))
    .leftJoin('payment_attempts', (join) =>
      join.onRef('payment_attempts.invoice_id', '=', 'invoices.id').on('payment_attempts.state', '=', 'processing'),
    )
    .select(['sequence', 'periods.starts_at', 'periods.ends_at', 'periods.state'])
    .select(['payment_attempts.id as waiting', 'payment_attempts.amount'])
    .where('periods.subscription', '=', contract)
    .orderBy('sequence')
    .execute()
}

/** The period was not charged as it was drafted: its draft comes to nothing, another takes its place. */
async function giveUp(trx: Transaction<DB>, { now }: House, { id }: Contract, attemptId: string): Promise<void> {
  await trx
    .updateTable('payment_attempts')
    .set({ state: 'declined', decline_code: 'replaced', retryable: false, settled_at: now() })
    .where('id', '=', attemptId)
    .execute()
  await dropUnpaid(trx, [id], now())
}

function draftNext(
  trx: Transaction<DB>,
  house: House,
  contract: Contract,
  last: { sequence: number; ends_at: Date } | undefined,
  { at, amount }: WalletCharge,
): Promise<string> {
  const startsAt = last && graceEnd(house.operator.dunning, last.ends_at) >= at ? last.ends_at : at
  return draftWalletPeriod(trx, house, {
    contract: contract.id,
    sequence: (last?.sequence ?? 0) + 1,
    startsAt,
    price: amount,
    reduced: contract.reduced_left > 0 && amount === contract.reduced_price,
  })
}

async function alarmOf(trx: Transaction<DB>, house: House, { contract, wallet, charge }: Charged, expected: number) {
  const { transactionId, amount, currency } = charge
  const details = { amount, currency, expected, subscription: contract.id }
  await raiseAlarm(trx, house, { kind: 'wallet-amount', subject: `${wallet.name} charge ${transactionId}`, details })
}

async function putInSuspense(trx: Transaction<DB>, house: House, { contract, wallet, charge }: Charged): Promise<void> {
  const { transactionId: reference, amount, currency, at } = charge
  await recordSuspense(trx, house, {
    ...{ provider: wallet.name, kind: 'charge', reference, amount, currency, at },
    ...{ reason: 'other-currency', details: { subscription: contract.provider_reference, contract: contract.id } },
  })
}
