import type { Row } from '../store.ts'
import { money } from './money.ts'
import type { Payments } from './payments.ts'
import { subscriptionEventOf, time } from './present.ts'
import type { SubscriptionRecords } from './subscription-records.ts'

/** Returns a subscription as in PayPal's responses: as in its events, plus balance, last payment and next payment. */
export function subscriptionOf(row: Row, { records, payments }: { records: SubscriptionRecords; payments: Payments }) {
  const last = payments.chargesOf(String(row.id)).findLast(({ status }) => status === 'COMPLETED')
  const currency = records.cyclesOf(row).at(-1)!.currency
  return {
    ...subscriptionEventOf(row),
    billing_info: {
      outstanding_balance: money(0, currency),
      failed_payments_count: row.failed,
      ...(row.next_at !== null && { next_billing_time: time(row.next_at) }),
      ...(last && { last_payment: { amount: money(Number(last.amount), String(last.currency)), time: time(last.told_at) } }),
    },
  }
}
