import type { RunningSupport, SupportAccess } from '@kiosk/domain/accounts/support-endpoints'
import { SHOWN_VIEWS, SUPPORT_GRANT_MS } from '@kiosk/domain/accounts/support-view'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

// A reader's permission for the staff to look at the account (ADR-0220).

/** Condition on `support_grants`: the permission is in force at `now`. */
export function isRunningAt(now: Date): RawBuilder<boolean> {
  return sql<boolean>`support_grants.ended_at is null and support_grants.ends_at > ${now}`
}

/** Returns the permission in force, with the person who looked last. */
export async function runningSupport(
  db: Kysely<DB>,
  accountId: number,
  now: Date,
): Promise<(RunningSupport & { id: number; since: string }) | null> {
  const found = await db
    .selectFrom('support_grants')
    .leftJoin('support_views', 'grant_id', 'support_grants.id')
    .select(['support_grants.id', 'granted_at', 'ends_at', 'author', 'looked_at'])
    .where('account_id', '=', accountId)
    .where(isRunningAt(now))
    .orderBy('looked_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  return {
    id: found.id,
    since: found.granted_at.toISOString(),
    endsAt: found.ends_at.toISOString(),
    by: found.author,
    lookedAt: found.looked_at?.toISOString() ?? null,
  }
}

/** Returns what the reader and the staff see about the permission. */
export async function supportAccessOf(db: Kysely<DB>, accountId: number, now: Date): Promise<SupportAccess> {
  const [running, asked, views] = await Promise.all([
    runningSupport(db, accountId, now),
    db
      .selectFrom('support_requests')
      .select(['author', 'asked_at'])
      .where('account_id', '=', accountId)
      .orderBy('asked_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('support_views')
      .innerJoin('support_grants', 'support_grants.id', 'grant_id')
      .select(['author', 'opened_at', 'looked_at'])
      .where('account_id', '=', accountId)
      .orderBy('support_views.id', 'desc')
      .limit(SHOWN_VIEWS)
      .execute(),
  ])
  return {
    running: running && { since: running.since, endsAt: running.endsAt },
    asked: asked ? { by: asked.author, at: asked.asked_at.toISOString() } : null,
    views: views.map(({ author, opened_at, looked_at }) => ({
      by: author,
      openedAt: opened_at.toISOString(),
      lookedAt: looked_at.toISOString(),
    })),
  }
}

/**
 * Gives the permission from now on. The caller has locked the account, so that there is only one. @returns false if it is in
 * force already
 */
export async function grantSupport(trx: Transaction<DB>, accountId: number, now: Date): Promise<boolean> {
  if (await runningSupport(trx, accountId, now)) return false
  await trx
    .insertInto('support_grants')
    .values({ account_id: accountId, granted_at: now, ends_at: new Date(now.getTime() + SUPPORT_GRANT_MS) })
    .execute()
  return true
}

/** Ends the permission. @returns false if none is in force */
export async function endSupportOf(trx: Transaction<DB>, accountId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('support_grants')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where(isRunningAt(now))
    .executeTakeFirst()
  return numUpdatedRows > 0
}
