import { accountsWithoutNumber } from '@kiosk/backend/billing/bookkeeping/account-numbers'
import { balancesAt } from '@kiosk/backend/billing/bookkeeping/balances'
import { deferredLines } from '@kiosk/backend/billing/bookkeeping/csv'
import { DatevRejected, type DatevRejection, datevBatch } from '@kiosk/backend/billing/bookkeeping/datev'
import { readBookkeeping } from '@kiosk/backend/billing/bookkeeping/saved-bookkeeping'
import { findDeclined } from '@kiosk/backend/billing/desk/declined'
import { findDisputes } from '@kiosk/backend/billing/desk/disputes'
import { findInvoices, type InvoiceSearch } from '@kiosk/backend/billing/desk/invoices'
import type { Database } from '@kiosk/backend/db/connect'
import { refreshFigures } from '@kiosk/backend/desk/figures/refresh-figures'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { addMonths, dayInUtc, dayInVienna } from '@kiosk/domain/day'
import { type DeclareCommand, withExitCode } from './command.ts'
import { formatMoney } from './format-money.ts'
import { withContext } from './open-context.ts'
import { amount, day, dayAfter, parser, wholeNumber } from './parse-values.ts'
import { printLines, withDatabase } from './with-database.ts'

const country = parser((typed) => (/^(AT|DE|CH|LU)$/i.test(typed) ? typed.toUpperCase() : null), 'A country is AT, DE, CH or LU.')
const rate = parser((typed) => {
  const value = Number(typed.replace(',', '.'))
  return value > 0 && value < 10_000 ? value : null
}, 'A rate is written 0.9412: francs for one euro.')
const month = parser((typed) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(typed) ? typed : null), 'A month is written 2026-10.')

export const declare: DeclareCommand = (command) => {
  command
    .description(
      'What the desk shows about money, and exports for bookkeeping. See also invoices, suspense, reconcile and price.',
    )
    .addHelpText(
      'afterAll',
      `
Example: npm run --silent kiosk -- money datev --from 2026-10-01 --to 2026-10-31 > EXTF_Buchungsstapel.csv

Environment: DATA_DIR, DATABASE_URL; for datev also OPERATOR_FILE and the settings of payments.`,
    )
  command
    .command('invoices')
    .description('Finds invoices and credit notes, latest first.')
    .option('--number <NUMBER>', '2026-000123, or its last digits')
    .option('--from <DAY>', 'first day (2026-10-01)', day)
    .option('--to <DAY>', 'last day', day)
    .option('--amount <AMOUNT>', 'total, of an invoice or a credit note: 19.99', amount)
    .option('--country <COUNTRY>', 'AT, DE, CH or LU', country)
    .option('--account <NUMBER>', 'number of the account', wholeNumber())
    .action(
      withExitCode(({ from, to, account, ...rest }) =>
        printLines((db) =>
          foundInvoices(db, { ...rest, reader: account, from: from && dayInUtc(from), to: to && dayInUtc(to) } as InvoiceSearch),
        ),
      ),
    )
  command
    .command('declined')
    .description('Subscriptions whose renewal is unpaid, with the next step of dunning.')
    .action(withExitCode(() => printLines(declinedLines)))
  command
    .command('disputes')
    .description('The latest chargebacks and returned debits.')
    .action(withExitCode(() => printLines(disputeLines)))
  command
    .command('balances')
    .description('Balance of every account of the ledger at the end of a day.')
    .option('--day <DAY>', 'default: today', day)
    .action(
      withExitCode(({ day: asked }) => printLines((db) => balanceLines(db, asked ? dayInUtc(asked) : dayInVienna(new Date())))),
    )
  command
    .command('deferred')
    .description('Deferred revenue by month as CSV: net amounts billed, earned, and deferred at the end of the month.')
    .option('--from <MONTH>', 'first month (2026-01); default: eleven months before the last', month)
    .option('--to <MONTH>', 'last month; default: this one', month)
    .action(
      withExitCode(({ from, to = dayInVienna(new Date()).slice(0, 7) }) =>
        printAll((db) => deferredLines(db, from ?? addMonths(`${to}-01`, -11).slice(0, 7), to)),
      ),
    )
  command
    .command('figures')
    .description('Counts the figures of complete days that were not counted yet. The server does it every night.')
    .action(
      withExitCode(() =>
        withDatabase(async (db) => {
          console.log(`${count(await refreshFigures({ db, now: () => new Date() }), 'day')} counted.`)
          return 0
        }),
      ),
    )
  command
    .command('datev')
    .summary('The postings of some days as a DATEV posting batch.')
    .description(
      `The postings of some days as a DATEV posting batch (EXTF, version 13, Windows-1252), with the consultant, client, chart and
      account numbers of /desk/money/accounts. Net amounts and tax are posted apart. The days must be in one fiscal year;
      one file for each month is usual.`,
    )
    .requiredOption('--from <DAY>', 'first day (2026-10-01)', day)
    .requiredOption('--to <DAY>', 'last day', day)
    .option('--days', 'the sums of each day in place of single postings; a file may have 99,999 lines')
    .option('--chf-rate <RATE>', 'francs for one euro, to convert postings in francs: 0.9412', rate)
    .action(
      withExitCode(async ({ from, to, days = false, chfRate = null }, datev) => {
        if (from > to) return datev.error('error: --from is after --to')
        return writeDatev({ from: dayInUtc(from), before: dayInUtc(dayAfter(to)) }, days ? 'days' : 'postings', chfRate)
      }),
    )
}

const REJECTED: Record<DatevRejection, string> = {
  'not-configured': 'Enter the account numbers at /desk/money/accounts.',
  'account-without-number': 'Accounts of the ledger have no number; add them at /desk/money/accounts:',
  'several-years': 'The days are in two fiscal years. Export them in two files.',
  'no-rate': 'There are postings in francs: use --chf-rate.',
  'too-many': 'There are more than 99,999 lines. Choose fewer days, or use --days.',
  nothing: 'There are no postings on these days.',
}

async function writeDatev(days: { from: string; before: string }, detail: 'postings' | 'days', chfRate: number | null) {
  return withContext(async (ctx) => {
    try {
      const { values: bookkeeping } = await readBookkeeping(ctx.db, ctx.operator)
      process.stdout.write(await datevBatch(ctx.db, bookkeeping, { ...days, detail, chfRate, createdAt: ctx.now() }))
      return 0
    } catch (error) {
      if (!(error instanceof DatevRejected)) throw error
      console.error(REJECTED[error.reason])
      if (error.reason === 'account-without-number')
        console.error(
          ((await accountsWithoutNumber(ctx.db, (await readBookkeeping(ctx.db, ctx.operator)).values)) ?? []).join(', ') ||
            error.message,
        )
      return 1
    }
  })
}

async function printAll(lines: (db: Database) => AsyncGenerator<string>): Promise<number> {
  return withDatabase(async (db) => {
    for await (const line of lines(db)) console.log(line)
    return 0
  })
}

async function foundInvoices(db: Database, search: InvoiceSearch): Promise<string[]> {
  const { invoices, more } = await findInvoices(db, search, new Date())
  if (invoices.length === 0) return ['None found.']
  const lines = invoices.map(({ number, day, country, gross, currency, subscription, reader, corrects }) =>
    [number, day, country, formatMoney(gross, currency), subscription ?? '', reader === null ? 'erased' : `account ${reader}`]
      .concat(corrects ? `corrects ${corrects}` : [])
      .join('  '),
  )
  return more ? [...lines, 'There are more.'] : lines
}

async function declinedLines(db: Database): Promise<string[]> {
  const lines: string[] = []
  for (let after: string | undefined; ; ) {
    const { charges, next } = await findDeclined(db, 'open', after)
    for (const { subscription, amount, currency, code, tries, next: step, nextAt, accessUntil } of charges)
      lines.push(
        [subscription, formatMoney(amount, currency), code, `${tries} declined`, step && `${step} ${nextAt ?? ''}`.trim()]
          .concat(accessUntil ? `access until ${accessUntil}` : [])
          .join('  '),
      )
    if (next === null) return lines.length > 0 ? lines : ['Nothing is unpaid.']
    after = next
  }
}

async function disputeLines(db: Database): Promise<string[]> {
  const { disputes } = await findDisputes(db)
  if (disputes.length === 0) return ['There are no disputes.']
  return disputes.map(({ at, provider, reference, amount, currency, state, subscription, invoice }) =>
    [at.slice(0, 10), provider, printable(reference), formatMoney(amount, currency), state, subscription, invoice ?? ''].join(
      '  ',
    ),
  )
}

async function balanceLines(db: Database, asked: string): Promise<string[]> {
  const accounts = await balancesAt(db, asked)
  if (accounts.length === 0) return ['The ledger is empty.']
  return accounts.map(({ account, currency, moved, balance }) =>
    [account.padEnd(16), formatMoney(balance, currency).padStart(16), `on the day ${formatMoney(moved, currency)}`].join('  '),
  )
}
