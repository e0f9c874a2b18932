import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { limitedFetch } from '../../limited-fetch.ts'
import { jsonIn } from '../json-answer.ts'
import { readSignedEvent } from '../malformed-event.ts'
import type { StoreProvider, WalletEvent, WalletState } from '../port.ts'
import { accessTokens, type ServiceAccount } from './access-tokens.ts'

export type GoogleSettings = {
  packageName: string
  /** Products by plan: { "2": "magz_de" }. */
  products: Readonly<Record<string, string>>
  serviceAccount: ServiceAccount
  /** Service account and audience of the push messages. */
  push: { account: string; audience: string }
  /** Replaces the network, for tests. */
  fetch?: typeof fetch
  keys?: JWTVerifyGetKey
}

const API = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications'
const KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const TIMEOUT_MS = 20_000

type Purchase = {
  subscriptionState: string
  externalAccountIdentifiers?: { obfuscatedExternalAccountId?: string }
  acknowledgementState?: string
  lineItems?: { productId: string; expiryTime?: string }[]
}
const STATES: Record<string, WalletState['state']> = {
  SUBSCRIPTION_STATE_ACTIVE: 'active',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'active',
  SUBSCRIPTION_STATE_PAUSED: 'suspended',
  SUBSCRIPTION_STATE_ON_HOLD: 'suspended',
  SUBSCRIPTION_STATE_CANCELED: 'cancelled',
  SUBSCRIPTION_STATE_EXPIRED: 'expired',
}

/** Looks up, acknowledges and cancels subscriptions bought in the apps, by their purchase token. */
export function googleStore(settings: GoogleSettings): StoreProvider {
  const { packageName, products, serviceAccount, push } = settings
  const call = settings.fetch ?? limitedFetch()
  const keys = settings.keys ?? createRemoteJWKSet(new URL(KEYS), { [customFetch]: call })
  const base = `${API}/${encodeURIComponent(packageName)}`
  const tokens = accessTokens(serviceAccount, call)

  /** @returns null if Google does not know it */
  async function ask<Answer>(method: 'GET' | 'POST', path: string, what: string): Promise<Answer | null> {
    const response = await call(`${base}/${path}`, {
      method,
      headers: { authorization: await tokens.current() },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 401) tokens.forget()
    const text = await response.text()
    // A command succeeds with an empty body.
    const answer = text === '' && method === 'POST' ? {} : jsonIn(text)
    if (response.ok && answer) return answer as Answer
    if (isUnknown(response.status, answer)) return null
    throw new Error(`google: ${what} answers ${response.status}${answer ? '' : ', no JSON object'}`)
  }

  async function purchase(reference: string): Promise<Purchase | null> {
    const known = await ask<Purchase>(
      'GET',
      `purchases/subscriptionsv2/tokens/${encodeURIComponent(reference)}`,
      'a subscription',
    )
    // Guards against an error with status 200: a subscription unknown to the store would end here.
    const item = known?.lineItems?.[0]
    const isSubscription = typeof known?.subscriptionState === 'string' && typeof item?.productId === 'string'
    if (known && (!isSubscription || Number.isNaN(Date.parse(item.expiryTime ?? '1970-01-01'))))
      throw new Error('google: the answer is not a subscription')
    return known
  }

  return {
    name: 'google',
    brand: 'Google Play',
    plansOf: (plan, voucherCode) => {
      const product = voucherCode === null ? products[String(plan)] : undefined
      return product ? [product] : []
    },

    async fetchSubscription(reference) {
      const known = await purchase(reference)
      const item = known?.lineItems?.[0]
      if (!known || !item) return null
      const state = STATES[known.subscriptionState] ?? 'pending'
      return {
        reference,
        state,
        planId: item.productId,
        customId: known.externalAccountIdentifiers?.obfuscatedExternalAccountId ?? null,
        paidUntil: item.expiryTime ? new Date(item.expiryTime) : null,
        isAcknowledged: known.acknowledgementState !== 'ACKNOWLEDGEMENT_STATE_PENDING',
      }
    },

    async acknowledge(reference) {
      const product = (await purchase(reference))?.lineItems?.[0]?.productId
      if (!product) return
      const path = `purchases/subscriptions/${encodeURIComponent(product)}/tokens/${encodeURIComponent(reference)}:acknowledge`
      await ask('POST', path, 'an acknowledgement')
    },

    async cancel(reference) {
      const product = (await purchase(reference))?.lineItems?.[0]?.productId
      if (!product) return
      const path = `purchases/subscriptions/${encodeURIComponent(product)}/tokens/${encodeURIComponent(reference)}:cancel`
      await ask('POST', path, 'a cancellation')
    },

    async readWebhook(body, headers) {
      const [, bearer] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
      if (!bearer) return null
      try {
        const issuer = ['https://accounts.google.com', 'accounts.google.com']
        const { payload } = await jwtVerify(bearer, keys, { issuer, audience: push.audience, algorithms: ['RS256'] })
        if (payload.email !== push.account || payload.email_verified !== true) return null
      } catch {
        return null
      }
      return [readSignedEvent(body, (signed: PushMessage) => eventOf(packageName, signed))]
    },
  }
}

type GoogleError = { error?: { code?: unknown; errors?: { reason?: string }[] } }

/**
 * Whether Google itself says that the subscription is unknown. A proxy also answers 404, and so does Google for an unknown app.
 */
function isUnknown(status: number, answer: GoogleError | null): boolean {
  if (status !== 404 && status !== 410) return false
  const { code, errors } = answer?.error ?? {}
  return code === status && !errors?.some(({ reason }) => reason === 'applicationNotFound')
}

type PushMessage = { message: { data: string; messageId: string } }

function eventOf(packageName: string, { message }: PushMessage): WalletEvent {
  const notification = JSON.parse(Buffer.from(message.data, 'base64').toString('utf8')) as {
    packageName: string
    subscriptionNotification?: { notificationType: number; purchaseToken: string }
  }
  const about = notification.packageName === packageName ? notification.subscriptionNotification : undefined
  return {
    id: message.messageId,
    kind: String(about?.notificationType ?? 'other'),
    subscription: about?.purchaseToken ?? null,
    charge: null,
    refund: null,
  }
}
