import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyseMigration, type Lock } from './analyse-migration.ts'
import { withClient } from './migrate.ts'
import { emptyDatabase } from './testing/database.ts'

// Compares the analysis of a statement with what PostgreSQL does.

let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  database = await emptyDatabase()
  await withClient(database.url, (client) =>
    client.query(`
      create table others (id bigint primary key);
      create table by_day (day date) partition by range (day);
      create table rows_of_before (id integer primary key, name text default '', other_id bigint);
      insert into rows_of_before select n, 'name ' || n from generate_series(1, 1000) n;
      create index names on rows_of_before (name);
      create function nothing() returns trigger language plpgsql as 'begin return new; end';
      create trigger of_before before update on rows_of_before for each row execute function nothing();
      alter table rows_of_before add constraint short check (length(name) < 100) not valid;
      alter table rows_of_before add constraint known foreign key (other_id) references others`),
  )
})
afterAll(() => database.drop())

/** Modes of `pg_locks` from the weakest to the strongest; reading is not counted. */
const MODES: Record<string, Lock> = {
  RowExclusiveLock: 'ROW EXCLUSIVE',
  ShareUpdateExclusiveLock: 'SHARE UPDATE EXCLUSIVE',
  ShareLock: 'SHARE',
  ShareRowExclusiveLock: 'SHARE ROW EXCLUSIVE',
  AccessExclusiveLock: 'ACCESS EXCLUSIVE',
}

/** Runs a statement and rolls it back. Returns the strongest lock that it held on each table, and the tables that it rewrote. */
function observe(sql: string): Promise<{ locks: Record<string, Lock>; rewritten: string[] }> {
  return withClient(database.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; oid: number }>(
      `select relname as name, oid from pg_class where relname in ('others', 'rows_of_before', 'by_day')`,
    )
    const files = async () => {
      const { rows } = await client.query<{ oid: number; file: number }>(
        'select oid, pg_relation_filenode(oid) as file from pg_class where oid = any ($1)',
        [tables.map(({ oid }) => oid)],
      )
      return new Map(rows.map(({ oid, file }) => [oid, file]))
    }
    await client.query('begin')
    const before = await files()
    await client.query(sql)
    const { rows: held } = await client.query<{ oid: number; mode: string }>(
      `select relation as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted`,
    )
    const after = await files()
    await client.query('rollback')
    const locks = tables.flatMap(({ name, oid }) => {
      const modes = held.filter((each) => each.oid === oid).map(({ mode }) => mode)
      const strongest = Object.keys(MODES).findLast((mode) => modes.includes(mode))
      return strongest ? [[name, MODES[strongest]!] as const] : []
    })
    const rewritten = tables.filter(({ oid }) => after.has(oid) && after.get(oid) !== before.get(oid)).map(({ name }) => name)
    return { locks: Object.fromEntries(locks), rewritten }
  })
}

test.each([
  'alter table rows_of_before add column more text',
  "alter table rows_of_before add column more text not null default 'x'",
  'alter table rows_of_before add column more timestamptz not null default now()',
  'alter table rows_of_before add column more uuid default gen_random_uuid()',
  'alter table rows_of_before add column more bigserial',
  'alter table rows_of_before add column more text generated always as (upper(name)) stored',
  'alter table rows_of_before add column more bigint references others',
  'alter table rows_of_before add column more integer check (more > 0)',
  'alter table rows_of_before drop column name',
  'alter table rows_of_before alter column id type bigint',
  'alter table rows_of_before alter column name set not null',
  'alter table rows_of_before alter column name drop not null',
  'alter table rows_of_before alter column name set default $$x$$',
  'alter table rows_of_before alter column name set statistics 500',
  'alter table rows_of_before alter column name set storage external',
  'alter table rows_of_before add constraint one unique (name)',
  'alter table rows_of_before add constraint one check (id > 0)',
  'alter table rows_of_before add constraint one check (id > 0) not valid',
  'alter table rows_of_before add constraint one foreign key (other_id) references others',
  'alter table rows_of_before validate constraint short',
  'alter table rows_of_before drop constraint short',
  'alter table rows_of_before rename column name to label',
  'alter table rows_of_before rename to renamed',
  'alter table rows_of_before disable trigger of_before',
  'alter table rows_of_before set (fillfactor = 90)',
  'alter table rows_of_before set unlogged',
  'alter table rows_of_before enable row level security',
  'create index more on rows_of_before (name)',
  'create trigger more before insert on rows_of_before for each row execute function nothing()',
  'drop trigger of_before on rows_of_before',
  'create table new (id bigint references others)',
  'create table other_days partition of by_day default',
  "update rows_of_before set name = 'x' where id = 1",
  'delete from rows_of_before where id = 1',
  'insert into rows_of_before (id) values (-1)',
  'analyze rows_of_before',
  'create view more as select * from rows_of_before',
])('%s', async (sql) => {
  const { locks, rewritten } = await observe(sql)
  const { effects } = analyseMigration(sql)[0]!
  const named = effects.filter(({ table }) => table !== null)
  const expected: Record<string, Lock> = {}
  for (const { table, lock } of named) expected[table!] = lock
  expect(expected).toEqual(locks)
  expect(named.filter(({ work }) => work === 'rewrites the table').map(({ table }) => table)).toEqual(rewritten)
  expect(named.map(({ work }) => work)).not.toContain('unknown')
})

test('an index and a foreign key that are dropped lock the table to which they lead', async () => {
  expect((await observe('drop index names')).locks).toEqual({ rows_of_before: 'ACCESS EXCLUSIVE' })
  expect((await observe('alter table rows_of_before drop constraint known')).locks).toEqual({
    others: 'ACCESS EXCLUSIVE',
    rows_of_before: 'ACCESS EXCLUSIVE',
  })
})
