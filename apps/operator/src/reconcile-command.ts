import { parseArgs } from 'node:util'
import type { House } from '@kiosk/api/house'
import { booksOfProviders, type Difference, reconcile, type TheirBooks } from '@kiosk/api/payments/reconcile'
import { firstAndLast, isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { inWords } from './money-in-words.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- reconcile [--from DAY] [--to DAY]

Compares the books of every provider with ours, movement by movement, and prints every difference: what is missing here,
missing there, or has another amount. Exit code 1 when there is one; 69 when a provider could not be asked. A wallet is asked
subscription by subscription, and for what went back; PayPal's list of that is up to three hours behind. The store tells the
latest charge of each subscription, and only that is compared.

  --from DAY    first day (2026-11-01, UTC); default: 40 days ago
  --to DAY      last day; default: yesterday, because what is under way today may stand in one book only

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const UNAVAILABLE = 69
const DAY = 86_400_000

type Days = { from: Date; to: Date }

export const reconcileCommand: Command = {
  summary: "compare the providers' books with ours",
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    const days = daysOf(values, new Date())
    if (typeof days === 'string') {
      console.error(`${days}\n\n${HELP}`)
      return WRONG_USE
    }
    const { house, close } = await openHouse()
    try {
      const books = booksOfProviders(house, house.payments)
      if (books.length === 0) {
        console.error('No provider is set up: see PAYMENTS.')
        return WRONG_USE
      }
      return await compareAll(house, books, days)
    } finally {
      await close()
    }
  },
}

/** The days that were typed, the last left out, or why there are none. */
function daysOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Days | string {
  const ago = (days: number) => isoDay(new Date(now.getTime() - days * DAY))
  const days = firstAndLast({ from: from ?? ago(40), to: to ?? ago(1) })
  return typeof days === 'string' ? days : { from: days.first, to: new Date(days.last.getTime() + DAY) }
}

/** Prints every difference, provider by provider; one that can't be asked does not hide those of the others. @returns exit code */
export async function compareAll(house: Pick<House, 'db'>, books: readonly TheirBooks[], { from, to }: Days): Promise<number> {
  let sum = 0
  let isUnasked = false
  for (const provider of books) {
    try {
      const { compared, differences } = await reconcile(house, provider, from, to)
      for (const each of differences) console.log(lineOf(each))
      const found = differences.length === 1 ? '1 difference' : `${differences.length} differences`
      console.log(`${provider.name}: ${compared} compared, ${found}.`)
      sum += differences.length
    } catch (error) {
      isUnasked = true
      console.error(`${provider.name}: could not be compared: ${(error as Error).message}`)
    }
  }
  return isUnasked ? UNAVAILABLE : sum > 0 ? 1 : 0
}

/** "missing here     attempt 0d3f… (declined)  theirs 19.99 EUR  2026-11-03T02:11:09Z" */
function lineOf({ is, what, id, state, ours, theirs, currency, at }: Difference): string {
  const sides = [
    ours === null ? '' : `ours ${inWords(ours, currency)}`,
    theirs === null ? '' : `theirs ${inWords(theirs, currency)}`,
  ]
  const which = `${what} ${id} (${state ?? 'unknown here'})`
  return `${is.padEnd(16)} ${which}  ${sides.filter(Boolean).join(', ')}  ${at.toISOString().slice(0, 19)}Z`
}
