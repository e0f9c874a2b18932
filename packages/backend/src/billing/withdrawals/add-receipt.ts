import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import { canonicalEmail, mailboxOf } from '../../accounts/canonical-email.ts'
import { DELAY_MINUTES, type EmailPace } from '../../auth/email-limits.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'

/** Number of waiting receipts of an address after which further ones are sent an hour apart. */
const MOST_SOON = 12
/** Longest delay of a receipt; of those that would wait longer, only the newest is sent. */
const LONGEST_WAIT_HOURS = 24

/**
 * Enqueues the e-mail that acknowledges a declaration. If many were sent to its address recently, it is delayed by some minutes
 * after the previous one, so that a stranger can neither flood a mailbox nor prevent its owner from declaring.
 * @param declaration `email`: as typed
 */
export async function addReceipt(
  db: Kysely<DB>,
  declaration: { id: number | string; email: string },
  pace: EmailPace,
): Promise<void> {
  const receipt = { letter: 'exit-receipt', declarationId: Number(declaration.id) } as const
  if (pace === 'now') return enqueue(db, 'letter', receipt)
  // Job keys must not contain addresses.
  const address = createHash('sha256')
    .update(mailboxOf(canonicalEmail(declaration.email)).toLowerCase())
    .digest('base64url')
  const key = `exit-receipt ${address} `
  const { rows } = await sql<{
    last: Date | null
    waiting: number
  }>`select max(run_at) as last, count(*)::int as waiting from graphile_worker.jobs
    where starts_with(key, ${key})`.execute(db)
  const now = Date.now()
  const { last = null, waiting = 0 } = rows[0] ?? {}
  const delayMinutes = DELAY_MINUTES[waiting < MOST_SOON ? pace : 'much-later']
  const at = Math.max(now, last?.getTime() ?? 0) + delayMinutes * MINUTE_MS
  const longest = now + LONGEST_WAIT_HOURS * HOUR_MS
  if (at <= longest) await enqueue(db, 'letter', receipt, { key: `${key}${declaration.id}`, at: new Date(at) })
  else await enqueue(db, 'letter', receipt, { key: `${key}newest`, at: new Date(longest), keepTime: true })
}
