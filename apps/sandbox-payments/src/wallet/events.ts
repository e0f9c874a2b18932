import type { Row } from '../store.ts'
import type { Webhooks } from '../webhooks.ts'
import { newEventId } from './ids.ts'
import { disputeOf, refundOf, saleOf, subscriptionEventOf } from './present.ts'

/** Sends events to the merchant in PayPal's format; each is recorded in the transaction of its cause. */
export function eventsOf({ webhooks, base }: { webhooks: Webhooks; base(): string }) {
  function add(kind: string, type: string, resource: object): void {
    webhooks.send({
      id: newEventId(),
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: type,
      event_type: kind,
      summary: `${kind} (sandbox)`,
      resource,
    })
  }
  return {
    ofSubscription: (kind: string, row: Row) => add(kind, 'subscription', subscriptionEventOf(row)),
    ofSale: (kind: string, charge: Row, amount: number) => add(kind, 'sale', saleOf(charge, amount, base())),
    ofRefund: (back: Row, charge: Row) => add('PAYMENT.SALE.REFUNDED', 'refund', refundOf(back, charge, base())),
    ofDispute: (kind: string, dispute: Row) => add(kind, 'dispute', disputeOf(dispute)),
  }
}
export type Events = ReturnType<typeof eventsOf>
