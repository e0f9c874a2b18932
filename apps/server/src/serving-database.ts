import { type Database, open } from '@kiosk/backend/db/connect'
import { HEALTH_LIMITS, REQUEST_LIMITS } from '@kiosk/backend/db/connections'
import { SERVING_CONNECTIONS as CONNECTIONS } from '@kiosk/backend/db/pool-sizes'

/**
 * Opens connections in pools of their own, so that none can exhaust another: calls of accounts may wait for a lock while the catalogue
 * is still served, and health checks and metrics wait for neither.
 * @param how `prepares`: statements may be prepared; `poolerUrl`: see `open`
 */
export function openServingDatabase(url: string, how: { prepares: boolean; poolerUrl: string | undefined }) {
  const accounts = open(url, CONNECTIONS.accounts, REQUEST_LIMITS, 'accounts', how)
  const everybody = open(url, CONNECTIONS.everybody, REQUEST_LIMITS, 'everybody', how)
  const health = open(url, CONNECTIONS.health, HEALTH_LIMITS, 'health', how)
  const figures = open(url, CONNECTIONS.figures, HEALTH_LIMITS, 'figures', how)
  return {
    accounts,
    everybody,
    figures,
    health: createHealth(health.db),
    close: () => Promise.all([accounts, everybody, health, figures].map((each) => each.close())),
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
