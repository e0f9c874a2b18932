import { randomUUID } from 'node:crypto'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import type { Visit } from '../shell/visit.ts'

/** What the wallet's button needs: its script, the plan that is approved, and the mark that its styles carry. */
export type Wallet = { script: string; planId: string; nonce: string }

const SDK = 'https://www.paypal.com/sdk/js'
const HOSTS = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** The wallet is offered for euro alone (its script is loaded for them), where it sells this cart; else null. */
export function walletOf(cart: Cart, clientId: string | undefined): Wallet | null {
  if (!clientId || cart.currency !== 'EUR' || !cart.methods.includes('PP') || !cart.paypaylPlanId) return null
  const query = new URLSearchParams({
    'client-id': clientId,
    currency: 'EUR',
    'disable-funding': 'card',
    vault: 'true',
    intent: 'subscription',
  })
  return { script: `${SDK}?${query}`, planId: cart.paypaylPlanId, nonce: randomUUID() }
}

/** Opens this page, and no other, for the script and the windows of the wallet. */
export function openWallet(visit: Visit, { nonce }: Wallet): void {
  visit.opened = { scripts: HOSTS, frames: HOSTS, connections: HOSTS, pictures: HOSTS, nonce, popups: true }
}
