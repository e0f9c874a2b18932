// A worker process for tests that announces issues and kills itself with SIGKILL before the batch with this number.

import { open, poolOf } from '../../db/connect.ts'
import { startWorker } from '../../jobs/worker.ts'
import { testApi } from '../../testing/api.ts'
import { announceIssue } from '../announce-issue.ts'

const [databaseUrl, batch] = process.argv.slice(2) as [string, string]
const connection = open(databaseUrl)
const { ctx } = await testApi(connection)
let batches = 0
poolOf(connection.db).pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    if (JSON.stringify(given[0]).includes('release_emails') && ++batches >= Number(batch)) process.kill(process.pid, 'SIGKILL')
    return query(...given)
  }) as typeof client.query
})
const handlers = { releases: (payload: { issueId: number }) => announceIssue(payload, ctx) }
await startWorker({ databaseUrl, log: ctx.log, queues: [{ name: 'releases', concurrency: 1, handlers }] })
