import type { WalletReturn } from '../port.ts'
import { toMinorUnits } from './money.ts'
import { type AskTransactions, type PaypalTransaction, paypalTime, paypalTransactions } from './transactions.ts'

/** Kinds of movements: a reversal by PayPal, a refund, a chargeback, a chargeback that was won. */
const KINDS = { T1106: 'reversal', T1107: 'refund', T1201: 'reversal', T1202: 'won' } as const
type Kind = keyof typeof KINDS

/** Lists all returns of charges in a period, from the account's transactions; PayPal's list is up to three hours late. */
export async function paypalReturns(ask: AskTransactions, from: Date, to: Date): Promise<WalletReturn[]> {
  // By id, because a transaction at the boundary of two months is in both.
  const found = new Map<string, WalletReturn>()
  for (const kind of Object.keys(KINDS) as Kind[])
    for await (const info of paypalTransactions(ask, { from, to, type: kind })) {
      const back = returnOf(info, KINDS[kind])
      if (back) found.set(back.reference, back)
    }
  // A reversal of a return names that return.
  const returns = [...found.values()].filter(({ at }) => at >= from && at < to)
  return returns.map((each) => {
    const undone = found.get(each.chargeId)
    return undone ? { ...each, chargeId: undone.chargeId, undoes: undone.reference } : each
  })
}

function returnOf(info: PaypalTransaction, kind: WalletReturn['kind']): WalletReturn | null {
  const { transaction_id: reference, paypal_reference_id: chargeId, transaction_initiation_date: date } = info
  if (!chargeId) return null
  const { currency_code: currency, value } = info.transaction_amount
  return { chargeId, reference, amount: toMinorUnits(value), currency, at: paypalTime(date), kind }
}
