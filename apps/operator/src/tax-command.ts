import { correctTax, countOpenDrafts, findTaxCorrections, type TaxCorrection } from '@kiosk/backend/billing/invoices/correct-tax'
import { type NewTaxRate, setTaxRate } from '@kiosk/backend/billing/plans/set-tax-rate'
import { taxRatesAt } from '@kiosk/backend/billing/plans/tax-rates'
import type { ChangeContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { dayInVienna } from '@kiosk/domain/day'
import { amountOf } from '@kiosk/domain/money'
import { regionByCountry, regions } from '@kiosk/domain/regions'
import { type DeclareCommand, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { day, parser, reason, WHY } from './parse-values.ts'
import { withChanges, withDatabase } from './with-database.ts'

/** Hundredths of a percent. */
const HIGHEST_BASIS_POINTS = 5000

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Sets the VAT rate on subscriptions in a market from a day on. A period is taxed by the rule of its country: at the rate of
      its last day in Austria and Germany, of the day of payment in Luxembourg, and day by day in Switzerland.`,
    )
    .addHelpText(
      'afterAll',
      '\nEnvironment: DATA_DIR, DATABASE_URL, for correct also OPERATOR_FILE and the settings of payments.',
    )
  command
    .command('set')
    .description('Stores a rate and prints how many issued invoices have a different tax because of it.')
    .argument(
      '<COUNTRY>',
      regions.map(({ country }) => country).join(', '),
      parser((typed) => regionByCountry(typed)?.country, 'We have no market there.'),
    )
    .argument(
      '<PERCENT>',
      '7.00 or 7',
      parser(
        (typed) => {
          const rate = amountOf(typed)
          return rate !== null && rate <= HIGHEST_BASIS_POINTS ? rate : null
        },
        `A rate is written 7.00 and is at most ${HIGHEST_BASIS_POINTS / 100}.`,
      ),
    )
    .requiredOption('--from <DAY>', 'first day, Vienna time (2026-12-31)', day)
    .option('--why <TEXT>', WHY, reason())
    .action(
      withExitCode((country, rate, { from, why }) =>
        withChanges((ctx) => setRate(ctx, { country, valid_from: dayInVienna(from), rate }, why)),
      ),
    )
  command
    .command('list')
    .description('Lists the rates that apply today.')
    .action(withExitCode(() => withDatabase((db) => printRates(db))))
  command
    .command('correct')
    .summary('Lists or corrects invoices whose tax differs from the stored rates.')
    .description(
      'Lists issued invoices whose tax differs from the stored rates. It is safe to run it repeatedly: each correction is made once.',
    )
    .option(
      '--issue',
      `issues a corrective invoice for each: the price stays the same, net and tax change, and the reader gets it by e-mail`,
    )
    .action(withExitCode(({ issue }) => (issue ? issueCorrections() : listCorrections())))
}

async function setRate(ctx: ChangeContext, newRate: NewTaxRate, why?: string): Promise<number> {
  const { db } = ctx
  await setTaxRate(ctx, newRate, why)
  await printRates(db, new Date(newRate.valid_from))
  let issued = 0
  for await (const { country } of findTaxCorrections(db)) if (country === newRate.country) issued++
  const drafts = await countOpenDrafts(db, newRate.country, newRate.valid_from)
  if (issued > 0)
    console.log(`${count(issued, 'issued invoice has', 'issued invoices have')} a different tax rate: run "tax correct".`)
  if (drafts > 0)
    console.log(
      count(
        drafts,
        'draft invoice is not paid yet: run "tax correct" once it is.',
        'draft invoices are not paid yet: run "tax correct" once they are.',
      ),
    )
  return 0
}

async function printRates(db: Database, day = new Date()): Promise<number> {
  const rates = await taxRatesAt(db, day)
  for (const { country } of regions)
    console.log(`${country} ${((rates.get(country) ?? 0) / 100).toFixed(2)} % on ${dayInVienna(day)}`)
  return 0
}

function listCorrections(): Promise<number> {
  return withDatabase(async (db) => {
    let found = 0
    for await (const each of findTaxCorrections(db)) {
      found++
      console.log(lineOf(each))
    }
    console.log(`${count(found, 'invoice')} to be corrected${found > 0 ? ': use --issue' : ''}.`)
    return 0
  })
}

function issueCorrections(): Promise<number> {
  return withContext(async (ctx) => {
    let corrected = 0
    for await (const { id } of findTaxCorrections(ctx.db)) {
      const made = await correctTax(ctx, id)
      if (!made) continue
      corrected++
      console.log(`${made.number} corrects ${lineOf(made.moved)}`)
    }
    console.log(`${count(corrected, 'invoice')} corrected.`)
    return 0
  })
}

/** "2026-000123 AT: 10.00 % -19.99, 11.00 % 19.99; tax +0.16 EUR" */
function lineOf({ number, country, currency, net, moves }: TaxCorrection): string {
  const amount = (minor: number) => (minor / 100).toFixed(2)
  const moved = moves.map(({ rate, gross }) => `${amount(rate)} % ${amount(gross)}`).join(', ')
  return `${number} ${country}: ${moved}; tax ${net < 0 ? '+' : ''}${amount(-net)} ${currency}`
}
