// A process for tests that runs the saved searches and kills itself with SIGKILL before the query with this number.

import { open, poolOf } from '../../db/connect.ts'
import { testApi } from '../../testing/api.ts'
import { runSavedSearches } from '../saved-search-run.ts'

const [databaseUrl, step] = process.argv.slice(2) as [string, string]
const connection = open(databaseUrl)
const { ctx } = await testApi(connection)
let queries = 0
poolOf(connection.db).pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    if (++queries >= Number(step)) process.kill(process.pid, 'SIGKILL')
    return query(...given)
  }) as typeof client.query
})
await runSavedSearches(ctx)
process.exit(0)
