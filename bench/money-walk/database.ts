// PostgreSQL of a walk, as a separate process so that it has the simulated time; prints its address, ends on SIGTERM.
//
// A backend that waits for a lock sees the real time in its timer, because libfaketime does not move time inside epoll_wait:
// it would look for a deadlock months later. So this process looks for deadlocks, and cancels one of the statements.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { embeddedPostgres } from '@kiosk/backend/db/embedded-postgres'
import pg from 'pg'

const folder = process.argv[2]!
const server = await embeddedPostgres(folder, { settings: ['fsync=off', 'synchronous_commit=off'] })
const admin = new pg.Client({ connectionString: `${server.url}/postgres` })
await admin.connect()
// The folder of an earlier walk can be opened for inspection.
const { rowCount: known } = await admin.query("select from pg_database where datname = 'walk'")
if (!known) await admin.query('create database walk')
await admin.end()
console.log(`${server.url}/walk`)
process.on('SIGTERM', async () => {
  await server.leave()
  process.exit(0)
})

/** Time between two checks for deadlocks. */
const LOOK_EVERY_MS = 2_000
/** Cancels and returns the statement of one backend in a cycle of backends that wait for each other. */
const IN_A_CIRCLE = `
  with recursive waits as (
    select pid, unnest(pg_blocking_pids(pid)) as blocker from pg_stat_activity where wait_event_type = 'Lock'),
  chains as (
    select pid, blocker from waits
    union select c.pid, w.blocker from chains c join waits w on w.pid = c.blocker),
  victim as (select max(pid) as pid from chains where pid = blocker)
  select a.query, pg_cancel_backend(a.pid) from victim join pg_stat_activity a using (pid)`
for (;;) {
  await pause(LOOK_EVERY_MS)
  const client = new pg.Client({ connectionString: `${server.url}/walk` })
  try {
    await client.connect()
    const { rows } = await client.query<{ query: string }>(IN_A_CIRCLE)
    for (const { query } of rows) appendFileSync(join(folder, 'deadlocks.log'), `${query.replaceAll(/\s+/g, ' ').trim()}\n`)
  } catch {
    // The server is starting or stopping.
  } finally {
    await client.end().catch(() => {})
  }
}
