import { UNVERIFIED_TERM } from '@kiosk/domain/accounts/terms'
import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { Jobs } from './jobs.ts'

/** How long things are kept after their use. Days. */
const KEPT = {
  tokens: 30,
  crashReports: 30,
  feedback: 365,
  partings: 7,
  addressChanges: 30,
  exits: 3 * 365,
  unsuccessfulCheckouts: 400,
} as const
/** At most so many rows in one statement: nobody waits long for a lock of this. */
const BATCH = 1000

/** Throws away what has had its time. */
export async function housekeeping(_given: Jobs['housekeeping'], { db, log, now }: House): Promise<void> {
  const before = (days: number) => sql`${new Date(now().getTime() - days * 24 * 3_600_000)}::timestamptz`
  const old = {
    sessions: sql`expires_at < ${before(0)}`,
    // What a provider told is of no use once its minutes are over.
    one_time_tokens: sql`expires_at < ${before(KEPT.tokens)} or purpose in ('social', 'identity') and expires_at < ${before(0)}`,
    crash_reports: sql`at < ${before(KEPT.crashReports)}`,
    feedback: sql`at < ${before(KEPT.feedback)}`,
    // Normally the letter takes them along; this is for one that could not be sent.
    partings: sql`at < ${before(KEPT.partings)}`,
    // So long somebody may ask what was declared; what waits for a person is kept.
    exit_declarations: sql`applied_at is not null and received_at < ${before(KEPT.exits)}`,
    unsuccessful_checkouts: sql`at < ${before(KEPT.unsuccessfulCheckouts)}`,
    address_changes: sql`confirmed_at is null and asked_at < ${before(KEPT.addressChanges)}`,
    // Consents, tokens and the rest go with the account. Who comes in another way has proved to be somebody.
    accounts: sql`verified_at is null and created_at < ${before(UNVERIFIED_TERM)} and facebook_id is null and apple_id is null
      and not demonstration and not exists (select from subscriptions where subscriptions.account_id = accounts.id)`,
  }
  const gone: Record<string, number> = {}
  for (const [name, isOld] of Object.entries(old)) {
    const table = sql.table(name)
    let batch = BATCH
    while (batch === BATCH) {
      const { numAffectedRows } = await sql`delete from ${table} where id in (
        select id from ${table} where ${isOld} limit ${BATCH} for update skip locked)`.execute(db)
      batch = Number(numAffectedRows ?? 0)
      gone[name] = (gone[name] ?? 0) + batch
    }
  }
  log.info({ event: 'housekeeping', gone }, 'what has had its time is gone')
}
