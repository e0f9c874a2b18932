// What a backup reuses from the previous one: nothing that has changed, nothing damaged, and nothing of another database.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@kiosk/domain/random-numbers'
import { DAY_MS } from '@kiosk/domain/time'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileSystem } from '../adapters/storage/file-system.ts'
import type { Files } from '../adapters/storage/port.ts'
import { s3Files } from '../adapters/storage/s3.ts'
import { startS3Server } from '../adapters/storage/testing/s3-server.ts'
import { loadDataRegister } from '../content/data-register.ts'
import type { Connection } from '../db/connect.ts'
import { emptyDatabase, testDatabase } from '../db/testing/database.ts'
import { createKey, whole } from './age.ts'
import { COPY_SETTINGS, findTables, rowsOf } from './copy-table.ts'
import { type BackupOptions, createBackup } from './create-backup.ts'
import { pieceName, readPieces } from './encrypted-pieces.ts'
import { listBackups, type Manifest, piecesOfTable, readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { RowDigest } from './row-digest.ts'
import { describeRanges, isInRanges, TABLES_IN_RANGES } from './row-ranges.ts'

const RULES = { last: 20, daily: 0, weekly: 0, monthly: 0 }
/** Number of steps, each with some changes and a backup: a hundredth of `PROPERTY_STEPS`. */
const STEPS = Math.ceil(Number(process.env.PROPERTY_STEPS ?? 0) / 100) || 12
const SEED = 20_261_129
/** Issues, numbered from 1; a few belong to each range (row-ranges.ts). */
const ISSUES = 8
const ISSUES_OF_A_RANGE = 64
const idOfIssue = (number: number) => Math.floor(number / 2) * ISSUES_OF_A_RANGE + (number % 2) + 1

let connection: Connection
let client: pg.Client
let folder: string
let key: Awaited<ReturnType<typeof createKey>>
let store: Files
let stores = 0
/** The clock of the backups; each backup is a second later than the previous one. */
let clock = new Date('2026-11-01T00:00:00Z').getTime()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-earlier-'))
  key = await createKey()
  connection = await testDatabase({ isDirect: true, isOwner: true })
  client = await connected()
  await emptyOtherTables()
  await client.query(`insert into app_settings (key, value) values ('secret', '"of this test"')`)
  await client.query(
    `insert into titles (id, key, kind, name, language) overriding system value values (1, 'ranges', 'magazine', 'Ranges', 'de')`,
  )
  for (let number = 0; number < ISSUES; number++) await addIssue(idOfIssue(number))
})
afterAll(async () => {
  await Promise.all(clients.map((each) => each.end()))
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  store = fileSystem(placeOf(++stores))
})

const placeOf = (number: number) => join(folder, `backups-${number}`)
const clients: pg.Client[] = []
async function connected(): Promise<pg.Client> {
  const client = new pg.Client(connection.url)
  await client.connect()
  clients.push(client)
  await client.query(COPY_SETTINGS)
  return client
}

/**
 * Removes the rows of the migrations: a backup encrypts and a check decrypts each table by itself, and only what is below is about
 * ranges. How all tables are restored: backup.test.ts.
 */
async function emptyOtherTables(): Promise<void> {
  await client.query(`do $$ declare one regclass; begin
    -- Again, if another table still has rows that refer to it.
    for pass in 1..4 loop
      for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relispartition and relname <> 'migrations' loop
        begin
          execute format('delete from %s', one);
        exception when foreign_key_violation then null;
        end;
      end loop;
    end loop;
  end $$`)
}

async function addIssue(id: number): Promise<void> {
  await client.query(
    `insert into all_issues (id, title_id, uid, name, issue_date, language, page_count, cover_width, cover_height)
      overriding system value values ($1::bigint, 1, $2, $2, date '2020-01-01' + $1::bigint::int, 'de', 3, 1, 1)`,
    [id, `range-${id}`],
  )
  for (const number of [1, 2, 3]) await addPage(client, id, number, `Seite ${number} von ${id}`)
  await addArticle(client, id, 1)
}

async function addPage(by: pg.Client, issue: number, number: number, text: string): Promise<void> {
  await by.query(
    `insert into pages (issue_id, number, width, height, text, search) values ($1, $2, 1, 1, $3, to_tsvector('kiosk_de', $3))
      on conflict (issue_id, number) do update set text = excluded.text, search = excluded.search`,
    [issue, number, text],
  )
}

async function addArticle(by: pg.Client, issue: number, position: number): Promise<void> {
  await by.query(
    `insert into all_articles (issue_id, position, headline, first_page, last_page, html, source) values ($1, $2, 'Artikel', 1, 1, $3, 'headings')
      on conflict do nothing`,
    [issue, position, `<p>${'Wort '.repeat(position)}</p>`],
  )
}

/**
 * Waits for older transactions of other tests in the same cluster: a backup that begins meanwhile cannot tell whether rows were written
 * after it, and the next one copies them again.
 */
async function othersAreOver(): Promise<void> {
  const { rows } = await client.query<{ mine: string }>('select pg_current_xact_id()::xid::text as mine')
  const older = async () => {
    const found = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname <> current_database() and age(backend_xid) > age($1::text::xid)`,
      [rows[0]!.mine],
    )
    return found.rows[0]!.count
  }
  await expect.poll(older, { timeout: 60_000 }).toBe(0)
}

async function backup(options: Partial<BackupOptions> = {}) {
  clock += 1000
  await othersAreOver()
  const lines: string[] = []
  const made = await createBackup({
    url: connection.url,
    files: null,
    store,
    recipients: [key.recipient],
    rules: RULES,
    settings: [],
    now: () => new Date(clock),
    report: (line: string) => void lines.push(line),
    ...options,
  })
  return { ...made, lines }
}

/** Returns how many ranges of a backup consist of pieces of earlier backups, and how many it has written itself. */
function counts({ id, tables }: Manifest): { earlier: number; made: number } {
  const folders = tables.flatMap(({ ranges }) => ranges.map(({ folder }) => folder))
  const made = folders.filter((each) => each.includes(id)).length
  return { earlier: folders.length - made, made }
}

const linesOf = (rows: Buffer) => rows.toString('utf8').split('\n').sort()

/** Checks that every piece of a backup can be read and has the contents that its manifest lists. */
async function requireWhole(from: Files, id: string): Promise<Map<string, string[]>> {
  const manifest = await readManifest(from, id)
  const rows = new Map<string, string[]>()
  for (const table of manifest.tables) {
    const digest = new RowDigest()
    const parts: Buffer[] = []
    for (const { folder, pieces } of piecesOfTable(id, table))
      parts.push(await whole(readPieces(from, folder, pieces, [key.identity])))
    digest.update(Buffer.concat(parts))
    expect([table.name, digest.result()]).toEqual([table.name, { rows: table.rows, checksum: table.checksum }])
    rows.set(table.name, linesOf(Buffer.concat(parts)))
  }
  return rows
}

/** Checks that a backup has exactly the rows of the database. */
async function requireSame(from: Files, id: string): Promise<void> {
  const rows = await requireWhole(from, id)
  for (const table of (await findTables(client)).filter(isInRanges))
    expect([table.name, rows.get(table.name)]).toEqual([table.name, linesOf(await whole(rowsOf(client, table, new RowDigest())))])
}

describe('after random changes', () => {
  // The other tests of this file use a folder.
  test('each backup in a bucket has every row as it is', { timeout: 300_000 }, async () => {
    const bucket = await startS3Server({ keysInAList: 50 })
    store = s3Files({ ...bucket.settings, scratch: join(folder, 'scratch') })
    const random = randomNumbers(SEED)
    const below = (count: number) => Math.floor(random() * count)
    const other = await connected()
    const page = () => [idOfIssue(below(ISSUES)), 1 + below(4)] as const
    const changes: ((by: pg.Client) => Promise<unknown>)[] = [
      (by) => addPage(by, ...page(), `Text ${below(1e9)} ${'Wort '.repeat(below(3) * 900)}`),
      // Writes the same value again, in a table with indexes that stay unchanged.
      (by) => by.query('update pages set text = text where issue_id = $1 and number = $2', [...page()]),
      (by) => by.query('update pages set width = width + 1 where issue_id = $1 and number = $2', [...page()]),
      (by) => by.query('delete from pages where issue_id = $1 and number = $2', [...page()]),
      (by) => by.query('select from pages where issue_id = $1 for update', [page()[0]]),
      (by) => addArticle(by, page()[0], 1 + below(9)),
      (by) => by.query('delete from all_articles where issue_id = $1 and position = $2', [page()[0], 1 + below(9)]),
      (by) => by.query(`update all_articles set headline = headline || '!' where issue_id = $1`, [page()[0]]),
      // A correction of an issue, and its removal.
      (by) =>
        by.query(
          `insert into article_corrections (issue_id, version, imported, corrections, origins) values ($1, 1, '[]', '[]', '[]')
            on conflict do nothing`,
          [page()[0]],
        ),
      (by) => by.query('delete from article_corrections where issue_id = $1', [page()[0]]),
      // Moves rows to another range.
      (by) =>
        by.query(
          'update all_articles set issue_id = $2, position = $3 where id = (select min(id) from all_articles where issue_id = $1)',
          [page()[0], page()[0], 100 + below(1e6)],
        ),
      // Subtransactions, one of which is rolled back.
      async (by) => {
        const [issue, number] = page()
        await by.query('savepoint one')
        await addPage(by, issue, number, 'zurückgenommen')
        await by.query('rollback to one')
        await by.query('savepoint two')
        await addPage(by, issue, number, `zweiter Versuch ${below(1e9)}`)
        await by.query('release two')
      },
    ]
    const change = async (by: pg.Client) => {
      for (let count = below(3); count >= 0; count--) await changes[below(changes.length)]!(by)
    }
    const transaction = async () => {
      await client.query("begin; set local lock_timeout = '100ms'")
      // Some changes wait in vain for rows of the other transaction.
      const isDone = await change(client).then(
        () => true,
        () => false,
      )
      await client.query(isDone && below(4) > 0 ? 'commit' : 'rollback')
    }
    let earlier = 0
    let isOpen = false
    try {
      for (let step = 0; step < STEPS; step++) {
        for (let count = below(3); count > 0; count--) await transaction()
        if (!isOpen && below(5) === 0)
          await client.query(['vacuum pages', 'vacuum full pages', 'vacuum freeze all_articles'][below(3)]!)
        // A transaction that is open during the snapshot is not in the backup; if it is committed, it is in the next one.
        if (!isOpen && below(2) === 0) {
          await other.query('begin')
          await other.query("set local lock_timeout = '100ms'")
          await change(other).catch(() => other.query('rollback'))
          isOpen = true
        }
        const [made] = await Promise.all([backup(), ...(isOpen || below(3) > 0 ? [] : [transaction()])])
        await requireWhole(store, made.manifest.id)
        if (isOpen && below(2) === 0) {
          await other.query(below(3) === 0 ? 'rollback' : 'commit')
          isOpen = false
        }
        const { manifest } = await backup()
        await requireSame(store, manifest.id)
        earlier += counts(manifest).earlier
      }
      expect(earlier).toBeGreaterThan(STEPS)
      const { id } = (await backup()).manifest
      const target = await emptyDatabase()
      try {
        await restoreBackup({
          url: target.url,
          files: fileSystem(join(folder, 'none')),
          store,
          manifest: await readManifest(store, id),
          identities: [key.identity],
          which: 'none',
          skippedInvoices: 0,
          report() {},
          payments: { card: null, wallet: null, store: null },
        })
        const restored = new pg.Client(target.url)
        await restored.connect()
        for (const table of Object.keys(TABLES_IN_RANGES)) {
          const rows = async (of: pg.Client) => (await of.query(`select t::text as row from ${table} t order by 1`)).rows
          expect(await rows(restored)).toEqual(await rows(client))
        }
        // Its rows have other transactions, so its backup reuses nothing.
        const { rows: marks } = await restored.query(`select from app_settings where key = 'backup-marks'`)
        expect(marks).toEqual([])
        await restored.end()
        expect(counts((await backup({ url: target.url })).manifest).earlier).toBe(0)
      } finally {
        await target.drop()
      }
    } finally {
      await other.query('rollback')
      await bucket.close()
    }
  })
})

describe('the pieces of rows that have not changed', () => {
  test('are taken over, and no others; with "full", none', async () => {
    const first = await backup()
    expect(counts(first.manifest).earlier).toBe(0)
    const all = counts(first.manifest).made
    expect(all).toBeGreaterThan(6)
    await addPage(client, idOfIssue(2), 1, 'Neues')
    const second = await backup()
    expect(counts(second.manifest)).toEqual({ earlier: all - 1, made: 1 })
    expect(second.lines.join(' ')).toMatch(/\d MB of them taken over from the last backup/)
    expect(counts((await backup({ full: true })).manifest)).toEqual({ earlier: 0, made: all })
  })

  test('stay as long as a backup has them, whatever happens to the others', async () => {
    const first = await backup()
    await addPage(client, idOfIssue(0), 1, 'Neues nach dem ersten')
    const second = await backup({ rules: { ...RULES, last: 1 } })
    expect(second.removed).toEqual([first.manifest.id])
    expect(counts(second.manifest).earlier).toBeGreaterThan(0)
    await requireSame(store, second.manifest.id)
    const used = new Set(second.manifest.tables.flatMap(({ ranges }) => ranges.map(({ folder }) => folder)))
    for await (const { name } of store.list('rows/')) expect(used).toContain(name.slice(0, name.lastIndexOf('/')))
  })

  test('are not taken over for other keys, after a migration of the table, or by a database that was brought back', async () => {
    await backup()
    const other = await createKey()
    expect(counts((await backup({ recipients: [key.recipient, other.recipient] })).manifest).earlier).toBe(0)
    expect(counts((await backup({ recipients: [other.recipient, key.recipient] })).manifest).made).toBe(0)
    await backup()
    // The rows are not rewritten, so their transactions stay the same.
    await client.query(`alter table pages add column later text not null default 'one'`)
    const withColumn = await backup()
    expect(
      withColumn.manifest.tables
        .find(({ name }) => name === 'pages')!
        .ranges.every(({ folder }) => folder.includes(withColumn.manifest.id)),
    ).toBe(true)
    await client.query(`alter table pages drop column later; alter table pages add column later text not null default 'two'`)
    const again = await backup()
    expect(counts(again.manifest).made).toBe(again.manifest.tables.find(({ name }) => name === 'pages')!.ranges.length)
    await requireSame(store, again.manifest.id)
    await client.query('alter table pages drop column later')
    await backup()
    // As after point-in-time recovery to a moment before the last backup, whose mark is missing.
    await client.query(`update app_settings set value = value - -1 where key = 'backup-marks'`)
    expect(counts((await backup()).manifest).earlier).toBe(0)
  })

  test('are made again if one is missing, cut off or damaged, which is reported once', async () => {
    const { manifest } = await backup()
    const ranges = manifest.tables.flatMap(({ ranges }) => ranges)
    const [missing, cut, rotten] = ranges.map(({ folder }) => pieceName(folder, 1)) as [string, string, string]
    await store.remove(missing)
    const pathOf = (name: string) => join(placeOf(stores), name)
    await writeFile(pathOf(cut), (await readFile(pathOf(cut))).subarray(1))
    const changed = await readFile(pathOf(rotten))
    changed[changed.length - 1]! ^= 1
    await writeFile(pathOf(rotten), changed)
    // Each run reads a part of the ranges, in turn.
    const damaged: string[] = []
    for (let run = 0; run < 24 && damaged.length < 3; run++) damaged.push(...(await backup()).damaged)
    expect(damaged.sort()).toEqual([missing, cut, rotten].sort())
    const last = await backup()
    expect(last.damaged).toEqual([])
    await requireSame(store, last.manifest.id)
  })

  test('are made again after a month, a few at a time', async () => {
    const { manifest } = await backup()
    clock += 31 * DAY_MS
    const all = counts(manifest).made
    expect(counts((await backup()).manifest)).toEqual({ earlier: all - 1, made: 1 })
    expect(counts((await backup()).manifest)).toEqual({ earlier: all - 1, made: 1 })
  })

  test('are whole after a crash at any step of the next backup', { timeout: 300_000 }, async () => {
    const rules = { ...RULES, last: 1 }
    await backup({ rules })
    let isOver = false
    for (let most = 0; !isOver; most++) {
      await addPage(client, idOfIssue(most % ISSUES), 1, `Vor dem Absturz ${most}`)
      let steps = 0
      const step = () => {
        if (steps++ >= most) throw new Error('crashed')
      }
      const dying: Files = {
        ...store,
        async write(...given) {
          step()
          await store.write(...given)
        },
        async remove(name) {
          step()
          await store.remove(name)
        },
      }
      isOver = await backup({ store: dying, rules }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('crashed')
          return false
        },
      )
      const { complete } = await listBackups(store)
      expect(complete.length).toBeGreaterThan(0)
      for (const id of complete) await requireWhole(store, id)
    }
    const { manifest } = await backup({ rules })
    await requireSame(store, manifest.id)
    expect(await listBackups(store)).toEqual({ complete: [manifest.id], incomplete: [] })
  })
})

test('a row counts as changed if a transaction of its number may have written it since, however often the numbers have wrapped around', async () => {
  const [pages] = (await findTables(client)).filter(({ name }) => name === 'pages')
  const { rows } = await client.query<{ xid: string }>('select max(xmin::text::bigint)::text as xid from pages')
  const last = BigInt(rows[0]!.xid)
  const changed = async (first: bigint, end: bigint) =>
    (await describeRanges(client, pages!, { first, end })).filter(({ isChanged }) => isChanged).length
  const all = (await describeRanges(client, pages!, null)).length
  const around = 2n ** 32n
  expect(await changed(last + 1n, last + 5n)).toBe(0)
  expect(await changed(last, last + 1n)).toBe(1)
  expect(await changed(last - 3n + around, last + around)).toBeLessThan(all)
  expect(await changed(last + 7n * around, last + 1n + 7n * around)).toBe(1)
  // A span across the wraparound of the numbers.
  expect(await changed(around - 1n, around + last + 1n)).toBe(all)
  expect(await changed(last + 1n, last + 1n + around)).toBe(all)
})

test('no column of the tables in ranges is about a person: their pieces outlive the backup that made them', async () => {
  const { impersonal } = loadDataRegister()
  for (const table of Object.keys(TABLES_IN_RANGES)) expect(impersonal).toContain(table.replace('public.', ''))
})
