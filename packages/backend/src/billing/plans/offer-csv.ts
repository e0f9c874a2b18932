import { beginOfDayInVienna, dayInVienna, endOfTerm, lastDayBefore } from '@kiosk/domain/day'
import { amountOf } from '@kiosk/domain/money'
import { regionByCountry, regionById } from '@kiosk/domain/regions'
import { MOST_IMPORTED_CODES } from '@kiosk/domain/staff/limits'
import { type CsvFault, type CsvProblem, PromoCodeInput, VoucherInput } from '@kiosk/domain/staff/offer-endpoints'
import type { Selectable } from 'kysely'
import Papa from 'papaparse'
import type { z } from 'zod'
import type { PromoCodes, Vouchers } from '../../db/schema.ts'
import { guardFormulas, unguardFormulas } from '../../printable.ts'

/** Columns of a file of vouchers; only the first three are required. `redeemed` is ignored when it is imported. */
export const VOUCHER_COLUMNS = [
  'code',
  'plans',
  'price',
  'kind',
  'days',
  'from',
  'until',
  'most',
  'title_de',
  'title_en',
  'title_fr',
  'background',
  'colour',
  'redeemed',
] as const
/** Columns of a file of promo codes; only the first two are required. */
export const PROMO_COLUMNS = [
  'code',
  'until',
  'days',
  'from',
  'most',
  'markets',
  'title_de',
  'title_en',
  'title_fr',
  'redeemed',
] as const

const PROMO_DAYS = 30

/** Rows, each with the line from which it comes; if there are faults, they are incomplete. */
type ReadCodes<T> = { rows: T[]; lines: number[]; faults: CsvFault[] }

export function readVouchers(csv: string, now: Date): ReadCodes<VoucherInput> {
  return readCodes(csv, { columns: VOUCHER_COLUMNS, required: 3, schema: VoucherInput }, (cell) => {
    const title = cell('title_de')
    return {
      code: cell('code'),
      kind: cell('kind') || 'voucher',
      plans: numbersIn(cell('plans')),
      price: priceOf(cell('price')),
      days: numberOr(cell('days'), null),
      from: dayOf(cell('from')) || dayInVienna(now),
      until: dayOf(cell('until')) || null,
      most: numberOr(cell('most'), null),
      titles: title === '' ? null : { de: title, en: cell('title_en') || title, fr: cell('title_fr') || title },
      background: cell('background') || null,
      colour: cell('colour') || null,
    }
  })
}

export function readPromoCodes(csv: string, now: Date): ReadCodes<PromoCodeInput> {
  return readCodes(csv, { columns: PROMO_COLUMNS, required: 2, schema: PromoCodeInput }, (cell) => {
    const title = cell('title_de') || cell('code').toUpperCase()
    const markets = cell('markets')
    return {
      code: cell('code'),
      days: numberOr(cell('days'), PROMO_DAYS),
      from: dayOf(cell('from')) || dayInVienna(now),
      until: dayOf(cell('until')),
      most: numberOr(cell('most'), null),
      markets: markets === '' ? null : markets.split(/[\s,;]+/).map((country) => regionByCountry(country)?.id ?? country),
      titles: { de: title, en: cell('title_en') || title, fr: cell('title_fr') || title },
    }
  })
}

type Cell = (column: string) => string
type Form<T> = { columns: readonly string[]; required: number; schema: z.ZodType<T> }

/** Reads a CSV file: columns in any order, separated by commas, semicolons or tabs; empty lines are skipped. */
function readCodes<T>(csv: string, { columns, required, schema }: Form<T>, valuesOf: (cell: Cell) => unknown): ReadCodes<T> {
  const result: ReadCodes<T> = { rows: [], lines: [], faults: [] }
  const fault = (line: number, column: string, problem: CsvProblem, value = '') =>
    result.faults.push({ line, column, problem, value: value.slice(0, 100) })
  const text = csv.replace(/^\ufeff/, '')
  const { data, errors } = Papa.parse<string[]>(text, formatOf(text))
  for (const { row, type } of errors) if (type === 'Quotes') fault((row ?? 0) + 1, '', 'unreadable')
  const head = (data[0] ?? []).map((name) => name.trim().toLowerCase())
  for (const name of head) if (!columns.includes(name)) fault(1, name, 'column-unknown', name)
  for (const name of columns.slice(0, required)) if (!head.includes(name)) fault(1, name, 'column-missing', name)
  if (new Set(head).size < head.length) fault(1, '', 'unreadable')
  if (result.faults.length > 0) return result
  const filled = data.flatMap((cells, index) => (index > 0 && cells.some((each) => each.trim() !== '') ? [{ cells, index }] : []))
  if (filled.length === 0) fault(1, '', 'empty')
  if (filled.length > MOST_IMPORTED_CODES) fault(MOST_IMPORTED_CODES + 2, '', 'too-many-lines', String(filled.length))
  if (result.faults.length > 0) return result
  for (const { cells, index } of filled) {
    const line = index + 1
    if (cells.length > head.length) {
      fault(line, '', 'unreadable', cells.join(','))
      continue
    }
    const cell: Cell = (column) => unguardFormulas(cells[head.indexOf(column)] ?? '').trim()
    const { success, data: row, error } = schema.safeParse(valuesOf(cell))
    if (success) {
      result.rows.push(row)
      result.lines.push(line)
    } else for (const { path, message } of firstOfEach(error.issues)) addFault(fault, line, String(path[0]), message, cell)
  }
  return result
}

/**
 * Takes delimiter and line ending from the first line: the parser would guess them from all lines, and titles contain delimiters,
 * too.
 */
function formatOf(text: string): { delimiter: string; newline: '\r\n' | '\n' | '\r' } {
  const [head = '', newline = '\n'] = text.match(/^([^\r\n]*)(\r\n|\n|\r)?/)?.slice(1) ?? []
  const count = (delimiter: string) => head.split(delimiter).length
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))
  return { delimiter, newline: newline as '\r\n' | '\n' | '\r' }
}

const PROBLEMS: Record<string, CsvProblem> = {
  'VALIDATION.endsBeforeBegin': 'ends-before-begin',
  'VALIDATION.smallestCharge': 'smallest-charge',
}

function addFault(
  fault: (line: number, column: string, problem: CsvProblem, value: string) => void,
  line: number,
  field: string,
  message: string,
  cell: Cell,
): void {
  const column = field === 'titles' ? 'title_de' : field
  fault(line, column, PROBLEMS[message] ?? 'value', cell(column))
}

function firstOfEach<I extends { path: PropertyKey[] }>(issues: readonly I[]): I[] {
  return issues.filter(({ path }, index) => issues.findIndex((other) => other.path[0] === path[0]) === index)
}

/** Spreadsheets save 3,90 as 3,9. */
const priceOf = (cell: string) => amountOf(cell.replace(/([.,]\d)$/, '$10')) ?? cell
/** Spreadsheets save 2026-12-01 as their country writes it: 01.12.2026 or 01/12/2026. */
const dayOf = (cell: string) =>
  cell.replace(/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )
const numbersIn = (cell: string) => cell.split(/[\s,;]+/).flatMap((each) => (each === '' ? [] : [Number(each)]))
function numberOr<T>(cell: string, absent: T): number | string | T {
  if (cell === '') return absent
  return /^\d{1,9}$/.test(cell) ? Number(cell) : cell
}

export function voucherLine(voucher: Selectable<Vouchers>): string[] {
  const titles = voucher.titles as Partial<Record<'de' | 'en' | 'fr', string>>
  return [
    voucher.code,
    voucher.plan_ids.join(' '),
    // As the spreadsheets write it that separate by semicolons.
    (voucher.price / 100).toFixed(2).replace('.', ','),
    voucher.kind,
    voucher.days,
    dayInVienna(voucher.redeemable_from),
    lastDay(voucher.redeemable_until),
    voucher.max_redemptions,
    titles.de,
    titles.en,
    titles.fr,
    voucher.background,
    voucher.colour,
    voucher.redeemed,
  ].map((value) => String(value ?? ''))
}

export function promoLine(promo: Selectable<PromoCodes>): string[] {
  const titles = promo.titles as Partial<Record<'de' | 'en' | 'fr', string>>
  const markets = promo.region_ids?.map((id) => regionById(id)?.country).join(' ')
  return [
    promo.code,
    lastDay(promo.redeemable_until),
    promo.days,
    dayInVienna(promo.redeemable_from),
    promo.max_redemptions,
    markets,
    titles.de,
    titles.en,
    titles.fr,
    promo.redeemed,
  ].map((value) => String(value ?? ''))
}

/** Writes lines as CSV for spreadsheets in German and French, which separate by semicolons. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `${Papa.unparse(
    lines.map((line) => line.map(guardFormulas)),
    { delimiter: ';' },
  )}\r\n`
}

/** The last day on which a code may be redeemed; '' = no end. */
export function lastDay(end: Date | null): string {
  return end === null ? '' : lastDayBefore(end)
}

/** Returns the times between which a code may be redeemed, from its first and last day. */
export function termOf<Until extends string | null>({ from, until }: { from: string; until: Until }) {
  const end = until === null ? null : endOfTerm(until)
  return { redeemable_from: beginOfDayInVienna(from), redeemable_until: end as Until extends string ? Date : null }
}
