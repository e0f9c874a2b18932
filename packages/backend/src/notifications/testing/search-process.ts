// A process for tests that runs the saved searches and kills itself with SIGKILL before the query with this number.

import { open } from '../../db/connect.ts'
import { killAtQuery } from '../../db/testing/kill-at-query.ts'
import { testApi } from '../../testing/api.ts'
import { runSavedSearches } from '../saved-search-run.ts'

const [databaseUrl, step] = process.argv.slice(2) as [string, string]
const connection = open(databaseUrl)
const { ctx } = await testApi(connection)
killAtQuery(connection, Number(step))
await runSavedSearches(ctx)
process.exit(0)
