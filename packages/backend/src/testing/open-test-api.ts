import { afterAll, expect } from 'vitest'
import { testDatabase } from '../db/testing/database.ts'
import { changesWithoutEntry } from '../staff/testing/desk.ts'
import { type TestOptions, testApi } from './api.ts'

/**
 * Opens a database and an API for one test file; both are closed after its last test, which fails if the desk has changed a row
 * without an entry in the audit log. Call it once, at the top of the file.
 * @param options overrides of the API's dependencies
 */
export async function openTestApi(options: TestOptions = {}) {
  const connection = await testDatabase()
  const api = await testApi(connection, options)
  afterAll(async () => {
    const unexplained = await changesWithoutEntry(api.ctx)
    await api.close()
    await connection.close()
    expect(unexplained, 'tables that the desk changed without an entry in the audit log').toEqual([])
  })
  return { connection, api }
}
