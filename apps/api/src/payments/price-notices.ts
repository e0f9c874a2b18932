import { PERIOD_DAYS } from '@kiosk/domain/payments/terms'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'

const DAY_MS = 86_400_000

/**
 * What thirty days of the subscription `s` cost that begin at a moment, once reductions are over: what it was sold at, or the
 * latest price that was told for then and needs no consent any more; of another plan that was put down for it, the price of
 * that. Minor units.
 */
export function regularPriceAt(at: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select d.price from planned_plans d where d.contract = s.id), (select n.new_price from price_notices n where n.contract_id = s.id and n.applies
    and (n.told_at is not null or n.new_price < n.old_price) and n.stopped_at is null and n.effective_at <= ${at} order by n.effective_at desc, n.id desc limit 1), s.regular_price)`
}

/** Whether the subscription `s` is not renewed at a moment, because its reader did not agree to a new price by then. */
export function endsUnagreedAt(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from price_notices n where n.contract_id = s.id and n.ends and not n.applies
    and n.told_at is not null and n.stopped_at is null and n.effective_at <= ${at})`
}

/** The same of one subscription. */
export async function endsUnagreed(db: Kysely<DB>, contract: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ ends: boolean }>`select ${endsUnagreedAt(sql`${at}::timestamptz`)} as ends from subscriptions s
    where s.id = ${contract}`.execute(db)
  return rows[0]?.ends ?? false
}

export type PriceNotice = NonNullable<Awaited<ReturnType<typeof noticeById>>>

/** What a reader was told of a new price, with its campaign; undefined where there is none. */
export function noticeById(db: Kysely<DB>, id: number) {
  return notices(db).where('n.id', '=', id).executeTakeFirst()
}

/** The last notice of a contract that somebody was told of. */
export function lastNotice(db: Kysely<DB>, contract: number) {
  return notices(db)
    .where('n.contract_id', '=', contract)
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

/** Notes that the mail server took the e-mail about a new price. */
export async function noteTold({ db, now }: Pick<House, 'db' | 'now'>, id: number): Promise<void> {
  await db.updateTable('price_notices').set({ told_at: now() }).where('id', '=', id).where('told_at', 'is', null).execute()
}

/** Whether the charge of a moment would be the first at a higher price that nobody agreed to: who cancels until then is in time. */
export async function mayLeaveBefore(db: Kysely<DB>, contract: number, at: Date): Promise<boolean> {
  const notice = await db
    .selectFrom('price_notices')
    .select('id')
    .where('contract_id', '=', contract)
    .where((where) => where.or([where('applies', '=', true), where('ends', '=', true)]))
    .where('agreed_at', 'is', null)
    .where('told_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('effective_at', '<=', at)
    .where('effective_at', '>', new Date(at.getTime() - PERIOD_DAYS * DAY_MS))
    .whereRef('new_price', '>', 'old_price')
    .executeTakeFirst()
  return notice !== undefined
}
