import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from './connect.ts'
import { testDatabase } from './testing/database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase({ isOwner: true })
})
afterAll(() => connection.close())

/** Tables that stay small: a full scan costs nothing. */
const SMALL = ['titles', 'content_set_entries', 'readers_also_read', 'topics', 'link_posts', 'termination_declarations']
/** Tables whose rows are never deleted, or only manually. */
const LASTING = ['titles', 'vouchers', 'promo_codes', 'invoices', 'refunds', 'payment_attempts']

test('every foreign key has an index on the referencing column', async () => {
  const { rows } = await sql<{ table: string; columns: string; refers: string }>`
    select conrelid::regclass::text as table, confrelid::regclass::text as refers,
      (select string_agg(attname, ', ') from unnest(conkey) number join pg_attribute on attrelid = conrelid and attnum = number) as columns
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`.execute(
    connection.db,
  )
  const slow = rows.filter(({ table, refers }) => !SMALL.includes(table) && !LASTING.includes(refers))
  expect(slow).toEqual([])
})

test('finds workers that hold jobs without scanning all jobs', async () => {
  await sql`select graphile_worker.add_jobs(array_agg(
    row('nothing', '{}'::json, null, null, null, null, null, null)::graphile_worker.job_spec)) from generate_series(1, 5000)`.execute(
    connection.db,
  )
  await sql`analyze graphile_worker._private_jobs`.execute(connection.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select distinct locked_by from graphile_worker._private_jobs
    where locked_by is not null and locked_at < now() - interval '2 seconds'`.execute(connection.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
})

test('a poll for one task does not read past the waiting jobs of another', async () => {
  await sql`select graphile_worker.add_job('rare', '{}'::json), graphile_worker.complete_jobs(
    (select array_agg(id) from graphile_worker.jobs where task_identifier = 'rare'))`.execute(connection.db)
  const { rows: tasks } = await sql<{
    id: number
  }>`select id from graphile_worker._private_tasks where identifier = 'rare'`.execute(connection.db)
  // As in graphile-worker.
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from graphile_worker._private_jobs
    where is_available = true and run_at <= now() and task_id = any(${[tasks[0]!.id]}::int[])
    order by priority asc, run_at asc limit 1 for update skip locked`.execute(connection.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('kiosk_jobs_of_tasks')
})
