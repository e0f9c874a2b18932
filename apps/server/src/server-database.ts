import type { Config } from '@kiosk/backend/config'
import { connect } from '@kiosk/backend/db/connect'

/** Connections for jobs and for the start; for those of requests see serving-database.ts. */
const CONNECTIONS = 6

/**
 * Opens the database of a server. If an embedded one stops and does not recover, the server exits with a code that tells its
 * supervisor to restart it.
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
