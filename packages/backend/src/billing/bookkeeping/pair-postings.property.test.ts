import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExportedPosting } from '../ledger/export.ts'
import { type Pair, pairsOf } from './pair-postings.ts'

type Line = Pick<ExportedPosting, 'account' | 'amount' | 'currency'>

const lines = (currency: string): fc.Arbitrary<Line[]> =>
  fc
    .array(
      fc.record({
        account: fc.constantFrom('bank', 'revenue', 'vat', 'fees', 'suspense'),
        amount: fc.integer({ min: -9_999, max: 9_999 }),
      }),
      {
        maxLength: 6,
      },
    )
    .map((some) => {
      const sum = some.reduce((total, { amount }) => total + amount, 0)
      return [...some, { account: 'receivable', amount: -sum }].map((line) => ({ ...line, currency }))
    })
/** The lines of an entry sum to zero in each currency; they come in any order. */
const entry = fc
  .tuple(lines('EUR'), fc.oneof(fc.constant([]), lines('CHF')))
  .chain(([euros, francs]) => fc.shuffledSubarray([...euros, ...francs], { minLength: euros.length + francs.length }))

/** Mixes the postings of entries that were made at the same time; each entry keeps the order of its own postings. */
const ledger = fc
  .array(entry, { minLength: 1, maxLength: 5 })
  .chain((entries) => {
    const turns = entries.flatMap((some, transaction) => some.map(() => transaction))
    return fc.tuple(fc.constant(entries), fc.shuffledSubarray(turns, { minLength: turns.length }))
  })
  .map(([entries, turns]) => {
    const next = entries.map((some) => some.values())
    return turns.map((transaction, id): ExportedPosting => {
      const line = next[transaction]!.next().value!
      return { ...line, id, transaction: String(transaction), day: '2026-11-23', invoice: null, reference: null }
    })
  })

/** Sums by account and currency, without those that are 0. */
function sums(moved: readonly Line[]): Record<string, number> {
  const result: Record<string, number> = {}
  for (const { account, currency, amount } of moved) {
    const key = `${account} ${currency}`
    result[key] = (result[key] ?? 0) + amount
  }
  return Object.fromEntries(Object.entries(result).filter(([, sum]) => sum !== 0))
}

async function* inOrder(postings: readonly ExportedPosting[]) {
  yield* postings
}
async function collected(postings: readonly ExportedPosting[]): Promise<Pair[]> {
  const pairs: Pair[] = []
  for await (const pair of pairsOf(inOrder(postings))) pairs.push(pair)
  return pairs
}

test('pairs move what the postings moved on each account and in each currency, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, async (postings) => {
      const pairs = await collected(postings)
      const moved = pairs.flatMap(({ debit, credit, amount, currency }) => [
        { account: debit, amount, currency },
        { account: credit, amount: -amount, currency },
      ])
      expect(sums(moved)).toEqual(sums(postings))
      // No amount moves back and forth: the debits of an export are those of the ledger.
      const total = (some: readonly { amount: number }[]) => some.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
      expect(total(pairs)).toBe(total(postings))
      for (const { amount } of pairs) expect(amount).toBeGreaterThan(0)
    }),
    { numRuns: 1_000 },
  )
})

test('an entry that does not balance in a currency is an error', async () => {
  const line = { day: '2026-11-23', invoice: null, reference: null, transaction: '1' }
  const postings = [
    { ...line, id: 1, account: 'bank', currency: 'EUR', amount: 100 },
    { ...line, id: 2, account: 'bank', currency: 'CHF', amount: -100 },
  ]
  await expect(collected(postings)).rejects.toThrow('do not balance')
})
