import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@kiosk/backend/config'
import { makeDataFolder } from '@kiosk/backend/data-folder'
import { embeddedPostgres } from '@kiosk/backend/db/embedded-postgres'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { CannotStart } from '@kiosk/backend/startup-error'
import { within } from '@kiosk/backend/testing/api'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listen } from '../http/listen.ts'
import { openKiosk } from '../kiosk.ts'

// Tests what an operator reads if an external cause prevents the start: one sentence, no stack.

const reasonOf = (starting: Promise<unknown>) => starting.then(() => null).catch((error: unknown) => error)

test('a port in use is reported with a solution', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const reason = await reasonOf(listen({} as Parameters<typeof listen>[0], { port, host: '127.0.0.1' }))
  expect(reason).toBeInstanceOf(CannotStart)
  expect((reason as Error).message).toMatch(new RegExp(`^Port ${port} .* in use .* set PORT`))
  other.close()
})

test('with a port in use the start fails at once with only that message and an exit code other than 0', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'debug', DEMO: 'false' }
  const server = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), [], { env, execArgv: [], silent: true })
  let written = ''
  for (const stream of [server.stdout!, server.stderr!])
    stream.on('data', (data) => {
      written += String(data)
    })
  const [code] = await once(server, 'close')
  expect(written).toMatch(/^Port \d+ .* in use .*\n$/)
  expect(code).toBe(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual([])
  other.close()
  rmSync(folder, { recursive: true })
})

test('if the port is taken during the start, no process of the kiosk remains', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  const connection = await testDatabase()
  const connections = async () => {
    const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(connection.db)
    return rows.map(({ name }) => name)
  }
  const before = await connections()
  const options = readConfig({ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'false' })
  const website = { bundle: () => Promise.reject(new Error('is asked for nothing')) }
  expect(await reasonOf(openKiosk(options, connection, website))).toBeInstanceOf(CannotStart)
  await within(5_000, async () => (await connections()).length <= before.length)
  await connection.close()
  other.close()
  rmSync(folder, { recursive: true })
})

test('an address that this machine does not have is reported', async () => {
  const reason = await reasonOf(listen({} as Parameters<typeof listen>[0], { port: 0, host: '203.0.113.1' }))
  expect((reason as Error).message).toContain('203.0.113.1')
  expect(reason).toBeInstanceOf(CannotStart)
})

test('creates a missing folder with its parents', () => {
  const above = mkdtempSync(join(tmpdir(), 'data-'))
  makeDataFolder(join(above, 'a/b'))
  expect(() => makeDataFolder(join(above, 'a/b'))).not.toThrow()
  rmSync(above, { recursive: true })
})

// Folders of the kernel are read-only even for root.
test.runIf(process.platform === 'linux')('names a folder that cannot be written at once, and blames nothing else', async () => {
  const startedAt = Date.now()
  for (const folder of ['/sys/kernel', '/sys/kernel/data']) {
    const reason = await reasonOf(embeddedPostgres(folder))
    expect(reason).toBeInstanceOf(CannotStart)
    expect((reason as Error).message).toMatch(/^\/sys\/kernel.* cannot be written .*DATA_DIR/)
  }
  expect(Date.now() - startedAt).toBeLessThan(10_000)
})
