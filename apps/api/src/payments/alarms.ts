import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'

/** What the operator is alarmed of; each has words in languages/alarm-emails.ts. */
export const ALARM_KINDS = [
  /** Money in suspense; see suspense.ts. */
  'suspense',
  /** The provider refused to return money that is in suspense. */
  'return-failed',
  /** A plan of the wallet costs something else there than here: the wallet is not offered. */
  'wallet-plan',
  /** The wallet charged another amount than was agreed; it is booked as it was charged. */
  'wallet-amount',
  /** A wallet payment could not become a subscription; it was cancelled there and is paid back. */
  'wallet-refused',
  /** The provider's books and ours differ, and it could not be repaired. */
  'books-differ',
  /** Fewer than two pieces of evidence name the country of a running subscription; see weak-evidence.ts. */
  'weak-evidence',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Alarms of one kind within this time are one e-mail. Milliseconds. */
const EMAIL_DELAY_MS = 5 * 60_000

/**
 * Alarms the operator once: a line of the log at error (`operator.alarm`), a row, and an e-mail that lists what is open. An
 * alarm that is open already changes nothing.
 * @param details numbers and fixed words only, never a person's name or address
 * @returns whether it is new
 */
export async function raiseAlarm(
  db: Kysely<DB>,
  { log, now }: Pick<House, 'log' | 'now'>,
  alarm: { kind: AlarmKind; subject: string; details?: Record<string, string | number | null> },
): Promise<boolean> {
  const { kind, subject, details = {} } = alarm
  const raised = await db
    .insertInto('operator_alarms')
    .values({ kind, subject, details: JSON.stringify(details), raised_at: now() })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('cleared_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!raised) return false
  log.error({ event: 'operator.alarm', kind, subject, ...details }, 'the operator is alarmed')
  const at = new Date(now().getTime() + EMAIL_DELAY_MS)
  await addJob(db, 'letter', { letter: 'operator-alarm', kind }, { key: `operator-alarm ${kind}`, at, keepTime: true })
  return true
}

/** What an alarm was about is settled; a later one of the same subject is told again. */
export async function clearAlarm(
  db: Kysely<DB>,
  { now }: Pick<House, 'now'>,
  { kind, subject }: { kind: AlarmKind; subject: string },
): Promise<void> {
  await db
    .updateTable('operator_alarms')
    .set({ cleared_at: now() })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('cleared_at', 'is', null)
    .execute()
}

/** Open alarms, the latest first. */
export function openAlarms(db: Kysely<DB>, kind?: AlarmKind) {
  return db
    .selectFrom('operator_alarms')
    .selectAll()
    .where('cleared_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('id', 'desc')
    .execute()
}
