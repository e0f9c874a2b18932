import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('a security event can be neither changed nor deleted; an erased account is detached from it', async () => {
  const { db } = connection
  const account = await buildAccount(db)
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
