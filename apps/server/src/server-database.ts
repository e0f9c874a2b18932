import type { Config } from '@kiosk/backend/config'
import { connect } from '@kiosk/backend/db/connect'

/** Connections for jobs and what is done at the start; requests have theirs, see serving-database.ts. */
const CONNECTIONS = 6

/**
 * The database of a server's config. An embedded one that dies and does not come back ends the server: whatever started
 * it can tell by the exit code that it is to be started again.
 */
export function connectServer(config: Pick<Config, 'databaseUrl' | 'dataDir'>): ReturnType<typeof connect> {
  return connect({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    connections: CONNECTIONS,
    report: (line) => console.error(line),
    onGone(reason) {
      console.error(reason.message)
      process.exit(1)
    },
  })
}
