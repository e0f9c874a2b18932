import { invoiceLines, ledgerLines, vatLines } from '@kiosk/backend/billing/bookkeeping/csv'
import { type Quarter, quarterOf } from '@kiosk/backend/billing/bookkeeping/quarter'
import type { Days } from '@kiosk/backend/billing/invoices/export'
import { issuedInvoice } from '@kiosk/backend/billing/invoices/issued-invoices'
import { type InvoicePdfState, invoicePdfStates, storedInvoicePdf } from '@kiosk/backend/billing/invoices/stored-pdfs'
import { findWeakEvidence } from '@kiosk/backend/billing/plans/weak-evidence'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { dayInUtc } from '@kiosk/domain/day'
import { type DeclareCommand, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { day, dayAfter, parser } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

const DAY_NOTE = `
Days are the dates on the documents, in Vienna time. A service is rendered on the last day of its period.`

export const declare: DeclareCommand = (command) => {
  command
    .description(
      'For the tax adviser. export, ledger and oss print CSV (semicolons, decimal points, UTF-8); send their output to a file.',
    )
    .addHelpText(
      'afterAll',
      `
Example: npm run --silent kiosk -- invoices export --from 2026-10-01 --to 2026-12-31 > invoices.csv

Environment: DATA_DIR, DATABASE_URL; for oss also OPERATOR_FILE (its VAT number determines the domestic country); for pdf and
verify also the storage of files (S3_…), OPERATOR_FILE and the settings of payments.`,
    )
  const table = (name: string, description: string, lines: (db: Database, days: Days) => AsyncGenerator<string>) =>
    command
      .command(name)
      .description(description)
      .requiredOption('--from <DAY>', 'first day (2026-10-01)', day)
      .requiredOption('--to <DAY>', 'last day', day)
      .addHelpText('after', DAY_NOTE)
      .action(
        withExitCode(async ({ from, to }, table) => {
          if (from > to) return table.error('error: --from is after --to')
          return withDatabase(async (db) => {
            for await (const line of lines(db, { from: dayInUtc(from), before: dayInUtc(dayAfter(to)) })) console.log(line)
            return 0
          })
        }),
      )
  table('export', 'Every invoice and credit note issued on these days, in order of issue, one row per tax rate.', invoiceLines)
  table(
    'ledger',
    `Every ledger line by booking date: sales, tax, balances at providers (cash:…), their fees (fees:…), payouts (bank), money in
    suspense; the lines of an entry sum to zero.`,
    ledgerLines,
  )
  command
    .command('oss')
    .summary('The VAT return of a quarter.')
    .description(
      `The VAT return of a quarter: services rendered in it by member state and rate (oss) and corrections of earlier quarters by
      quarter of origin (oss-correction). Listed separately by date of issue, because they are not part of the one-stop shop:
      domestic sales (domestic) and sales to Switzerland in francs (third-country).`,
    )
    .requiredOption('--quarter <QUARTER>', '2026-Q4', parser(quarterOf, 'A quarter is written 2026-Q4.'))
    .addHelpText('after', DAY_NOTE)
    .action(withExitCode(({ quarter }) => printVatReturn(quarter)))
  command
    .command('pdf')
    .alias('paper')
    .description(
      'Prints the PDF of an invoice or credit note as it was issued: npm run --silent kiosk -- invoices pdf NUMBER > invoice.pdf',
    )
    .argument('<NUMBER>', 'of the invoice or credit note')
    .action(withExitCode(writePdf))
  command
    .command('verify')
    .description('Compares the PDF of every invoice with the hash of the issued one; exit code 1 if a PDF is lost or altered.')
    .action(withExitCode(verifyPdfs))
  command
    .command('evidence')
    .description(
      `Running subscriptions with fewer than two pieces of evidence for the country of their buyer (account, network of the order,
      payment data); exit code 1 if there are any.`,
    )
    .action(withExitCode(() => withDatabase(showWeakEvidence)))
}

async function writePdf(number: string): Promise<number> {
  return withContext(async (ctx) => {
    const invoice = await issuedInvoice(ctx.db, number, null)
    const pdf = invoice && (await storedInvoicePdf(ctx, invoice))
    if (pdf) process.stdout.write(pdf)
    else
      console.error(
        invoice ? `The retention period of ${number} is over; its PDF was deleted.` : `There is no invoice ${number}.`,
      )
    return pdf ? 0 : 1
  })
}

/** Prints subscriptions with too little evidence of the buyer's country. @returns exit code: 1 if there are any */
async function showWeakEvidence(db: Database): Promise<number> {
  const weak = await findWeakEvidence(db)
  for (const { subscription, country, pieces } of weak) {
    const known = ['market', 'network', 'method'].map((piece) => `${piece} ${pieces[piece] ?? '?'}`).join(', ')
    console.log(`subscription ${subscription}: taxed in ${country}; ${known}`)
  }
  console.log(`${count(weak.length, 'running subscription')} with fewer than two pieces of evidence.`)
  return weak.length > 0 ? 1 : 0
}

async function verifyPdfs(): Promise<number> {
  const counts: Record<InvoicePdfState, number> = { kept: 0, waits: 0, missing: 0, retired: 0, lost: 0, altered: 0 }
  await withContext(async (ctx) => {
    for await (const { number, state } of invoicePdfStates(ctx)) {
      counts[state]++
      if (state === 'lost' || state === 'altered') console.error(`${number}: ${state}`)
    }
  })
  const { kept, waits, missing, retired, lost, altered } = counts
  console.log(
    `${kept} as issued, ${waits + missing} not created yet, ${retired} past retention, ${lost} lost, ${altered} altered.`,
  )
  return lost + altered > 0 ? 1 : 0
}

/** Prints the VAT return of a quarter. The seller's home country is that of its VAT number. @returns exit code */
async function printVatReturn(quarter: Quarter): Promise<number> {
  return withContext(async (ctx) => {
    for await (const line of vatLines(ctx, quarter)) console.log(line)
    return 0
  })
}
