import type { Config } from '@kiosk/backend/config'
import { connect } from '@kiosk/backend/db/connect'
import { embeddedConnections, WORK_CONNECTIONS } from '@kiosk/backend/db/pool-sizes'

/**
 * Opens the database of a server. If an embedded one stops and does not recover, the server exits with a code that tells its
 * supervisor to restart it.
 */
export function connectServer({
  databaseUrl,
  dataDir,
  workers,
  emailRates,
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'workers' | 'emailRates'>): ReturnType<typeof connect> {
  return connect({
    settings: [`max_connections=${embeddedConnections(workers, emailRates)}`],
    databaseUrl,
    dataDir,
    connections: WORK_CONNECTIONS,
    report: (line) => console.error(line),
    onGone(reason) {
      console.error(reason.message)
      process.exit(1)
    },
  })
}
