// One of several processes that serve a port (WORKERS): processes.ts starts it, and says what it does.
import '@kiosk/backend/node-env'
import { readConfig, root } from '@kiosk/backend/config'
import { CannotStart } from '@kiosk/backend/startup-error'
import { openKiosk } from '../kiosk.ts'
import { connectServer } from '../server-database.ts'
import { askForTask, otherProcesses } from './process-messages.ts'
import { stopOnSignal } from './stop-on-signal.ts'

try {
  const { payments, runsJobs } = await askForTask()
  const config = { ...readConfig(), payments }
  const connection = await connectServer(config)
  const website = { bundle: () => import(`${root}apps/website/build/server/index.js`) }
  const kiosk = await openKiosk(config, connection, website, { runsJobs, otherProcesses: otherProcesses() })
  stopOnSignal(async (closing) => {
    await kiosk.close(closing)
    await connection.close()
  }, config.drainMs)
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
