import type { Money } from '@kiosk/domain/money'
import type { Movement, WalletCharge, WalletProvider, WalletReturn, WalletState } from '../port.ts'

/**
 * Simulates a wallet within this process, for tests of our ledger: plans are "plan-NUMBER" and "plan-NUMBER-CODE", none for
 * codes that begin with "CARD-ONLY"; `approve` is the customer's approval in the wallet's window, `charge` a charge on the
 * wallet's schedule.
 */
export function fakeWalletProvider() {
  const subscriptions = new Map<string, WalletState & { charges: WalletCharge[]; madeAt: Date }>()
  const refunds = new Map<string, { transactionId: string; money: Money }>()
  const returns: WalletReturn[] = []
  /** Fees by charge, in minor units; `others` are all other movements of the balance. */
  const fees = new Map<string, number>()
  const others: Movement[] = []
  const cancelled: string[] = []
  let now = () => new Date()
  let count = 0
  let broken = false
  let isListed = true
  let refundsAre: 'succeeded' | 'failed' | 'unknown' = 'succeeded'
  const whole = () => {
    if (broken) throw new Error('the wallet does not answer')
  }

  const provider: WalletProvider = {
    name: 'paypal',
    brand: 'PayPal',
    clientId: 'client-of-the-wallet',
    script: null,
    ensurePlan: null,
    plans: () => [],
    async *listSubscriptions(from, to) {
      whole()
      for (const [reference, { madeAt }] of subscriptions) if (isListed && madeAt >= from && madeAt <= to) yield reference
    },
    async subscriptionOf(charge) {
      whole()
      const found = [...subscriptions.values()].find(({ charges }) =>
        charges.some(({ transactionId }) => transactionId === charge),
      )
      return found?.reference ?? null
    },
    async fetchRefund(reference) {
      whole()
      return returns.find((each) => each.reference === reference) ?? null
    },
    plansOf: (plan, code) => (code?.startsWith('CARD-ONLY') ? [] : [`plan-${plan}${code ? `-${code}` : ''}`]),
    offers: () => [2, 10].map((plan) => ({ plan, voucherCode: null })),
    // Tests of plans set these two.
    fetchPlan: null,
    revisePlan: null,
    async fetchSubscription(reference) {
      whole()
      const known = subscriptions.get(reference)
      if (!known) return null
      const { charges: _, madeAt: __, ...state } = known
      return state
    },
    async charges(reference, from, to) {
      whole()
      const own = subscriptions.get(reference)?.charges ?? []
      return own.filter(({ at }) => at >= from && at < to)
    },
    async cancel(reference) {
      whole()
      cancelled.push(reference)
      const known = subscriptions.get(reference)
      if (known) known.state = 'cancelled'
    },
    async refund(transactionId, refundId, money) {
      whole()
      if (refundsAre !== 'succeeded') return { state: refundsAre, reference: null }
      if (!refunds.has(refundId)) {
        if (money.minor > restOf(transactionId)) return { state: 'failed', reference: null }
        refunds.set(refundId, { transactionId, money })
        back(transactionId, money.minor, `refund ${refundId}`)
      }
      return { state: 'succeeded', reference: `refund ${refundId}` }
    },
    async returns({ from, to }) {
      whole()
      return returns.filter(({ at }) => at >= from && at < to)
    },
    async *entries(from: Date, to: Date) {
      whole()
      for (const each of entriesOf()) if (each.at >= from && each.at < to) yield each
    },
    async balance() {
      whole()
      const sums = new Map<string, number>()
      for (const { amount, currency, fee } of entriesOf())
        sums.set(currency, (sums.get(currency) ?? 0) + amount - (fee?.amount ?? 0))
      return [...sums].map(([currency, amount]) => ({ amount, currency }))
    },
    async readWebhook() {
      return null
    },
  }

  /** Returns all movements of the balance: charges with their fees, returns, and others. */
  function entriesOf(): Movement[] {
    const none = { attemptId: null, refundId: null }
    const came = [...subscriptions.values()].flatMap(({ reference: subscription, charges }) =>
      charges
        .filter(({ state }) => state !== 'failed' && state !== 'pending')
        .map(({ transactionId: reference, amount, currency, at }): Movement => {
          const fee = fees.get(reference) ?? 0
          const kept = fee === 0 ? null : { amount: fee, currency }
          return {
            ...none,
            kind: 'charge',
            reference,
            amount,
            currency,
            at,
            entry: reference,
            charge: null,
            subscription,
            fee: kept,
          }
        }),
    )
    const went = returns.map(
      ({ chargeId, reference, amount, currency, at, kind, undoes }): Movement => ({
        ...none,
        kind: kind === 'refund' ? 'refund' : 'dispute',
        reference,
        amount,
        currency,
        at,
        entry: reference,
        charge: undoes ?? chargeId,
      }),
    )
    return [...came, ...went, ...others]
  }

  function restOf(transactionId: string): number {
    const charge = [...subscriptions.values()]
      .flatMap(({ charges }) => charges)
      .find((each) => each.transactionId === transactionId)
    const gone = returns.filter(({ chargeId }) => chargeId === transactionId).reduce((sum, each) => sum - each.amount, 0)
    return (charge?.amount ?? 0) - gone
  }

  /** Records a return of a charge, by us or at the wallet; a negative amount reverses a return. @returns its id */
  function back(
    transactionId: string,
    amount: number,
    reference = `${provider.name}-return-${++count}`,
    kind: WalletReturn['kind'] = amount < 0 ? 'won' : 'refund',
    undoes?: string,
  ): string {
    const charge = [...subscriptions.values()]
      .flatMap(({ charges }) => charges)
      .find((each) => each.transactionId === transactionId)
    if (!charge) return reference
    const moved = { chargeId: transactionId, reference, amount: -amount, currency: charge.currency, at: now(), kind }
    returns.push({ ...moved, ...(undoes !== undefined && { undoes }) })
    const gone = returns.filter(({ chargeId }) => chargeId === transactionId).reduce((sum, each) => sum - each.amount, 0)
    charge.state = gone === 0 ? 'completed' : gone < charge.amount ? 'part-refunded' : 'refunded'
    return reference
  }

  return {
    provider,
    subscriptions,
    refunds,
    returns,
    fees,
    others,
    back,
    setClock: (clock: () => Date) => {
      now = clock
    },
    cancelled,
    refundsBehave: (how: typeof refundsAre) => {
      refundsAre = how
    },
    /** Sets whether the list of subscriptions is up to date; otherwise only webhooks report new ones. */
    list: (how: boolean) => {
      isListed = how
    },
    break: (how: boolean) => {
      broken = how
    },
    /** Approves a plan as the customer. @returns the wallet's id of the subscription */
    approve(of: { customId: string | null; planId: string } & Partial<WalletState>): string {
      const reference = `${provider.name}-${++count}`
      subscriptions.set(reference, {
        state: 'active',
        isOverridden: false,
        startsAt: now(),
        nextChargeAt: null,
        payer: 'p•••@example.org',
        ...of,
        reference,
        charges: [],
        madeAt: now(),
      })
      return reference
    },
    charge(
      reference: string,
      amount: number,
      at: Date,
      { state = 'completed', currency = 'EUR' }: Partial<Pick<WalletCharge, 'state' | 'currency'>> = {},
    ): string {
      const transactionId = `${provider.name}-charge-${++count}`
      subscriptions.get(reference)!.charges.push({ transactionId, amount, currency, at, state })
      return transactionId
    },
  }
}
