// A worker process for tests that kills itself with SIGKILL after sending a push. It sends "ready" once it processes jobs.

import type { Push } from '../../adapters/push/port.ts'
import { toTestServer } from '../../adapters/push/testing/push-server.ts'
import { webPush } from '../../adapters/push/web-push.ts'
import { open } from '../../db/connect.ts'
import { startWorker } from '../../jobs/testing/run-jobs.ts'
import { testApi } from '../../testing/api.ts'

const [databaseUrl, certificate] = process.argv.slice(2) as [string, string]
const push = webPush(toTestServer(certificate))
const mortal: Push = {
  ...push,
  async send(...options) {
    await push.send(...options)
    process.kill(process.pid, 'SIGKILL')
    return { state: 'taken' }
  },
}
const { ctx } = await testApi(open(databaseUrl), { push: mortal })
await startWorker(databaseUrl, ctx)
process.send?.('ready')
