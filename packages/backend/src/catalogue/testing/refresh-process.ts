// A process for tests that refreshes recommendations and kills itself with SIGKILL before the query with this number.

import { open } from '../../db/connect.ts'
import { killAtQuery } from '../../db/testing/kill-at-query.ts'
import { refreshRecommendations } from '../refresh-recommendations.ts'

const [databaseUrl, now, step] = process.argv.slice(2) as [string, string, string]
const connection = open(databaseUrl)
killAtQuery(connection, Number(step))
await refreshRecommendations(connection.db, { now: new Date(now) })
process.exit(0)
