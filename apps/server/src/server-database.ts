import type { Config } from '@kiosk/backend/config'
import { connect } from '@kiosk/backend/db/connect'

/** Most connections that the embedded database accepts, for one process; and for each further one, which runs no jobs. */
const EMBEDDED_CONNECTIONS = { first: 100, further: 40 } as const
/** Connections for jobs and for the start; for those of requests see serving-database.ts. */
const CONNECTIONS = 6

/**
 * Opens the database of a server. If an embedded one stops and does not recover, the server exits with a code that tells its
 * supervisor to restart it.
 */
export function connectServer({
  databaseUrl,
  dataDir,
  workers,
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'workers'>): ReturnType<typeof connect> {
  const { first, further } = EMBEDDED_CONNECTIONS
  return connect({
    settings: [`max_connections=${first + (workers - 1) * further}`],
    databaseUrl,
    dataDir,
    connections: CONNECTIONS,
    report: (line) => console.error(line),
    onGone(reason) {
      console.error(reason.message)
      process.exit(1)
    },
  })
}
