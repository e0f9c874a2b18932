import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('a security event cannot be changed or deleted, and an erased account is detached from it', async () => {
  const { db } = connection
  const account = await createAccount(db)
  const values = { kind: 'sign-in.accepted', account_id: account.id, country: 'AT', device_name: 'Firefox · Linux' }
  const { id } = await db.insertInto('security_events').values(values).returning('id').executeTakeFirstOrThrow()
  const event = () => db.selectFrom('security_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await event()

  for (const change of [{ kind: 'sign-in.rejected' }, { country: 'DE' }, { at: new Date(0) }, { account_id: null, country: '' }])
    await expect(db.updateTable('security_events').set(change).where('id', '=', id).execute()).rejects.toThrow(/append-only/)
  await expect(db.deleteFrom('security_events').where('id', '=', id).execute()).rejects.toThrow(/append-only/)
  expect(await event()).toEqual(before)

  await db.deleteFrom('accounts').where('id', '=', account.id).execute()
  expect(await event()).toEqual({ ...before, account_id: null })
})
