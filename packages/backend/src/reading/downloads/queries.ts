import { randomBytes } from 'node:crypto'
import { endOfDayInVienna } from '@kiosk/domain/day'
import { sql } from 'kysely'
import type { Title } from '../../catalogue/catalogue-view.ts'
import type { Database } from '../../db/connect.ts'

/** Returns when the current subscription ends; null = open-ended or none. */
export async function endOfPaidPeriod(db: Database, accountId: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('ends_at')
    .where('account_id', '=', accountId)
    .where('starts_at', '<=', now)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ends_at ?? null
}

/** Returns when a grant ends: at `until`, or sooner with the paid period or with the last day of its title. */
export function endOfGrant(until: Date, paid: Date | null, { availableUntil }: Pick<Title, 'availableUntil'>): Date {
  const ends = [until, ...(paid ? [paid] : []), ...(availableUntil === null ? [] : [endOfDayInVienna(availableUntil)])]
  return new Date(Math.min(...ends.map(Number)))
}

/** Creates or renews a device's grant for an issue; the key is kept. Returns nothing if the device was removed. */
export async function grantDownload(
  db: Database,
  options: { deviceId: number; issueId: number; accountId: number; now: Date; until: Date },
): Promise<{ key: Buffer; until: Date } | undefined> {
  const { deviceId, issueId, accountId, now, until } = options
  const { rows } = await sql<{ key: Buffer; until: Date }>`
    insert into downloads (device_id, issue_id, account_id, key, granted_at, until)
    select id, ${issueId}, account_id, ${randomBytes(32)}, ${now}, ${until}
    from devices where id = ${deviceId} and account_id = ${accountId} for key share
    on conflict (device_id, issue_id) do update set granted_at = excluded.granted_at, until = excluded.until
    returning key, until`.execute(db)
  return rows[0]
}

/** Returns issues with an unexpired grant on this device, latest first. */
export function runningDownloads(db: Database, deviceId: number, now: Date) {
  return db
    .selectFrom('downloads')
    .innerJoin('issues', 'issues.id', 'downloads.issue_id')
    .select(['issues.uid', 'title_id', 'page_count', 'downloads.key', 'downloads.until'])
    .select(sql<number>`revision + removals`.as('revision'))
    .where('device_id', '=', deviceId)
    .where('until', '>', now)
    .orderBy('granted_at', 'desc')
    .execute()
}

export async function giveUpDownload(db: Database, deviceId: number, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('downloads')
    .where('device_id', '=', deviceId)
    .where('issue_id', 'in', (issues) => issues.selectFrom('all_issues').select('id').where('uid', '=', uid))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
