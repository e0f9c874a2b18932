import { limitedFetch } from '../../limited-fetch.ts'
import { readSignedEvent } from '../malformed-event.ts'
import type { WalletProvider } from '../port.ts'
import { paypalClient } from './client.ts'
import { paypalPlanMaking } from './create-plan.ts'
import { balanceOf, type PaypalBalances, paypalEntries } from './entries.ts'
import { paypalEventOf } from './events.ts'
import { paypalPlans } from './plans.ts'
import { paypalRefunds } from './refunds.ts'
import { paypalReturns } from './returns.ts'
import { paypalSignatures } from './signature.ts'
import { paypalSubscriptions } from './subscriptions.ts'

export type PaypalSettings = {
  environment: 'live' | 'sandbox'
  clientId: string
  clientSecret: string
  webhookId: string
  /**
   * Wallet plans by plan, "2", or by plan and voucher, "2+SPRING". Each charges every 30 days (DAY × 30), with reduced charges
   * as a trial cycle. Several are separated by a space, the latest last; the first with the current price is sold.
   */
  plans: Readonly<Record<string, string>>
  /**
   * Set for the sandbox: plans are created when they are needed. The value identifies the instance, so that two instances with
   * one sandbox have separate plans.
   */
  makesPlansFor?: string
  /** URLs of the API, the webhook certificates and the browser script, if not PayPal's. */
  baseUrl?: string
  certificates?: string
  script?: string
  /** Replaces the network, for tests. */
  fetch?: typeof fetch
}

const BASES = { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' } as const
/** The only host whose certificates are accepted. */
const CERTIFICATES = {
  live: 'https://api.paypal.com/v1/notifications/certs/',
  sandbox: 'https://api.sandbox.paypal.com/v1/notifications/certs/',
} as const

/** Looks up, cancels and refunds subscriptions that PayPal charges on its own schedule. */
export function paypalProvider(settings: PaypalSettings): WalletProvider {
  const { environment, clientId, clientSecret, webhookId } = settings
  const call = settings.fetch ?? limitedFetch()
  const ask = paypalClient({ base: settings.baseUrl ?? BASES[environment], clientId, clientSecret, fetch: call })
  const isSigned = paypalSignatures({ certificates: settings.certificates ?? CERTIFICATES[environment], webhookId, fetch: call })
  const plans = paypalPlans(ask, settings.plans)
  const making = settings.makesPlansFor ? paypalPlanMaking(ask, settings.makesPlansFor) : null

  return {
    name: 'paypal',
    brand: 'PayPal',
    clientId,
    script: settings.script ?? null,
    ...plans,
    ensurePlan: making && ((plan) => making.ensure(plan)),
    ...paypalSubscriptions(ask, async () => (making ? making.names() : plans.plans())),
    ...paypalRefunds(ask),
    returns: ({ from, to }) => paypalReturns((path) => ask('GET', path), from, to),
    entries: (from, to) => paypalEntries((path) => ask('GET', path), from, to),
    balance: async () => balanceOf(await ask<PaypalBalances>('GET', '/v1/reporting/balances')),

    async readWebhook(body, headers, mayAsk) {
      if (!(await isSigned(body, headers, mayAsk))) return null
      return [readSignedEvent(body, paypalEventOf)]
    },
  }
}
