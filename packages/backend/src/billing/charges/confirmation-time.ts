import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { Locked } from './lock-attempts.ts'

/**
 * Time after the order in which most first charges of a wallet succeed or fail. A confirmation waits so long for the result, so
 * that the buyer of a declined order gets one e-mail (ADR-0364).
 */
const CHARGED_WITHIN_MS = 5 * MINUTE_MS

type Order = Pick<Locked, 'order_type' | 'created_at' | 'state'>

/** Returns when the confirmation of an order is sent if its first charge is still pending then; null: at once. */
export function confirmationTime({ order_type, created_at }: Order): Date | null {
  return order_type === ORDER_TYPE.wallet ? new Date(created_at.getTime() + CHARGED_WITHIN_MS) : null
}

/** Returns whether the buyer has been told that the ordered subscription runs, although its first charge is pending. */
export function isConfirmed(order: Order, now: Date): boolean {
  return order.state === 'processing' && (confirmationTime(order) ?? now) <= now
}
