import type pg from 'pg'
import type { Logger } from 'pino'
import { createClient } from '../database/connections.ts'

const AGAIN_AFTER = 500

/**
 * Says that workers live, by advisory locks under their names on a connection of its own. A connection that is lost comes
 * back, and with it the locks, before the patience of the others ends.
 */
export async function signOfLife(databaseUrl: string, log: Logger): Promise<{ give(name: string): void; end(): Promise<void> }> {
  const names: string[] = []
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let ended = false
  /** Names are locked one after the other: a connection takes one question at a time. */
  let locking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = createClient({
      url: databaseUrl,
      name: 'jobs alive',
      onLost(error) {
        log.warn({ err: error }, 'workers lost the connection that says that they live')
        retry()
      },
    })
    await fresh.connect()
    client = fresh
    if (names.length > 0) await lock(fresh, names)
  }

  function retry(): void {
    if (ended) return
    client = undefined
    clearTimeout(again)
    again = setTimeout(() => connect().catch(retry), AGAIN_AFTER)
  }

  await connect()
  return {
    give(name) {
      names.push(name)
      locking = locking.then(() => client && lock(client, [name])).catch(retry)
    },
    async end() {
      ended = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}

async function lock(client: pg.Client, names: string[]): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtextextended(name, 0)) from unnest($1::text[]) as name', [names])
}
