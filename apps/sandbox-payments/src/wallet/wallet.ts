import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { type Webhooks, webhooksOf } from '../webhooks.ts'
import { walletApi } from './api.ts'
import { browserRoutes } from './browser-routes.ts'
import { eventsOf } from './events.ts'
import { paymentsOf } from './payments.ts'
import { plansOf } from './plans.ts'
import { signatureOf } from './signature.ts'
import { subscriptionsOf } from './subscriptions.ts'

type Options = {
  store: Store
  clock: Clock
  key: string
  /** Base URL of the wallet, for browsers and the merchant. */
  base(): string
  /** Target of its webhooks; null = none are sent. */
  webhookUrl(): string | null
}

/** Opens a wallet that charges subscriptions by its own clock and implements PayPal's API. */
export function openWallet({ store, clock, key, base, webhookUrl }: Options) {
  const signature = signatureOf({ store, base })
  const webhooks: Webhooks = webhooksOf({ store, queue: 'wallet_deliveries', url: webhookUrl, headersOf: signature.headersOf })
  const events = eventsOf({ webhooks, base })
  const plans = plansOf({ store, clock })
  const payments = paymentsOf({ store, clock, events })
  const subscriptions = subscriptionsOf({ store, clock, events, plans, payments })
  const routes = new Hono<{ Bindings: HttpBindings }>()
  routes.route('/', browserRoutes({ subscriptions }))
  routes.route('/', walletApi({ key, base, certificate: signature.certificate, plans, subscriptions, payments }))
  return { routes, webhooks, payments, subscriptions, plans }
}
export type Wallet = ReturnType<typeof openWallet>
