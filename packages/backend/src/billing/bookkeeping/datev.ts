import { dateFormat } from '@kiosk/domain/date-format'
import { addDays } from '@kiosk/domain/day'
import type { Bookkeeping } from '@kiosk/domain/operator'
import { deskMoneyMessages } from '@kiosk/i18n/messages/desk-money'
import { t } from '@kiosk/i18n/translate'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { quoted } from '../../printable.ts'
import type { Days } from '../invoices/export.ts'
import { postingsBetween } from '../ledger/export.ts'
import { type AccountNumbers, accountNumbers } from './account-numbers.ts'
import { DATEV_COLUMNS } from './datev-columns.ts'
import { type Pair, pairsOf } from './pair-postings.ts'

/** Why a batch cannot be written. */
export type DatevRejection = 'not-configured' | 'account-without-number' | 'several-years' | 'no-rate' | 'too-many' | 'nothing'

export class DatevRejected extends Error {
  readonly reason: DatevRejection
  constructor(reason: DatevRejection, detail = '') {
    super(`DATEV export: ${reason}${detail && ` (${detail})`}`)
    this.reason = reason
  }
}

type DatevOptions = Days & {
  /** One line for each pair of postings, or the sums of each day. */
  detail: 'postings' | 'days'
  /** Francs for one euro; null if there are no postings in francs. */
  chfRate: number | null
  createdAt: Date
}

/** Maximum number of lines in a batch. */
const MOST_LINES = 99_999
/** Switches off the tax calculation of an automatic account, because net and tax are separate postings. */
const NO_AUTOMATIC_TAX = '0040'
const LINE_END = '\r\n'

type Line = Pair & { euros: number }

/**
 * Writes the postings of some days as a DATEV posting batch (EXTF 700, category 21, version 13) in CP1252. Amounts are euros;
 * those in francs are converted at one rate, and their original amount is in the additional information.
 * @throws DatevRejected
 */
export async function datevBatch(db: Kysely<DB>, bookkeeping: Bookkeeping | null, options: DatevOptions): Promise<Buffer> {
  if (!bookkeeping) throw new DatevRejected('not-configured')
  const yearStart = fiscalYearOf(options.from, bookkeeping)
  const last = dayBefore(options.before)
  if (fiscalYearOf(last, bookkeeping) !== yearStart) throw new DatevRejected('several-years')
  const numbers = accountNumbers(bookkeeping)
  const lines = await linesOf(db, numbers, options)
  if (lines.length === 0) throw new DatevRejected('nothing')
  const text = [
    headerOf(bookkeeping, { from: options.from, last, yearStart, createdAt: options.createdAt }),
    DATEV_COLUMNS.join(';'),
    ...lines.map((line) => rowOf(line, numbers)),
    '',
  ].join(LINE_END)
  // All characters are below U+0100 and none is in the range in which CP1252 differs from Latin-1.
  return Buffer.from(text, 'latin1')
}

export function datevFileName({ from, before }: Days): string {
  return `EXTF_Buchungsstapel_${compact(from)}_${compact(dayBefore(before))}.csv`
}

async function linesOf(db: Kysely<DB>, numbers: AccountNumbers, options: DatevOptions): Promise<Line[]> {
  const { detail, chfRate } = options
  const lines = new Map<string, Line>()
  let made = 0
  for await (const pair of pairsOf(postingsBetween(db, options))) {
    for (const account of [pair.debit, pair.credit])
      if (numbers.numberOf(account) === null) throw new DatevRejected('account-without-number', account)
    if (pair.currency !== 'EUR' && chfRate === null) throw new DatevRejected('no-rate')
    const key = detail === 'days' ? [pair.day, pair.debit, pair.credit, pair.currency].join() : String(made++)
    const known = lines.get(key)
    if (known) known.amount += pair.amount
    else lines.set(key, { ...pair, ...(detail === 'days' && { invoice: null, reference: null }), euros: 0 })
    if (lines.size > MOST_LINES) throw new DatevRejected('too-many')
  }
  const all = [...lines.values()]
  for (const line of all) line.euros = line.currency === 'EUR' ? line.amount : Math.round(line.amount / chfRate!)
  // An amount below a cent cannot be posted.
  return all.filter(({ euros }) => euros > 0)
}

/** First line of the file: 31 fields, as in the published example of version 13. */
function headerOf(
  { consultant, client, accountLength, chart }: Bookkeeping,
  { from, last, yearStart, createdAt }: { from: string; last: string; yearStart: string; createdAt: Date },
): string {
  // The batch has no time zone: its time is that of Vienna, as all its days.
  const second = dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(createdAt)
  const created = second.replace(/\D/g, '') + String(createdAt.getMilliseconds()).padStart(3, '0')
  const name = quoted(`Journal ${compact(from)}-${compact(last)}`)
  const frame = chart === 'own' ? '""' : quoted(chart.slice(3))
  return [
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    created,
    '',
    '"RE"',
    '""',
    '""',
    consultant,
    client,
    compact(yearStart),
    accountLength,
    compact(from),
    compact(last),
    name,
    '""',
    // Financial accounting, independent of the purpose, not locked.
    '1',
    '0',
    '0',
    '"EUR"',
    '',
    '""',
    '',
    '',
    frame,
    '',
    '',
    '""',
    '""',
  ].join(';')
}

function rowOf({ day, currency, invoice, reference, debit, credit, amount, euros }: Line, numbers: AccountNumbers): string {
  const [account, contra] = [numbers.numberOf(debit)!, numbers.numberOf(credit)!]
  const isAutomatic = numbers.isAutomatic(account) || numbers.isAutomatic(contra)
  const filled: Partial<Record<(typeof DATEV_COLUMNS)[number], string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': decimal(euros),
    'Soll/Haben-Kennzeichen': '"S"',
    'WKZ Umsatz': '"EUR"',
    Konto: account,
    'Gegenkonto (ohne BU-Schlüssel)': contra,
    ...(isAutomatic && { 'BU-Schlüssel': quoted(NO_AUTOMATIC_TAX) }),
    Belegdatum: day.slice(8, 10) + day.slice(5, 7),
    'Belegfeld 1': quoted(documentField(invoice ?? compact(day))),
    Buchungstext: quoted(`${nameOf(debit)} an ${nameOf(credit)}`.slice(0, 60)),
    ...(currency !== 'EUR' && {
      'Zusatzinformation - Art 1': quoted('Originalbetrag'),
      'Zusatzinformation- Inhalt 1': quoted(`${currency} ${decimal(amount)}`),
    }),
    ...(reference !== null && {
      'Zusatzinformation - Art 2': quoted('Referenz'),
      'Zusatzinformation- Inhalt 2': quoted(reference.replace(/[^\x20-\x7e]/g, '').slice(0, 210)),
    }),
    Festschreibung: '0',
  }
  return DATEV_COLUMNS.map((column) => filled[column] ?? '').join(';')
}

/** Returns the desk's name of an account in German, the language of everything in this file. */
function nameOf(account: string): string {
  const [kind, of = ''] = account.split(':')
  // A search in the file would not find a no-break space.
  return t(deskMoneyMessages.de, `DESK.LEDGER.${kind}`, { of }).replace(/\s/g, ' ')
}

/** Returns the first day of the fiscal year that contains a day. */
function fiscalYearOf(day: string, { fiscalYearMonth }: Bookkeeping): string {
  const month = String(fiscalYearMonth).padStart(2, '0')
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < month ? 1 : 0)
  return `${year}-${month}-01`
}

const dayBefore = (day: string) => addDays(day, -1)
const compact = (day: string) => day.replaceAll('-', '')
const decimal = (minor: number) => `${Math.trunc(minor / 100)},${String(minor % 100).padStart(2, '0')}`
/** Keeps the allowed characters, at most 36. */
const documentField = (text: string) => text.replace(/[^\w$%/-]/g, '').slice(0, 36)
