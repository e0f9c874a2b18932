import { fork } from 'node:child_process'
import { once } from 'node:events'
import { HOUR_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { accountById } from './queries.ts'
import { createFullAccount } from './testing/full-account.ts'

const program = new URL('./testing/erasing-process.ts', import.meta.url).pathname
let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

/** Runs the erasing process and returns how it ended. */
async function erasing(accountId: number, step: number): Promise<'killed' | 'done'> {
  const child = fork(program, [connection.url, String(accountId), String(step)], { execArgv: [], stdio: 'ignore' })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === 'SIGKILL') return 'killed'
  expect(code).toBe(0)
  return 'done'
}

test('an erasure killed at any step leaves the account complete or erased with one farewell e-mail', {
  timeout: 240_000,
}, async () => {
  const { db } = connection
  const { account } = await createFullAccount(db)
  const past = new Date(Date.now() - HOUR_MS)
  await db
    .updateTable('accounts')
    .set({ deactivated_at: past, erasure_requested_at: past, erase_at: past, restore_token_hash: Buffer.alloc(32) })
    .where('id', '=', account.id)
    .execute()
  const rows = async () => ({
    account: (await accountById(db, account.id)) ? 1 : 0,
    bookmarks: (await db.selectFrom('bookmarks').select('id').where('account_id', '=', account.id).execute()).length,
    farewells: (await db.selectFrom('deleted_account_emails').select('id').where('email', '=', account.email).execute()).length,
  })
  const whole = { account: 1, bookmarks: 1, farewells: 0 }
  let step = 1
  // Every third statement from the first lock to the commit.
  while ((await erasing(account.id, step)) === 'killed') {
    expect([step, await rows()]).toEqual([step, whole])
    step += 3
  }
  expect(step).toBeGreaterThan(6)
  expect(await rows()).toEqual({ account: 0, bookmarks: 0, farewells: 1 })
  expect(await erasing(account.id, Number.POSITIVE_INFINITY)).toBe('done')
  expect(await rows()).toEqual({ account: 0, bookmarks: 0, farewells: 1 })
})
