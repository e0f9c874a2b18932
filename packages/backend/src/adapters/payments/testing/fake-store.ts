import type { StoreProvider, StoreSubscription } from '../port.ts'

/** Simulates an app store within this process, for tests: products are "plan-NUMBER"; `sell` is a purchase in the app. */
export function fakeStore() {
  const subscriptions = new Map<string, StoreSubscription>()
  const cancelled: string[] = []
  const acknowledged: string[] = []
  let broken = false
  let count = 0
  const whole = () => {
    if (broken) throw new Error('the store does not answer')
  }
  const provider: StoreProvider = {
    name: 'google',
    brand: 'Google Play',
    plansOf: (plan, code) => (code === null ? [`plan-${plan}`] : []),
    async fetchSubscription(reference) {
      whole()
      const known = subscriptions.get(reference)
      return known ? { ...known } : null
    },
    async acknowledge(reference) {
      whole()
      acknowledged.push(reference)
      subscriptions.get(reference)!.isAcknowledged = true
    },
    async cancel(reference) {
      whole()
      cancelled.push(reference)
      subscriptions.get(reference)!.state = 'cancelled'
    },
    async readWebhook() {
      return null
    },
  }
  return {
    provider,
    subscriptions,
    cancelled,
    acknowledged,
    break: (is: boolean) => {
      broken = is
    },
    /** @returns the purchase token */
    sell(of: { customId: string | null; planId: string; paidUntil: Date } & Partial<StoreSubscription>): string {
      const reference = `google-${++count}`
      subscriptions.set(reference, { state: 'active', isAcknowledged: false, ...of, reference })
      return reference
    },
    expire(reference: string): void {
      subscriptions.get(reference)!.state = 'expired'
    },
  }
}
