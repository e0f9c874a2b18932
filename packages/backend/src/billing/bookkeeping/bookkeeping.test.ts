// The DATEV export, read by a separate parser and compared with the ledger.
import { addDays, dayInVienna } from '@kiosk/domain/day'
import type { Bookkeeping } from '@kiosk/domain/operator'
import { LEDGER_KINDS } from '@kiosk/domain/payments/datev-charts'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refreshFigures } from '../../desk/figures/refresh-figures.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { type Posting, post } from '../ledger/ledger.ts'
import { accountNumbers } from './account-numbers.ts'
import { balancesAt } from './balances.ts'
import { ledgerLines } from './csv.ts'
import { datevBatch } from './datev.ts'
import { DATEV_COLUMNS } from './datev-columns.ts'

const NOW = new Date('2026-11-20T23:00:00.007Z')
const { connection } = await openTestApi({ now: () => NOW })
const { db } = connection

const BOOKKEEPING: Bookkeeping = {
  consultant: 29098,
  client: 55003,
  fiscalYearMonth: 1,
  accountLength: 4,
  chart: 'SKR03',
  accounts: { 'revenue:AT': '8310', 'revenue:CH': '8338', 'tax:AT': '1772', 'tax:CH': '1768', 'cash:paypal': '1361' },
  automaticAccounts: ['8310'],
}
const OPTIONS = { from: '2026-10-01', before: '2026-11-01', chfRate: 0.94, createdAt: NOW }
const ACCOUNTS = [
  'cash:sandbox',
  'cash:paypal',
  'bank',
  'owed',
  'suspense',
  'fees:sandbox',
  'losses',
  'revenue:AT',
  'revenue:DE',
  'tax:AT',
  'tax:CH',
]

/** Reads a file as DATEV does: CP1252, semicolons, texts in quotes, by position. */
function parse(file: Buffer): { header: string[]; columns: string[]; rows: Record<string, string>[] } {
  const text = new TextDecoder('windows-1252').decode(file)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text
    .slice(0, -2)
    .split('\r\n')
    .map((line) => [...`${line};`.matchAll(/("(?:[^"]|"")*"|[^;]*);/g)].map((field) => field[1]!))
  const [header, columns, ...rows] = lines as [string[], string[], ...string[][]]
  return {
    header,
    columns,
    rows: rows.map((fields) => {
      expect(fields).toHaveLength(125)
      return Object.fromEntries(fields.map((field, at) => [columns[at]!, field]))
    }),
  }
}
const minor = (text: string) => Number(text.replace(',', ''))
const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
const withoutZeros = (sums: Map<string, number>) => Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort())

test('header and columns are those of the published format', async () => {
  await postAt(new Date('2026-10-05T10:00:00Z'), 'EUR', [
    { account: 'cash:sandbox', amount: 1999 },
    { account: 'revenue:AT', amount: -1817 },
    { account: 'tax:AT', amount: -182 },
  ])
  const { header, columns, rows } = parse(await datevBatch(db, BOOKKEEPING, { ...OPTIONS, detail: 'postings' }))
  // The published example: "EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"RE";"";"";29098;55003;20240101;4;20240101;20240831;
  // "Buchungsstapel";"WD";1;0;0;"EUR";;"";;;"03";;;"";""
  expect(header).toEqual([
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    '13',
    '20261121000000007',
    '',
    '"RE"',
    '""',
    '""',
    '29098',
    '55003',
    '20260101',
    '4',
    '20261001',
    '20261031',
    '"Journal 20261001-20261031"',
    '""',
    '1',
    '0',
    '0',
    '"EUR"',
    '',
    '""',
    '',
    '',
    '"03"',
    '',
    '',
    '""',
    '""',
  ])
  expect(columns).toEqual([...DATEV_COLUMNS])
  expect([columns.length, columns[0], columns[115], columns[124]]).toEqual([
    125,
    'Umsatz (ohne Soll/Haben-Kz)',
    'Datum Zuord. Steuerperiode',
    'Abw. Skontokonto',
  ])
  const found = rows.map((row) =>
    [
      row[DATEV_COLUMNS[0]],
      row['Soll/Haben-Kennzeichen'],
      row.Konto,
      row['Gegenkonto (ohne BU-Schlüssel)'],
      row['BU-Schlüssel'],
      row.Belegdatum,
    ].join(' '),
  )
  // Net and tax are separate; the automatic account is told not to add tax again.
  expect(found).toEqual(['18,17 "S" 1360 8310 "0040" 0510', '1,82 "S" 1360 1772  0510'])
  expect(rows.map((row) => row.Buchungstext)).toEqual([
    '"Guthaben bei sandbox an Umsatz AT"',
    '"Guthaben bei sandbox an Umsatzsteuer AT"',
  ])
  // Published expressions of the fields.
  for (const row of rows) {
    expect(row[DATEV_COLUMNS[0]]).toMatch(/^\d{1,10},\d{2}$/)
    expect(row['Belegfeld 1']).toMatch(/^"[\w$%\-/]{0,36}"$/)
    expect(row.Buchungstext).toMatch(/^".{0,60}"$/)
  }
})

test.each([...LEDGER_KINDS, 'revenue', 'tax'])(
  'the account "%s" has a German name that fits into half of a text of DATEV',
  async (kind) => {
    const account = kind === 'revenue' || kind === 'tax' ? `${kind}:CH` : kind
    await postAt(new Date('2025-03-05T10:00:00Z'), 'EUR', [
      { account, amount: 100 },
      { account: 'bank', amount: -100 },
    ])
    const { rows } = parse(
      await datevBatch(db, BOOKKEEPING, { ...OPTIONS, from: '2025-03-01', before: '2025-04-01', detail: 'postings' }),
    )
    const text = rows.at(-1)!.Buchungstext!
    expect(text).toMatch(/^"[A-Z][\wäöüß: ]+ an Bankkonto"$/)
    expect(text.length).toBeLessThan(50)
  },
)

test('a reference that holds the separator of the file is one field', async () => {
  const at = new Date('2025-05-05T10:00:00Z')
  const entry = { provider: 'sandbox', entry: 'e1', kind: 'fee', amount: -30, fee: 0, currency: 'EUR', at, noted_at: at }
  const { id } = await db
    .insertInto('provider_entries')
    .values({ ...entry, reference: 'x;=1+1;"y"' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const postings = [
    { account: 'fees:sandbox', amount: 30 },
    { account: 'cash:sandbox', amount: -30 },
  ]
  await db.transaction().execute((trx) => post(trx, [{ postings, currency: 'EUR', at, entryId: id }]))
  const lines = []
  for await (const line of ledgerLines(db, { from: '2025-05-01', before: '2025-06-01' })) lines.push(line)
  const field = '"x;\'=1+1;""y"""'
  expect(lines.slice(1).map((line) => line.split('EUR;')[1])).toEqual([`0.30;;${field}`, `-0.30;;${field}`])
})

function postAt(at: Date, currency: string, postings: Posting[]): Promise<void> {
  return db.transaction().execute((trx) => post(trx, [{ postings, currency, at }]))
}

const entry = fc.record({
  at: fc
    .integer({ min: 0, max: (32 * DAY_MS) / MINUTE_MS })
    .map((minutes) => new Date(Date.parse('2026-09-30T12:00:00Z') + minutes * MINUTE_MS)),
  currency: fc.constantFrom('EUR', 'EUR', 'CHF'),
  amounts: fc.array(fc.tuple(fc.constantFrom(...ACCOUNTS), fc.integer({ min: -5000, max: 5000 })), {
    minLength: 1,
    maxLength: 5,
  }),
  rest: fc.constantFrom(...ACCOUNTS),
})

test.each(['postings', 'days'] as const)('the sums of each account are those of the ledger (%s)', async (detail) => {
  for (const { at, currency, amounts, rest } of fc.sample(entry, 60)) {
    const postings = amounts.map(([account, amount]) => ({ account, amount }))
    const balance = postings.reduce((sum, { amount }) => sum + amount, 0)
    await postAt(at, currency, [...postings, { account: rest, amount: -balance }])
  }
  const { rows } = parse(await datevBatch(db, BOOKKEEPING, { ...OPTIONS, detail }))
  const { numberOf } = accountNumbers(BOOKKEEPING)
  const read = new Map<string, number>()
  for (const row of rows) {
    const original = /^"CHF (.*)"$/.exec(row['Zusatzinformation- Inhalt 1']!)
    const currency = original ? 'CHF' : 'EUR'
    const amount = minor(original ? original[1]! : row[DATEV_COLUMNS[0]]!)
    if (original) expect(minor(row[DATEV_COLUMNS[0]]!)).toBe(Math.round(amount / 0.94))
    expect(amount).toBeGreaterThan(0)
    add(read, `${row.Konto} ${currency}`, amount)
    add(read, `${row['Gegenkonto (ohne BU-Schlüssel)']} ${currency}`, -amount)
  }
  const { rows: ledger } = await sql<{ account: string; currency: string; amount: number; at: Date }>`
    select account, currency, amount, at from ledger`.execute(db)
  const expected = new Map<string, number>()
  for (const { account, currency, amount, at } of ledger) {
    const day = dayInVienna(at)
    if (day >= OPTIONS.from && day < OPTIONS.before) add(expected, `${numberOf(account)} ${currency}`, amount)
  }
  expect(withoutZeros(read)).toEqual(withoutZeros(expected))
  expect(Object.values(withoutZeros(expected)).length).toBeGreaterThan(5)
})

test('balances are those of the ledger, for days that were counted and those since', async () => {
  await refreshFigures({ db, now: () => new Date('2026-10-20T09:00:00Z') })
  for (const day of ['2026-09-29', '2026-10-05', '2026-10-19', '2026-10-20', '2026-10-31']) {
    const { rows } = await sql<{ account: string; currency: string; amount: number; at: Date }>`
      select account, currency, amount, at from ledger`.execute(db)
    const [balance, moved] = [new Map<string, number>(), new Map<string, number>()]
    for (const { account, currency, amount, at } of rows) {
      const key = `${account} ${currency}`
      if (dayInVienna(at) <= day) add(balance, key, amount)
      if (dayInVienna(at) === day) add(moved, key, amount)
    }
    const shown = await balancesAt(db, day)
    expect(Object.fromEntries(shown.map(({ account, currency, balance }) => [`${account} ${currency}`, balance]))).toEqual(
      Object.fromEntries(balance),
    )
    for (const { account, currency, moved: amount } of shown) expect(amount).toBe(moved.get(`${account} ${currency}`) ?? 0)
  }
})

test.each([
  ['not-configured', null, {}],
  ['account-without-number', { ...BOOKKEEPING, accounts: {} }, {}],
  ['several-years', { ...BOOKKEEPING, fiscalYearMonth: 10 }, { from: '2026-09-30' }],
  ['no-rate', BOOKKEEPING, { chfRate: null }],
  ['nothing', BOOKKEEPING, { from: '2026-01-01', before: addDays('2026-01-01', 1) }],
] as const)('an export is rejected: %s', async (reason, bookkeeping, options) => {
  const writes = datevBatch(db, bookkeeping as Bookkeeping | null, { ...OPTIONS, detail: 'postings', ...options })
  await expect(writes).rejects.toMatchObject({ reason })
})

test('the fiscal year may begin in any month', async () => {
  const { header } = parse(
    await datevBatch(
      db,
      { ...BOOKKEEPING, fiscalYearMonth: 7, chart: 'SKR04', accounts: { ...BOOKKEEPING.accounts } },
      { ...OPTIONS, detail: 'days' },
    ),
  )
  expect([header[12], header[26]]).toEqual(['20260701', '"04"'])
})
