import { readFileSync } from 'node:fs'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../accounts/testing/accounts.ts'
import { pathOfInvoicePdf } from '../billing/invoices/stored-pdfs.ts'
import { runRenewals } from '../billing/renewals/run.ts'
import { type Checkout, testCheckout } from '../billing/testing/checkout.ts'
import { writeEmail } from '../emails/testing/write-email.ts'
import { open } from './connect.ts'
import { migrate } from './migrate.ts'
import { databaseWith } from './testing/database.ts'

// A database filled before migration 152, which renamed tables and columns, continues without loss.

type Row = Record<string, unknown>
const older = JSON.parse(readFileSync(new URL('../../../../fixtures/before-plain-names.json', import.meta.url), 'utf8')) as {
  lastMigration: string
  now: string
  tables: Record<string, Row[]>
  jobs: { task: string; payload: never; key: string | null }[]
  /** Base64 by path. */
  files: Record<string, string>
}
const RENAMED: Record<string, string> = {
  contract_documents: 'subscription_documents',
  exit_declarations: 'termination_declarations',
  given_documents: 'subscription_document_files',
  house: 'app_settings',
  invoice_papers: 'invoice_files',
}
/** Values that later migrations changed. */
const CHANGED_LATER: Record<string, Row> = {
  // 262: attempts that were given up.
  payment_attempts: { outcome_unknown: false },
  // 259: saved searches; 282: removed identities.
  accounts: { send_saved_searches: true, removed_identities: [] },
  // 288: subscriptions that a returned payment stopped.
  subscriptions: { stopped_by_return: false },
  // 252: days in Vienna.
  vouchers: { redeemable_from: '1999-12-31T23:00:00+00:00' },
  promo_codes: { redeemable_until: '2029-12-31T23:00:00+00:00' },
}
let database: Awaited<ReturnType<typeof databaseWith>>
let shop: Checkout

beforeAll(async () => {
  database = await databaseWith((name) => name <= older.lastMigration)
  const connection = open(database.url, 5)
  await connection.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const [table, rows] of Object.entries(older.tables)) {
      await sql`delete from ${sql.table(table)}`.execute(trx)
      await sql`insert into ${sql.table(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
      if (rows.every(({ id }) => typeof id === 'number'))
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(trx)
    }
  })
  await migrate(database.url)
  shop = await testCheckout({ connection: Object.assign(connection, { ownerUrl: database.url }) })
  shop.later((new Date(older.now).getTime() - shop.now().getTime()) / DAY_MS)
  for (const [path, content] of Object.entries(older.files))
    await shop.api.files.write(path, Buffer.from(content, 'base64'), { durable: false })
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

/** Returns the values of a row without column names, which have changed; columns of later migrations are empty. */
const valuesOf = (row: Row) =>
  Object.values(row)
    .filter((value) => value !== null)
    .map((value) => JSON.stringify(value))
    .sort()

test('a database with the older names has every row with every value under the new names', async () => {
  expect(Object.keys(older.tables)).toHaveLength(26)
  for (const [table, rows] of Object.entries(older.tables)) {
    const { rows: found } = await sql<{
      rows: Row[]
    }>`select jsonb_agg(t) as rows from ${sql.table(RENAMED[table] ?? table)} t`.execute(shop.db)
    const expected = rows.map((row) => valuesOf({ ...row, ...CHANGED_LATER[table] })).sort()
    expect([table, found[0]!.rows.map(valuesOf).sort()]).toEqual([table, expected])
  }
})

test('downloads its invoices and credit notes byte for byte', async () => {
  const files = older.tables.invoice_papers!
  const invoices = older.tables.invoices!
  expect(invoices).toHaveLength(7)
  for (const invoice of invoices) {
    const headers = await signedIn(shop.db, { id: invoice.account_id as number })
    const response = await shop.api.ask(`invoice/${invoice.number}`, { headers })
    expect([invoice.number, response.status]).toEqual([invoice.number, 200])
    const hash = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
    const { sha256 } = files.find((file) => file.invoice_id === invoice.id)!
    expect([invoice.number, `\\x${Buffer.from(hash).toString('hex')}`]).toEqual([invoice.number, sha256])
  }
  const path = pathOfInvoicePdf(Buffer.from((files[0]!.sha256 as string).slice(2), 'hex'))
  expect(Object.keys(older.files)).toEqual([path])
})

test('writes the e-mails that were waiting', async () => {
  const emails = older.jobs.filter(({ task }) => task === 'letter')
  expect(emails).toHaveLength(7)
  for (const { payload } of emails) {
    const email = await writeEmail(payload, shop.api.ctx)
    expect(email?.subject).toMatch(/\S/)
  }
})

test('renews running subscriptions, ends cancelled ones, and continues the numbers of invoices', async () => {
  shop.later(31)
  expect(await runRenewals(shop.api.ctx)).toMatchObject({ renewed: 2, ended: 1 })
  const { rows } = await sql<{ number: string; email: string }>`select i.number, a.email from invoices i
    join accounts a on a.id = i.account_id where i.id > 7 order by i.number`.execute(shop.db)
  expect(rows).toEqual([
    { number: '2026-000007', email: 'mira@example.org' },
    { number: '2026-000008', email: 'jonas@example.org' },
  ])
})
