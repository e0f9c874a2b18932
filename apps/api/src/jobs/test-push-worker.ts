// A worker of a test that dies by SIGKILL as soon as it has handed a push over. Says "ready" once it works.
import { open } from '../database/connect.ts'
import type { Push } from '../outside/push/port.ts'
import { toTestServer } from '../outside/push/test-push-server.ts'
import { webPush } from '../outside/push/web-push.ts'
import { testApi } from '../test-api.ts'
import { runJobs } from './run-jobs.ts'

const [databaseUrl, certificate] = process.argv.slice(2) as [string, string]
const push = webPush(toTestServer(certificate))
const mortal: Push = {
  ...push,
  async send(...given) {
    await push.send(...given)
    process.kill(process.pid, 'SIGKILL')
    return { state: 'taken' }
  },
}
const { house } = await testApi(open(databaseUrl), { push: mortal })
await runJobs(databaseUrl, house)
process.send?.('ready')
