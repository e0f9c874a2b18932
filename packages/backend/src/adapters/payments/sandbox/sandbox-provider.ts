import { createHmac } from 'node:crypto'
import { isEqualSecret } from '../../../is-equal-secret.ts'
import { limitedFetch } from '../../limited-fetch.ts'
import { readSignedEvent } from '../malformed-event.ts'
import type { Balance, CardProvider, LeftMethod, Movement, MovementKind, Outcome, ProviderEvent, SetupState } from '../port.ts'

export type SandboxSettings = { url: string; key: string; webhookSecret: string }

/** Timeout of a request. */
const TIMEOUT_MS = 20_000
/** Minimum charge. Minor units. */
const SMALLEST_CHARGE_MINOR = 50
/** Maximum age of a signature, and how far it may be in the future. */
const TOLERANCE_SECONDS = 300

/** Connects to the sandbox provider, over HTTP as for any other. */
export function sandboxProvider({ url, key, webhookSecret }: SandboxSettings): CardProvider {
  const call = limitedFetch()
  /** @throws if the provider cannot be reached or its response is unexpected; @returns null if it does not know the object */
  async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer | null> {
    const response = await call(`${url}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return (await response.json()) as Answer
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new Error(`sandbox: ${method} ${path.split('/')[0]} answers ${response.status}`)
  }

  return {
    name: 'sandbox',
    sharesNumbers: true,

    // Like real providers.
    minimum: () => SMALLEST_CHARGE_MINOR,

    async openSetup({ setupId, customerReference, kinds, language, returnUrl, creditor }) {
      const requested = { id: setupId, customer: customerReference, kinds, language, returnUrl, creditor }
      const opened = await ask<{ id: string; url: string }>('POST', 'setups', requested)
      if (!opened) throw new Error('sandbox: no setup')
      return { reference: opened.id, url: opened.url, embed: null }
    },

    async setupState(reference) {
      const state = await ask<SetupState & { method?: LeftMethod }>('GET', `setups/${encodeURIComponent(reference)}`)
      return state ?? { state: 'failed', code: 'declined', text: '' }
    },

    async charge({ attemptId, money, methodReference, initiator, returnUrl, description }) {
      const requested = { attemptId, amount: money.minor, currency: money.currency, method: methodReference }
      try {
        const outcome = await ask<Outcome>('POST', 'charges', { ...requested, initiator, returnUrl, description })
        return outcome ?? { state: 'unknown' }
      } catch (error) {
        // The charge may have succeeded before the connection was lost; its state must be requested.
        if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return { state: 'unknown' }
        throw error
      }
    },

    async ask({ attemptId, returnUrl }) {
      return (await ask<Outcome>('POST', `charges/${encodeURIComponent(attemptId)}/ask`, { returnUrl })) ?? { state: 'unknown' }
    },

    async giveUp(attemptId) {
      return (await ask<Outcome>('POST', `charges/${encodeURIComponent(attemptId)}/cancel`, {})) ?? { state: 'absent' }
    },

    async fetchState(attemptId) {
      return (await ask<Outcome>('GET', `charges/${encodeURIComponent(attemptId)}`)) ?? { state: 'absent' }
    },

    async refund({ refundId, attemptReference, money }) {
      const requested = { refundId, charge: attemptReference, amount: money.minor, currency: money.currency }
      const made = await ask<{ state: 'succeeded' | 'failed'; reference: string }>('POST', 'refunds', requested)
      return made ?? { state: 'failed', reference: null }
    },

    async readWebhook(body, headers) {
      if (!isSigned(body, headers.get('sandbox-signature') ?? '', webhookSecret)) return null
      type Signed = { id: string; kind: string; data: Record<string, never> }
      return [readSignedEvent(body, ({ id, kind, data }: Signed) => ({ id, kind, about: aboutOf(kind, data) }))]
    },

    async *movements(from, to) {
      for (let after: number | null = 0; after !== null; ) {
        const path: string = `movements?from=${from.getTime()}&to=${to.getTime()}&after=${after}`
        const response: { movements: Moved[]; next: number | null } | null = await ask('GET', path)
        for (const each of response?.movements ?? []) yield movementOf(each)
        after = response?.next ?? null
      }
    },

    async balance() {
      return (await ask<{ balance: Balance }>('GET', 'balance'))?.balance ?? []
    },

    async forgetMethod(reference) {
      await ask('DELETE', `methods/${encodeURIComponent(reference)}`)
    },
  }
}

function movementOf({ entry, kind, fee, attempt_id, refund_id, reference, charge, amount, currency, at }: Moved): Movement {
  return {
    attemptId: attempt_id,
    refundId: refund_id,
    reference,
    charge,
    amount,
    currency,
    at: new Date(at),
    kind,
    entry,
    fee: fee === 0 ? null : { amount: fee, currency },
  }
}

type Moved = {
  entry: string
  kind: MovementKind
  /** Minor units; positive. */
  fee: number
  charge: string | null
  attempt_id: string | null
  refund_id: string | null
  reference: string
  amount: number
  currency: string
  at: number
}

function aboutOf(kind: string, data: Record<string, never>): ProviderEvent['about'] {
  const [thing] = kind.split('.')
  if (thing === 'charge') return { what: 'attempt', attemptId: data.attemptId!, outcome: data.outcome! }
  if (thing === 'refund') return { what: 'refund', refundId: data.refundId!, state: data.state! }
  if (thing === 'setup') return { what: 'setup', setupId: data.setupId! }
  if (thing === 'mandate') return { what: 'mandate-cancelled', methodReference: data.method! }
  return { what: 'nothing' }
}

function isSigned(body: string, signature: string, secret: string): boolean {
  const [, seconds, options] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (!seconds || !options || Math.abs(Date.now() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
  return isEqualSecret(expected, Buffer.from(options, 'hex'))
}
