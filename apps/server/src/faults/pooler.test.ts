import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { asOwner, type Connection, connect, open } from '@kiosk/backend/db/connect'
import { hasTimeLimit } from '@kiosk/backend/db/pooler'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { hasPgBouncer, startPgBouncer } from '@kiosk/backend/db/testing/pgbouncer'
import { CannotStart } from '@kiosk/backend/startup-error'
import { within } from '@kiosk/backend/testing/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startServer, type TestServer, TOKEN } from '../testing/start-server.ts'

// A server whose requests go through PgBouncer, which assigns connections by transaction.

const POOL_SIZE = 2
const REQUESTS = 60
const SETTLED_MS = 10_000

describe.runIf(hasPgBouncer)('with PgBouncer', () => {
  let connection: Connection
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let folder: string
  const name = () => new URL(connection.url).pathname
  let server: TestServer | undefined

  beforeAll(async () => {
    connection = await testDatabase()
    pooler = await startPgBouncer(inject('databaseServer'), { poolSize: POOL_SIZE })
    folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  })
  afterAll(async () => {
    server?.process.kill('SIGKILL')
    await pooler.stop()
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server!.origin}/api/v8/${path}`, { ...init, headers: { 'x-api-token': TOKEN, ...init.headers } })

  const connectionsNamed = async (names: string[]) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = any(${names})`.execute(connection.db)
    return rows[0]!.count
  }

  test('programs refuse its address in one line if they have no direct one', async () => {
    const place = { databaseUrl: pooler.url + name(), dataDir: folder }
    for (const attempt of [() => connect(place), () => asOwner(place, async () => {})]) {
      const reason = await attempt().catch((error: unknown) => error)
      expect(reason).toBeInstanceOf(CannotStart)
      expect((reason as Error).message).toMatch(/^The database is reached through a pooler .* set DATABASE_DIRECT_URL .*\.$/)
    }
  })

  test('one that assigns connections by session is not refused', async () => {
    const bySession = await startPgBouncer(inject('databaseServer'), { poolMode: 'session' })
    try {
      const answer = await asOwner({ databaseUrl: bySession.url + name(), dataDir: folder }, async (url) => url)
      expect(answer).toBe(bySession.url + name())
    } finally {
      await bySession.stop()
    }
  })

  test('requests share its connections; jobs, changes of the catalogue and time limits work', async () => {
    const settings = { DATABASE_URL: pooler.url + name(), DATABASE_DIRECT_URL: connection.url }
    server = await startServer({ databaseUrl: connection.url, dataDir: folder, settings })
    const account = await createAccount(connection.db, { email: 'pooled@example.org' })
    const { cookie } = await signedIn(connection.db, account)
    const headers = { cookie: cookie.replace('__Host-', '') }
    const statuses = Array.from({ length: REQUESTS }, async (_, turn) => {
      const path = turn % 2 ? 'user' : `search?q=berg${turn}`
      return (await ask(path, { headers })).status
    })
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    expect(await connectionsNamed(['accounts', 'everybody'])).toBeLessThanOrEqual(POOL_SIZE)
    expect(await connectionsNamed(['jobs alive', 'listen catalogue'])).toBe(2)

    // A job runs: the recovery of a password sends an e-mail.
    const body = new URLSearchParams({ email: 'pooled@example.org' })
    expect((await ask('websession/passwordRecovery', { method: 'POST', body })).status).toBe(200)
    await within(SETTLED_MS, async () => (await readdir(join(folder, 'mail')).catch(() => [])).length > 0)

    // What the cache of the catalogue listens for arrives.
    const titles = async () => JSON.stringify(await (await ask('titles')).json())
    expect(await titles()).not.toContain('Bergblick')
    const title = await createTitle(connection.db, { key: 'bergblick', name: 'Bergblick' })
    await createIssue(connection.db, { title, uid: 'bergblick-1', issue_date: '2026-10-01' })
    await within(SETTLED_MS, async () => (await titles()).includes('Bergblick'))

    // A request waits for a lock no longer than without a pooler.
    await connection.db.transaction().execute(async (locking) => {
      await sql`lock table accounts`.execute(locking)
      expect((await ask('user', { headers })).status).toBe(503)
    })
    expect(server.written()).not.toContain('database.pooler-without-limits')
  })

  test('a pooler without time limits is noticed', async () => {
    const endless = await startPgBouncer(inject('databaseServer'), { hasLimits: false })
    const through = (address: string) => open(connection.url, 1, undefined, undefined, { poolerUrl: address + name() })
    const [limited, unlimited] = [through(pooler.url), through(endless.url)]
    expect([await hasTimeLimit(limited.db), await hasTimeLimit(unlimited.db)]).toEqual([true, false])
    await Promise.all([limited.close(), unlimited.close(), endless.stop()])
  })
})
