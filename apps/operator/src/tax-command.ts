import { parseArgs } from 'node:util'
import { correctTax, countOpenDrafts, findTaxCorrections, type TaxCorrection } from '@kiosk/backend/billing/invoices/correct-tax'
import { taxRatesAt } from '@kiosk/backend/billing/plans/tax-rates'
import type { Database } from '@kiosk/backend/db/connect'
import { dayInUtc } from '@kiosk/domain/day'
import { regionByCountry, regions } from '@kiosk/domain/regions'
import type { Command } from './command.ts'
import { openContext } from './open-context.ts'
import { amountOf, dayOf } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- tax set COUNTRY PERCENT --from DAY
       npm run kiosk -- tax list
       npm run kiosk -- tax correct [--issue]

Sets the VAT rate on subscriptions in a market from a day on. A period is taxed by the rule of its country: at the rate of its
last day in Austria and Germany, of the day of payment in Luxembourg, and day by day in Switzerland.

  COUNTRY     ${regions.map(({ country }) => country).join(', ')}
  PERCENT     7.00 or 7
  --from DAY  first day, Vienna time (2026-12-31)

  set         stores a rate and prints how many issued invoices have a different tax because of it
  list        the rates that apply today
  correct     lists issued invoices whose tax differs from the stored rates. With --issue, issues a corrective invoice for each:
              the price stays the same, net and tax change, and the reader gets it by e-mail. It is safe to run it repeatedly:
              each correction is made once

Environment: DATA_DIR, DATABASE_URL, for correct also OPERATOR_FILE and the settings of payments.`

const WRONG_USE = 64
/** Hundredths of a percent. */
const HIGHEST = 5000

export const taxCommand: Command = {
  summary: 'VAT rates: set, list, correct invoices',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { from: { type: 'string' }, issue: { type: 'boolean' } },
    })
    const [action, ...rest] = positionals
    if (action === 'set' && !values.issue) {
      const wanted = rateOf(rest, values.from)
      if (wanted) return withDatabase((db) => setRate(db, wanted))
      if (!values.from) console.error('--from is missing: the first day of the rate.\n')
    }
    if (action === 'list' && rest.length === 0) return withDatabase(async (db) => printRates(db))
    if (action === 'correct' && rest.length === 0 && !values.from) return values.issue ? issueCorrections() : listCorrections()
    console.error(HELP)
    return WRONG_USE
  },
}

type Rate = { country: string; valid_from: string; rate: number }

/** The row of a new rate; null if the arguments are invalid. */
export function rateOf([typed = '', percent = '', ...more]: string[], from = ''): Rate | null {
  const country = regionByCountry(typed)?.country
  const [rate, day] = [amountOf(percent), dayOf(from)]
  if (!country || rate === null || rate > HIGHEST || !day || more.length > 0) return null
  return { country, valid_from: dayInUtc(day), rate }
}

async function setRate(db: Database, wanted: Rate): Promise<number> {
  await db
    .insertInto('tax_rates')
    .values(wanted)
    .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate: wanted.rate }))
    .execute()
  await printRates(db, new Date(wanted.valid_from))
  let issued = 0
  for await (const { country } of findTaxCorrections(db)) if (country === wanted.country) issued++
  const drafts = await countOpenDrafts(db, wanted.country, wanted.valid_from)
  if (issued > 0) console.log(`${issued} issued invoices have a different tax rate: "tax correct" lists and corrects them.`)
  if (drafts > 0) console.log(`${drafts} more are not paid yet: run "tax correct" again once they are.`)
  return 0
}

async function printRates(db: Database, day = new Date()): Promise<number> {
  const rates = await taxRatesAt(db, day)
  for (const { country } of regions)
    console.log(`${country} ${((rates.get(country) ?? 0) / 100).toFixed(2)} % on ${dayInUtc(day)}`)
  return 0
}

function listCorrections(): Promise<number> {
  return withDatabase(async (db) => {
    let count = 0
    for await (const each of findTaxCorrections(db)) {
      count++
      console.log(lineOf(each))
    }
    console.log(`${count} invoices to be corrected${count > 0 ? '; use --issue to correct them' : ''}.`)
    return 0
  })
}

async function issueCorrections(): Promise<number> {
  const { ctx, close } = await openContext()
  try {
    let count = 0
    for await (const { id } of findTaxCorrections(ctx.db)) {
      const made = await correctTax(ctx, id)
      if (!made) continue
      count++
      console.log(`${made.number} corrects ${lineOf(made.moved)}`)
    }
    console.log(`${count} invoices corrected.`)
    return 0
  } finally {
    await close()
  }
}

/** "2026-000123 AT: 10.00 % -19.99, 11.00 % 19.99; tax +0.16 EUR" */
function lineOf({ number, country, currency, net, moves }: TaxCorrection): string {
  const amount = (minor: number) => (minor / 100).toFixed(2)
  const moved = moves.map(({ rate, gross }) => `${amount(rate)} % ${amount(gross)}`).join(', ')
  return `${number} ${country}: ${moved}; tax ${net < 0 ? '+' : ''}${amount(-net)} ${currency}`
}
