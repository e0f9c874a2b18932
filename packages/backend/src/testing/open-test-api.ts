import { afterAll } from 'vitest'
import { testDatabase } from '../db/testing/database.ts'
import { type TestOptions, testApi } from './api.ts'

/**
 * Opens a database and an API for one test file; both are closed after its last test. Call it once, at the top of the file.
 * @param options overrides of the API's dependencies
 */
export async function openTestApi(options: TestOptions = {}) {
  const connection = await testDatabase()
  const api = await testApi(connection, options)
  afterAll(async () => {
    await api.close()
    await connection.close()
  })
  return { connection, api }
}
