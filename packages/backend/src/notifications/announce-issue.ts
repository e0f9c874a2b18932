import { type RawBuilder, sql } from 'kysely'
import { mayBeSeenAt } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import { AFTER_OTHERS, addBulkEmail } from '../emails/enqueue-emails.ts'
import type { Jobs } from '../jobs/job.ts'
import { PUSH_TRIES } from './push-release.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** E-mails and pushes to all readers who follow the title of a new issue. */
    releases: { issueId: number }
  }
}

const BATCH_SIZE = 500

/**
 * Adds an e-mail and one push per subscribed device for every reader who has the title as a favourite and may see the
 * issue. Each is added once per account or device, recorded in the transaction that adds the job.
 */
export async function announceIssue({ issueId }: Jobs['releases'], { db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await inBatches(
    (after) => sql<Batch>`
      with readers as (
        select accounts.id ${waitingFor(issueId, now())} and accounts.id > ${after}
          and accounts.send_release_newsletter and accounts.mail_bounced_at is null
        order by accounts.id limit ${BATCH_SIZE}
      ), noted as (
        insert into release_emails (issue_id, account_id)
        select ${issueId}, id from readers on conflict do nothing returning account_id
      ), added as (
        select ${addBulkEmail('release', sql`'issueId', ${issueId}::bigint`)} from noted
      )
      select max(id) as last, (select count(*) from added) as added from readers`,
  )
  await inBatches(
    (after) => sql<Batch>`
      with devices as (
        select push_subscriptions.id from push_subscriptions
        where account_id in (select accounts.id ${waitingFor(issueId, now())}) and push_subscriptions.id > ${after}
        order by push_subscriptions.id limit ${BATCH_SIZE}
      ), noted as (
        insert into release_pushes (issue_id, address_id)
        select ${issueId}, id from devices on conflict do nothing returning address_id
      ), added as (
        select graphile_worker.add_job('push', json_build_object('addressId', address_id, 'issueId', ${issueId}::bigint),
          max_attempts => ${PUSH_TRIES}, job_key => 'push-' || address_id || '-' || ${issueId}::bigint,
          priority => ${AFTER_OTHERS}) from noted
      )
      select max(id) as last, (select count(*) from added) as added from devices`,
  )

  /** Continues after the last account; null = finished. */
  async function inBatches(next: (after: number) => RawBuilder<Batch>): Promise<void> {
    let last: number | null = 0
    while (last !== null) last = (await next(last).execute(db)).rows[0]?.last ?? null
  }
}

type Batch = { last: number | null }

/** Verified, open accounts that have an issue's title among their favourites and may see it. */
const waitingFor = (issueId: number, now: Date) => sql`from issues
  join titles on titles.id = issues.title_id
  join favourites on favourites.title_id = titles.id
  join accounts on accounts.id = favourites.account_id
  where issues.id = ${issueId} and accounts.verified_at is not null and accounts.deactivated_at is null
    and ${mayBeSeenAt(now)}`
