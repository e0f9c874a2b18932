import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eraseAccount } from '@kiosk/backend/accounts/erase-account'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { createFullAccount, tablesHolding } from '@kiosk/backend/accounts/testing/full-account'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { quarterOf } from '@kiosk/backend/billing/bookkeeping/quarter'
import { pathOfInvoicePdf } from '@kiosk/backend/billing/invoices/stored-pdfs'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { dayInVienna } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openContext } from './open-context.ts'
import { runCommand } from './run-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function listening() {
  const connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
  const output: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void output.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => void output.push(line))
  return { ...connection, output }
}

test('lists invoices of a period, including both days, in the order of issue; the VAT return deducts credit notes', async () => {
  const { db, output, close } = await listening()
  const invoice = (number: string, issued: string, gross: number, tax: number, more: object = {}) => ({
    number,
    country: 'AT',
    currency: 'EUR',
    net: gross - tax,
    tax,
    gross,
    due: gross,
    tax_rate: 1000,
    state: 'paid',
    snapshot: '{}',
    issued_at: new Date(issued),
    ...more,
  })
  const swiss = { country: 'CH', currency: 'CHF', tax_rate: 260 }
  await db
    .insertInto('invoices')
    .values([
      // Vienna is one hour ahead of UTC, two in summer. Invoices are not always paid in the order of their drafts.
      invoice('2026-000001', '2026-09-30T21:59:59Z', 1999, 182),
      invoice('2026-000003', '2026-12-31T22:59:59Z', 2990, 76, swiss),
      invoice('2026-000002', '2026-09-30T22:00:00Z', 1999, 182),
      invoice('2027-000001', '2026-12-31T23:00:00Z', 1999, 182),
    ])
    .execute()
  const { id: corrects } = await db
    .selectFrom('invoices')
    .select('id')
    .where('number', '=', '2026-000002')
    .executeTakeFirstOrThrow()
  const credit = invoice('G2026-000001', '2026-10-02T10:00:00Z', -50, -5, { kind: 'credit-note', corrects })
  await db.insertInto('invoices').values(credit).execute()

  expect(await runCommand(['invoices', 'export', '--from', '2026-10-01', '--to', '2026-12-31'])).toBe(0)
  expect(output.splice(0)).toEqual([
    'number;kind;issued;country;currency;rate;net;tax;gross;corrects;provider',
    '2026-000002;invoice;2026-10-01;AT;EUR;10.00;18.17;1.82;19.99;;',
    'G2026-000001;credit-note;2026-10-02;AT;EUR;10.00;-0.45;-0.05;-0.50;2026-000002;',
    '2026-000003;invoice;2026-12-31;CH;CHF;2.60;29.14;0.76;29.90;;',
  ])
  expect(await runCommand(['invoices', 'oss', '--quarter', '2026-Q4'])).toBe(0)
  expect(output).toEqual([
    'section;country;currency;rate;origin;documents;net;tax;gross',
    'domestic;AT;EUR;10.00;2026-Q4;2;17.72;1.77;19.49',
    'third-country;CH;CHF;2.60;2026-Q4;1;29.14;0.76;29.90',
  ])
  // A quarter without sales.
  for (const args of [
    ['export', '--from', '2025-01-01', '--to', '2025-01-01'],
    ['oss', '--quarter', '2025-Q1'],
  ]) {
    output.splice(0)
    expect(await runCommand(['invoices', ...args])).toBe(0)
    expect(output).toHaveLength(1)
  }
  await close()
})

test.each([
  [['export'], "required option '--from <DAY>' not specified"],
  [['export', '--from', '2026-10-01'], "required option '--to <DAY>' not specified"],
  [['export', '--from', '2026-10-02', '--to', '2026-10-01'], '--from is after --to'],
  [['export', '--from', '2026-02-30', '--to', '2026-03-01'], "argument '2026-02-30' is invalid. A day is written"],
  [['export', '--from', '01.10.2026', '--to', '2026-03-01'], "argument '01.10.2026' is invalid"],
  [['oss', '--quarter', '2026-Q5'], "argument '2026-Q5' is invalid. A quarter is written 2026-Q4."],
  [['oss'], "required option '--quarter <QUARTER>' not specified"],
  [['oss', 'AT', '--quarter', '2026-Q4'], "too many arguments for 'oss'"],
  [[], 'Usage'],
])('invoices rejects the arguments %j with a reason and the usage', async (args, why) => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runCommand(['invoices', ...args])).toBe(64)
  expect(shown.mock.calls[0]?.[0]).toContain(why)
  expect(shown.mock.calls[0]?.[0]).toContain('Usage: npm run kiosk -- invoices')
})

test('a quarter ends when the next begins', () => {
  expect(quarterOf('2026-Q4')).toEqual({ quarter: '2026-Q4', from: '2026-10-01', before: '2027-01-01' })
})

test('confirms a declaration once and rejects an unknown number', async () => {
  const { db, output, close } = await listening()
  const { id: account_id } = await createAccount(db)
  const { id: subscription } = await db
    .insertInto('subscriptions')
    .values({
      account_id,
      plan_id: 2,
      regular_price: 1999,
      order_type: 1,
      state: 'active',
      auto_renew: true,
      starts_at: new Date(Date.now() - DAY_MS),
      ends_at: new Date(Date.now() + 29 * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const received_at = new Date()
  const one = { name: 'Mira', email: 'mira@example.org', language: 'de', received_at, account_id, subscription_id: subscription }
  await db
    .insertInto('termination_declarations')
    .values({ ...one, kind: 'withdraw', outcome: 'unconfirmed' })
    .execute()
  const number = `W-${dayInVienna(received_at).replaceAll('-', '')}-1`
  await runCommand(['cancellations'])
  expect(output.splice(0)[0]).toContain('waits for the owner’s confirmation')
  const setOutcome = (outcome: string) => db.updateTable('termination_declarations').set({ outcome }).execute()
  await setOutcome('by-hand')
  await runCommand(['cancellations'])
  const answerBy = dayInVienna(new Date(received_at.getTime() + 14 * DAY_MS))
  expect(output.splice(0)).toContain(`    answer promised by ${answerBy}`)
  await setOutcome('unconfirmed')
  expect(await runCommand(['cancellations', '--confirm', number])).toBe(0)
  expect(output.splice(0)).toEqual(['Confirmed and applied.'])
  expect(await db.selectFrom('subscriptions').select('state').execute()).toEqual([{ state: 'ended' }])
  expect(await db.selectFrom('termination_declarations').selectAll().execute()).toMatchObject([
    { outcome: 'applied', confirmed_by: 'operator' },
  ])
  expect(await runCommand(['cancellations', '--confirm', number])).toBe(1)
  const events = db.selectFrom('security_events').select(['kind', 'account_id', 'details']).where('kind', '=', 'exit.confirmed')
  expect(await events.execute()).toEqual([
    { kind: 'exit.confirmed', account_id, details: { kind: 'withdraw', outcome: 'applied', number, by: 'operator' } },
  ])
  expect(await runCommand(['cancellations', '--confirm', 'W-20261121-99'])).toBe(1)
  expect(await runCommand(['cancellations', '--confirm', number, '--done', number])).toBe(64)
  await close()
})

test('lists open declarations until they are resolved, without control characters of their texts', async () => {
  const { db, output, close } = await listening()
  const one = {
    name: 'Mira\u001b[2J Holm',
    email: 'mira@example.org',
    language: 'de',
    received_at: new Date('2026-11-21T08:15:00Z'),
  }
  await db
    .insertInto('termination_declarations')
    .values([
      { ...one, kind: 'cancel', outcome: 'applied', applied_at: new Date() },
      {
        ...one,
        kind: 'cancel',
        manner: 'extraordinary',
        reason: 'Umzug',
        outcome: 'by-hand',
        effective_at: new Date('2026-12-01'),
      },
      { ...one, kind: 'withdraw', contract: 'V-7', outcome: 'unknown' },
    ])
    .execute()
  expect(await runCommand(['cancellations'])).toBe(0)
  expect(output.splice(0)).toEqual([
    'K-20261121-2  2026-11-21 08:15 UTC  cancellation, extraordinary: needs a decision',
    '    Mira [2J Holm <mira@example.org>, de',
    '    renewal stopped, ends 2026-12-01',
    '    reason: Umzug',
    'W-20261121-3  2026-11-21 08:15 UTC  withdrawal: no subscription for this address',
    '    Mira [2J Holm <mira@example.org>, de, V-7',
  ])
  expect(await runCommand(['cancellations', '--done', 'K-20261121-2'])).toBe(0)
  expect(await runCommand(['cancellations', '--done', 'K-20261121-2'])).toBe(1)
  expect(await runCommand(['cancellations', '--done', 'W-20261121-3'])).toBe(0)
  output.splice(0)
  await runCommand(['cancellations'])
  expect(output).toEqual(['There are no open declarations.'])
  expect(await runCommand(['cancellations', '--done', 'alles'])).toBe(64)
  await close()
})

test('resolving a declaration of an erased account removes its personal data and no other', async () => {
  const { db, output, close } = await listening()
  const whole = await createFullAccount(db, 'Holmgreen')
  const { id: subscription } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', whole.account.id)
    .where('state', '=', 'ended')
    .executeTakeFirstOrThrow()
  const received_at = new Date('2026-11-21T08:15:00Z')
  const one = {
    name: 'Mira Holmgreen',
    email: whole.account.email,
    language: 'de',
    received_at,
    contract: 'V-7',
    reason: 'Umzug',
  }
  const open = await db
    .insertInto('termination_declarations')
    .values([
      { ...one, kind: 'withdraw', outcome: 'too-late', account_id: whole.account.id, subscription_id: subscription },
      { ...one, kind: 'cancel', outcome: 'unknown', email: 'jonas@example.org', name: 'Jonas' },
    ])
    .returning('id')
    .execute()
  const [own, other] = [`W-20261121-${open[0]!.id}`, `K-20261121-${open[1]!.id}`]
  const { ctx, close: closeContext } = await openContext()
  await db.transaction().execute((trx) => eraseAccount(trx, whole.account, ctx))
  await closeContext()

  expect(await runCommand(['cancellations'])).toBe(0)
  expect(output.splice(0).join('\n')).toContain(
    `${own}  2026-11-21 08:15 UTC  withdrawal: later than 14 days\n    Mira Holmgreen <${one.email}>`,
  )
  expect(await runCommand(['cancellations', '--confirm', own])).toBe(1)
  expect(await runCommand(['cancellations', '--done', own])).toBe(0)
  expect(await runCommand(['cancellations', '--done', own])).toBe(1)
  expect(await runCommand(['cancellations', '--done', other])).toBe(0)
  const settled = await db
    .selectFrom('termination_declarations')
    .selectAll()
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  expect(settled).toMatchObject([
    {
      name: '',
      email: '',
      contract: '',
      reason: '',
      account_id: null,
      subscription_id: subscription,
      received_at,
      applied_at: expect.any(Date),
    },
    { name: 'Jonas', email: 'jonas@example.org', contract: 'V-7', reason: 'Umzug', applied_at: expect.any(Date) },
  ])
  expect(await tablesHolding(db, [one.email])).not.toContain('public.termination_declarations')
  await close()
})

test('writes an invoice PDF as it was issued and reports lost and altered ones by number', async () => {
  const { db, output, close } = await listening()
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-invoices-'))
  vi.stubEnv('DATA_DIR', dataDir)
  const written: Uint8Array[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(chunk as Uint8Array) > 0)
  await createFullAccount(db)
  await createFullAccount(db)
  const numbers = (await db.selectFrom('invoices').select('number').where('number', 'is not', null).execute()).map(
    ({ number }) => number!,
  )
  expect(numbers).toHaveLength(2)
  expect(await runCommand(['invoices', 'verify'])).toBe(0)
  expect(output.splice(0)).toEqual(['0 as issued, 2 not created yet, 0 past retention, 0 lost, 0 altered.'])

  for (const number of numbers) expect(await runCommand(['invoices', 'pdf', number])).toBe(0)
  const [first, second] = written
  expect(Buffer.from(first!).subarray(0, 5).toString()).toBe('%PDF-')
  // "paper" is the former name of "pdf".
  expect(await runCommand(['invoices', 'paper', numbers[0]!])).toBe(0)
  expect(Buffer.from(written[2]!).equals(Buffer.from(first!))).toBe(true)
  expect(await runCommand(['invoices', 'verify'])).toBe(0)
  expect(output.splice(0)).toEqual(['2 as issued, 0 not created yet, 0 past retention, 0 lost, 0 altered.'])

  const files = filesAt(null, dataDir)
  const placeOf = (invoice: Uint8Array) => pathOfInvoicePdf(createHash('sha256').update(invoice).digest())
  await files.write(placeOf(first!), Buffer.from('%PDF-1.7 another amount'))
  await files.remove(placeOf(second!))
  expect(await runCommand(['invoices', 'verify'])).toBe(1)
  expect(output.splice(0)).toEqual([
    `${numbers[0]}: altered`,
    `${numbers[1]}: lost`,
    '0 as issued, 0 not created yet, 0 past retention, 1 lost, 1 altered.',
  ])

  const { id } = await db.selectFrom('invoices').select('id').where('number', '=', numbers[0]!).executeTakeFirstOrThrow()
  await sql`select remove_invoice_buyers(array[${id}]::bigint[], true, now())`.execute(db)
  expect(await runCommand(['invoices', 'pdf', numbers[0]!])).toBe(1)
  expect(await runCommand(['invoices', 'pdf', '2026-999999'])).toBe(1)
  expect(output).toEqual([
    `The retention period of ${numbers[0]} is over; its PDF was deleted.`,
    'There is no invoice 2026-999999.',
  ])
  expect(await runCommand(['invoices', 'pdf'])).toBe(64)
  await close()
  await rm(dataDir, { recursive: true })
})
