import type pg from 'pg'
import type { Logger } from 'pino'
import { createClient } from '../db/connections.ts'

const RETRY_AFTER_MS = 500

export type Heartbeat = {
  /** Marks the worker of that name as alive from now on. */
  give(name: string): void
  /** Ends the mark, so that others take over the jobs of these workers. */
  drop(names: readonly string[]): void
  end(): Promise<void>
}

/**
 * Heartbeat of workers: advisory locks on their names, on a separate connection. A lost connection and its locks are restored
 * before the other workers' timeout ends.
 */
export async function startHeartbeat(databaseUrl: string, log: Logger): Promise<Heartbeat> {
  const names = new Set<string>()
  /** Names locked by `client`, each once, so that one unlock releases it. */
  let held = new Set<string>()
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let ended = false
  /** Names are locked one after the other, because a connection runs one query at a time. */
  let locking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = createClient({
      url: databaseUrl,
      name: 'jobs alive',
      onLost(error) {
        log.warn({ event: 'jobs.heartbeat-lost', err: error }, 'database connection of the worker heartbeat was lost')
        retry(fresh)
      },
    })
    await fresh.connect()
    if (ended) return fresh.end()
    client = fresh
    held = new Set()
    await settle()
  }

  /** Replaces a lost connection, unless it is no longer in use. */
  function retry(lost?: pg.Client): void {
    if (ended || (client && client !== lost)) return
    client = undefined
    // If only a statement failed, its locks would remain.
    lost?.end().catch(() => {})
    clearTimeout(again)
    again = setTimeout(() => connect().catch(() => retry()), RETRY_AFTER_MS)
  }

  /** Locks the missing names and releases those that were dropped. */
  function settle(): Promise<unknown> {
    locking = locking.then(async () => {
      const current = client
      if (!current) return
      try {
        await lockNames(current, held, names)
      } catch {
        retry(current)
      }
    })
    return locking
  }

  await connect()
  return {
    give(name) {
      names.add(name)
      void settle()
    },
    drop(dropped) {
      for (const name of dropped) names.delete(name)
      void settle()
    },
    async end() {
      ended = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}

/** Changes the locks of the client, and `held`, to `names`. */
async function lockNames(client: pg.Client, held: Set<string>, names: ReadonlySet<string>): Promise<void> {
  const change = (lock: string, changed: string[]) =>
    changed.length > 0 && client.query(`select ${lock}(hashtextextended(name, 0)) from unnest($1::text[]) as name`, [changed])
  const missing = [...names].filter((name) => !held.has(name))
  await change('pg_advisory_lock_shared', missing)
  for (const name of missing) held.add(name)
  const dropped = [...held].filter((name) => !names.has(name))
  await change('pg_advisory_unlock_shared', dropped)
  for (const name of dropped) held.delete(name)
}
