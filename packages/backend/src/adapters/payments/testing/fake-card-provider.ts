import type { CardProvider, LeftMethod, Movement, Outcome, SetupState } from '../port.ts'

/** Result of charging a fake method: a state, or a function of the attempt and a running number. */
export type Behaviour = Outcome['state'] | ((attemptId: string, nth: number) => Outcome)

/** Smallest charge, minor units. */
const SMALLEST_CHARGE_MINOR = 50

type RefundState = 'succeeded' | 'processing' | 'failed'

/**
 * A provider within this process, for tests of our ledger: it charges once per attempt and records it. Methods behave as their
 * reference says, unless `behave` changes it: "card-succeeded", "card-declined", "card-unknown", "debit-processing"; "card-asks":
 * succeeds, but requires authentication if the customer is absent.
 */
export function fakeCardProvider() {
  const charges = new Map<
    string,
    { outcome: Outcome; amount: number; currency: string; at: Date; calls: number; unattended: boolean }
  >()
  /** Charges that were given up. */
  const givenUp: string[] = []
  const refunds = new Map<
    string,
    { reference: string; amount: number; currency: string; at: Date; state: RefundState; attempt: string }
  >()
  /** The provider's own record of movements; the provider only appends. */
  const moved: Movement[] = []
  /** Ids of entries, which stay the same when a test changes `moved`. */
  const entries = new WeakMap<Movement, string>()
  let entryCount = 0
  function entryOf(movement: Movement): string {
    const name = entries.get(movement) ?? `entry ${++entryCount}`
    entries.set(movement, name)
    return name
  }
  const byHand: { attemptId: string; reference: string; amount: number }[] = []
  /** Methods that were detached. */
  const forgotten: string[] = []
  let refundsBehave: RefundState | 'unknown' = 'succeeded'
  const setups = new Map<string, SetupState>()
  const behaviours = new Map<string, Behaviour>()
  let count = 0
  let now = () => new Date()

  const move = (id: { attemptId: string } | { refundId: string }, reference: string, amount: number, currency: string) =>
    void moved.push({ attemptId: null, refundId: null, ...id, reference, amount, currency, at: now() })
  const hasCome = (attemptId: string) => moved.some((each) => each.attemptId === attemptId && each.amount > 0)
  const sumOf = (is: (each: Movement) => boolean) => moved.filter(is).reduce((sum, { amount }) => sum + amount, 0)

  /** Returns how much of a charge can still be refunded; pending refunds are deducted. Minor units. */
  function leftOf(attemptId: string): number {
    const own = [...refunds].filter(([, each]) => each.attempt === attemptId)
    const ids = own.map(([id]) => id)
    const underWay = own.reduce((sum, [, { state, amount }]) => sum + (state === 'processing' ? amount : 0), 0)
    const gone = byHand.filter((each) => each.attemptId === attemptId).reduce((sum, { amount }) => sum + amount, 0)
    return sumOf((each) => each.attemptId === attemptId || ids.includes(each.refundId ?? '')) - underWay - gone
  }

  /** Records the movements that a state implies: the charge once, and always before its return. */
  function follow(attemptId: string, state: Outcome['state'], amount: number, currency: string): void {
    const reference = `charge ${attemptId}`
    if (state === 'succeeded' && !hasCome(attemptId)) move({ attemptId }, reference, amount, currency)
    if (state !== 'returned' && state !== 'reinstated') return
    if (!hasCome(attemptId)) move({ attemptId }, reference, amount, currency)
    const back = moved.filter((each) => each.attemptId === attemptId && each.amount < 0)
    if (back.length === 0) move({ attemptId }, reference, -amount, currency)
    const again = moved.filter((each) => each.attemptId === attemptId && each.amount > 0)
    if (state === 'reinstated' && again.length < 2) move({ attemptId }, reference, amount, currency)
  }

  /** Returns the result of a charge as the provider reports it. */
  function reported({ outcome, amount, currency }: { outcome: Outcome; amount: number; currency: string }): Outcome {
    return outcome.state === 'succeeded' ? { collected: { amount, currency }, ...outcome } : outcome
  }

  function outcomeOf(method: string, attemptId: string, unattended: boolean): Outcome {
    const named = method.split('-')[1] as Outcome['state'] | 'asks' | undefined
    const how =
      behaviours.get(method) ?? (named === 'asks' ? (unattended ? 'needs-customer' : 'succeeded') : named) ?? 'succeeded'
    if (typeof how === 'function') return how(attemptId, ++count)
    return outcome(how, attemptId)
  }

  const provider: CardProvider = {
    name: 'sandbox',
    minimum: () => SMALLEST_CHARGE_MINOR,
    async openSetup({ setupId }) {
      setups.set(setupId, { state: 'open' })
      return { reference: setupId, url: `https://pay.example/${setupId}`, embed: null }
    },
    async setupState(reference) {
      return setups.get(reference) ?? { state: 'failed', code: 'declined', text: '' }
    },
    async charge({ attemptId, money, methodReference, initiator }) {
      if (money.minor < SMALLEST_CHARGE_MINOR) throw new Error(`${money.minor} is less than the minimum charge`)
      const known = charges.get(attemptId)
      if (known) {
        known.calls++
        return reported(known)
      }
      const unattended = initiator === 'merchant'
      if (forgotten.includes(methodReference)) return { ...outcome('declined', attemptId), retryable: false } as Outcome
      const made = outcomeOf(methodReference, attemptId, unattended)
      // A failed call may have reached the provider: every second one does.
      const isAnswered = made.state !== 'unknown' || attemptId.charCodeAt(0) % 2 === 0
      const kept = made.state === 'unknown' ? outcome('succeeded', attemptId) : made
      if (!isAnswered) return made
      const { minor: amount, currency } = money
      charges.set(attemptId, { outcome: kept, amount, currency, at: now(), calls: 1, unattended })
      follow(attemptId, kept.state, money.minor, money.currency)
      return reported({ outcome: made, amount, currency })
    },
    async ask({ attemptId }) {
      const charge = charges.get(attemptId)
      if (!charge) return { state: 'unknown' }
      if (charge.outcome.state === 'needs-customer') charge.outcome = outcome('action', attemptId)
      return reported(charge)
    },
    async giveUp(attemptId) {
      const charge = charges.get(attemptId)
      if (!charge) return { state: 'absent' }
      givenUp.push(attemptId)
      const waits = charge.outcome.state === 'action' || charge.outcome.state === 'needs-customer'
      if (waits) charge.outcome = { ...outcome('declined', attemptId), code: 'abandoned', retryable: false } as Outcome
      return reported(charge)
    },
    async fetchState(attemptId) {
      const charge = charges.get(attemptId)
      return charge ? reported(charge) : { state: 'absent' }
    },
    async refund({ refundId, attemptReference, money }) {
      const reference = `refund ${refundId}`
      const known = refunds.get(refundId)
      if (known) return { state: known.state, reference }
      const attemptId = attemptReference.slice('charge '.length)
      const requested = refundsBehave === 'unknown' ? 'succeeded' : refundsBehave
      const state = money.minor > leftOf(attemptId) ? 'failed' : requested
      if (refundsBehave === 'unknown' && refundId.charCodeAt(0) % 2 === 1) return { state: 'unknown', reference: null }
      const { minor: amount, currency } = money
      refunds.set(refundId, { reference, amount, currency, at: now(), state, attempt: attemptId })
      if (state === 'succeeded') move({ refundId }, reference, -amount, currency)
      return refundsBehave === 'unknown' ? { state: 'unknown', reference: null } : { state, reference }
    },
    async readWebhook() {
      return null
    },
    async *movements(from, to) {
      for (const each of moved) if (each.at >= from && each.at < to) yield { entry: entryOf(each), ...each }
    },
    async balance() {
      const sums = new Map<string, number>()
      const add = (currency: string, amount: number) => void sums.set(currency, (sums.get(currency) ?? 0) + amount)
      for (const { settled, amount, currency, fee } of moved) {
        add(settled?.currency ?? currency, settled?.amount ?? amount)
        if (fee) add(fee.currency, -fee.amount)
      }
      return [...sums].map(([currency, amount]) => ({ amount, currency }))
    },
    async forgetMethod(reference) {
      forgotten.push(reference)
    },
  }

  return {
    provider,
    charges,
    refunds,
    moved,
    forgotten,
    givenUp,
    refundsBehave: (how: RefundState | 'unknown') => {
      refundsBehave = how
    },
    /**
     * Makes a refund at the provider itself. @returns the provider's id of the refund; null if the amount is more than what is
     * left
     */
    refundByHand: (attemptId: string, amount: number): string | null => {
      const charge = charges.get(attemptId)
      if (!charge || amount > leftOf(attemptId)) return null
      const reference = `by hand ${byHand.length + 1}`
      byHand.push({ attemptId, reference, amount })
      moved.push({
        attemptId: null,
        refundId: null,
        reference,
        amount: -amount,
        currency: charge.currency,
        at: now(),
        kind: 'refund',
        charge: `charge ${attemptId}`,
      })
      return reference
    },
    /** Completes a pending refund. */
    refundBecomes: (refundId: string, state: 'succeeded' | 'failed') => {
      const refund = refunds.get(refundId)
      if (refund?.state !== 'processing') return
      refund.state = state
      if (state === 'succeeded') move({ refundId }, refund.reference, -refund.amount, refund.currency)
    },
    behave: (method: string, how: Behaviour) => void behaviours.set(method, how),
    finishSetup: (setupId: string, state: SetupState) => void setups.set(setupId, state),
    /** Completes bank authentication. @returns the provider's result from now on */
    answer: (attemptId: string, decision: 'pass' | 'fail'): Outcome => {
      const charge = charges.get(attemptId)
      if (charge?.outcome.state !== 'action') return charge?.outcome ?? { state: 'unknown' }
      const failed = charge.unattended ? 'needs-customer' : 'declined'
      charge.outcome = outcome(decision === 'pass' ? 'succeeded' : failed, attemptId)
      follow(attemptId, charge.outcome.state, charge.amount, charge.currency)
      return charge.outcome
    },
    /** Sets the result of a pending debit or authentication. @returns the provider's result from now on */
    becomes: (attemptId: string, state: Outcome['state']) => {
      const charge = charges.get(attemptId)
      if (charge) {
        charge.outcome = outcome(state, attemptId)
        follow(attemptId, state, charge.amount, charge.currency)
      }
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
  if (state === 'returned' || state === 'reinstated')
    return { state, reference, code: 'returned', text: 'Debit returned', dispute: `dispute ${attemptId}` }
  return state === 'unknown' ? { state } : { state, reference }
}

/** Returns a method as a provider reports it. */
export function leftMethod(options: Partial<LeftMethod> = {}): LeftMethod {
  return {
    kind: 'CC',
    reference: 'card-succeeded',
    customerReference: null,
    brand: 'Visa',
    masked: '•••• 4242',
    country: 'AT',
    mandate: null,
    ...options,
  }
}
