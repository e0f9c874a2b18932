import { parseArgs } from 'node:util'
import { booksOfProviders, type Difference, reconcile } from '@kiosk/api/payments/reconcile'
import type { Command } from './kiosk.ts'
import { inWords } from './money-in-words.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- reconcile [--from DAY] [--to DAY]

Compares the books of every provider with ours, movement by movement, and prints every difference: what is missing here,
missing there, or has another amount. Exit code 1 when there is one. A wallet is asked subscription by subscription; the
store tells the latest charge of each, and only that is compared.

  --from DAY    first day (2026-11-01, UTC); default: 40 days ago
  --to DAY      last day; default: yesterday, because what is under way today may stand in one book only

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const DAY = 86_400_000

export const reconcileCommand: Command = {
  summary: "compare the providers' books with ours",
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    const today = Date.parse(new Date().toISOString().slice(0, 10))
    const from = values.from === undefined ? new Date(today - 40 * DAY) : new Date(values.from)
    const to = values.to === undefined ? new Date(today) : new Date(Date.parse(values.to) + DAY)
    if (!(from < to)) {
      console.error(HELP)
      return WRONG_USE
    }
    const { house, close } = await openHouse()
    try {
      const books = booksOfProviders(house, house.payments)
      if (books.length === 0) {
        console.error('No provider is set up: see PAYMENTS.')
        return WRONG_USE
      }
      let sum = 0
      for (const provider of books) {
        const { compared, differences } = await reconcile(house, provider, from, to)
        for (const each of differences) console.log(lineOf(each))
        const found = differences.length === 1 ? '1 difference' : `${differences.length} differences`
        console.log(`${provider.name}: ${compared} compared, ${found}.`)
        sum += differences.length
      }
      return sum > 0 ? 1 : 0
    } finally {
      await close()
    }
  },
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
