import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../accounts/testing/accounts.ts'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { recordLocks } from './lock-recorder.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
})
afterAll(() => connection.close())

/** Returns reports about a transaction that locks subscriptions and then opens carts for accounts. */
async function toldOf(accountIds: readonly (number | null)[]): Promise<string[]> {
  const recorder = recordLocks(() => Promise.resolve())
  const carts = accountIds.map((account_id) => ({ account_id, plan_id: 2, network_country: 'AT' }))
  const undone = connection.db.transaction().execute(async (trx) => {
    await sql`select s.id from subscriptions s order by s.id for no key update of s`.execute(trx)
    await trx
      .insertInto('carts')
      .values(carts.map((cart) => ({ ...cart, created_at: new Date(), updated_at: new Date() })) as never)
      .execute()
    throw new Error('undone')
  })
  await undone.catch(() => {})
  recorder.end()
  return [...recorder.violations]
}

test('a row that refers to an account locks it; one without an account locks nothing', async () => {
  const { id } = await createAccount(connection.db)
  expect(await toldOf([id])).toEqual([expect.stringContaining('accounts after subscriptions')])
  expect(await toldOf([null, id])).toEqual([expect.stringContaining('accounts after subscriptions')])
  expect(await toldOf([null])).toEqual([])
  expect(await toldOf([null, null])).toEqual([])
})
