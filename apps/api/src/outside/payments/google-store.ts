import { createRemoteJWKSet, importPKCS8, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { WalletProvider, WalletReturn, WalletState } from './port.ts'

export type GoogleSettings = {
  packageName: string
  /** Products by tariff: { "2": "magz_de" }. */
  products: Readonly<Record<string, string>>
  serviceAccount: { client_email: string; private_key: string }
  /** Who pushes messages to us, and to which address they say so. */
  push: { account: string; audience: string }
  /** Another way out, for tests. */
  fetch?: typeof fetch
  keys?: JWTVerifyGetKey
}

const TOKENS = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher'
const API = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications'
const KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const PATIENCE = 20_000
const EARLY = 60_000

type Purchase = {
  subscriptionState: string
  externalAccountIdentifiers?: { obfuscatedExternalAccountId?: string }
  lineItems?: { productId: string; expiryTime?: string; latestSuccessfulOrderId?: string; autoRenewingPlan?: object }[]
}
type Order = {
  orderId: string
  state: string
  createTime: string
  total?: Money
  orderHistory?: {
    refundEvent?: { eventTime: string; refundDetails?: { total?: Money } }
    partialRefundEvents?: { processTime?: string; state: string; refundDetails?: { total?: Money } }[]
  }
}
type Money = { currencyCode: string; units?: string; nanos?: number }
const minorOf = ({ units = '0', nanos = 0 }: Money) => Number(units) * 100 + Math.round(nanos / 10_000_000)
const STATES: Record<string, WalletState['state']> = {
  SUBSCRIPTION_STATE_ACTIVE: 'active',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'active',
  SUBSCRIPTION_STATE_PAUSED: 'suspended',
  SUBSCRIPTION_STATE_ON_HOLD: 'suspended',
  SUBSCRIPTION_STATE_CANCELED: 'cancelled',
  SUBSCRIPTION_STATE_EXPIRED: 'expired',
}

/** Subscriptions that were bought in the apps: looked up by their purchase token, mirrored, cancelled. Nothing is bought here. */
export function googleStore(settings: GoogleSettings): WalletProvider {
  const { packageName, products, serviceAccount, push } = settings
  const call = settings.fetch ?? fetch
  const keys = settings.keys ?? createRemoteJWKSet(new URL(KEYS))
  const base = `${API}/${encodeURIComponent(packageName)}`
  let token: { value: string; ends: number } | null = null

  async function authorisation(): Promise<string> {
    if (token && token.ends > Date.now()) return token.value
    const key = await importPKCS8(serviceAccount.private_key, 'RS256')
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(serviceAccount.client_email)
      .setAudience(TOKENS)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
    const answer = await call(TOKENS, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!answer.ok) throw new Error(`google: token answers ${answer.status}`)
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    token = { value: `Bearer ${access_token}`, ends: Date.now() + expires_in * 1000 - EARLY }
    return token.value
  }

  /** @returns null where Google knows of no such thing */
  async function ask<Answer>(method: 'GET' | 'POST', path: string, what: string): Promise<Answer | null> {
    const answer = await call(`${base}/${path}`, {
      method,
      headers: { authorization: await authorisation() },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (answer.status === 404 || answer.status === 410) return null
    if (!answer.ok) throw new Error(`google: ${what} answers ${answer.status}`)
    const text = await answer.text()
    return (text === '' ? {} : JSON.parse(text)) as Answer
  }

  const purchase = (reference: string) =>
    ask<Purchase>('GET', `purchases/subscriptionsv2/tokens/${encodeURIComponent(reference)}`, 'a subscription')

  const orderOf = (id: string) => ask<Order>('GET', `orders/${encodeURIComponent(id)}`, 'an order')

  return {
    name: 'google',
    brand: 'Google Play',
    clientId: null,
    script: null,
    ensurePlan: null,
    plans: () => Object.values(products),
    // The store has no list of subscriptions, and its messages name the subscription.
    listSubscriptions: null,
    subscriptionOf: async () => null,
    fetchRefund: async () => null,
    plansOf: (tariff, voucherCode) => {
      const product = voucherCode === null ? products[String(tariff)] : undefined
      return product ? [product] : []
    },
    offers: () => Object.keys(products).map((tariff) => ({ tariff: Number(tariff), voucherCode: null })),
    fetchPlan: null,
    revisePlan: null,

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
        isOverridden: false,
        startsAt: null,
        nextChargeAt: state === 'active' && item.expiryTime ? new Date(item.expiryTime) : null,
        payer: '',
      }
    },

    /** The latest charge: each is told of by a message of its own. */
    tells: 'latest',
    async charges(reference, from, to) {
      const orderId = (await purchase(reference))?.lineItems?.[0]?.latestSuccessfulOrderId
      if (!orderId) return []
      const order = await orderOf(orderId)
      const at = order && new Date(order.createTime)
      if (!order?.total || !at || at < from || at >= to) return []
      const { currencyCode: currency } = order.total
      const states = { REFUNDED: 'refunded', CANCELED: 'refunded', PARTIALLY_REFUNDED: 'part-refunded' } as const
      const state = states[order.state as keyof typeof states] ?? 'completed'
      return [{ transactionId: order.orderId, amount: minorOf(order.total), currency, at, state }]
    },

    async returns({ from, to, charges }) {
      const found: WalletReturn[] = []
      for (const id of charges) {
        const order = await orderOf(id)
        if (order) found.push(...returnsOf(order).filter(({ at }) => at >= from && at < to))
      }
      return found
    },

    async cancel(reference) {
      const product = (await purchase(reference))?.lineItems?.[0]?.productId
      if (!product) return
      const path = `purchases/subscriptions/${encodeURIComponent(product)}/tokens/${encodeURIComponent(reference)}:cancel`
      await ask('POST', path, 'a cancellation')
    },

    /** The store gives whole orders back only: a part of one is refused, for a person to see to. */
    async refund(transactionId, _refundId, money) {
      const order = await orderOf(transactionId)
      if (order?.state === 'REFUNDED') return { state: 'succeeded', reference: transactionId }
      const isWhole = order?.total?.currencyCode === money.currency && minorOf(order.total) === money.minor
      if (!isWhole) return { state: 'failed', reference: null }
      const made = await ask('POST', `orders/${encodeURIComponent(transactionId)}:refund`, 'a refund')
      return made ? { state: 'succeeded', reference: transactionId } : { state: 'failed', reference: null }
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
      const { message } = JSON.parse(body) as { message: { data: string; messageId: string } }
      const told = JSON.parse(Buffer.from(message.data, 'base64').toString('utf8')) as {
        packageName: string
        subscriptionNotification?: { notificationType: number; purchaseToken: string }
      }
      const about = told.packageName === packageName ? told.subscriptionNotification : undefined
      return [
        {
          ...{ id: message.messageId, kind: String(about?.notificationType ?? 'other') },
          ...{ subscription: about?.purchaseToken ?? null, charge: null, refund: null },
        },
      ]
    },
  }
}

/** Parts of an order by themselves; the whole of it is what its parts left. */
function returnsOf({ orderId: chargeId, state, total, createTime, orderHistory }: Order): WalletReturn[] {
  if (!total) return []
  const { refundEvent, partialRefundEvents = [] } = orderHistory ?? {}
  const currency = total.currencyCode
  const parts = partialRefundEvents.flatMap(({ processTime, refundDetails }, place): WalletReturn[] => {
    if (!processTime || !refundDetails?.total) return []
    const amount = -minorOf(refundDetails.total)
    return [{ chargeId, reference: `${chargeId}#${place + 1}`, amount, currency, at: new Date(processTime), kind: 'refund' }]
  })
  if (state !== 'REFUNDED' && state !== 'CANCELED') return parts
  const rest = minorOf(total) + parts.reduce((sum, { amount }) => sum + amount, 0)
  const at = new Date(refundEvent?.eventTime ?? createTime)
  return rest > 0 ? [...parts, { chargeId, reference: chargeId, amount: -rest, currency, at, kind: 'refund' }] : parts
}
