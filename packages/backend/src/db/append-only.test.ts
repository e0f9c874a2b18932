import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import { urlOfAppRole } from './app-role.ts'
import { type Connection, type Database, open } from './connect.ts'
import { createClient } from './connections.ts'
import { testDatabase } from './testing/database.ts'

// Nobody can change what was issued or posted: neither the owner of the tables nor the application.

let owner: Connection
let app: Connection | undefined
let accountId: number
let ids: { invoice: number; correction: number; draft: number }
beforeAll(async () => {
  owner = await testDatabase({ isOwner: true })
  const { db } = owner
  accountId = (await createAccount(db)).id
  const sums = { net: 1817, tax: 182, gross: 1999, due: 1999, tax_rate: 1000, country: 'AT', currency: 'EUR' }
  const back = { net: -1817, tax: -182, gross: -1999, due: -1999, tax_rate: 1000, country: 'AT', currency: 'EUR' }
  const snapshot = JSON.stringify({
    siteName: 'read-it',
    seller: { name: 'Lesehalle' },
    buyer: { name: 'Mira Holm', email: 'mira@example.org', country: 'AT' },
    method: { kind: 'CC', brand: 'Visa', masked: '•••• 4242', mandate: null },
  })
  const draft = async (values: object) => {
    const row = { account_id: accountId, snapshot, ...sums, ...values }
    const { id } = await db.insertInto('invoices').values(row).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('invoice_lines')
      .values({ invoice_id: id, position: 1, text: 'PREMIUM', net: row.net, tax: row.tax, gross: row.gross })
      .execute()
    return id
  }
  const invoice = await draft({})
  await sql`insert into invoice_evidence values (${invoice}, 'market', 'AT', now())`.execute(db)
  const correction = await draft({ kind: 'credit-note', corrects: invoice, ...back })
  ids = { invoice, correction, draft: await draft({}) }
  await sql`update invoices set number = '2026-000001', issued_at = now(), state = 'paid' where id = ${invoice}`.execute(db)
  await sql`update invoices set number = 'G2026-000001', issued_at = now(), state = 'paid' where id = ${correction}`.execute(db)
  await sql`insert into number_series values ('invoice:2026', 2)`.execute(db)
  await sql`with entry as (select gen_random_uuid() as id) insert into ledger (transaction, account, currency, amount, invoice_id)
    select id, account, 'EUR', amount, ${invoice}::bigint from entry,
      (values ('cash:sandbox', 1999), ('revenue:AT', -1999)) as postings (account, amount)`.execute(db)
  await sql`insert into invoice_files (invoice_id, sha256, size, made_at, unsaved_bytes)
    values (${invoice}, sha256('%PDF'), 4, now(), '%PDF')`.execute(db)
  const client = createClient({ url: owner.url, name: 'owner' })
  await client.connect()
  const { rows } = await client.query('select rolsuper as super from pg_roles where rolname = current_user')
  if (rows[0].super) app = open(await urlOfAppRole(client, owner.url), 2)
  await client.end()
})
afterAll(async () => {
  await app?.close()
  await owner.close()
})

/** Tries a forbidden statement; rolls it back should the database allow it. */
function tried(db: Database, statement: string): Promise<unknown> {
  const filled = statement.replace(/:(\w+)/g, (slot, name: string) => String(ids[name as keyof typeof ids] ?? slot))
  return db.transaction().execute(async (trx) => {
    await sql.raw(filled).execute(trx)
    throw new Error('the database allowed it')
  })
}

const forbidden: [statement: string, says: RegExp][] = [
  [
    'insert into invoice_lines (invoice_id, position, text, net, tax, gross) values (:invoice, 2, $$more$$, 0, 0, 0)',
    /was issued/,
  ],
  ['insert into invoice_evidence values (:invoice, $$network$$, $$DE$$, now())', /was issued/],
  ['update invoice_evidence set country = $$DE$$ where invoice_id = :invoice', /was issued|permission denied/],
  ['delete from invoice_evidence where invoice_id = :invoice', /was issued|permission denied/],
  ['truncate invoice_evidence', /never emptied|permission denied/],
  ['update invoice_lines set text = $$other$$ where invoice_id = :invoice', /was issued|permission denied/],
  ['update invoice_lines set gross = 1, net = 1, tax = 0 where invoice_id = :invoice', /was issued|permission denied/],
  ['update invoice_lines set invoice_id = :draft, position = 9 where invoice_id = :invoice', /was issued|permission denied/],
  ['update invoice_lines set invoice_id = :invoice, position = 9 where invoice_id = :draft', /was issued|permission denied/],
  ['delete from invoice_lines where invoice_id = :invoice', /was issued|permission denied/],
  ['truncate invoice_lines', /never emptied|permission denied/],
  ['delete from invoices where id = :invoice', /was issued|permission denied/],
  ['delete from invoices', /was issued|permission denied|violates foreign key/],
  ['truncate invoices cascade', /never emptied|permission denied/],
  ['truncate accounts cascade', /never emptied|permission denied/],
  ['update number_series set next = 1', /goes forward only/],
  ['update number_series set key = $$invoice:2025$$', /goes forward only/],
  ['delete from number_series', /goes forward only|permission denied/],
  ['truncate number_series', /never emptied|permission denied/],
  ['update ledger set amount = amount', /never changed|permission denied/],
  ['update ledger set account = $$losses$$', /never changed|permission denied/],
  ['delete from ledger', /never changed|permission denied/],
  ['truncate ledger', /never emptied|permission denied/],
  ['update invoice_files set sha256 = sha256($$other$$)', /never changed/],
  ['update invoice_files set size = 5', /never changed|violates check/],
  ['update invoice_files set unsaved_bytes = $$%PDX$$', /never changed/],
  ['update invoice_files set made_at = now() - interval $$1 day$$', /never changed/],
  ['update invoice_files set retired_at = now()', /never changed/],
  ['update invoice_files set invoice_id = :correction', /never changed/],
  ['delete from invoice_files', /never changed|permission denied/],
  ['truncate invoice_files', /never emptied|permission denied/],
  ['set local kiosk.retention = $$on$$; update invoices set gross = 1, net = 1, tax = 0 where id = :invoice', /was issued/],
  ['set local kiosk.retention = $$on$$; update invoices set snapshot = snapshot - $$seller$$ where id = :invoice', /was issued/],
  [
    'set local kiosk.retention = $$on$$; update invoices set snapshot = jsonb_set(snapshot, $${buyer,name}$$, $$"X"$$) where id = :invoice',
    /was issued/,
  ],
]

test.each(forbidden)('forbids the owner of the tables: %s', async (statement, says) => {
  await expect(tried(owner.db, statement)).rejects.toThrow(says)
})

test.each(forbidden)('forbids the application: %s', async (statement, says) => {
  if (app) await expect(tried(app.db, statement)).rejects.toThrow(says)
})

test('the application replaces the evidence of a draft', async () => {
  if (!app) return
  const replace = `insert into invoice_evidence values (:draft, $$method$$, $$DE$$, now());
    delete from invoice_evidence where invoice_id = :draft;
    insert into invoice_evidence values (:draft, $$method$$, $$AT$$, now())`
  await expect(tried(app.db, replace)).rejects.toThrow('the database allowed it')
})

test('the application cannot act as the retention role', async () => {
  if (!app) return
  const change = 'update invoices set account_id = null, snapshot = snapshot #- $${buyer,name}$$ where id = :invoice'
  await expect(tried(app.db, `set local kiosk.retention = $$on$$; ${change}`)).rejects.toThrow('was issued')
})

describe('an invoice', () => {
  const values: Record<string, string> = {
    id: ':invoice + 1000',
    number: '$$X$$',
    kind: '$$credit-note$$, gross = -1, net = -1, tax = 0',
    corrects: ':correction',
    account_id: 'null',
    subscription_id: '1',
    period_id: '1',
    country: '$$DE$$',
    currency: '$$CHF$$',
    net: 'net + 1, gross = gross + 1',
    tax: 'tax + 1, gross = gross + 1',
    gross: 'gross + 1, net = net + 1',
    due: '1',
    credit_note_id: ':correction',
    tax_rate: '700',
    snapshot: 'snapshot #- $${buyer,email}$$',
    state: '$$void$$',
    is_tax_correction: 'not is_tax_correction',
    issued_at: 'issued_at + interval $$1 second$$',
    created_at: 'created_at - interval $$1 day$$',
  }

  test('has a test for every column', async () => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'invoices' and is_generated = 'NEVER'`.execute(owner.db)
    expect(Object.keys(values).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  test.each(Object.entries(values))('keeps its %s once issued, whichever role changes it', async (column, value) => {
    const statement = `update invoices set ${column} = ${value} where id = :invoice`
    const allowed = column === 'id' ? /can only be updated to DEFAULT/ : /was issued/
    await expect(tried(owner.db, statement)).rejects.toThrow(allowed)
    if (app) await expect(tried(app.db, statement)).rejects.toThrow(allowed)
  })
})

test('a draft can be changed and extended, and the next number raised', async () => {
  const { db } = app ?? owner
  await db.transaction().execute(async (trx) => {
    await sql`update invoices set due = 1, snapshot = '{}' where id = ${ids.draft}`.execute(trx)
    await sql`insert into invoice_lines (invoice_id, position, text, net, tax, gross) values (${ids.draft}, 2, 'x', 0, 0, 0)`.execute(
      trx,
    )
    await sql`update number_series set next = next + 500`.execute(trx)
  })
})

test('an issued document loses only its link to an account when the account is deleted', async () => {
  const before = await owner.db.selectFrom('invoices').selectAll().where('id', '=', ids.correction).executeTakeFirstOrThrow()
  await (app ?? owner).db.deleteFrom('accounts').where('id', '=', accountId).execute()
  const after = await owner.db.selectFrom('invoices').selectAll().where('id', '=', ids.correction).executeTakeFirstOrThrow()
  expect(after).toEqual({ ...before, account_id: null })
})

test('an issued document is anonymised and retired only by the retention function', async () => {
  const { db } = app ?? owner
  const at = new Date('2034-01-01T00:00:00Z')
  await sql`select remove_invoice_buyers(array[${ids.invoice}]::bigint[], true, ${at})`.execute(db)
  const { snapshot } = await db.selectFrom('invoices').select('snapshot').where('id', '=', ids.invoice).executeTakeFirstOrThrow()
  expect(snapshot).toEqual({
    siteName: 'read-it',
    seller: { name: 'Lesehalle' },
    buyer: { country: 'AT' },
    method: { kind: 'CC' },
  })
  const file = await db.selectFrom('invoice_files').selectAll().executeTakeFirstOrThrow()
  expect(file).toMatchObject({ retired_at: at, unsaved_bytes: null, size: 4 })
  // Outside the function, the setting that allows changes is off again.
  await expect(tried(db, 'update invoices set country = $$DE$$ where id = :invoice')).rejects.toThrow('was issued')
})
