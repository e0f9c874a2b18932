import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import type { Database } from '../db/connect.ts'
import { createReplica, openReplica } from '../db/replica.ts'
import { type Finding, ok, skipped, warning } from './checks.ts'

const CONNECTIONS = 2
/** Time for the replica to catch up with the primary's current state. */
const CATCHES_UP_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 100

/**
 * Checks that the replica can be used: within some seconds it must have what the database has now.
 * @param url of the replica; undefined = there is none
 */
export async function checkReplica(
  db: Database,
  url: string | undefined,
  catchesUpWithinMs = CATCHES_UP_WITHIN_MS,
): Promise<Finding> {
  if (!url) return skipped('no replica is set')
  const connection = openReplica(url, CONNECTIONS, 'doctor')
  const replica = createReplica({ replica: connection.db, primary: db, log: pino({ level: 'silent' }) })
  const startedAt = performance.now()
  try {
    for (;;) {
      const why = await replica.read(db, async (read) => (read === db ? (replica.state().why ?? 'it is behind') : null))
      const tookMs = performance.now() - startedAt
      if (why === null) return ok(`it had everything after ${Math.round(tookMs)} ms`)
      // The newsstand works without it.
      if (tookMs > catchesUpWithinMs) return warning(`it is not used: ${why}`, 'See docs/runbook/replica-not-used.md.')
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    await replica.close()
    await connection.close()
  }
}
