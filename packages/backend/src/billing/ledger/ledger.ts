import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

export type Posting = { account: string; amount: number }
export type Entry = {
  postings: Posting[]
  currency: string
  at: Date
  invoiceId?: number | null
  attemptId?: string | null
  refundId?: string | null
  suspenseId?: number | null
  /** The entry of the provider's balance that causes this posting. */
  entryId?: number | null
}

/** Posts entries to the ledger. The amounts of each sum to zero, which the database checks at commit. */
export async function post(trx: Transaction<DB>, entries: readonly Entry[]): Promise<void> {
  const rows = entries.flatMap(({ postings, currency, at, ...of }) => {
    const { invoiceId = null, attemptId = null, refundId = null, suspenseId = null, entryId = null } = of
    const transaction = randomUUID()
    return postings
      .filter(({ amount }) => amount !== 0)
      .map(({ account, amount }) => ({
        transaction,
        account,
        amount,
        currency,
        at,
        invoice_id: invoiceId,
        attempt_id: attemptId,
        refund_id: refundId,
        suspense_id: suspenseId,
        entry_id: entryId,
      }))
  })
  if (rows.length > 0) await trx.insertInto('ledger').values(rows).execute()
}

type Sold = { net: number; tax: number; country: string }

/**
 * Returns postings for a payment of what was sold; `sold` may contain credit notes, which are negative. Credit above the price is
 * owed to the customer.
 */
export function paidPostings(provider: string, sold: readonly Sold[]): Posting[] {
  const sum = sold.reduce((sum, { net, tax }) => sum + net + tax, 0)
  return [{ account: sum < 0 ? 'owed' : `cash:${provider}`, amount: sum }, ...soldPostings(sold)]
}

export function soldPostings(sold: readonly Sold[]): Posting[] {
  return sold.flatMap(({ net, tax, country }) => [
    { account: `revenue:${country}`, amount: -net },
    { account: `tax:${country}`, amount: -tax },
  ])
}
