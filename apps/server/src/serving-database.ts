import { type Database, open } from '@kiosk/backend/db/connect'
import { HEALTH_LIMITS, REQUEST_LIMITS } from '@kiosk/backend/db/connections'
import { COMPARISON_CONNECTIONS, SERVING_CONNECTIONS as CONNECTIONS, REPLICA_CONNECTIONS } from '@kiosk/backend/db/pool-sizes'
import { createReplica, openReplica } from '@kiosk/backend/db/replica'
import type { Logger } from 'pino'

/**
 * Opens connections in pools of their own, so that none can exhaust another: while calls about accounts wait for a lock, the
 * catalogue is still served, and health checks and metrics wait for neither.
 * @param options `prepares`: statements may be prepared; `poolerUrl`: see `open`; `readUrl`: address of a replica
 */
export function openServingDatabase(
  url: string,
  options: { prepares: boolean; poolerUrl: string | undefined; readUrl: string | undefined; log: Logger },
) {
  const { readUrl, log, ...how } = options
  const accounts = open(url, CONNECTIONS.accounts, REQUEST_LIMITS, 'accounts', how)
  const everybody = open(url, CONNECTIONS.everybody, REQUEST_LIMITS, 'everybody', how)
  const health = open(url, CONNECTIONS.health, HEALTH_LIMITS, 'health', how)
  const figures = open(url, CONNECTIONS.figures, HEALTH_LIMITS, 'figures', how)
  const reads = readUrl ? openReplica(readUrl, REPLICA_CONNECTIONS) : undefined
  const comparison = reads && open(url, COMPARISON_CONNECTIONS, HEALTH_LIMITS, 'comparison', how)
  const replica = reads && comparison && createReplica({ replica: reads.db, primary: comparison.db, log })
  return {
    accounts,
    everybody,
    figures,
    reads,
    replica,
    health: createHealth(health.db),
    async close() {
      await replica?.close()
      await Promise.all([accounts, everybody, health, figures, reads, comparison].map((each) => each?.close()))
    },
  }
}

/** Queries the name of the newest migration; undefined if the database does not answer. Simultaneous calls share one query. */
function createHealth(db: Database): () => Promise<string | undefined> {
  let pendingQuery: Promise<string | undefined> | undefined
  return () => {
    pendingQuery ??= db
      .selectFrom('migrations')
      .select('name')
      .orderBy('name', 'desc')
      .limit(1)
      .executeTakeFirst()
      .then((row) => row?.name)
      .catch(() => undefined)
      .finally(() => {
        pendingQuery = undefined
      })
    return pendingQuery
  }
}
