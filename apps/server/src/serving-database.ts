import { type Database, open } from '@kiosk/backend/db/connect'
import { HEALTH_LIMITS, REQUEST_LIMITS } from '@kiosk/backend/db/connections'

/** Connections of one server for its requests, at most; jobs and other work have theirs beside. */
const CONNECTIONS = { accounts: 8, everybody: 6, health: 1 } as const

/**
 * Connections in three groups, so that none can use up those of another: calls of accounts may wait for a lock while the
 * catalogue is still shown to everybody, and a balancer that asks for health waits behind neither.
 */
export function openServingDatabase(url: string) {
  const accounts = open(url, CONNECTIONS.accounts, REQUEST_LIMITS, 'accounts')
  const everybody = open(url, CONNECTIONS.everybody, REQUEST_LIMITS, 'everybody')
  const health = open(url, CONNECTIONS.health, HEALTH_LIMITS, 'health')
  return {
    accounts,
    everybody,
    health: createHealth(health.db),
    close: () => Promise.all([accounts.close(), everybody.close(), health.close()]),
  }
}

/** Name of the newest migration; undefined where the database does not answer. Who asks at once shares one question. */
function createHealth(db: Database): () => Promise<string | undefined> {
  let req: Promise<string | undefined> | undefined
  return () => {
    req ??= db
      .selectFrom('migrations')
      .select('name')
      .orderBy('name', 'desc')
      .limit(1)
      .executeTakeFirst()
      .then((row) => row?.name)
      .catch(() => undefined)
      .finally(() => {
        req = undefined
      })
    return req
  }
}
