import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { type Webhooks, webhooksOf } from '../webhooks.ts'
import { walletApi } from './api.ts'
import { approvalsOf } from './approvals.ts'
import { browserRoutes } from './browser-routes.ts'
import { disputesOf } from './disputes.ts'
import { eventsOf } from './events.ts'
import { paymentsOf } from './payments.ts'
import { plansOf } from './plans.ts'
import { plansApi } from './plans-api.ts'
import { refundsApi } from './refunds-api.ts'
import { reportsApi } from './reports-api.ts'
import { returnsOf } from './returns.ts'
import { signatureOf } from './signature.ts'
import { subscriptionChargesOf } from './subscription-charges.ts'
import { subscriptionRecordsOf } from './subscription-records.ts'
import { subscriptionsOf } from './subscriptions.ts'
import { subscriptionsApi } from './subscriptions-api.ts'

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
  const { certificate, headersOf } = signatureOf({ store, base })
  const webhooks: Webhooks = webhooksOf({ store, queue: 'wallet_deliveries', url: webhookUrl, headersOf })
  const events = eventsOf({ webhooks, base })
  const plans = plansOf({ store, clock })
  const payments = paymentsOf({ store, events })
  const returns = returnsOf({ store, clock, events, payments })
  const disputes = disputesOf({ store, clock, events, payments, returns })
  const records = subscriptionRecordsOf({ store, clock, events, plans })
  const charges = subscriptionChargesOf({ store, clock, records, payments })
  const approvals = approvalsOf({ store, clock, events, plans, records, charges })
  const subscriptions = subscriptionsOf({ store, clock, plans, records })
  const api = [
    plansApi({ plans }),
    subscriptionsApi({ base, records, approvals, subscriptions, payments, returns }),
    refundsApi({ base, payments, returns }),
    reportsApi({ payments, disputes }),
  ]
  const routes = new Hono<{ Bindings: HttpBindings }>()
  routes.route('/', browserRoutes({ records, approvals }))
  routes.route('/', walletApi({ key, certificate, processDue: charges.processDue, routes: api }))
  return { routes, webhooks, records, charges, subscriptions, payments, returns, disputes }
}
export type Wallet = ReturnType<typeof openWallet>
