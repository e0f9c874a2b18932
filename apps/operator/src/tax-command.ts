import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { taxRatesAt } from '@kiosk/api/payments/prices'
import { regions } from '@kiosk/domain/regions'
import { atTheDatabase } from './at-the-database.ts'
import { amountOf, dayOf, isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- tax set COUNTRY PERCENT [--from DAY]
       npm run kiosk -- tax list

The rate of value added tax on the subscriptions of a market from a day on. Invoices that were issued stay as they are.

  COUNTRY     ${regions.map(({ country }) => country).join(', ')}
  PERCENT     7.00 or 7
  --from DAY  first day, in Vienna (2026-12-31); default: today

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64
/** Hundredths of a percent. */
const HIGHEST = 5000

export const taxCommand: Command = {
  summary: 'rates of value added tax: set, list',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { from: { type: 'string' } } })
    const [action, ...rest] = positionals
    const wanted = action === 'set' ? rateOf(rest, values.from) : null
    if (!wanted && (action !== 'list' || rest.length > 0)) {
      console.error(HELP)
      return WRONG_USE
    }
    return atTheDatabase(async (db) => {
      if (wanted)
        await db
          .insertInto('tax_rates')
          .values(wanted)
          .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate: wanted.rate }))
          .execute()
      for (const line of await linesOf(db, wanted ? new Date(wanted.valid_from) : undefined)) console.log(line)
      return 0
    })
  },
}

/** The row of a new rate, or null where something of it can't be. */
export function rateOf([typed = '', percent = '', ...more]: string[], from = isoDay(new Date())) {
  const country = regions.find((each) => each.country === typed.toUpperCase())?.country
  const [rate, day] = [amountOf(percent), dayOf(from)]
  if (!country || rate === null || rate > HIGHEST || !day || more.length > 0) return null
  return { country, valid_from: isoDay(day), rate }
}

async function linesOf(db: Database, day = new Date()): Promise<string[]> {
  const rates = await taxRatesAt(db, day)
  return regions.map(({ country }) => `${country} ${((rates.get(country) ?? 0) / 100).toFixed(2)} % on ${isoDay(day)}`)
}
