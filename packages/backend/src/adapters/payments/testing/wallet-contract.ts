import { DAY_MS } from '@kiosk/domain/time'
import { describe, expect, test } from 'vitest'
import type { WalletProvider } from '../port.ts'

/** A wallet under test with a charge, and the refunds that its staff can make. */
export type WalletBench = {
  provider: WalletProvider
  subscription: string
  /** Id of a charge of 19.99 EUR at `at`. */
  charge: string
  at: Date
  /** Refunds a part of the charge at the wallet. Minor units. */
  back(amount: number): unknown
  /** Refunds the rest of the charge at the wallet. */
  backWhole(): unknown
}

/** Defines the contract suite of charges and returns that every wallet passes. */
export function walletContract(name: string, bench: () => WalletBench | Promise<WalletBench>): void {
  const around = (at: Date) => [new Date(at.getTime() - DAY_MS), new Date(at.getTime() + 30 * DAY_MS)] as const
  const chargesOf = ({ provider, subscription, at }: WalletBench) => provider.charges(subscription, ...around(at))
  const returnsOf = ({ provider, charge, at }: WalletBench, [from, to] = around(at)) =>
    provider.returns({ from, to, charges: [charge] })

  describe(`${name} fulfils the wallet contract`, () => {
    test('reports a charge without returns as whole', async () => {
      const made = await bench()
      expect(await chargesOf(made)).toEqual([
        { transactionId: made.charge, amount: 1999, currency: 'EUR', at: made.at, state: 'completed' },
      ])
      expect(await returnsOf(made)).toEqual([])
    })

    test('reports every return separately with its amount and a stable id', async () => {
      const made = await bench()
      await made.back(500)
      await made.back(501)
      expect(await chargesOf(made)).toMatchObject([{ amount: 1999, state: 'part-refunded' }])
      const returns = await returnsOf(made)
      expect(returns).toMatchObject([
        { chargeId: made.charge, amount: -500, currency: 'EUR' },
        { chargeId: made.charge, amount: -501, currency: 'EUR' },
      ])
      expect(new Set(returns.map(({ reference }) => reference)).size).toBe(2)
      expect(await returnsOf(made)).toEqual(returns)
      expect(await returnsOf(made, [new Date(made.at.getTime() - 9 * DAY_MS), new Date(made.at.getTime() - DAY_MS)])).toEqual([])
    })

    test('returns never more than was charged, in parts and then the rest', async () => {
      const made = await bench()
      await made.back(500)
      await made.backWhole()
      expect(await chargesOf(made)).toMatchObject([{ amount: 1999, state: 'refunded' }])
      expect((await returnsOf(made)).map(({ amount }) => amount)).toEqual([-500, -1499])
    })

    test('balance equals the sum of movements minus fees', async () => {
      const made = await bench()
      await made.back(500)
      const sums = new Map<string, number>()
      for await (const { amount, currency, fee } of made.provider.entries!(
        new Date(made.at.getTime() - 60 * DAY_MS),
        new Date('2100-01-01'),
      ))
        sums.set(currency, (sums.get(currency) ?? 0) + amount - (fee?.amount ?? 0))
      expect(sums.get('EUR')).toBeDefined()
      expect(new Map((await made.provider.balance!()).map((each) => [each.currency, each.amount]))).toEqual(sums)
    })
  })
}
