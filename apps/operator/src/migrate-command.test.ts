import { readSchema, withClient } from '@kiosk/backend/db/migrate'
import { databaseWith, emptyDatabase } from '@kiosk/backend/db/testing/database'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runAndListen as kiosk } from './testing/run-and-listen.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  // As the version before 262 left it, with some attempts.
  database = await databaseWith((name) => name < '262')
  await withClient(database.url, (client) => client.query('analyze payment_attempts'))
})
beforeEach(() => void vi.stubEnv('DATABASE_URL', database.url))
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

test('the plan names locks, work and sizes, and changes nothing', async () => {
  const { status, output } = await kiosk('migrate', '--plan')
  expect(status).toBe(0)
  expect(output).toMatch(
    /^262-attempts-given-up\.sql\n {2}payment_attempts \(\d+ kB, 0 rows\): ACCESS EXCLUSIVE, reads all rows\n/,
  )
  expect(output).toMatch(
    /^263-programs-that-a-migration-needs\.sql\n {2}migrations \(\d+ kB, .*rows.*\): ACCESS EXCLUSIVE, no rewrite$/m,
  )
  expect((await readSchema(database.url)).missing[0]).toBe('262-attempts-given-up.sql')
})

test('other commands refuse the older database with one line, until it is migrated', async () => {
  const refused = await kiosk('jobs')
  expect(refused.status).toBe(1)
  expect(refused.output).toMatch(/^The database is older than this version: [^\n]*kiosk -- migrate[^\n]*$/)
  const migrated = await kiosk('migrate')
  expect(migrated.status).toBe(0)
  expect(migrated.output).toMatch(/^262-attempts-given-up\.sql\n263-programs-that-a-migration-needs\.sql\n(.*\n)*\d+ applied\.$/)
  for (const args of [['migrate'], ['migrate', '--plan']])
    expect(await kiosk(...args)).toEqual({ status: 0, output: 'No migration is missing.' })
  expect((await kiosk('jobs')).status).toBe(0)
})

test('a newer database is refused by all commands with one line', async () => {
  await withClient(database.url, (client) =>
    client.query(`insert into migrations (name, needs) values ('999-removes.sql', '998-newer.sql')`),
  )
  for (const args of [['migrate'], ['jobs']]) {
    const { status, output } = await kiosk(...args)
    expect([args, status]).toEqual([args, 1])
    expect(output).toMatch(/^The database is newer than this version: it has 999-removes\.sql\.[^\n]*$/)
  }
})

test('an empty database is said to be empty', async () => {
  const empty = await emptyDatabase()
  vi.stubEnv('DATABASE_URL', empty.url)
  const { status, output } = await kiosk('migrate', '--plan')
  expect([status, output]).toEqual([0, expect.stringMatching(/^The database is empty: all \d+ migrations would be applied\.$/)])
  await empty.drop()
})
