import { parseArgs } from 'node:util'
import { type Days, issuedBetween } from '@kiosk/backend/billing/invoices/export'
import { issuedInvoice } from '@kiosk/backend/billing/invoices/issued-invoices'
import { type InvoicePdfState, invoicePdfStates, storedInvoicePdf } from '@kiosk/backend/billing/invoices/stored-pdfs'
import { vatReturn } from '@kiosk/backend/billing/invoices/vat-return'
import { postingsBetween } from '@kiosk/backend/billing/ledger/export'
import { findWeakEvidence } from '@kiosk/backend/billing/plans/weak-evidence'
import type { Database } from '@kiosk/backend/db/connect'
import { addMonths, dayInUtc } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import type { Command } from './command.ts'
import { openContext } from './open-context.ts'
import { firstAndLast } from './parse-values.ts'
import { tableCell } from './printable.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run --silent kiosk -- invoices export --from DAY --to DAY > invoices.csv
       npm run --silent kiosk -- invoices ledger --from DAY --to DAY > ledger.csv
       npm run --silent kiosk -- invoices oss --quarter 2026-Q4 > oss.csv
       npm run --silent kiosk -- invoices pdf NUMBER > invoice.pdf
       npm run kiosk -- invoices verify
       npm run kiosk -- invoices evidence

For the tax adviser; export, ledger and oss are CSV (semicolons, decimal points, UTF-8).

  export   every invoice and credit note issued from --from to --to, both included, in order of issue, one row per tax rate
  ledger   every ledger line by booking date: sales, tax, balances at providers (cash:…), their fees (fees:…), payouts (bank),
           money in suspense; the lines of an entry sum to zero
  oss      the VAT return of a quarter: services rendered in it by member state and rate (oss) and corrections of earlier
           quarters by quarter of origin (oss-correction). Listed separately by date of issue, because they are not part of the
           one-stop shop: domestic sales (domestic) and sales to Switzerland in francs (third-country)
  pdf      the PDF of an invoice or credit note as it was issued
  verify   compares the PDF of every invoice with the hash of the issued one; exit code 1 if a PDF is lost or altered
  evidence running subscriptions with fewer than two pieces of evidence for the country of their buyer (account, network of
           the order, payment data); exit code 1 if there are any

Days are the dates on the documents, in Vienna time. A service is rendered on the last day of its period.

Environment: DATA_DIR, DATABASE_URL; for oss also OPERATOR_FILE (its VAT number determines the domestic country); for pdf and
verify also the storage of files (S3_…), OPERATOR_FILE and the settings of payments.`

const WRONG_USE = 64

export const invoicesCommand: Command = {
  summary: 'invoices, ledger and VAT return as CSV, invoice PDFs',
  help: HELP,
  async run(args) {
    // "paper" is the former name of "pdf".
    if ((args[0] === 'pdf' || args[0] === 'paper') && args.length === 2) return writePdf(args[1]!)
    if (args[0] === 'verify' && args.length === 1) return verifyPdfs()
    if (args[0] === 'evidence' && args.length === 1) return withDatabase(showWeakEvidence)
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { from: text, to: text, quarter: text } })
    const action = positionals.join(' ')
    const days = action === 'export' || action === 'ledger' ? daysOf(values) : action === 'oss' ? quarterOf(values.quarter) : null
    if (!days || typeof days === 'string') {
      console.error(days ? `${days}\n\n${HELP}` : HELP)
      return WRONG_USE
    }
    if (action === 'oss') return printVatReturn(values.quarter!, days)
    return withDatabase(async (db) => {
      for await (const line of action === 'ledger' ? ledgerLines(db, days) : invoiceLines(db, days)) console.log(line)
      return 0
    })
  },
}

async function writePdf(number: string): Promise<number> {
  const { ctx, close } = await openContext()
  try {
    const invoice = await issuedInvoice(ctx.db, number, null)
    const pdf = invoice && (await storedInvoicePdf(ctx, invoice))
    if (pdf) process.stdout.write(pdf)
    else
      console.error(
        invoice ? `The retention period of ${number} is over; its PDF was deleted.` : `There is no invoice ${number}.`,
      )
    return pdf ? 0 : 1
  } finally {
    await close()
  }
}

/** @returns exit code: 1 if a subscription lacks evidence */
async function showWeakEvidence(db: Database): Promise<number> {
  const weak = await findWeakEvidence(db)
  for (const { contract: subscription, country, pieces } of weak) {
    const known = ['market', 'network', 'method'].map((piece) => `${piece} ${pieces[piece] ?? '?'}`).join(', ')
    console.log(`subscription ${subscription}: taxed in ${country}; ${known}`)
  }
  console.log(`${weak.length} running subscriptions with fewer than two pieces of evidence.`)
  return weak.length > 0 ? 1 : 0
}

async function verifyPdfs(): Promise<number> {
  const { ctx, close } = await openContext()
  const counts: Record<InvoicePdfState, number> = { kept: 0, waits: 0, missing: 0, retired: 0, lost: 0, altered: 0 }
  try {
    for await (const { number, state } of invoicePdfStates(ctx)) {
      counts[state]++
      if (state === 'lost' || state === 'altered') console.error(`${number}: ${state}`)
    }
  } finally {
    await close()
  }
  const { kept, waits, missing, retired, lost, altered } = counts
  console.log(
    `${kept} as issued, ${waits + missing} not created yet, ${retired} past retention, ${lost} lost, ${altered} altered.`,
  )
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

export async function* vatLines(db: Database, options: Parameters<typeof vatReturn>[1]): AsyncGenerator<string> {
  yield 'section;country;currency;rate;origin;papers;net;tax;gross'
  for (const { section, country, currency, rate, origin, papers, net, tax, gross } of await vatReturn(db, options)) {
    const sums = [net, tax, gross].map(amount)
    yield [section, country, currency, rate === null ? '' : amount(rate), origin, papers, ...sums].join(';')
  }
}

/** The seller's own country: the one whose VAT number it has. */
async function printVatReturn(quarter: string, days: Days): Promise<number> {
  const { ctx, close } = await openContext()
  try {
    const home = ctx.operator.company.vatId.slice(0, 2).toUpperCase()
    for await (const line of vatLines(ctx.db, { ...days, quarter, home })) console.log(line)
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
  return typeof days === 'string'
    ? days
    : { from: dayInUtc(days.first), before: dayInUtc(new Date(days.last.getTime() + DAY_MS)) }
}

/** "2026-Q4": its first day and the first of the next; or the reason why it is invalid. */
export function quarterOf(text = ''): Days | string {
  const [, year, quarter] = /^(20\d\d)-Q([1-4])$/.exec(text) ?? []
  if (!year) return text ? `--quarter: there is no quarter ${text}; 2026-Q4 is one.` : '--quarter is missing.'
  const month = (Number(quarter) - 1) * 3
  const [first, next] = [month, month + 3].map((each) => addMonths(`${year}-01-01`, each))
  return { from: first!, before: next! }
}
