import { UNVERIFIED_EXPIRY_DAYS } from '@kiosk/domain/accounts/limits'
import { REJECTED_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { addErasureJob } from './accounts/request-erasure.ts'
import { forgetSearches } from './catalogue/search/unsuccessful-searches.ts'
import { forgetUploads } from './catalogue/uploads/forget-uploads.ts'
import type { AppContext } from './context.ts'
import type { Database } from './db/connect.ts'

declare module './jobs/job.ts' {
  interface Jobs {
    housekeeping: object
  }
}

/** Retention periods. Days. */
export const RETENTION_DAYS = {
  tokens: 30,
  crashReports: 30,
  feedback: 365,
  sentEmails: 365,
  supportViews: 365,
  epubDownloads: 365,
  deletedAccountEmails: 7,
  addressChanges: 30,
  terminationDeclarations: 3 * 365,
  terminationDeclarationsWithoutAccount: 365,
  unsuccessfulCheckouts: 400,
  /** Hits of saved searches; sending their e-mail may take days. */
  savedSearchHits: 30,
  /** An offer for new readers is not repeated to the same person within this time. */
  voucherRedemptionHashes: 730,
  /** Longer than any backup is kept from which such an account could return. */
  erasedAccounts: 800,
  /** The table allows no earlier deletion (migration 040). */
  securityEvents: 365,
} as const
/** Maximum rows per statement, to keep locks short. */
const BATCH_SIZE = 1000

/** Deletes rows past their retention period. */
export async function housekeeping(_payload: object, { db, log, now }: Pick<AppContext, 'db' | 'log' | 'now'>): Promise<void> {
  const before = (days: number) => sql`${new Date(now().getTime() - days * DAY_MS)}::timestamptz`
  const old = {
    sessions: sql`expires_at < ${before(0)}`,
    // Data of a login at a provider expire after minutes.
    one_time_tokens: sql`expires_at < ${before(RETENTION_DAYS.tokens)} or purpose in ('social', 'identity', 'passkey') and expires_at < ${before(0)}`,
    // A used refresh token is remembered for as long as it could be presented again.
    session_tokens: sql`expires_at < ${before(0)}`,
    crash_reports: sql`at < ${before(RETENTION_DAYS.crashReports)}`,
    feedback: sql`at < ${before(RETENTION_DAYS.feedback)}`,
    sent_emails: sql`sent_at < ${before(RETENTION_DAYS.sentEmails)}`,
    epub_downloads: sql`at < ${before(RETENTION_DAYS.epubDownloads)}`,
    support_requests: sql`asked_at < ${before(RETENTION_DAYS.supportViews)}`,
    // Deleted with its views.
    support_grants: sql`ends_at < ${before(RETENTION_DAYS.supportViews)}`,
    // Normally sending the e-mail removes them; this is for e-mails that could not be sent.
    deleted_account_emails: sql`at < ${before(RETENTION_DAYS.deletedAccountEmails)}`,
    // Declarations are kept while questions about them may arrive. Open ones are kept, except those without an account: after a
    // year nobody can process them any more.
    termination_declarations: sql`applied_at is not null and received_at < ${before(RETENTION_DAYS.terminationDeclarations)}
      or applied_at is null and account_id is null and received_at < ${before(RETENTION_DAYS.terminationDeclarationsWithoutAccount)}`,
    rejected_instruments: sql`until <= ${before(0)}`,
    unsuccessful_checkouts: sql`at < ${before(RETENTION_DAYS.unsuccessfulCheckouts)}`,
    voucher_redemption_hashes: sql`at < ${before(RETENTION_DAYS.voucherRedemptionHashes)}`,
    address_changes: sql`confirmed_at is null and requested_at < ${before(RETENTION_DAYS.addressChanges)}`,
    security_events: sql`at < ${before(RETENTION_DAYS.securityEvents)}`,
    registrations: sql`created_at < ${before(UNVERIFIED_EXPIRY_DAYS)}
      and not exists (select from accounts where accounts.id = account_id and demonstration)`,
    // Consents, tokens and other rows are deleted with the account. Accounts with another sign-in method are verified.
    accounts: sql`verified_at is null and created_at < ${before(UNVERIFIED_EXPIRY_DAYS)} and facebook_id is null and apple_id is null
      and not demonstration and not exists (select from registrations where registrations.account_id = accounts.id)
      and not exists (select from subscriptions where subscriptions.account_id = accounts.id)`,
  }
  const gone: Record<string, number> = {}
  for (const [name, isOld] of Object.entries(old)) {
    const table = sql.table(name)
    let batch = BATCH_SIZE
    while (batch === BATCH_SIZE) {
      const { numAffectedRows } = await sql`delete from ${table} where id in (
        select id from ${table} where ${isOld} limit ${BATCH_SIZE} for update skip locked)`.execute(db)
      batch = Number(numAffectedRows ?? 0)
      gone[name] = (gone[name] ?? 0) + batch
    }
  }
  // The fingerprint of an erased reader's card or bank account is not needed once it would be accepted again.
  await sql`update payment_methods set fingerprint = null where id in (select id from payment_methods
    where account_id is null and fingerprint is not null and created_at < ${before(REJECTED_DAYS)} limit ${BATCH_SIZE})`.execute(
    db,
  )
  gone.failed_letters = await dropFailedEmails(db)
  gone.unsuccessful_searches = await forgetSearches(db, now())
  gone.erased_accounts = await forgetErasures(db, now())
  gone.saved_search_runs = await forgetSearchRuns(db, now())
  gone.uploads = await forgetUploads({ db, now })
  await addLostErasures(db, now())
  log.info({ event: 'cleanup.finished', deleted: gone }, 'cleanup finished')
}

/** Deletes old runs of saved searches with their hits and the records of their e-mails. */
async function forgetSearchRuns(db: Database, now: Date): Promise<number> {
  const old = sql`select day from saved_search_runs
    where finished_at < ${new Date(now.getTime() - RETENTION_DAYS.savedSearchHits * DAY_MS)}::timestamptz`
  for (const table of ['saved_search_hits', 'saved_search_emails', 'searched_issues'])
    await sql`delete from ${sql.table(table)} where day in (${old})`.execute(db)
  const { numAffectedRows } = await sql`delete from saved_search_runs where day in (${old})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes records of erased accounts that no backup contains any more. */
async function forgetErasures(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS.erasedAccounts * DAY_MS)
  const { numDeletedRows } = await db.deleteFrom('erased_accounts').where('at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes failed e-mails of accounts that no longer exist. */
async function dropFailedEmails(db: AppContext['db']): Promise<number> {
  const { rows } = await sql`select graphile_worker.complete_jobs(array(
    select jobs.id from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier in ('letter', 'bulk-letter') and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      and jobs.payload ->> 'accountId' is not null
      and not exists (select from accounts where accounts.id = (jobs.payload ->> 'accountId')::bigint)))`.execute(db)
  return rows.length
}

/** Erases accounts that are due and whose job was lost or has failed. */
async function addLostErasures(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const due = await db.selectFrom('accounts').select('id').where('erase_at', '<', yesterday).execute()
  for (const { id } of due) await db.transaction().execute((trx) => addErasureJob(trx, id, new Date()))
}
