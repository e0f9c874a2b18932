import type { CardProvider, LeftMethod, Movement, Outcome, SetupState } from './port.ts'

/** What a pretend method does when it is charged; `later` is what becomes of a debit or a challenge. */
export type Behaviour = Outcome['state'] | ((attemptId: string, nth: number) => Outcome)

/**
 * A provider within this process, for tests of our own books: it charges once an attempt, and remembers. Methods behave as
 * their reference says, unless `behave` tells otherwise: "card-succeeded", "card-declined", "card-unknown", "debit-processing".
 */
export function pretendCardProvider() {
  const charges = new Map<string, { outcome: Outcome; amount: number; currency: string; at: Date; calls: number }>()
  const refunds = new Map<string, { reference: string; amount: number; currency: string; at: Date }>()
  const setups = new Map<string, SetupState>()
  const behaviours = new Map<string, Behaviour>()
  let count = 0
  let now = () => new Date()

  function outcomeOf(method: string, attemptId: string): Outcome {
    const how = behaviours.get(method) ?? (method.split('-')[1] as Outcome['state'] | undefined) ?? 'succeeded'
    if (typeof how === 'function') return how(attemptId, ++count)
    return outcome(how, attemptId)
  }

  const provider: CardProvider = {
    name: 'sandbox',
    async openSetup({ setupId }) {
      setups.set(setupId, { state: 'open' })
      return { reference: setupId, url: `https://pay.example/${setupId}`, embed: null }
    },
    async setupState(reference) {
      return setups.get(reference) ?? { state: 'failed', code: 'declined', text: '' }
    },
    async charge({ attemptId, money, methodReference }) {
      const known = charges.get(attemptId)
      if (known) {
        known.calls++
        return known.outcome
      }
      const made = outcomeOf(methodReference, attemptId)
      // A broken call may have been heard: every second one was.
      const heard = made.state !== 'unknown' || attemptId.charCodeAt(0) % 2 === 0
      const kept = made.state === 'unknown' ? outcome('succeeded', attemptId) : made
      if (heard) charges.set(attemptId, { outcome: kept, amount: money.minor, currency: money.currency, at: now(), calls: 1 })
      return made
    },
    async fetchState(attemptId) {
      return charges.get(attemptId)?.outcome ?? { state: 'absent' }
    },
    async refund({ refundId, money }) {
      const reference = `refund ${refundId}`
      refunds.set(refundId, refunds.get(refundId) ?? { reference, amount: money.minor, currency: money.currency, at: now() })
      return { state: 'succeeded', reference }
    },
    async readWebhook() {
      return null
    },
    async *movements(from, to) {
      for (const [attemptId, { outcome, amount, currency, at }] of charges)
        if (outcome.state === 'succeeded' && at >= from && at < to)
          yield { attemptId, refundId: null, reference: outcome.reference, amount, currency, at } satisfies Movement
      for (const [refundId, { reference, amount, currency, at }] of refunds)
        if (at >= from && at < to)
          yield { attemptId: null, refundId, reference, amount: -amount, currency, at } satisfies Movement
    },
    async forgetMethod() {},
  }

  return {
    provider,
    charges,
    refunds,
    behave: (method: string, how: Behaviour) => void behaviours.set(method, how),
    finishSetup: (setupId: string, state: SetupState) => void setups.set(setupId, state),
    /** A debit ends, a challenge is answered: what the provider knows from now on. */
    becomes: (attemptId: string, state: Outcome['state']) => {
      const charge = charges.get(attemptId)
      if (charge) charge.outcome = outcome(state, attemptId)
      return outcome(state, attemptId)
    },
    setClock: (clock: () => Date) => {
      now = clock
    },
  }
}

export function outcome(state: Outcome['state'], attemptId: string): Outcome {
  const reference = `charge ${attemptId}`
  if (state === 'action') return { state, reference, url: 'https://bank.example/challenge', params: { attempt: attemptId } }
  if (state === 'declined') return { state, reference, code: 'declined', text: 'Declined by the bank', retryable: true }
  if (state === 'returned') return { state, reference, code: 'returned', text: 'Debit returned' }
  return state === 'unknown' ? { state } : { state, reference }
}

/** A method as a provider hands it over. */
export function leftMethod(given: Partial<LeftMethod> = {}): LeftMethod {
  return {
    kind: 'CC',
    reference: 'card-succeeded',
    customerReference: null,
    brand: 'Visa',
    masked: '•••• 4242',
    mandate: null,
    ...given,
  }
}
