import { addDays, dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { LEAVING_NOTICE_DAYS } from '@kiosk/domain/staff/limits'
import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext, ChangeContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { IN_VIENNA } from '../../db/in-vienna.ts'
import { addBulkEmails } from '../../emails/enqueue-emails.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Jobs } from '../../jobs/job.ts'
import { mayBeSeenAt } from '../title-visibility.ts'
import { titleByKey, titleSubject } from './title-fields.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** E-mails to the readers of a title that leaves after `day`. */
    'title-leaves': { titleId: number; day: string }
  }
}

/** Time to correct a wrong day before readers are told. */
const TIME_TO_CORRECT_MS = HOUR_MS
/** Time of the notice, in Vienna. */
const NOTICE_TIME = '09:00'
/** Readers who opened an issue of the title in these days are told. */
const READ_RECENTLY_DAYS = 90
const BATCH_SIZE = 500

const jobKey = (titleId: number) => `title-leaves ${titleId}`

/**
 * Sets the last day on which a title is shown, or withdraws it. Its readers are told two weeks before, or after an hour if the
 * day is nearer. @throws ApiError not_found, time_is_past
 */
export async function setLeavingDay(
  { db, now, actor }: ChangeContext,
  key: string,
  { day, reason }: { day: string | null; reason: string },
): Promise<void> {
  if (day !== null && day < dayInVienna(now())) throw new ApiError('time_is_past', 'day')
  await db.transaction().execute(async (trx) => {
    const title = await titleByKey(trx, key, true)
    if (title.availableUntil === day) return
    await trx.updateTable('titles').set({ available_until: day }).where('id', '=', title.id).execute()
    if (day === null) await sql`select graphile_worker.remove_job(${jobKey(title.id)})`.execute(trx)
    else
      await enqueue(
        trx,
        'title-leaves',
        { titleId: title.id, day },
        { key: jobKey(title.id), at: await noticeAt(trx, day, now()) },
      )
    await recordAudit(trx, actor, now(), {
      action: 'title.leaving-set',
      subject: titleSubject(key, title.fields.name),
      before: { lastDay: title.availableUntil },
      after: { lastDay: day },
      reason,
    })
  })
}

async function noticeAt(trx: Database, day: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ${`${addDays(day, -LEAVING_NOTICE_DAYS)} ${NOTICE_TIME}`}::timestamp ${IN_VIENNA} as at`.execute(trx)
  return new Date(Math.max(rows[0]!.at.getTime(), now.getTime() + TIME_TO_CORRECT_MS))
}

/** Returns when the readers of a title will be told; null = they have been told, or nothing is planned. */
export async function plannedNotice(db: Database, titleId: number): Promise<Date | null> {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${jobKey(titleId)} and attempts < max_attempts`.execute(db)
  return rows[0]?.run_at ?? null
}

/**
 * Adds an e-mail for every reader who follows the title or read it recently, and may see it: once per account and day, recorded
 * in the transaction that adds the e-mail. Nothing is sent if the day has changed.
 */
export async function announceLeaving(
  { titleId, day }: Jobs['title-leaves'],
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<void> {
  const since = addDays(dayInVienna(now()), -READ_RECENTLY_DAYS)
  let last: number | null = 0
  while (last !== null) {
    const { rows }: { rows: { last: number | null }[] } = await sql<{ last: number | null }>`
      with readers as (
        select accounts.id from accounts, titles
        where titles.id = ${titleId} and titles.available_until = ${day}::date
          and accounts.id > ${last} and verified_at is not null and deactivated_at is null and mail_bounced_at is null
          and ${mayBeSeenAt(now())}
          and accounts.id in (
            select account_id from favourites where title_id = ${titleId}
            union select p.account_id from reading_places p join all_issues i on i.id = p.issue_id
              where i.title_id = ${titleId} and p.at >= ${since}::date)
        order by accounts.id limit ${BATCH_SIZE}
      ), noted as (
        insert into leaving_notices (title_id, account_id, leaves_on, at)
        select ${titleId}, id, ${day}::date, ${now()} from readers on conflict do nothing returning account_id
      ), added as (
        ${addBulkEmails('title-leaves', sql`'titleId', ${titleId}::bigint, 'day', ${day}::text`, sql`noted`)}
      )
      select max(id) as last, (select added from added) as added from readers`.execute(db)
    last = rows[0]?.last ?? null
  }
}
