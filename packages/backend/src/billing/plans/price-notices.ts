import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'

/**
 * Returns SQL for the regular price of the subscription `s` for thirty days from a point in time: the price at which it was sold,
 * or the latest announced price that applies by then and needs no further consent; for a planned plan, the price of that plan.
 * Minor units.
 */
export function regularPriceAt(at: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select d.price from planned_plan_changes d where d.subscription_id = s.id), (select n.new_price from price_notices n where n.subscription_id = s.id and n.applies
    and (n.notified_at is not null or n.new_price < n.old_price) and n.stopped_at is null and n.effective_at <= ${at} order by n.effective_at desc, n.id desc limit 1), s.regular_price)`
}

/** Returns an SQL condition: the subscription `s` is not renewed at a point in time, for lack of consent to a new price. */
export function endsUnagreedAt(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from price_notices n where n.subscription_id = s.id and n.ends and not n.applies
    and n.notified_at is not null and n.stopped_at is null and n.effective_at <= ${at})`
}

/** Returns the same for one subscription. */
export async function endsUnagreed(db: Kysely<DB>, subscription: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ ends: boolean }>`select ${endsUnagreedAt(sql`${at}::timestamptz`)} as ends from subscriptions s
    where s.id = ${subscription}`.execute(db)
  return rows[0]?.ends ?? false
}

export type PriceNotice = NonNullable<Awaited<ReturnType<typeof noticeById>>>

/** Finds the announcement of a new price to a reader, with its campaign. */
export function noticeById(db: Kysely<DB>, id: number) {
  return notices(db).where('n.id', '=', id).executeTakeFirst()
}

/** Finds the last notice of a subscription that was sent. */
export function lastNotice(db: Kysely<DB>, subscription: number) {
  return notices(db)
    .where('n.subscription_id', '=', subscription)
    .where('n.effective_at', 'is not', null)
    .orderBy('n.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function notices(db: Kysely<DB>) {
  return db
    .selectFrom('price_notices as n')
    .innerJoin('price_campaigns as c', 'c.id', 'n.campaign_id')
    .selectAll('n')
    .select(['c.rule', 'c.without_consent', 'c.from_day', 'c.closed_at'])
}

/** Records that the mail server accepted the e-mail about a new price. */
export async function recordNotice({ db, now }: Pick<AppContext, 'db' | 'now'>, id: number): Promise<void> {
  await db
    .updateTable('price_notices')
    .set({ notified_at: now() })
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .execute()
}

/** Returns whether a charge would be the first at a higher price without consent, so that cancelling before it is in time. */
export async function mayLeaveBefore(db: Kysely<DB>, subscription: number, at: Date): Promise<boolean> {
  const notice = await db
    .selectFrom('price_notices')
    .select('id')
    .where('subscription_id', '=', subscription)
    .where((where) => where.or([where('applies', '=', true), where('ends', '=', true)]))
    .where('agreed_at', 'is', null)
    .where('notified_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('effective_at', '<=', at)
    .where('effective_at', '>', new Date(at.getTime() - PERIOD_DAYS * DAY_MS))
    .whereRef('new_price', '>', 'old_price')
    .executeTakeFirst()
  return notice !== undefined
}
