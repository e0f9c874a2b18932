import type { Cart } from '@kiosk/domain/payments/endpoints'
import type { RequestContext } from '../shell/request-context.ts'

/** Data for the wallet's button: its script, the plan to approve, and the nonce of its styles. */
export type Wallet = { script: string; planId: string; nonce: string }

const SDK = 'https://www.paypal.com/sdk/js'
const HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/**
 * Returns the wallet if it sells this cart, otherwise null. It is offered only for euros, for which its script is loaded.
 * @param from address of its script, if it is not PayPal's
 */
export function walletOf(cart: Cart, clientId: string | undefined, from: string = SDK): Wallet | null {
  if (!clientId || cart.currency !== 'EUR' || !cart.methods.includes('PP') || !cart.paypaylPlanId) return null
  const query = new URLSearchParams({
    'client-id': clientId,
    currency: 'EUR',
    'disable-funding': 'card',
    vault: 'true',
    intent: 'subscription',
  })
  return { script: `${from}?${query}`, planId: cart.paypaylPlanId, nonce: crypto.randomUUID() }
}

/** Allows the wallet's script and windows on this page only. */
export function openWallet(ctx: RequestContext, { script, nonce }: Wallet): void {
  const hosts = script.startsWith(`${SDK}?`) ? HOSTS : [new URL(script).origin]
  ctx.opened = { scripts: hosts, frames: hosts, connections: hosts, pictures: hosts, nonce, popups: true }
}
