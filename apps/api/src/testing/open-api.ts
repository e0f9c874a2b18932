import { afterAll } from 'vitest'
import type { Given } from '../app.ts'
import { testDatabase } from '../database/test-database.ts'
import { testApi } from '../test-api.ts'

/**
 * A database and an API for one test file; both are closed after its last test. Call it once, at the top of the file.
 * @param given overrides what the API is made of
 */
export async function openTestApi(given: Partial<Given> = {}) {
  const connection = await testDatabase()
  const api = await testApi(connection, given)
  afterAll(async () => {
    await api.close()
    await connection.close()
  })
  return { connection, api }
}
