// CSV for the tax adviser: semicolons, UTF-8; the first line names the columns. Programs expect decimal points; spreadsheets that
// separate by semicolons expect decimal commas and read "3.63" as March 1963.
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { quoted, tableCell } from '../../printable.ts'
import { type Days, issuedBetween } from '../invoices/export.ts'
import { vatReturn } from '../invoices/vat-return.ts'
import { postingsBetween } from '../ledger/export.ts'
import { deferredByMonth } from './deferred-revenue.ts'
import { homeCountryOf, type Quarter } from './quarter.ts'

type DecimalMark = '.' | ','

export async function* invoiceLines(db: Database, days: Days, mark: DecimalMark = '.'): AsyncGenerator<string> {
  yield 'number;kind;issued;country;currency;rate;net;tax;gross;corrects;provider'
  for await (const each of issuedBetween(db, days)) {
    const { number, kind, issued, country, currency, rate, net, tax, gross, corrects, provider } = each
    const sums = [net, tax, gross].map((minor) => amount(minor, mark))
    yield [number, kind, issued, country, currency, amount(rate, mark), ...sums, corrects ?? '', provider ?? ''].join(';')
  }
}

export async function* ledgerLines(db: Database, days: Days, mark: DecimalMark = '.'): AsyncGenerator<string> {
  yield 'line;entry;day;account;currency;amount;invoice;reference'
  for await (const { id, transaction, day, account, currency, amount: minor, invoice, reference } of postingsBetween(db, days))
    yield [id, transaction, day, account, currency, amount(minor, mark), invoice ?? '', field(reference ?? '')].join(';')
}

export async function* vatLines(
  { db, operator }: Pick<AppContext, 'db' | 'operator'>,
  quarter: Quarter,
  mark: DecimalMark = '.',
): AsyncGenerator<string> {
  yield 'section;country;currency;rate;origin;documents;net;tax;gross'
  const lines = await vatReturn(db, { ...quarter, home: homeCountryOf(operator) })
  for (const { section, country, currency, rate, origin, documents, net, tax, gross } of lines) {
    const sums = [net, tax, gross].map((minor) => amount(minor, mark))
    yield [section, country, currency, rate === null ? '' : amount(rate, mark), origin, documents, ...sums].join(';')
  }
}

/** @param last 2026-10 */
export async function* deferredLines(db: Database, first: string, last: string, mark: DecimalMark = '.'): AsyncGenerator<string> {
  yield 'month;currency;billed;earned;deferred'
  for (const { month, currency, billed, earned, deferred } of await deferredByMonth(db, first, last))
    yield [month, currency, ...[billed, earned, deferred].map((minor) => amount(minor, mark))].join(';')
}

/** Quotes a field if it would be read as more than one, because a provider's reference can be any text. */
function field(text: string): string {
  const cell = tableCell(text)
  return /[;"]/.test(cell) ? quoted(cell) : cell
}

/** Formats minor units as "19.99" or "-0.50", and hundredths of a percent as "2.60". */
function amount(minor: number, mark: DecimalMark): string {
  const cents = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${cents.slice(0, -2)}${mark}${cents.slice(-2)}`
}
