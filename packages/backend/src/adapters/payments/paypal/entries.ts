import type { Balance, Movement, MovementKind } from '../port.ts'
import { type PaypalMoney, toMinorUnits } from './money.ts'
import { type AskTransactions, type PaypalTransaction, paypalTime, paypalTransactions } from './transactions.ts'

/** Meaning of PayPal's transaction codes by their prefix; the first match applies. */
const KINDS: readonly [string, MovementKind | null][] = [
  // Payments, including those of subscriptions.
  ['T00', 'charge'],
  ['T01', 'fee'],
  ['T02', 'exchange'],
  // Transfers between bank and PayPal.
  ['T03', 'payout'],
  ['T04', 'payout'],
  ['T1107', 'refund'],
  ['T1106', 'dispute'],
  ['T1201', 'dispute'],
  ['T1202', 'dispute'],
  // Holds, reserves and their release: the money stays in the account.
  ['T1105', null],
  ['T15', null],
  ['T21', null],
]

/** Yields all entries of the balance of a PayPal account in a period; the list is up to three hours late. */
export async function* paypalEntries(ask: AskTransactions, from: Date, to: Date): AsyncGenerator<Movement> {
  const seen = new Set<string>()
  for await (const info of paypalTransactions(ask, { from, to })) {
    const movement = movementOf(info)
    if (!movement || seen.has(movement.entry!) || movement.at < from || movement.at >= to) continue
    seen.add(movement.entry!)
    yield movement
  }
}

function movementOf(info: PaypalTransaction): Movement | null {
  const { transaction_id: id, transaction_event_code: code = '', paypal_reference_id: about = null } = info
  const known = KINDS.find(([beginning]) => code.startsWith(beginning))
  if (known?.[1] === null) return null
  const amount = toMinorUnits(info.transaction_amount.value)
  // The account itself made an outgoing payment, so it is not a charge of a customer.
  const isOwn = known?.[1] === 'charge' && amount < 0
  const { currency_code: currency } = info.transaction_amount
  const isOfSubscription = info.paypal_reference_id_type === 'SUB'
  const { fee_amount: fee } = info
  return {
    kind: isOwn ? 'other' : (known?.[1] ?? 'other'),
    attemptId: null,
    refundId: null,
    reference: id,
    amount,
    currency,
    at: paypalTime(info.transaction_initiation_date),
    entry: id,
    charge: isOfSubscription ? null : about,
    subscription: isOfSubscription ? about : null,
    fee: fee && toMinorUnits(fee.value) !== 0 ? { amount: -toMinorUnits(fee.value), currency: fee.currency_code } : null,
  }
}

/** The response of `GET /v1/reporting/balances`, as far as it is used. */
export type PaypalBalances = { balances?: { currency: string; total_balance?: PaypalMoney }[] }

export function balanceOf(seen: PaypalBalances | null): Balance {
  return (seen?.balances ?? []).flatMap(({ total_balance: total }) =>
    total ? [{ amount: toMinorUnits(total.value), currency: total.currency_code }] : [],
  )
}
