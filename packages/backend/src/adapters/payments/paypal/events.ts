import type { WalletEvent } from '../port.ts'

export type Link = { href?: string; rel?: string }
/** An event as PayPal sends it, as far as it is used. docs/providers.md lists every kind. */
export type PaypalEvent = {
  id: string
  event_type: string
  resource?: {
    id?: string
    billing_agreement_id?: string
    sale_id?: string
    links?: Link[]
    disputed_transactions?: { seller_transaction_id?: string }[]
  }
}

/**
 * Returns the subscription, charge or refund of an event. A refund names the sale, not the subscription; one made on PayPal's
 * website may name only itself and is looked up.
 */
export function paypalEventOf({ id, event_type: kind, resource = {} }: PaypalEvent): WalletEvent {
  const none = { id, kind, subscription: null, charge: null, refund: null }
  if (kind.startsWith('BILLING.SUBSCRIPTION.')) return { ...none, subscription: resource.id ?? null }
  if (kind.startsWith('CUSTOMER.DISPUTE.'))
    return { ...none, charge: resource.disputed_transactions?.[0]?.seller_transaction_id ?? null }
  if (kind === 'PAYMENT.SALE.REFUNDED' || kind === 'PAYMENT.CAPTURE.REFUNDED') {
    const charge = resource.sale_id ?? chargeIn(resource.links)
    return { ...none, subscription: resource.billing_agreement_id ?? null, charge, refund: resource.id ?? null }
  }
  if (kind.startsWith('PAYMENT.SALE.') || kind.startsWith('PAYMENT.CAPTURE.')) {
    const charge = resource.sale_id ?? resource.id ?? null
    return { ...none, subscription: resource.billing_agreement_id ?? null, charge }
  }
  return none
}

/** Returns the charge of a refund, from ".../v1/payments/sale/4XY" or ".../v2/payments/captures/4XY". */
export function chargeIn(links: readonly Link[] = []): string | null {
  const above = links.find(({ rel }) => rel === 'sale' || rel === 'up' || rel === 'capture')
  return /\/(?:sale|captures)\/([^/?]+)$/.exec(above?.href ?? '')?.[1] ?? null
}
