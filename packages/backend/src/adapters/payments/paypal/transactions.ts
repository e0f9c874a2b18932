import { DAY_MS } from '@kiosk/domain/time'
import type { PaypalMoney } from './money.ts'

/** Maximum period of one request. Milliseconds. */
const WINDOW_MS = 31 * DAY_MS
const PAGE_SIZE = 500

/** A transaction of PayPal's list of the account's transactions, as far as it is used. */
export type PaypalTransaction = {
  transaction_id: string
  /** Reference of the transaction: for a refund its charge, for a charge its subscription. */
  paypal_reference_id?: string
  paypal_reference_id_type?: 'ODR' | 'TXN' | 'SUB' | 'PAP'
  transaction_event_code?: string
  transaction_initiation_date: string
  transaction_amount: PaypalMoney
  /** Negative: a fee of PayPal. */
  fee_amount?: PaypalMoney
  transaction_status: 'D' | 'P' | 'S' | 'V'
}
type Page = { transaction_details?: { transaction_info: PaypalTransaction }[]; total_pages?: number }
/** Requests a page of the list. */
export type AskTransactions = (path: string) => Promise<Page | null>

/**
 * Yields successful transactions of the account in a period, requested month by month and page by page; the list is up to three
 * hours late. Transactions at the boundary of two months occur twice.
 * @param type "T1107", or undefined for all of them
 */
export async function* paypalTransactions(
  ask: AskTransactions,
  { from, to, type }: { from: Date; to: Date; type?: string },
): AsyncGenerator<PaypalTransaction> {
  const ends = Math.min(to.getTime(), Date.now())
  for (let start = from.getTime(); start < ends; start += WINDOW_MS) {
    const until = new Date(Math.min(start + WINDOW_MS, ends)).toISOString()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = new URLSearchParams({
        start_date: new Date(start).toISOString(),
        end_date: until,
        ...(type !== undefined && { transaction_type: type }),
        transaction_status: 'S',
        fields: 'transaction_info',
        page_size: String(PAGE_SIZE),
        page: String(page),
      })
      const answer = await ask(`/v1/reporting/transactions?${query}`)
      const { total_pages, transaction_details: details } = answer ?? {}
      // Money that is missing from the list would be missing in the ledger.
      if (typeof total_pages !== 'number' || !Array.isArray(details))
        throw new Error('paypal: the answer is not a list of transactions')
      pages = details.length === 0 ? 0 : total_pages
      for (const { transaction_info: info } of details) if (info.transaction_status === 'S') yield info
    }
  }
}

/** Parses "2026-11-01T10:00:00+0000". */
export function paypalTime(date: string): Date {
  return new Date(date.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}
