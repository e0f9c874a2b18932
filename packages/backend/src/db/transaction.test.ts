import { ApiError } from '@kiosk/domain/errors'
import { sql, type Transaction } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from './connect.ts'
import type { DB } from './schema.ts'
import { testDatabase } from './testing/database.ts'
import { transact } from './transaction.ts'

let connection: Connection
const logged: { event?: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
beforeAll(async () => {
  connection = await testDatabase({ isOwner: true })
  await sql`create table counters (name text primary key, value integer not null default 0)`.execute(connection.db)
  await sql`insert into counters (name) values ('a'), ('b')`.execute(connection.db)
})
afterAll(() => connection.close())

const ctx = () => ({ db: connection.db, log })
const add = (trx: Transaction<DB>, name: string) => sql`update counters set value = value + 1 where name = ${name}`.execute(trx)
const values = async () =>
  (await sql<{ value: number }>`select value from counters order by name`.execute(connection.db)).rows.map(({ value }) => value)

test('retries deadlocked transactions until both commit once', async () => {
  let tries = 0
  let free = () => {}
  const both = new Promise<void>((resolve) => {
    free = resolve
  })
  const work = (first: string, second: string) =>
    transact(ctx(), async (trx) => {
      tries++
      await add(trx, first)
      if (tries >= 2) free()
      await both
      await add(trx, second)
    })
  const before = await values()
  await Promise.all([work('a', 'b'), work('b', 'a')])
  expect(await values()).toEqual(before.map((value) => value + 2))
  // On a busy machine a retry can deadlock with the same transaction again, before that one has been woken.
  expect(tries).toBeGreaterThanOrEqual(3)
  expect(logged.map(({ event }) => event)).toEqual(Array(tries - 2).fill('transaction.retried'))
})

const failing = (code: string) => async (trx: Transaction<DB>) => {
  await add(trx, 'a')
  throw Object.assign(new Error('of a test'), { code })
}

test.each([
  ['40001', 5],
  ['40P01', 5],
  ['23505', 1],
  ['55P03', 1],
])('work that fails with %s is tried %i times, and leaves nothing', async (code, times) => {
  let tries = 0
  const before = await values()
  const requested = transact(ctx(), (trx) => {
    tries++
    return failing(code)(trx)
  })
  await expect(requested).rejects.toMatchObject({ code })
  expect([tries, await values()]).toEqual([times, before])
})

test('does not retry a rejection', async () => {
  let tries = 0
  const requested = transact(ctx(), async () => {
    tries++
    throw new ApiError('not_found')
  })
  await expect(requested).rejects.toBeInstanceOf(ApiError)
  expect(tries).toBe(1)
})
