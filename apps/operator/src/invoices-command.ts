import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { type Days, issuedBetween } from '@kiosk/api/payments/invoice-export'
import { keptPaper, type PaperState, paperStates } from '@kiosk/api/payments/invoice-papers'
import { issuedInvoice } from '@kiosk/api/payments/issued-invoices'
import { postingsBetween } from '@kiosk/api/payments/ledger-export'
import { vatReturn } from '@kiosk/api/payments/vat-return'
import { findWeakEvidence } from '@kiosk/api/payments/weak-evidence'
import { atTheDatabase } from './at-the-database.ts'
import { firstAndLast, isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'
import { tableCell } from './printable.ts'

const HELP = `Usage: npm run --silent kiosk -- invoices export --from DAY --to DAY > invoices.csv
       npm run --silent kiosk -- invoices ledger --from DAY --to DAY > ledger.csv
       npm run --silent kiosk -- invoices oss --quarter 2026-Q4 > oss.csv
       npm run --silent kiosk -- invoices paper NUMBER > invoice.pdf
       npm run kiosk -- invoices verify
       npm run kiosk -- invoices evidence

For the tax adviser; export, ledger and oss are CSV (semicolons, decimal points, UTF-8).

  export   every invoice and correction of these days, both included, in the order they were issued, a row for each rate
  ledger   every line of our ledger by day of booking: sales, tax, what each provider holds for us (cash:…) and kept as fees
           (fees:…), payouts (bank), money in suspense; the lines of an entry sum to zero
  oss      what is declared for a quarter: services rendered in it by member state and rate (oss), corrections of earlier quarters
           by the quarter of origin (oss-correction); apart from these, by day of issue, the own country (domestic) and
           Switzerland in francs (third-country), which are no part of the one-stop shop
  paper    the PDF of an invoice or correction as it was issued, whosever it is
  evidence running contracts whose country fewer than two pieces of evidence speak for (account, network of the order, payment
           data); exit code 1 where there are any
  verify   compares the PDF of every invoice with the hash of the one that was issued; exit code 1 where one is lost or altered

A day is the one that stands on the paper: a day in Vienna. A service is rendered on the last day of its period.

Environment: DATA_DIR, DATABASE_URL, for oss also OPERATOR_FILE (its VAT number says the own country), for paper and verify also the storage of files (S3_…), OPERATOR_FILE and the settings of
payments.`

const WRONG_USE = 64
const DAY = 86_400_000

export const invoicesCommand: Command = {
  summary: 'invoices and sums by country as CSV, the papers themselves',
  help: HELP,
  async run(args) {
    if (args[0] === 'paper' && args.length === 2) return writePaper(args[1]!)
    if (args[0] === 'verify' && args.length === 1) return verifyPapers()
    if (args[0] === 'evidence' && args.length === 1) return atTheDatabase(showWeakEvidence)
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { from: text, to: text, quarter: text } })
    const action = positionals.join(' ')
    const days = action === 'export' || action === 'ledger' ? daysOf(values) : action === 'oss' ? quarterOf(values.quarter) : null
    if (!days || typeof days === 'string') {
      console.error(days ? `${days}\n\n${HELP}` : HELP)
      return WRONG_USE
    }
    if (action === 'oss') return printVatReturn(values.quarter!, days)
    return atTheDatabase(async (db) => {
      for await (const line of action === 'ledger' ? ledgerLines(db, days) : invoiceLines(db, days)) console.log(line)
      return 0
    })
  },
}

async function writePaper(number: string): Promise<number> {
  const { house, close } = await openHouse()
  try {
    const invoice = await issuedInvoice(house.db, number, null)
    const paper = invoice && (await keptPaper(house, invoice))
    if (paper) process.stdout.write(paper)
    else console.error(invoice ? `The paper of ${number} is kept no longer.` : `There is no invoice ${number}.`)
    return paper ? 0 : 1
  } finally {
    await close()
  }
}

/** @returns exit code: 1 where a contract lacks evidence */
async function showWeakEvidence(db: Database): Promise<number> {
  const weak = await findWeakEvidence(db)
  for (const { contract, country, pieces } of weak) {
    const known = ['market', 'network', 'method'].map((piece) => `${piece} ${pieces[piece] ?? '?'}`).join(', ')
    console.log(`contract ${contract}: taxed in ${country}; ${known}`)
  }
  console.log(`${weak.length} running contracts with fewer than two pieces of evidence.`)
  return weak.length > 0 ? 1 : 0
}

async function verifyPapers(): Promise<number> {
  const { house, close } = await openHouse()
  const counts: Record<PaperState, number> = { kept: 0, waits: 0, missing: 0, retired: 0, lost: 0, altered: 0 }
  try {
    for await (const { number, state } of paperStates(house)) {
      counts[state]++
      if (state === 'lost' || state === 'altered') console.error(`${number}: ${state}`)
    }
  } finally {
    await close()
  }
  const { kept, waits, missing, retired, lost, altered } = counts
  console.log(`${kept} as issued, ${waits + missing} to be made, ${retired} kept no longer, ${lost} lost, ${altered} altered.`)
  return lost + altered > 0 ? 1 : 0
}

export async function* invoiceLines(db: Database, days: Days): AsyncGenerator<string> {
  yield 'number;kind;issued;country;currency;rate;net;tax;gross;corrects;provider'
  for await (const each of issuedBetween(db, days)) {
    const { number, kind, issued, country, currency, rate, net, tax, gross, corrects, provider } = each
    const sums = [net, tax, gross].map(amount)
    yield [number, kind, issued, country, currency, amount(rate), ...sums, corrects ?? '', provider ?? ''].join(';')
  }
}

export async function* ledgerLines(db: Database, days: Days): AsyncGenerator<string> {
  yield 'line;entry;day;account;currency;amount;invoice;reference'
  for await (const { id, transaction, day, account, currency, amount: minor, invoice, reference } of postingsBetween(db, days))
    yield [id, transaction, day, account, currency, amount(minor), invoice ?? '', tableCell(reference ?? '')].join(';')
}

export async function* vatLines(db: Database, given: Parameters<typeof vatReturn>[1]): AsyncGenerator<string> {
  yield 'section;country;currency;rate;origin;papers;net;tax;gross'
  for (const { section, country, currency, rate, origin, papers, net, tax, gross } of await vatReturn(db, given)) {
    const sums = [net, tax, gross].map(amount)
    yield [section, country, currency, rate === null ? '' : amount(rate), origin, papers, ...sums].join(';')
  }
}

/** The seller's own country: the one whose VAT number it has. */
async function printVatReturn(quarter: string, days: Days): Promise<number> {
  const { house, close } = await openHouse()
  try {
    const home = house.operator.company.vatId.slice(0, 2).toUpperCase()
    for await (const line of vatLines(house.db, { ...days, quarter, home })) console.log(line)
    return 0
  } finally {
    await close()
  }
}

/** Minor units as "19.99", "-0.50"; also hundredths of a percent as "2.60". */
function amount(minor: number): string {
  const cents = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${cents.slice(0, -2)}.${cents.slice(-2)}`
}

function daysOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Days | string {
  const days = firstAndLast({ from, to })
  return typeof days === 'string' ? days : { from: isoDay(days.first), before: isoDay(new Date(days.last.getTime() + DAY)) }
}

/** "2026-Q4": its first day and the first of the next; or why it is none. */
export function quarterOf(text = ''): Days | string {
  const [, year, quarter] = /^(20\d\d)-Q([1-4])$/.exec(text) ?? []
  if (!year) return text ? `--quarter: there is no quarter ${text}; 2026-Q4 is one.` : '--quarter is missing.'
  const month = (Number(quarter) - 1) * 3
  const [first, next] = [month, month + 3].map((each) => isoDay(new Date(Date.UTC(Number(year), each))))
  return { from: first!, before: next! }
}
