import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { describe, expect, test } from 'vitest'
import type { CardProvider, LeftMethod, Outcome } from '../port.ts'

/** A provider under test, and the actions of customers, banks and time. */
export type Bench = {
  provider: CardProvider
  /** Adds a method with this behaviour; null if this provider cannot simulate it. */
  leave(how: 'succeeds' | 'declined' | 'asks' | 'asks-unattended' | 'debit'): Promise<LeftMethod> | null
  /** Completes bank authentication; null if only a person can. */
  answer:
    | ((attemptId: string, requested: Extract<Outcome, { state: 'action' }>, decision: 'pass' | 'fail') => Promise<unknown>)
    | null
  /** Completes a debit; null if that takes days. */
  ripen: ((attemptId: string) => Promise<unknown>) | null
}

/** Defines the contract suite that every card provider passes. */
export function providerContract(name: string, bench: () => Bench): void {
  async function charge(
    method: LeftMethod,
    options: { attemptId?: string; initiator?: 'customer' | 'merchant'; minor?: number } = {},
  ) {
    const { attemptId = randomUUID(), initiator = 'customer', minor = 1999 } = options
    const outcome = await bench().provider.charge({
      attemptId,
      money: { minor, currency: 'EUR' },
      methodReference: method.reference,
      customerReference: method.customerReference,
      kind: method.kind,
      initiator,
      returnUrl: 'https://kiosk.example.org/back',
      description: 'Kiosk 1',
    })
    return { attemptId, outcome }
  }
  const minimumOf = () => bench().provider.minimum('EUR')
  async function movementsOf(ids: readonly string[]) {
    const found: number[] = []
    // Some providers have their own clock, which may be ahead.
    const [since, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + 90 * DAY_MS)]
    for await (const { attemptId, refundId, amount } of bench().provider.movements(since, until)) {
      if (ids.includes(attemptId ?? refundId ?? '')) found.push(amount)
    }
    return found
  }

  describe(`${name} fulfils the card provider contract`, () => {
    test('charges an attempt once, however often it is sent', async () => {
      const method = await bench().leave('succeeds')!
      const { attemptId, outcome } = await charge(method)
      expect(outcome).toMatchObject({ state: 'succeeded', collected: { amount: 1999, currency: 'EUR' } })
      expect((await charge(method, { attemptId })).outcome).toEqual(outcome)
      expect(await movementsOf([attemptId])).toEqual([1999])
    })

    test('makes one charge of ten concurrent calls with the same attempt', async () => {
      const method = await bench().leave('succeeds')!
      const attemptId = randomUUID()
      await Promise.all(Array.from({ length: 10 }, () => charge(method, { attemptId })))
      expect(await movementsOf([attemptId])).toEqual([1999])
    })

    test('reports a decline with one of our codes, moves no money and repeats the answer', async () => {
      const { attemptId, outcome } = await charge(await bench().leave('declined')!)
      expect(outcome).toMatchObject({ state: 'declined', code: 'declined', retryable: expect.any(Boolean) })
      expect(await bench().provider.fetchState(attemptId, 'reference' in outcome ? outcome.reference : null)).toMatchObject({
        state: 'declined',
        code: 'declined',
      })
      expect(await movementsOf([attemptId])).toEqual([])
    })

    test('charges its smallest amount and nothing below', async () => {
      const method = await bench().leave('succeeds')!
      const smallest = await charge(method, { minor: minimumOf() })
      expect(smallest.outcome.state).toBe('succeeded')
      const attemptId = randomUUID()
      const less = await charge(method, { attemptId, minor: minimumOf() - 1 }).catch(() => null)
      expect(less?.outcome.state ?? 'declined').toBe('declined')
      expect(await movementsOf([smallest.attemptId, attemptId])).toEqual([minimumOf()])
    })

    test('reports an unknown attempt as absent', async () => {
      expect(await bench().provider.fetchState(randomUUID(), null)).toEqual({ state: 'absent' })
    })

    test('finds a known attempt by its id', async () => {
      const { attemptId, outcome } = await charge(await bench().leave('succeeds')!)
      expect(await bench().provider.fetchState(attemptId, (outcome as { reference: string }).reference)).toEqual(outcome)
    })

    test('returns a URL for a bank challenge; yes pays and no does not', async () => {
      const method = await bench().leave('asks')
      if (!method) return
      for (const [decision, state] of [
        ['pass', 'succeeded'],
        ['fail', 'declined'],
      ] as const) {
        const { attemptId, outcome } = await charge(method)
        expect(outcome).toMatchObject({ state: 'action', url: expect.stringMatching(/^https?:/), params: expect.any(Object) })
        const { answer, provider } = bench()
        if (!answer || outcome.state !== 'action') continue
        await answer(attemptId, outcome, decision)
        expect(await provider.fetchState(attemptId, outcome.reference)).toMatchObject({ state })
      }
    })

    /** Makes a charge on our schedule that needs its customer. */
    async function needsCustomer() {
      const method = (await bench().leave('asks-unattended'))!
      const { attemptId, outcome } = await charge(method, { initiator: 'merchant' })
      expect(outcome).toEqual({ state: 'needs-customer', reference: expect.any(String) })
      const { reference } = outcome as { reference: string }
      const ask = () =>
        bench().provider.ask({
          attemptId,
          reference,
          methodReference: method.reference,
          returnUrl: 'https://kiosk.example.org/back',
        })
      return { attemptId, reference, ask }
    }

    test('an off-session charge may need the customer: nothing moves until they answer, and yes pays once', async () => {
      const { attemptId, reference, ask } = await needsCustomer()
      const { answer, provider } = bench()
      expect(await provider.fetchState(attemptId, reference)).toEqual({ state: 'needs-customer', reference })
      expect(await movementsOf([attemptId])).toEqual([])
      const requested = await ask()
      expect(requested).toMatchObject({ state: 'action', reference, url: expect.stringMatching(/^https?:/) })
      expect(await ask(), 'asked again, the same authentication stays open').toMatchObject({ state: 'action', reference })
      if (!answer || requested.state !== 'action') return
      await answer(attemptId, requested, 'pass')
      expect(await provider.fetchState(attemptId, reference)).toMatchObject({ state: 'succeeded', reference })
      expect(await ask(), 'what is paid is not asked again').toMatchObject({ state: 'succeeded', reference })
      expect(await movementsOf([attemptId])).toEqual([1999])
    })

    test('asks the customer again after a declined challenge', async () => {
      const { attemptId, reference, ask } = await needsCustomer()
      const { answer, provider } = bench()
      const first = await ask()
      if (!answer || first.state !== 'action') return
      await answer(attemptId, first, 'fail')
      expect(await provider.fetchState(attemptId, reference)).toEqual({ state: 'needs-customer', reference })
      const second = await ask()
      if (second.state !== 'action') throw new Error(`asked again it is ${second.state}`)
      await answer(attemptId, second, 'pass')
      expect(await movementsOf([attemptId])).toEqual([1999])
    })

    test('an abandoned charge takes no money whatever the answer; one paid before says so', async () => {
      const { answer, provider } = bench()
      const { attemptId, reference, ask } = await needsCustomer()
      const requested = await ask()
      const gone = { state: 'declined', code: 'abandoned', retryable: false, reference }
      expect(await provider.giveUp(attemptId, reference)).toMatchObject(gone)
      expect(await provider.giveUp(attemptId, reference)).toMatchObject(gone)
      if (answer && requested.state === 'action') await answer(attemptId, requested, 'pass')
      expect(await provider.fetchState(attemptId, reference)).toMatchObject(gone)
      expect((await ask()).state).toBe('declined')
      expect(await movementsOf([attemptId])).toEqual([])

      const attended = await bench().leave('asks')
      if (attended) {
        const open = await charge(attended)
        const reference = (open.outcome as { reference: string }).reference
        expect(await provider.giveUp(open.attemptId, reference)).toMatchObject({ state: 'declined', code: 'abandoned' })
        if (answer && open.outcome.state === 'action') await answer(open.attemptId, open.outcome, 'pass')
        expect(await movementsOf([open.attemptId])).toEqual([])
      }
      const paid = await charge(await bench().leave('succeeds')!)
      expect(await provider.giveUp(paid.attemptId, (paid.outcome as { reference: string }).reference)).toEqual(paid.outcome)
      expect(await provider.giveUp(randomUUID(), null)).toEqual({ state: 'absent' })
    })

    test('reports a debit as pending until it ends', async () => {
      const method = await bench().leave('debit')
      if (!method) return
      const { attemptId, outcome } = await charge(method, { initiator: 'merchant' })
      expect(outcome.state).toBe('processing')
      expect(await movementsOf([attemptId])).toEqual([])
      const { ripen, provider } = bench()
      if (!ripen) return
      await ripen(attemptId)
      expect(await provider.fetchState(attemptId, (outcome as { reference: string }).reference)).toMatchObject({
        state: 'succeeded',
      })
    })

    test('sends a refund once, however often it is requested', async () => {
      const { attemptId, outcome } = await charge(await bench().leave('succeeds')!)
      const refundId = randomUUID()
      const attemptReference = (outcome as { reference: string }).reference
      const requested = { refundId, attemptReference, money: { minor: 500, currency: 'EUR' } } as const
      const first = await bench().provider.refund(requested)
      expect(first.state).toBe('succeeded')
      expect(await bench().provider.refund(requested)).toEqual(first)
      expect(await movementsOf([attemptId, refundId])).toEqual([1999, -500])
    })

    test('refunds parts of a charge separately and never more than was paid', async () => {
      const { attemptId, outcome } = await charge(await bench().leave('succeeds')!)
      const attemptReference = (outcome as { reference: string }).reference
      const [first, second, over] = [randomUUID(), randomUUID(), randomUUID()]
      const back = (refundId: string, minor: number) =>
        bench().provider.refund({ refundId, attemptReference, money: { minor, currency: 'EUR' } })
      expect((await back(first, 700)).state).toBe('succeeded')
      expect((await back(second, 1299)).state).toBe('succeeded')
      expect((await back(over, 1)).state).toBe('failed')
      expect((await movementsOf([attemptId, first, second, over])).toSorted((a, b) => b - a)).toEqual([1999, -700, -1299])
    })

    test('balance equals the sum of movements minus fees, and every movement has its own id', async () => {
      const { outcome } = await charge(await bench().leave('succeeds')!)
      expect(outcome.state).toBe('succeeded')
      const sums = new Map<string, number>()
      const names = new Set<string>()
      let count = 0
      for await (const { amount, currency, settled, fee, entry } of bench().provider.movements(
        new Date(0),
        new Date('2100-01-01'),
      )) {
        const own = settled ?? { amount, currency }
        sums.set(own.currency, (sums.get(own.currency) ?? 0) + own.amount)
        if (fee) sums.set(fee.currency, (sums.get(fee.currency) ?? 0) - fee.amount)
        names.add(entry ?? '')
        count++
      }
      expect(names.size).toBe(count)
      const balance = new Map((await bench().provider.balance()).map((each) => [each.currency, each.amount]))
      expect(balance).toEqual(sums)
    })

    test('does not charge a deleted method; deleting it again or an unknown one succeeds', async () => {
      const { provider, leave } = bench()
      const [old, kept] = [await leave('succeeds')!, await leave('succeeds')!]
      expect((await charge(old)).outcome.state).toBe('succeeded')
      await provider.forgetMethod(old.reference)
      const { attemptId, outcome } = await charge(old)
      expect(outcome).toMatchObject({ state: 'declined', retryable: false })
      expect(await movementsOf([attemptId])).toEqual([])
      await provider.forgetMethod(old.reference)
      await provider.forgetMethod(`pm_${randomUUID().replaceAll('-', '')}`)
      expect((await charge(kept)).outcome.state, 'another one of the same customer stays').toBe('succeeded')
    })

    test('rejects a webhook with a foreign signature', async () => {
      const headers = new Headers({ 'stripe-signature': 't=1,v1=00', 'sandbox-signature': `t=1,v1=${'0'.repeat(64)}` })
      expect(await bench().provider.readWebhook('{}', headers)).toBeNull()
    })
  })
}
