// Backups of one filled database: what is restored, and what is rejected.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '../accounts/erase-account.ts'
import { createFullAccount } from '../accounts/testing/full-account.ts'
import { fileSystem } from '../adapters/storage/file-system.ts'
import type { Files } from '../adapters/storage/port.ts'
import { s3Files } from '../adapters/storage/s3.ts'
import { startS3Server } from '../adapters/storage/testing/s3-server.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { pathOfInvoicePdf, storeInvoicePdfs } from '../billing/invoices/stored-pdfs.ts'
import { type Checkout, type Reader, testCheckout } from '../billing/testing/checkout.ts'
import { publishIssue } from '../catalogue/publish-issue.ts'
import { pagesHolding, queryOf } from '../catalogue/search/full-text.ts'
import { deriveWords } from '../catalogue/search/page-words.ts'
import { queryWords } from '../catalogue/search/query-words.ts'
import {
  createSearchIndexes,
  type IndexDefinition,
  missingSearchIndexes,
  SEARCH_INDEXES,
} from '../catalogue/search/search-indexes.ts'
import { issueToPublish } from '../catalogue/testing/issue-to-publish.ts'
import { type Database, open } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { emptyDatabase } from '../db/testing/database.ts'
import { transact } from '../db/transaction.ts'
import { TryLater } from '../http/try-later.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { pagesOfIssueHolding } from '../reading/queries.ts'
import { createKey } from './age.ts'
import { restoreFiles } from './copy-files.ts'
import { COPY_SETTINGS, rowsOf as rowsOfTable } from './copy-table.ts'
import { type BackupOptions, createBackup } from './create-backup.ts'
import { BACKUP_MARKS } from './database-history.ts'
import { encryptedFile, pieceName, writePieces } from './encrypted-pieces.ts'
import { lastBackup } from './last-backup.ts'
import { folderOf, folderOfTable, listBackups, type Manifest, readManifest } from './manifest.ts'
import { erasuresSince } from './replay-erasures.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { RowDigest } from './row-digest.ts'

let shop: Checkout
let folder: string
let files: Files
let key: Awaited<ReturnType<typeof createKey>>
let leaver: Reader
let invoicePath: string
/** The backup that most tests restore, its folder, and when it was made. */
let first: Manifest
const now = new Date()
const lines: string[] = []
const report = (line: string) => void lines.push(line)
const RULES = { last: 20, daily: 0, weekly: 0, monthly: 0 }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-backup-'))
  key = await createKey()
  shop = await testCheckout()
  files = shop.api.files
  const { db, api } = shop
  await api.ctx.secret()
  await createFullAccount(db)
  const buyer = await shop.reader({ firstname: 'Mira', lastname: 'Holm' })
  leaver = await shop.reader({ firstname: 'Jonas', lastname: 'Täuber\t\\N' })
  for (const reader of [buyer, leaver]) {
    await shop.leave(reader)
    await shop.accept(reader)
    await shop.begin(reader)
    expect((await shop.purchase(reader)).status).toBe(200)
  }
  const [invoice] = await shop.invoices(buyer)
  await storeInvoicePdfs(api.ctx, [invoice!.id])
  const { sha256 } = await db.selectFrom('invoice_files').select('sha256').executeTakeFirstOrThrow()
  invoicePath = pathOfInvoicePdf(sha256)
  await files.write('issues/a/1/pages/1.webp', Buffer.from('page'))
  await files.write('issues/a/1/pages/1-rendered.webp', Buffer.from('rendered when it is needed'))
  await files.write('issues/a/1/pages/1-tiles/1-0-0.webp', Buffer.from('one of those that are deleted together'))
  await sql`insert into rendered_images (name, bytes, used_at)
    values ('issues/a/1/pages/1-rendered.webp', 4, now()), ('issues/a/1/pages/1-tiles/', 4, now())`.execute(db)
  // Readings of days with a partition, and of one in the default partition.
  await sql`select create_reading_days(current_date - 2, current_date)`.execute(db)
  await sql`insert into readings (day, issue_id, title_id, reader, page)
    select current_date - ago, 1, 1, 'reader ' || ago, 1 from unnest(array[0, 1, 2, 300]) ago`.execute(db)
  await transact(api.ctx, async (trx) => {
    await enqueue(trx, 'billing', {}, { at: new Date(Date.now() + DAY_MS) })
    const subject = { kind: 'account', id: buyer.id, name: String(buyer.id) }
    const actor = { kind: 'command', name: 'operator', source: 'test' } as const
    for (const reason of ['one', 'two']) await recordAudit(trx, actor, now, { action: 'account.exported', subject, reason })
  })
  await publishPages('de', ['Zwei Häuser am Waldrand', 'und der die das', '', 'Waldrand '.repeat(12_000)])
  await publishPages('fr', ['Les chevaux galopent', 'Forêts anciennes'])
  await publishPages('nl', ['Paarden in het bos'])
  await publishPages('de', ['Der Pirol ruft'])
  await sql`insert into article_corrections (issue_id, version, imported, corrections, origins)
    select id, 1, '[]', '[]', '[]' from all_issues where uid = 'words-4'`.execute(db)
  await sql`update pages set search = to_tsvector('kiosk_de', text || ' im Mai') where text = 'Der Pirol ruft'`.execute(db)
  first = (await backup()).manifest
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

let published = 0
/** Publishes an issue as the importer does. */
async function publishPages(language: string, texts: string[]): Promise<void> {
  const uid = `words-${++published}`
  const pages = texts.map((text) => ({ width: 595, height: 842, text, indexed: text.slice(0, 100_000) }))
  await publishIssue(shop.db, {
    title: { key: `words-${language}`, name: `Words ${language}`, language },
    issue: issueToPublish({
      uid,
      name: uid,
      language,
      sha256: uid,
      pages,
    }),
    demonstration: false,
  })
}

const store = () => fileSystem(join(folder, 'backups'))
const backup = (options: Partial<BackupOptions> = {}) =>
  createBackup({
    url: shop.databaseUrl,
    files,
    store: store(),
    recipients: [key.recipient],
    rules: RULES,
    settings: ['DATABASE_URL'],
    now: () => new Date(),
    report,
    ...options,
  })

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** An empty database and storage. */
async function target() {
  const database = await emptyDatabase()
  opened.push(database.drop)
  const place = await mkdtemp(join(folder, 'restored-'))
  return { url: database.url, files: fileSystem(place) }
}

async function restored(options: Partial<RestoreOptions> = {}) {
  const place = await target()
  const result = await restoreBackup({
    ...place,
    store: store(),
    manifest: first,
    identities: [key.identity],
    which: 'all',
    skippedInvoices: 0,
    report,
    payments: shop.api.ctx.payments,
    ...options,
  })
  const connection = open(place.url, 2)
  opened.push(connection.close)
  return { ...place, ...result, db: connection.db }
}

/** Copies a backup as earlier versions made it: with all words of pages, and a piece for each empty table. */
async function asEarlierVersion({ id }: Manifest) {
  await cp(join(folder, 'backups/backups', id), join(folder, 'earlier/backups', id), { recursive: true })
  const store = fileSystem(join(folder, 'earlier'))
  const { format: _, ...made } = await readManifest(store, id)
  const client = new pg.Client(shop.databaseUrl)
  await client.connect()
  const tables = await Promise.all(
    made.tables.map(async ({ derived, ranges: _, source, ...table }) => {
      const place = folderOfTable(id, table)
      if (table.rows === 0) {
        await store.write(pieceName(place, 1), await encryptedFile(zstdCompressSync(''), [key.recipient]))
        return { ...table, pieces: 1 }
      }
      if (table.pieces > 0) return table
      const digest = new RowDigest()
      await client.query(COPY_SETTINGS)
      const { pieces } = await writePieces(store, place, rowsOfTable(client, { ...table, derived: [] }, digest), [key.recipient])
      return { ...table, pieces: pieces.length, ...digest.result() }
    }),
  )
  await client.end()
  await store.write(`backups/${id}/manifest.json`, Buffer.from(JSON.stringify({ ...made, format: 1, tables })))
  return { store, manifest: await readManifest(store, id) }
}

/** Returns all rows of the tables of both schemas as text, except those that differ on purpose. */
async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')
      and (schemaname, tablename) not in (('public', 'rate_limits'), ('public', 'rendered_images'), ('graphile_worker', 'migrations'))
      order by 1`.execute(db)
  const queries = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, array(select t::text from ${sql.raw(name)} t
      where ${sql.raw(name === 'public.app_settings' ? `key not in ('${BACKUP_MARKS}', 'last-backup')` : 'true')} order by 1) as rows`,
  )
  const { rows } = await sql<{ name: string; rows: string[] }>`${sql.join(queries, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

describe('a backup that is restored', () => {
  test('has every row, file, job and number, and the triggers that protect ledger and audit log', async () => {
    // Some tables are filled as large ones are, which changes only how they are stored.
    const { db, files: copies, invoices, url } = await restored({ manyRows: 3 })
    // Noted after its snapshot.
    expect([await lastBackup(shop.db), await lastBackup(db)]).toEqual([new Date(first.snapshotAt), null])
    const [before, after] = [await rowsOf(shop.db), await rowsOf(db)]
    expect(after).toEqual(before)
    for (const table of ['ledger', 'invoices', 'accounts', 'readings', 'audit_entries', 'migrations'])
      expect(after[`public.${table}`]!.length).toBeGreaterThan(1)
    expect(after['graphile_worker._private_jobs']!.length).toBeGreaterThan(0)
    expect(invoices).toEqual({ kept: 1, missing: 2 })
    for (const name of [invoicePath, 'issues/a/1/pages/1.webp'])
      expect([name, (await copies.read(name))?.equals((await files.read(name))!)]).toEqual([name, true])
    // It is rendered again when somebody reads the page.
    expect(await copies.read('issues/a/1/pages/1-rendered.webp')).toBeNull()
    expect(await copies.read('issues/a/1/pages/1-tiles/1-0-0.webp')).toBeNull()
    expect(await db.selectFrom('rendered_images').selectAll().execute()).toEqual([])
    const { rows: columns } = await sql`select attrelid::regclass::text, attname, attstorage from pg_attribute
      where attrelid = any ('{pages,accounts,all_issues}'::regclass[]) and attnum > 0`.execute(db)
    expect(columns).toEqual(
      (
        await sql`select attrelid::regclass::text, attname, attstorage from pg_attribute
      where attrelid = any ('{pages,accounts,all_issues}'::regclass[]) and attnum > 0`.execute(shop.db)
      ).rows,
    )
    await expect(sql`update ledger set amount = amount + 1`.execute(db)).rejects.toThrow()
    await expect(sql`truncate audit_entries`.execute(db)).rejects.toThrow('never emptied')
    await expect(sql`delete from invoices`.execute(db)).rejects.toThrow()
    // The next numbers are not among those that may have been assigned in the lost time.
    const { rows } = await sql<{ next: number }>`select nextval(pg_get_serial_sequence('accounts', 'id')) as next`.execute(db)
    expect(rows[0]!.next).toBeGreaterThan(10_000)
    await migrate(url)
  })

  test('with many pages, creates the indexes of the search when it is in use again; it may be of an earlier version', async () => {
    const { db, url } = await restored({ ...(await asEarlierVersion(first)), which: 'none', mostPagesIndexed: -1 })
    expect((await rowsOf(db))['public.pages']).toEqual((await rowsOf(shop.db))['public.pages'])
    expect(await missingSearchIndexes(db)).toEqual(SEARCH_INDEXES)
    await expect(pagesHolding(db, 'Wort', [])).rejects.toThrow(TryLater)
    // No server mistakes it for a partly restored database.
    await migrate(url)
    const { rows: jobs } = await sql<{ payload: { indexes: IndexDefinition[] } }>`
      select payload from graphile_worker._private_jobs where key = 'search-indexes'`.execute(db)
    const ctx = { ownerUrl: url, log: shop.api.ctx.log }
    await expect(createSearchIndexes(ctx, jobs[0]!.payload, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(await missingSearchIndexes(db)).toEqual(SEARCH_INDEXES)
    await createSearchIndexes(ctx, jobs[0]!.payload, {})
    expect(await missingSearchIndexes(db)).toEqual([])
    expect((await rowsOf(db))['public.pages']).toEqual((await rowsOf(shop.db))['public.pages'])
    expect(await pagesHolding(db, 'Wort', [])).toMatchObject({ hits: [] })

    // An interrupted run leaves an unusable index.
    await sql`update pg_index set indisvalid = false where indexrelid = 'pages_terms'::regclass`.execute(db)
    expect(await missingSearchIndexes(db)).toEqual(['pages_terms'])
    await createSearchIndexes(ctx, jobs[0]!.payload, {})
    const indexes = () => sql<{ definition: string; indisvalid: boolean }>`
      select pg_get_indexdef(indexrelid) as definition, indisvalid from pg_index where indrelid = 'pages'::regclass order by 1`
    expect((await indexes().execute(db)).rows).toEqual((await indexes().execute(shop.db)).rows)
  })

  test('has no words of pages that their text says; they are derived before the indexes, and until then where they are needed', async () => {
    const { db, url } = await restored({ mostPagesIndexed: -1 })
    const words = (from: Database) =>
      sql<{ uid: string; number: number; search: string }>`
        select uid, p.number, search::text from pages p join all_issues i on i.id = p.issue_id order by 1, 2`.execute(from)
    const { rows: before } = await words(shop.db)
    const { rows: after } = await words(db)
    const kept = after.filter(({ search }) => search !== '')
    // A text that is only partly indexed, and one to which a correction has added words.
    expect(kept.map(({ uid, number }) => `${uid} ${number}`)).toEqual(['words-1 4', 'words-4 1'])
    expect(after.length - kept.length).toBeGreaterThan(3)

    const { id } = await db.selectFrom('issues').select('id').where('uid', '=', 'words-2').executeTakeFirstOrThrow()
    const found = async (text: string) =>
      pagesOfIssueHolding(db, { issueId: id, query: await queryOf(db, queryWords(text)), required: [], most: 9 })
    expect([await found('cheval'), await found('forêt'), await found('Wald')]).toEqual([[1], [2], []])

    // A page that is changed meanwhile keeps its new words.
    await sql`update pages set text = 'Neuer Text', search = to_tsvector('kiosk_de', 'Zeitung') where text = 'Paarden in het bos'`.execute(
      db,
    )
    // A page that was taken down meanwhile has its words when it comes back.
    await sql`insert into removed_page_texts select issue_id, number, text, search from pages where text = 'Forêts anciennes'`.execute(
      db,
    )
    await sql`update pages set text = '' where text = 'Forêts anciennes'`.execute(db)
    const client = new pg.Client(url)
    await client.connect()
    opened.push(() => client.end())
    await deriveWords(client)
    const expected = before.map((row) =>
      row.uid === 'words-3'
        ? { ...row, search: "'zeitung':1" }
        : row.uid === 'words-2' && row.number === 2
          ? { ...row, search: '' }
          : row,
    )
    expect((await words(db)).rows).toEqual(expected)
    const { rows: removed } = await sql`select search::text from removed_page_texts where text = 'Forêts anciennes'`.execute(db)
    expect(removed).toEqual([{ search: before.find(({ uid, number }) => uid === 'words-2' && number === 2)!.search }])
  })

  test('does not bring back an account that was erased since, nor its subscription', async () => {
    const { db, api } = shop
    await transact(api.ctx, async (trx) => {
      const account = await trx.selectFrom('accounts').selectAll().where('id', '=', leaver.id).executeTakeFirstOrThrow()
      await sql`update subscriptions set state = 'ended', ends_at = now(), next_charge_at = null where account_id = ${leaver.id}`.execute(
        trx,
      )
      await eraseAccount(trx, account, api.ctx)
    })
    const later = (await backup()).manifest
    expect(later.erasures).toEqual([{ account: expect.stringMatching(/^[0-9a-f]{64}$/), at: expect.any(String) }])
    const copy = await restored({ manifest: first, which: 'none' })
    expect(copy.erased).toBe(1)
    const accounts = async (from: Database) =>
      (await from.selectFrom('accounts').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(await accounts(copy.db)).toEqual(await accounts(db))
    expect(await accounts(copy.db)).not.toContain(leaver.id)
    const states = await copy.db
      .selectFrom('subscriptions')
      .select(['account_id', 'state', 'next_charge_at'])
      .where('account_id', 'is', null)
      .execute()
    expect(states).toEqual([{ account_id: null, state: 'ended', next_charge_at: null }])
    // Its owner is not told twice, and the next restore knows it, too.
    expect(await copy.db.selectFrom('deleted_account_emails').selectAll().execute()).toEqual([])
    const noted = (from: Database) => from.selectFrom('erased_accounts').selectAll().execute()
    expect(await noted(copy.db)).toEqual(await noted(db))
    expect(await erasuresSince(store(), later)).toEqual([])
  })

  test('may be in a bucket, is consistent, although transactions were committed while it was made, and skips invoice numbers on request', async () => {
    const { db } = shop
    const bucket = await startS3Server({ keysInAList: 50 })
    opened.push(bucket.close)
    const own = s3Files({ ...bucket.settings, scratch: join(folder, 'scratch') })
    let writing = true
    let written = 0
    const post = async () => {
      await db.transaction().execute(async (trx) => {
        await sql`insert into number_series (key, next) values ('test', 2)
          on conflict (key) do update set next = number_series.next + 1`.execute(trx)
        await sql`with entry as (select gen_random_uuid() as id) insert into ledger (transaction, account, currency, amount)
          select id, account, 'EUR', amount from entry, (values ('cash:test', 100), ('revenue:test', -100)) as postings (account, amount)`.execute(
          trx,
        )
      })
      written++
    }
    await post()
    const writer = (async () => {
      while (writing) await post()
    })()
    const { manifest } = await backup({ store: own })
    writing = false
    await writer
    expect(bucket.requested.filter((each) => each.startsWith('PUT')).at(-1)).toBe(`PUT backups/${manifest.id}/manifest.json`)
    expect(await listBackups(own)).toEqual({ complete: [manifest.id], incomplete: [] })
    const copy = await restored({ store: own, manifest, skippedInvoices: 25 })
    expect(copy.invoices.kept).toBe(1)
    const { rows } = await sql<{ entries: number; counted: number }>`select
      (select count(*)::int from ledger where account = 'cash:test') as entries,
      (select next::int - 1 - 25 from number_series where key = 'test') as counted`.execute(copy.db)
    expect(rows[0]!.entries).toBe(rows[0]!.counted)
    expect(rows[0]!.entries).toBeGreaterThan(0)
    expect(rows[0]!.entries).toBeLessThan(written)
    await backup({ store: own, rules: { last: 1, daily: 0, weekly: 0, monthly: 0 } })
    expect([...bucket.objects.keys()].filter((key) => key.startsWith(folderOf(manifest.id)))).toEqual([])
  })
})

async function tablesIn(url: string): Promise<unknown[]> {
  const connection = open(url, 1)
  opened.push(connection.close)
  return (await sql`select tablename from pg_tables where schemaname = 'public'`.execute(connection.db)).rows
}

describe('a restore is rejected with one line', () => {
  test('into a database or a storage that is not empty', async () => {
    await expect(restored({ url: shop.databaseUrl, which: 'none' })).rejects.toThrow(/^The database is not empty \(public\.\w+\)/)
    await expect(restored({ files })).rejects.toThrow(/^The file storage is not empty \(/)
  })

  test('with another key', async () => {
    const { identity } = await createKey()
    const place = await target()
    await expect(restored({ ...place, identities: [identity] })).rejects.toThrow(/^The key does not open the backup/)
    expect(await tablesIn(place.url)).toEqual([])
  })

  test.each<[string, RegExp, (text: string) => string]>([
    ['a file outside the storage', /names a file that no storage has/, (text) => text.replace(/"issues\/a\/1\//, '"../../a/')],
    ['a file with an absolute name', /names a file that no storage has/, (text) => text.replace('"issues/', '"/etc/issues/')],
    ['a copy elsewhere', /names a file that no storage has/, (text) => text.replace(/"key":"../, '"key":"/.')],
    ['a line without end', /names a file that no storage has/, () => 'x'.repeat(1_000_000)],
    ['more files', /more than \d files/, (text) => text.repeat(1000)],
    ['fewer files', /\d files? instead of \d/, (text) => text.slice(text.indexOf('\n') + 1)],
  ])('whose list names %s, before anything is changed', async (_, expected, change) => {
    const changed = fileSystem(join(folder, 'changed-list'))
    await cp(join(folder, 'backups'), join(folder, 'changed-list'), { recursive: true })
    const list = `backups/${first.id}/files/000001`
    const text = zstdDecompressSync((await changed.read(list))!).toString()
    await changed.write(list, zstdCompressSync(change(text)))
    const place = await target()
    await expect(restored({ ...place, store: changed })).rejects.toThrow(expected)
    expect(await tablesIn(place.url)).toEqual([])
  })

  test('whose manifest has no table, another name or names that are paths', async () => {
    await expect(
      restored({ manifest: { ...first, tables: first.tables.filter(({ name }) => name !== 'ledger') } }),
    ).rejects.toThrow('The backup has no table public.ledger.')
    const own = fileSystem(join(folder, 'renamed'))
    const manifest = (change: Partial<Manifest>) => Buffer.from(JSON.stringify({ ...first, ...change }))
    const [table] = first.tables
    for (const change of [{ id: '../x' }, { tables: [{ ...table!, name: '../../x' }] }, { migrations: ['../../x'] }]) {
      await own.write(`backups/${first.id}/manifest.json`, manifest(change))
      await expect(readManifest(own, first.id)).rejects.toThrow('is damaged')
    }
    await own.write('backups/kept/manifest.json', manifest({}))
    await expect(readManifest(own, 'kept')).rejects.toThrow(`is that of ${first.id}`)
  })

  test('if the manifest of another backup is damaged, which knows what was erased, before anything is changed', async () => {
    const place = await target()
    const other = `backups/2020-01-01T00-00-00-000Z/manifest.json`
    await store().write(other, Buffer.from('{'))
    await expect(restored(place)).rejects.toThrow(`${other} is damaged`)
    await store().remove('backups/2020-01-01T00-00-00-000Z/')
    expect(await tablesIn(place.url)).toEqual([])
  })

  test('of a backup with a missing part, a damaged manifest, or of a newer version, before anything is changed', async () => {
    const place = await target()
    const folderOfFirst = join(folder, 'backups/backups', first.id)
    const path = join(folderOfFirst, 'tables/public.ledger/000001')
    const whole = await readFile(path)
    await rm(path)
    await expect(restored(place)).rejects.toThrow(/public\.ledger\/000001 is missing in the backup/)
    await writeFile(path, whole)
    const text = await readFile(join(folderOfFirst, 'manifest.json'), 'utf8')
    await writeFile(join(folderOfFirst, 'manifest.json'), text.slice(0, -100))
    await expect(readManifest(store(), first.id)).rejects.toThrow(/manifest\.json is damaged/)
    await writeFile(join(folderOfFirst, 'manifest.json'), text)
    const migrations = [...first.migrations, '999-later.sql']
    await expect(restored({ ...place, manifest: { ...first, migrations } })).rejects.toThrow(/newer version \(999-later\.sql\)/)
    expect(await tablesIn(place.url)).toEqual([])
  })

  test('of a damaged backup; nothing starts on what it leaves, until it is repeated', async () => {
    const place = await target()
    const path = join(folder, 'backups/backups', first.id, 'tables/public.ledger/000001')
    const whole = await readFile(path)
    const damaged = Buffer.from(whole)
    damaged[damaged.length - 20]! ^= 1
    await writeFile(path, damaged)
    await expect(restored(place)).rejects.toThrow(/public\.ledger of the backup is damaged/)
    await expect(migrate(place.url)).rejects.toThrow('partly restored')
    const ofPart = { url: place.url, store: fileSystem(join(folder, 'of-part')) }
    await expect(backup(ofPart)).rejects.toThrow('The database is being restored, so it is not complete.')
    await writeFile(path, whole)
    const tables = first.tables.map((table) => (table.name === 'ledger' ? { ...table, rows: table.rows + 1 } : table))
    await expect(restored({ ...place, manifest: { ...first, tables } })).rejects.toThrow(
      /^public\.ledger of the backup is damaged: /,
    )
    expect((await restored(place)).invoices.kept).toBe(1)
    await migrate(place.url)
  })

  test.each<[string, RegExp, string, number]>([
    ['more rows than its manifest says', /^public\.app_settings of the backup has more than 0 rows\.$/, 'a\t1\n', 0],
    [
      'rows that PostgreSQL rejects',
      /^app_settings of the backup is damaged: PostgreSQL rejects its rows \(22P02\)\.$/,
      'a\t{\n',
      1,
    ],
    ['rows that belong to none', /^\w+ of the backup is damaged: PostgreSQL rejects its rows \(23505\)\.$/, 'a\t1\na\t1\n', 2],
  ])('with %s', async (_, line, text, rows) => {
    const hostile = fileSystem(await mkdtemp(join(folder, 'hostile-')))
    for await (const { name } of store().list(folderOf(first.id))) await hostile.write(name, (await store().read(name))!)
    for await (const { name } of store().list('rows/')) await hostile.write(name, (await store().read(name))!)
    const tables = await Promise.all(
      first.tables.map(async (table) => {
        if (table.name !== 'app_settings') return table
        const { pieces } = await writePieces(hostile, folderOfTable(first.id, table), only(text), [key.recipient])
        const digest = new RowDigest()
        digest.update(Buffer.from(text))
        return { ...table, ...digest.result(), rows, columns: ['key', 'value'], pieces: pieces.length }
      }),
    )
    await expect(restored({ store: hostile, manifest: { ...first, tables }, which: 'none' })).rejects.toThrow(line)
  })
})

async function* only(text: string) {
  yield Buffer.from(text)
}

describe('the storage of backups', () => {
  test('has no complete backup of which another run has removed a part', async () => {
    const { complete } = await listBackups(store())
    // What another run does to this one after the database was restarted and has given that run the lock.
    const meddled: Files = {
      ...files,
      async *list(within) {
        for (const id of (await listBackups(store())).incomplete)
          await rm(join(folder, 'backups/backups', id, 'tables/public.accounts'), { recursive: true })
        yield* files.list(within)
      },
    }
    await expect(backup({ files: meddled })).rejects.toThrow(/^\d+ pieces of the backup are there instead of \d+\.$/)
    expect((await listBackups(store())).complete).toEqual(complete)
    // The next run removes the rest.
    expect((await backup()).manifest.tables.length).toBeGreaterThan(50)
    expect((await listBackups(store())).incomplete).toEqual([])
  })

  test('has no complete backup of which the lock was lost', async () => {
    const meddled: Files = {
      ...files,
      async *list(within) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like '%backup%' and datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db)
        yield* files.list(within)
      },
    }
    await expect(backup({ files: meddled })).rejects.toThrow('The connection to the database was lost')
    expect((await backup()).removed).toEqual([])
  })

  test('has no backup without the files of the newsstand, as from another data folder', async () => {
    const before = await listBackups(store())
    const elsewhere = fileSystem(await mkdtemp(join(folder, 'elsewhere-')))
    await elsewhere.write('issues/of-another/1/source.pdf', Buffer.from('%PDF'))
    await expect(backup({ files: elsewhere })).rejects.toThrow(/^The file storage has none of the newest PDFs, for example /)
    expect(await listBackups(store())).toEqual(before)
  })

  test('has a copy of each file once, and none that no backup has', async () => {
    const copies = async () =>
      (await readdir(join(folder, 'backups/files'), { recursive: true })).filter((name) => name.length > 10)
    const before = await copies()
    const { manifest } = await backup()
    expect([manifest.files!.copied, await copies()]).toEqual([0, before])
    await files.write('issues/a/1/pages/1.webp', Buffer.from('other'))
    expect((await backup()).manifest.files!.copied).toBe(1)
    expect(await copies()).toHaveLength(before.length + 1)
    const own = fileSystem(join(folder, 'own'))
    await backup({ store: own })
    await files.remove('issues/a/1/pages/1.webp')
    const { removed } = await backup({ store: own, rules: { last: 0, daily: 1, weekly: 0, monthly: 0 } })
    expect(removed).toHaveLength(1)
    expect((await listBackups(own)).complete).toHaveLength(1)
    const left = (await readdir(join(folder, 'own/files'), { recursive: true })).filter((name) => name.length > 10)
    expect(left).toHaveLength(1)
  })

  test('is asked once for the manifest of each earlier backup, and not for that of the new one', async () => {
    const own = fileSystem(join(folder, 'manifests'))
    for (let count = 0; count < 2; count++) await backup({ store: own })
    const read: string[] = []
    const counted: Files = {
      ...own,
      read(name) {
        if (name.endsWith('/manifest.json')) read.push(name)
        return own.read(name)
      },
    }
    const { complete } = await listBackups(own)
    await backup({ store: counted })
    expect(read.sort()).toEqual(complete.map((id) => `backups/${id}/manifest.json`))
  })

  test('has other copies for other keys, so that one key opens all of a backup; a restore goes on without a damaged one, and says so', async () => {
    const own = fileSystem(join(folder, 'other-key'))
    const copies = async () =>
      (await readdir(join(folder, 'other-key/files'), { recursive: true })).filter((name) => name.length > 10)
    const other = await createKey()
    const { manifest: before } = await backup({ store: own })
    const known = new Set(await copies())
    const { manifest } = await backup({ store: own, recipients: [other.recipient] })
    expect(manifest.files!.copied).toBe(before.files!.count)
    const damaged = `files/${(await copies()).find((name) => !known.has(name))}`
    await own.write(damaged, Buffer.from('damaged'))
    lines.splice(0)
    expect((await restored({ store: own, manifest, identities: [other.identity] })).lostFiles).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^(issues|invoices)\/\S+ is lost: files\/\S+ of the backup is damaged/))
    expect(lines).toContainEqual(expect.stringMatching(/^Files: \d, \d of them written, 1 lost\.$/))
    const place = { files: fileSystem(join(folder, 'other-key-before')), folder: '', report }
    const { lost, written } = await restoreFiles({ ...place, store: own, manifest: before, identities: [key.identity] })
    expect([lost, written]).toEqual([0, before.files!.count])
    expect((await backup({ store: own, recipients: [other.recipient] })).manifest.files!.copied).toBe(0)
  })

  test('removes what an interrupted backup has left, and takes only backups of one newsstand', async () => {
    const own = fileSystem(join(folder, 'interrupted'))
    await own.write('backups/2026-01-01T00-00-00-000Z/tables/public.ledger/000001', Buffer.from('part'))
    expect(await listBackups(own)).toEqual({ complete: [], incomplete: ['2026-01-01T00-00-00-000Z'] })
    const { manifest } = await backup({ store: own, files: null })
    expect(await listBackups(own)).toEqual({ complete: [manifest.id], incomplete: [] })
    await sql`update app_settings set value = '"another"' where key = 'secret'`.execute(shop.db)
    await expect(backup({ store: own, files: null })).rejects.toThrow('another newsstand')
  })

  test('has nothing that can be read without the key', async () => {
    const names = (await readdir(join(folder, 'backups'), { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    )
    expect(names.length).toBeGreaterThan(100)
    for (const { parentPath, name } of names) {
      // Without the header: in one of a hundred runs, four of its random letters happen to be a name.
      const text = (await readFile(join(parentPath, name), 'latin1')).replace(/^age-encryption.*?\n--- [^\n]*\n/s, '')
      expect([name, /example\.org|Mira|%PDF/.exec(text)]).toEqual([name, null])
    }
  })
})
