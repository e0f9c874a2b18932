import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCommandConfig } from './config.ts'
import { createContext, openContext } from './create-context.ts'
import { type Connection, open } from './db/connect.ts'
import { testDatabase } from './db/testing/database.ts'

let connection: Connection
let folder: string
beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'context-'))
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const config = () => readCommandConfig({ DATA_DIR: folder, DATABASE_URL: connection.url, PAYMENTS: 'none', LOG_LEVEL: 'silent' })

test('a context has the services of its configuration, and those that are passed in instead', async () => {
  const now = () => new Date('2026-11-22T12:00:00Z')
  const { ctx, close } = createContext(config(), { db: connection.db, now })
  await ctx.files.write('a/b.txt', Buffer.from('text'))
  expect(await ctx.files.path('a/b.txt')).toBe(`${folder}/files/a/b.txt`)
  expect(ctx.payments.card).toBeNull()
  expect(ctx.now()).toEqual(now())
  expect((await ctx.secret()).length).toBeGreaterThanOrEqual(32)
  await close()
})

test('a context closes its own services and leaves open what was passed in', async () => {
  const mailer = { send: vi.fn(), close: vi.fn(async () => {}) }
  const { close } = createContext(config(), { db: connection.db, mailer })
  await close()
  expect(mailer.close).not.toHaveBeenCalled()
  await expect(connection.db.selectFrom('titles').select('id').execute()).resolves.toEqual([])
})

test('calls without an account have rate limits of their own and share the catalogue', async () => {
  const everybody = open(connection.url, 2)
  const { ctx, publicCtx, close } = createContext(config(), { db: connection.db, publicDb: everybody.db })
  expect(ctx.db).toBe(connection.db)
  expect(publicCtx.db).toBe(everybody.db)
  expect(publicCtx.catalogueCache).toBe(ctx.catalogueCache)
  expect(publicCtx.rateLimits).not.toBe(ctx.rateLimits)
  await close()
  await everybody.close()
})

test('the context of a command connects to its database and disconnects', async () => {
  const { ctx, close } = await openContext(config())
  await expect(ctx.db.selectFrom('titles').select('id').execute()).resolves.toEqual([])
  await close()
  await expect(ctx.db.selectFrom('titles').select('id').execute()).rejects.toThrow()
})
