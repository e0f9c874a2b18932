import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { DB } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { type EmailPace, LATER_MINUTES } from '../session/email-limits.ts'

const LATER_MS = LATER_MINUTES * 60_000
/** Receipts of one address wait no longer; of those that would, the newest goes alone. Hours. */
const LONGEST_WAIT_HOURS = 24

/**
 * Adds the e-mail that acknowledges a declaration. Where many were sent to its address lately it waits, and each goes some
 * minutes after the one before: strangers who declare without end neither fill a mailbox nor keep anybody from declaring.
 * @param declaration `email` as it was typed
 */
export async function addReceipt(
  db: Kysely<DB>,
  declaration: { id: number | string; email: string },
  pace: EmailPace,
): Promise<void> {
  const letter = { letter: 'exit-receipt', declarationId: Number(declaration.id) } as const
  if (pace === 'now') return addJob(db, 'letter', letter)
  // Keys of jobs hold no addresses.
  const address = createHash('sha256').update(canonicalEmail(declaration.email).toLowerCase()).digest('base64url')
  const key = `exit-receipt ${address} `
  const { rows } = await sql<{ last: Date | null }>`select max(run_at) as last from graphile_worker.jobs
    where starts_with(key, ${key})`.execute(db)
  const now = Date.now()
  const at = Math.max(now, rows[0]?.last?.getTime() ?? 0) + LATER_MS
  const longest = now + LONGEST_WAIT_HOURS * 3_600_000
  if (at <= longest) await addJob(db, 'letter', letter, { key: `${key}${declaration.id}`, at: new Date(at) })
  else await addJob(db, 'letter', letter, { key: `${key}newest`, at: new Date(longest), keepTime: true })
}
