import { sql } from 'kysely'
import { mayBeSeenAt } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import { AFTER_OTHERS, addBulkEmails } from '../emails/enqueue-emails.ts'
import { addJobs } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/job.ts'
import { PUSH_TRIES } from './push-release.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /**
     * E-mails and pushes to all readers who follow the title of a new issue, or with `after` to a part of them: accounts with ids
     * above it and up to `until` (null: to the end). An older server announces the issue to all of them, which harms nobody.
     */
    releases: { issueId: number; after?: number; until?: number | null }
  }
}

/** Number of followers in one transaction. */
const BATCH_SIZE = 1_000
/** Number of followers in one job, so that several servers share a popular title, and a repeated job has little to repeat. */
const PART_SIZE = 10_000

/**
 * Adds an e-mail and one push per subscribed device for every reader who has the title as a favourite and may see the issue. Each
 * is added once per account or device, recorded in the statement that adds the job. Several jobs share many followers.
 * @param options `partSize`: followers in one job
 */
export async function announceIssue(
  { issueId, after, until = null }: Jobs['releases'],
  ctx: Pick<AppContext, 'db' | 'now'>,
  { partSize = PART_SIZE }: { partSize?: number } = {},
): Promise<void> {
  if (after === undefined && (await addParts(issueId, ctx, partSize))) return
  let last: number | null = after ?? 0
  while (last !== null) last = await announceToBatch({ issueId, after: last, until }, ctx)
}

const titleOf = (issueId: number) => sql`(select title_id from issues where id = ${issueId})`

/** Adds a job for each part of the followers, if there is more than one. They are read once, from an index. */
async function addParts(issueId: number, { db }: Pick<AppContext, 'db'>, partSize: number): Promise<boolean> {
  const parts = sql`(
    select lag(account_id, 1, 0::bigint) over followers as after, account_id as until from (
      select account_id, row_number() over (order by account_id) as place from favourites where title_id = ${titleOf(issueId)}
    ) as numbered where place % ${partSize} = 0
    window followers as (order by account_id)
  ) as parts`
  // The rest after the last whole part, including readers who follow the title from now on.
  const all = sql`(select after, until from ${parts} union all select max(until), null from ${parts} having count(*) > 0) as parts`
  const { rows } = await addJobs({
    name: 'releases',
    payload: sql`json_build_object('issueId', ${issueId}::bigint, 'after', after, 'until', until)`,
    from: all,
    priority: 0,
    key: sql`'releases ' || ${issueId}::bigint || ' after ' || after`,
  }).execute(db)
  return rows[0]!.added > 0
}

type Part = { issueId: number; after: number; until: number | null }

/** Announces the issue to the next followers. Returns the last of them; null = none were left. */
async function announceToBatch({ issueId, after, until }: Part, { db, now }: Pick<AppContext, 'db' | 'now'>) {
  const { rows } = await sql<{ last: number | null }>`
    with followers as materialized (
      select account_id from favourites
      where title_id = ${titleOf(issueId)} and account_id > ${after} and (${until}::bigint is null or account_id <= ${until}::bigint)
      order by account_id limit ${BATCH_SIZE}
    ), readers as materialized (
      select accounts.id, accounts.send_release_newsletter and accounts.mail_bounced_at is null as by_email
      from followers
      join accounts on accounts.id = followers.account_id
      join titles on titles.id = ${titleOf(issueId)}
      where accounts.verified_at is not null and accounts.deactivated_at is null and ${mayBeSeenAt(now())}
    ), emails as (
      insert into release_emails (issue_id, account_id)
      select ${issueId}, id from readers where by_email order by id on conflict do nothing returning account_id
    ), pushes as (
      insert into release_pushes (issue_id, address_id)
      select ${issueId}, push_subscriptions.id from readers join push_subscriptions on account_id = readers.id
      order by push_subscriptions.id on conflict do nothing returning address_id
    ), added_emails as (
      ${addBulkEmails('release', sql`'issueId', ${issueId}::bigint`, sql`emails`)}
    ), added_pushes as (
      ${addJobs({
        name: 'push',
        payload: sql`json_build_object('addressId', address_id, 'issueId', ${issueId}::bigint)`,
        from: sql`pushes`,
        priority: AFTER_OTHERS,
        key: sql`'push-' || address_id || '-' || ${issueId}::bigint`,
        tries: PUSH_TRIES,
      })}
    )
    select max(account_id) as last, (select added from added_emails), (select added from added_pushes) from followers`.execute(db)
  return rows[0]?.last ?? null
}
