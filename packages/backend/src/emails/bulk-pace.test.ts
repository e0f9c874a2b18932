import { HOUR_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, open } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { nextBulkSlot, waitForBulkSlot } from './bulk-pace.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('all servers together send e-mails to many at the distance that is set', async () => {
  const other = open(connection.url, 3)
  const waits = await Promise.all([connection, other, connection, other, connection].map(({ db }) => nextBulkSlot(db, 1)))
  const minutes = waits.sort((a, b) => a - b).map((ms) => Math.round(ms / 60_000))
  expect(minutes).toEqual([0, 1, 2, 3, 4])
  await other.close()
})

test('a server that stops does not wait for its turn', async () => {
  const stopping = new AbortController()
  const waiting = waitForBulkSlot(connection.db, 1, stopping.signal)
  stopping.abort()
  await expect(waiting).rejects.toThrow('aborted')
  await waitForBulkSlot(connection.db, null)
})

test('a next time that was taken by a clock that was ahead is not waited for', async () => {
  await connection.db.deleteFrom('rate_limits').execute()
  await nextBulkSlot(connection.db, 600)
  await connection.db
    .updateTable('rate_limits')
    .set({ expire: Date.now() + HOUR_MS })
    .execute()
  expect(await nextBulkSlot(connection.db, 600)).toBe(0)
  const next = await nextBulkSlot(connection.db, 600)
  expect(next).toBeGreaterThan(0)
  expect(next).toBeLessThanOrEqual(100)
})
