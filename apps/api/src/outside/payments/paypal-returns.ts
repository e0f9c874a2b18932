import { minorOf } from './paypal-money.ts'
import type { WalletReturn } from './port.ts'

/** Kinds of movements: a reversal by PayPal, a refund, a chargeback, a chargeback that was won. */
const KINDS = { T1106: 'reversal', T1107: 'refund', T1201: 'reversal', T1202: 'won' } as const
type Kind = keyof typeof KINDS
/** The longest time that one question may be about. Milliseconds. */
const WINDOW = 31 * 86_400_000
const PAGE = 500

type Page = {
  transaction_details?: { transaction_info: Info }[]
  total_pages?: number
}
type Ask = (path: string) => Promise<Page | null>
type Info = {
  transaction_id: string
  /** What it went back from. */
  paypal_reference_id?: string
  transaction_initiation_date: string
  transaction_amount: { currency_code: string; value: string }
  transaction_status: 'D' | 'P' | 'S' | 'V'
}

/**
 * What went back of all charges between two moments, from the list of the account's transactions; the list is up to three
 * hours behind.
 */
export async function paypalReturns(ask: Ask, from: Date, to: Date): Promise<WalletReturn[]> {
  // By name: what stands on the edge of two months is in both.
  const found = new Map<string, WalletReturn>()
  const ends = Math.min(to.getTime(), Date.now())
  for (let start = from.getTime(); start < ends; start += WINDOW) {
    const [first, last] = [new Date(start), new Date(Math.min(start + WINDOW, ends))]
    for (const kind of Object.keys(KINDS) as Kind[])
      for await (const back of returnsOf(ask, kind, first, last)) found.set(back.reference, back)
  }
  // What comes again names the return that it undoes.
  const returns = [...found.values()].filter(({ at }) => at >= from && at < to)
  return returns.map((each) => ({ ...each, chargeId: found.get(each.chargeId)?.chargeId ?? each.chargeId }))
}

async function* returnsOf(ask: Ask, kind: Kind, from: Date, to: Date): AsyncGenerator<WalletReturn> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      transaction_type: kind,
      transaction_status: 'S',
      fields: 'transaction_info',
      page_size: String(PAGE),
      page: String(page),
    })
    const answer = await ask(`/v1/reporting/transactions?${query}`)
    pages = answer?.total_pages ?? 0
    for (const { transaction_info } of answer?.transaction_details ?? []) {
      const back = returnOf(transaction_info, KINDS[kind])
      if (back) yield back
    }
  }
}

function returnOf(info: Info, kind: WalletReturn['kind']): WalletReturn | null {
  const { transaction_id: reference, paypal_reference_id: chargeId, transaction_initiation_date: date } = info
  if (!chargeId || info.transaction_status !== 'S') return null
  const { currency_code: currency, value } = info.transaction_amount
  // "2026-11-01T10:00:00+0000"
  const at = new Date(date.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return { chargeId, reference, amount: minorOf(value), currency, at, kind }
}
