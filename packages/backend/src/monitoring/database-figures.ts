import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { type RawBuilder, sql } from 'kysely'
import { rebuildCounts } from '../catalogue/rebuilds/rebuild-queue.ts'
import { scanCounts } from '../catalogue/scans/scan-queue.ts'
import type { Database } from '../db/connect.ts'
import { countJobs } from '../jobs/queries.ts'

/**
 * Figures about the whole newsstand: every server reads the same ones, and they include the work of commands. The label of a job
 * is `task`, because Prometheus uses `job` for its targets.
 */
export const DATABASE_FIGURES = {
  kiosk_jobs: {
    labels: ['task', 'state'],
    help: 'Background jobs: waiting, running, later (not due yet), again (failed, will be retried), failed (no attempts left)',
  },
  kiosk_job_wait_seconds: { labels: ['task'], help: 'For how long the oldest background job that is due has waited' },
  kiosk_job_scheduled_timestamp_seconds: {
    labels: ['task'],
    help: 'When a scheduled job was last queued, seconds since 1970',
  },
  kiosk_newsletter_recipients_waiting: { labels: [], help: 'Recipients to whom a newsletter has not been sent yet' },
  kiosk_renewals_overdue: { labels: [], help: 'Subscriptions whose renewal was due an hour ago or earlier' },
  kiosk_subscriptions_past_due: { labels: [], help: 'Subscriptions with an unpaid renewal' },
  kiosk_payments_pending: { labels: ['state'], help: 'Payment attempts whose result is not known yet, without debits' },
  kiosk_payment_wait_seconds: { labels: ['state'], help: 'For how long the oldest of these payment attempts has waited' },
  kiosk_reconciled_timestamp_seconds: {
    labels: ['provider'],
    help: 'Until when the ledger was compared with the records of a provider, seconds since 1970',
  },
  kiosk_alarms: { labels: ['kind'], help: 'Open operator alarms' },
  kiosk_imports_last_day: { labels: ['state'], help: 'Files that were imported or refused in the last 24 hours' },
  kiosk_issues_to_rebuild: {
    labels: ['state'],
    help: 'Issues whose text an earlier version has read: left (all, at most 100,000), failed (will be tried again), kept (stay as they are)',
  },
  kiosk_scanned_pages: {
    labels: ['state'],
    help: 'Pages without text: waiting, read (not yet part of their issue), done, failed (not tried again)',
  },
  kiosk_uploads_failed: { labels: [], help: 'Uploaded files that could not be read' },
  kiosk_saved_search_run_timestamp_seconds: {
    labels: [],
    help: 'When new issues were last searched for saved searches, seconds since 1970',
  },
  kiosk_saved_search_emails: { labels: [], help: 'E-mails of the last run of saved searches' },
  kiosk_security_events_last_hour: {
    labels: ['kind'],
    help: 'Security events of the last hour, such as refused sign-ins; those that anybody can cause are recorded with a limit',
  },
} as const satisfies Record<string, { labels: readonly string[]; help: string }>

export type DatabaseFigure = { name: keyof typeof DATABASE_FIGURES; labels: Record<string, string>; value: number }

/** Whether the renewal of a subscription (`subscriptions`) was due an hour before a moment or earlier. */
export const isOverdueAt = (moment: Date | RawBuilder<Date>) =>
  sql<boolean>`next_charge_at < ${moment}::timestamptz - interval '1 hour'
    and state in ('active', 'past-due') and order_type = ${ORDER_TYPE.own}`

/** Reads all figures with two statements, each using an index or a small table. */
export async function readDatabaseFigures(db: Database): Promise<DatabaseFigure[]> {
  const jobs = await countJobs(db)
  const { rows } = await sql<DatabaseFigure>`
    select 'kiosk_job_wait_seconds' as name, jsonb_build_object('task', identifier) as labels,
      extract(epoch from now() - oldest)::float8 as value from (
        select task_id, min(run_at) as oldest from graphile_worker._private_jobs where is_available and run_at <= now() group by task_id
      ) as due join graphile_worker._private_tasks as tasks on tasks.id = task_id
    union all select 'kiosk_job_scheduled_timestamp_seconds', jsonb_build_object('task', identifier),
      extract(epoch from last_execution)::float8
      from graphile_worker._private_known_crontabs where last_execution is not null
    union all select 'kiosk_newsletter_recipients_waiting', '{}', count(*)::float8 from newsletter_recipients where state = 'waiting'
    union all select 'kiosk_renewals_overdue', '{}', count(*)::float8 from subscriptions
      where ${isOverdueAt(sql`now()`)}
    union all select 'kiosk_subscriptions_past_due', '{}', count(*)::float8 from subscriptions where state = 'past-due'
    union all select 'kiosk_payments_pending', jsonb_build_object('state', state), count(*)::float8
      from payment_attempts where state in ('sent', 'unknown') group by state
    union all select 'kiosk_payment_wait_seconds', jsonb_build_object('state', state), extract(epoch from now() - min(created_at))::float8
      from payment_attempts where state in ('sent', 'unknown') group by state
    union all select 'kiosk_reconciled_timestamp_seconds', jsonb_build_object('provider', provider), extract(epoch from until)::float8
      from reconciled_until
    union all select 'kiosk_alarms', jsonb_build_object('kind', kind), count(*)::float8
      from operator_alarms where cleared_at is null group by kind
    union all select 'kiosk_imports_last_day', jsonb_build_object('state', state), count(*)::float8
      from imports where finished_at > now() - interval '1 day' group by state
    union all select 'kiosk_issues_to_rebuild', jsonb_build_object('state', state), count from (${rebuildCounts}) as rebuilds
    union all select 'kiosk_scanned_pages', jsonb_build_object('state', state), count from (${scanCounts}) as scans
    union all select 'kiosk_uploads_failed', '{}', count(*)::float8 from uploads where state = 'failed'
    union all select 'kiosk_saved_search_run_timestamp_seconds', '{}', extract(epoch from max(finished_at))::float8
      from saved_search_runs having max(finished_at) is not null
    union all select 'kiosk_saved_search_emails', '{}', count(*)::float8 from saved_search_emails
      where day = (select max(day) from saved_search_runs)
    union all select 'kiosk_security_events_last_hour', jsonb_build_object('kind', kind), count(*)::float8
      from security_events where at > now() - interval '1 hour' group by kind`.execute(db)
  return [
    ...jobs.map(({ name, state, count }) => ({ name: 'kiosk_jobs' as const, labels: { task: name, state }, value: count })),
    ...rows,
  ]
}
