import { expectedAfter } from '@kiosk/domain/catalogue/frequency'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { requireRegion } from '@kiosk/domain/regions'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { type ATTENTION, today as declared } from '@kiosk/domain/staff/today-endpoints'
import { REJECTED_FILE_DAYS } from '@kiosk/domain/staff/upload-limits'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import { BACKUP_LATE_MS, lastBackup } from '../backup/last-backup.ts'
import { listsOfProviders } from '../billing/reconciliation/find-differences.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'

/** New readers and issues are counted, and rejected files listed, for this long. */
const RECENT_DAYS = REJECTED_FILE_DAYS
/** An issue may be this late before its title is listed. */
const LATE_AFTER_DAYS = 2
const MOST_EXAMPLES = 5
/** E-mails that have not been sent after this time are listed. */
const MAIL_LATE_MS = 15 * MINUTE_MS
/** E-mails that are sent by themselves, not as part of a newsletter, which shows its own progress. */
const EMAIL_JOBS = ['letter', 'bulk-letter']
/**
 * Answers about one recipient, as a regular expression of PostgreSQL; see smtp-mailer.ts. Addresses and mailboxes have the enhanced
 * codes x.1.x and x.2.x (RFC 3463); without such a code, the text names the mailbox. x.1.7 and x.1.8 are about the sender. Others,
 * such as limits, concern every e-mail.
 */
const ABOUT_RECIPIENT = 'the mail server answered [0-9]{3}[ -]([0-9][.](1[.][^78]|2[.])|[^.]*mailbox).* to (RCPT TO|DATA)'
/** A payment has waited this long for its result, and a provider was not compared for so long: as in ops/alerts.yaml. */
const PAYMENT_LATE_MS = HOUR_MS
const RECONCILIATION_LATE_MS = 3 * DAY_MS

type Attention = { kind: (typeof ATTENTION)[number]; count: number; since: Date | null; examples: string[] }

export const today = defineDeskHandler(declared, async ({ ctx, session }) => {
  const { db } = ctx
  const now = ctx.now()
  const recent = new Date(now.getTime() - RECENT_DAYS * DAY_MS)
  const [attention, figures, backup] = await Promise.all([
    attentionAt(ctx, now, recent),
    figuresOf(db, now, recent),
    isPermitted(session.role, 'operations.read') ? backupAt(ctx, now) : null,
  ])
  const { missingFeatures } = ctx
  const settings: Attention = { kind: 'settings', count: missingFeatures.length, since: null, examples: [...missingFeatures] }
  const shown = [settings, ...attention].filter(({ count }) => count > 0)
  return { attention: shown.map((each) => ({ ...each, since: each.since?.toISOString() ?? null })), backup, figures }
})

/** A developer's machine and a demonstration need no backups, but show those that are made. */
async function backupAt({ db, environment, operator }: Pick<AppContext, 'db' | 'environment' | 'operator'>, now: Date) {
  const at = await lastBackup(db)
  if (!at && (environment === 'development' || operator.demonstration)) return null
  return { at: at?.toISOString() ?? null, isLate: !at || now.getTime() - at.getTime() > BACKUP_LATE_MS }
}

/** Everything that may need attention, with the time since which it has been waiting. */
async function attentionAt(ctx: Pick<AppContext, 'db' | 'payments'>, now: Date, recent: Date): Promise<Attention[]> {
  const { db } = ctx
  const providers = listsOfProviders(ctx, ctx.payments).map(({ name }) => name)
  const { rows } = await sql<{ kind: Attention['kind']; count: number; since: Date | null; examples: string[] | null }>`
    select 'alarms' as kind, count(*)::int as count, min(raised_at) as since, array_agg(distinct kind) as examples
      from operator_alarms where cleared_at is null
    union all select 'jobs', count(*)::int, min(run_at), array_agg(distinct task_identifier)
      from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    -- They are tried for days before they fail.
    union all select 'mail', count(*)::int, min(created_at), null
      from graphile_worker.jobs where task_identifier = any(${EMAIL_JOBS}::text[]) and attempts > 0 and attempts < max_attempts
        and created_at < ${new Date(now.getTime() - MAIL_LATE_MS)} and last_error !~* ${ABOUT_RECIPIENT}
    union all select 'imports', count(*)::int, min(finished_at), array_agg(distinct file_name)
      from imports where state = 'refused' and finished_at > ${recent}
    union all select 'uploads', count(*)::int, min(changed_at), array_agg(distinct file_name)
      from uploads where state = 'failed' and changed_at > ${recent}
    union all select 'suspense', count(*)::int, min(found_at), null from suspense where resolved_at is null
    union all select 'payments', count(*)::int, min(created_at), null from payment_attempts
      where state in ('sent', 'unknown') and created_at < ${new Date(now.getTime() - PAYMENT_LATE_MS)}
    union all select 'reconciliation', count(*)::int, min(until), array_agg(provider) from reconciled_until
      where provider = any(${providers}::text[]) and until < ${new Date(now.getTime() - RECONCILIATION_LATE_MS)}
    union all select 'declarations', count(*)::int, min(received_at), null
      from termination_declarations where applied_at is null
    union all select 'past-due', count(*)::int, null, null from subscriptions where state = 'past-due'
    union all select 'feedback', count(*)::int, min(at), null from feedback where answered_at is null`.execute(db)
  const late = await lateTitles(db, dayInVienna(now))
  const counted = rows.map(({ examples, ...each }) => ({ ...each, examples: (examples ?? []).slice(0, MOST_EXAMPLES) }))
  const titles: Attention = { kind: 'late-titles', count: late.length, since: null, examples: late.slice(0, MOST_EXAMPLES) }
  const feedback = counted.findIndex(({ kind }) => kind === 'feedback')
  return [...counted.slice(0, feedback), titles, ...counted.slice(feedback)]
}

/** Returns the names of titles whose next issue was due some days ago, by their frequency; those that have left are not listed. */
async function lateTitles(db: Kysely<DB>, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; frequency: string; newest: string }>`
    select t.name, t.frequency, i.issue_date as newest from titles t cross join lateral (
      select issue_date from issues where title_id = t.id order by issue_date desc, id desc limit 1) i
    where t.available_until is null or t.available_until >= ${day}::date order by t.name`.execute(db)
  return rows
    .filter(({ frequency, newest }) => {
      const expected = expectedAfter(newest, frequency)
      return expected && addDays(expected, LATE_AFTER_DAYS) < day
    })
    .map(({ name }) => name)
}

async function figuresOf(db: Kysely<DB>, now: Date, recent: Date) {
  const { rows } = await sql<{ readers: number; newReaders: number; titles: number; issues: number; newIssues: number }>`
    select (select count(*)::int from accounts where verified_at is not null and deactivated_at is null) as readers,
      (select count(*)::int from accounts where verified_at > ${recent} and deactivated_at is null) as "newReaders",
      (select count(*)::int from titles) as titles, (select count(*)::int from issues) as issues,
      (select count(*)::int from issues where issue_date > ${dayInVienna(recent)} and issue_date <= ${dayInVienna(now)}) as "newIssues"`.execute(
    db,
  )
  const running = await db
    .selectFrom('subscriptions')
    .select(['plan_id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['active', 'past-due'])
    .groupBy('plan_id')
    .execute()
  const countOf = new Map(running.map(({ plan_id, count }) => [plan_id, Number(count)]))
  return {
    ...rows[0]!,
    plans: plans.map(({ subscriptionId: id, tier, region }) => ({
      id,
      tier,
      country: requireRegion(region).country,
      subscriptions: countOf.get(id) ?? 0,
    })),
  }
}
