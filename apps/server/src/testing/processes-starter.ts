// A server of several processes for tests, on a migrated database. It sends its port as a message. Argument: another module for the
// processes.
import { readConfig } from '@kiosk/backend/config'
import { openProcesses } from '../processes/processes.ts'
import { stopOnSignal } from '../processes/stop-on-signal.ts'

const config = readConfig()
try {
  const kiosk = await openProcesses(config, process.argv[2])
  stopOnSignal((closing) => kiosk.close(closing), config.drainMs)
  process.send?.({ port: kiosk.port })
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
