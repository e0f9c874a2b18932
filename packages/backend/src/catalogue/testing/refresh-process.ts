// A process for tests that refreshes recommendations and kills itself with SIGKILL before the query with this number.

import { open, poolOf } from '../../db/connect.ts'
import { refreshRecommendations } from '../refresh-recommendations.ts'

const [databaseUrl, now, step] = process.argv.slice(2) as [string, string, string]
const connection = open(databaseUrl)
let queries = 0
poolOf(connection.db).pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    if (++queries >= Number(step)) process.kill(process.pid, 'SIGKILL')
    return query(...given)
  }) as typeof client.query
})
await refreshRecommendations(connection.db, { now: new Date(now) })
process.exit(0)
