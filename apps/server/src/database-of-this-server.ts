import { connect } from '@kiosk/api/database/connect'
import type { Settings } from './settings.ts'

/** Connections for jobs and what is done at the start; requests have theirs, see serving-database.ts. */
const CONNECTIONS = 6

/**
 * The database of a server's settings. An embedded one that dies and does not come back ends the server: whatever started
 * it can tell by the exit code that it is to be started again.
 */
export function connectServer(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): ReturnType<typeof connect> {
  return connect({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    connections: CONNECTIONS,
    report: (line) => console.error(line),
    onGone(reason) {
      console.error(reason.message)
      process.exit(1)
    },
  })
}
