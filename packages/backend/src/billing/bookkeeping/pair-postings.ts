import type { ExportedPosting } from '../ledger/export.ts'

/** An amount that moves from one account to another; `amount` is more than 0. Minor units. */
export type Pair = Pick<ExportedPosting, 'day' | 'currency' | 'invoice' | 'reference'> & {
  debit: string
  credit: string
  amount: number
}

/**
 * Turns entries with any number of postings into pairs of a debit and a credit account, because bookkeeping programs support
 * nothing else. The sum of each account stays the same.
 * @throws Error if an entry does not balance, which the database rules out
 */
export async function* pairsOf(postings: AsyncIterable<ExportedPosting>): AsyncGenerator<Pair> {
  // Postings of entries that were made at the same time may be mixed, and an entry may balance in several currencies.
  const open = new Map<string, { postings: ExportedPosting[]; sum: number }>()
  for await (const posting of postings) {
    const key = `${posting.transaction} ${posting.currency}`
    const entry = open.get(key) ?? { postings: [], sum: 0 }
    entry.postings.push(posting)
    entry.sum += posting.amount
    open.set(key, entry)
    if (entry.sum !== 0) continue
    open.delete(key)
    yield* pairsOfEntry(entry.postings)
  }
  if (open.size > 0) throw new Error(`entries of the ledger do not balance: ${[...open.keys()].slice(0, 5).join(', ')}`)
}

function* pairsOfEntry(postings: readonly ExportedPosting[]): Generator<Pair> {
  const [debits, credits] = [1, -1].map((sign) =>
    postings.filter(({ amount }) => Math.sign(amount) === sign).map((each) => ({ ...each, left: Math.abs(each.amount) })),
  )
  const { day, currency } = postings[0]!
  const invoice = postings.find((each) => each.invoice !== null)?.invoice ?? null
  const reference = postings.find((each) => each.reference !== null)?.reference ?? null
  for (const debit of debits!) {
    for (const credit of credits!) {
      const amount = Math.min(debit.left, credit.left)
      if (amount === 0) continue
      debit.left -= amount
      credit.left -= amount
      yield { day, currency, invoice, reference, debit: debit.account, credit: credit.account, amount }
    }
  }
}
