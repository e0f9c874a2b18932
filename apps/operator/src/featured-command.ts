import { parseArgs } from 'node:util'
import { featuredSetOf, featuredTitles, setFeaturedTitles } from '@kiosk/backend/catalogue/featured-titles'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- featured list MARKET
       npm run kiosk -- featured set MARKET TITLE...
       npm run kiosk -- featured clear MARKET

The titles whose current issues are the row of covers on the home page, in the given order.

  MARKET      AT, DE, CH or LU; Austria and Luxembourg share one row
  TITLE       key of a title, as in the address /magazines/KEY; at most 40

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64
const MOST_TITLES = 40

export const featuredCommand: Command = {
  summary: 'the row of covers on the home page: list, set, clear',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [action, market = '', ...keys] = positionals
    const set = featuredSetOf(market)
    const isRight =
      action === 'set'
        ? keys.length > 0 && keys.length <= MOST_TITLES
        : (action === 'list' || action === 'clear') && keys.length === 0
    if (!isRight || set === null) {
      console.error(HELP)
      return WRONG_USE
    }
    const repeated = keys.filter((key, index) => keys.indexOf(key) !== index)
    if (repeated.length > 0) {
      console.error(`Named twice: ${repeated.join(', ')}. Nothing has changed.`)
      return 1
    }
    return withDatabase(async (db) => {
      const unknown = action === 'list' ? [] : await setFeaturedTitles(db, set, keys)
      if (unknown.length > 0) {
        console.error(`There are no titles with the keys ${unknown.join(', ')}. Nothing has changed.`)
        return 1
      }
      const titles = await featuredTitles(db, set)
      if (titles.length === 0) console.log('The row is empty.')
      for (const [index, { key, name, issue }] of titles.entries())
        console.log(
          `${String(index + 1).padStart(2)}  ${key.padEnd(30)} ${name}${issue === null ? ' (no issue, not shown)' : `, ${issue}`}`,
        )
      return 0
    })
  },
}
