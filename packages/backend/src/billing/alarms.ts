import type { Money } from '@kiosk/domain/money'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { Kysely } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { AppContext, ChangeContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** Kinds of operator alarms; each has texts in alarm-emails.json of every language. */
export const ALARM_KINDS = [
  /** Money in suspense; see suspense.ts. */
  'suspense',
  /** The provider refused to return money in suspense. */
  'return-failed',
  /** A wallet plan has another price at the wallet than here, so the wallet is not offered. */
  'wallet-plan',
  /** The wallet charged another amount than agreed; it is recorded as charged. */
  'wallet-amount',
  /** A wallet payment could not become a subscription; it was cancelled there and is refunded. */
  'wallet-refused',
  /** The provider's records and our ledger differ, and the difference could not be repaired. */
  'books-differ',
  /** Fewer than two pieces of evidence prove the country of an active subscription; see weak-evidence.ts. */
  'weak-evidence',
  /** The website's TLS certificate expires soon or has expired; see certificate-check.ts. */
  'certificate-expires',
  /** Little space is left for the data of a server; see disk-check.ts. */
  'disk-full',
  /** A provider sent a signed event that cannot be read; see webhooks/endpoint.ts. */
  'event-malformed',
  /** A link of a scheduled newsletter leads nowhere at its time, so it is paused; see send-newsletter.ts. */
  'newsletter-link',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/**
 * Kinds that a person may dismiss, because nothing else closes them, or not if their plan, address or server is no longer used.
 * The others are closed when their case is settled.
 */
const DISMISSIBLE: readonly string[] = [
  'books-differ',
  'wallet-amount',
  'wallet-plan',
  'certificate-expires',
  'disk-full',
  'event-malformed',
] satisfies AlarmKind[]
export const isDismissible = (kind: string) => DISMISSIBLE.includes(kind)

/** Alarms of one kind within this time share one e-mail. */
const EMAIL_DELAY_MS = 5 * MINUTE_MS

/**
 * Raises an operator alarm once: a log line at error level (`operator.alarm`), a row, and an e-mail that lists the open alarms.
 * An alarm that is already open changes nothing.
 * @param details numbers and fixed words only, never a person's name or address
 * @returns whether it is new
 */
export async function raiseAlarm(
  db: Kysely<DB>,
  { log, now }: Pick<AppContext, 'log' | 'now'>,
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
  log.error({ event: 'operator.alarm', kind, subject, ...details }, 'operator alarm raised')
  const at = new Date(now().getTime() + EMAIL_DELAY_MS)
  await enqueue(db, 'letter', { letter: 'operator-alarm', kind }, { key: `operator-alarm ${kind}`, at, keepTime: true })
  return true
}

/** Returns whether an alarm of this kind was ever raised for the subject, even if it was cleared. */
export async function wasRaised(db: Kysely<DB>, { kind, subject }: { kind: AlarmKind; subject: string }): Promise<boolean> {
  const found = await db
    .selectFrom('operator_alarms')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Clears an alarm; a later one of the same subject is raised again. */
export async function clearAlarm(
  db: Kysely<DB>,
  { now }: Pick<AppContext, 'now'>,
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

/** Closes an open alarm of a dismissible kind, with a reason. Returns whether there was one. */
export function dismissAlarm({ db, actor, now }: ChangeContext, id: number, reason: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('operator_alarms')
      .set({ cleared_at: now() })
      .where('id', '=', id)
      .where('cleared_at', 'is', null)
      .where('kind', 'in', DISMISSIBLE)
      .returning(['kind', 'subject'])
      .executeTakeFirst()
    if (!closed) return false
    const subject = { kind: 'alarm', id, name: closed.subject }
    await recordAudit(trx, actor, now(), { action: 'alarm.dismissed', subject, before: { kind: closed.kind }, reason })
    return true
  })
}

/** Lists open alarms, latest first. */
export function openAlarms(
  db: Kysely<DB>,
  kind?: AlarmKind,
  { before, most }: { before?: number | undefined; most?: number } = {},
) {
  return db
    .selectFrom('operator_alarms')
    .selectAll()
    .where('cleared_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(most !== undefined, (query) => query.limit(most!))
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Returns what an alarm says besides its subject: amounts in minor units, the id of its subscription, and codes. Other numbers are
 * ids of rows, which are of no use to a person.
 */
export function alarmDetails({ details }: { details: unknown }) {
  const { amount, currency, expected, subscription, contract, ...others } = details as Record<string, string | number | null>
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    amount: numberOf(amount),
    currency: typeof currency === 'string' ? (currency as Money['currency']) : null,
    /** The agreed amount, if another one was charged. */
    expected: numberOf(expected),
    subscription: numberOf(subscription) ?? numberOf(contract),
    words: Object.values(others).filter((each): each is string => typeof each === 'string' && each !== ''),
  }
}
