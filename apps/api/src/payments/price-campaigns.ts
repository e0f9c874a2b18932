import { dayInVienna } from '@kiosk/domain/day'
import type { Operator } from '@kiosk/domain/operator'
import { PRICE_NOTICE_DAYS } from '@kiosk/domain/payments/terms'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { pricesAt, tariffOf } from './prices.ts'
import { tellPrices } from './tell-prices.ts'

const DAY_MS = 86_400_000
/** A campaign begins at most so far ahead. Days. */
const LATEST_DAYS = 300

export type Campaign = { tariff: number; price: number; fromDay: string; kind: 'raise' | 'lower' }

/** Why a campaign cannot begin, in fixed words. */
export type CampaignFault = 'unknown-tariff' | 'keeps-price' | 'too-soon' | 'too-late' | 'above-list' | 'other-runs'

/**
 * Begins a campaign: everybody who had the plan before it is told of its price, from now on and as they renew, until it is
 * stopped or another one of the plan begins.
 * @returns its id, or why not
 */
export async function beginCampaign(house: House, campaign: Campaign): Promise<{ id: number } | { fault: CampaignFault }> {
  const now = house.now()
  const { tariff, price, fromDay, kind } = campaign
  const of = tariffOf(tariff)
  if (!of) return { fault: 'unknown-tariff' }
  const { rule, withoutConsent } = ruleIn(house.operator, of.country)
  if (kind === 'raise') {
    if (rule === 'keep') return { fault: 'keeps-price' }
    if (fromDay < dayInVienna(new Date(now.getTime() + PRICE_NOTICE_DAYS * DAY_MS))) return { fault: 'too-soon' }
  }
  if (fromDay > dayInVienna(new Date(now.getTime() + LATEST_DAYS * DAY_MS))) return { fault: 'too-late' }
  const listed = (await pricesAt(house.db, new Date(`${fromDay}T12:00:00Z`))).get(tariff)!
  if (kind === 'raise' && price > listed) return { fault: 'above-list' }
  return transact(house, async (trx) => {
    const before = await trx
      .selectFrom('price_campaigns as c')
      .select('c.id')
      .where('c.plan_id', '=', tariff)
      .where('c.closed_at', 'is', null)
      .forNoKeyUpdate('c')
      .executeTakeFirst()
    if (before && (await waitsOf(trx, before.id, now))) return { fault: 'other-runs' }
    if (before) await trx.updateTable('price_campaigns').set({ closed_at: now }).where('id', '=', before.id).execute()
    const { id } = await trx
      .insertInto('price_campaigns')
      .values({
        plan_id: tariff,
        price,
        from_day: fromDay,
        rule: kind === 'lower' ? 'lower' : rule === 'object' ? 'object' : 'consent',
        without_consent: withoutConsent,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id }
  })
}

/** What a price rise needs in a country. */
export function ruleIn(operator: Operator, country: string) {
  return operator.priceRise[country.toLowerCase() as keyof Operator['priceRise']]
}

/** Whether somebody was told of a price that does not hold yet, or is about to be. */
async function waitsOf(db: Kysely<DB>, campaign: number, now: Date): Promise<boolean> {
  const waiting = await db
    .selectFrom('price_notices')
    .select('id')
    .where('campaign_id', '=', campaign)
    .where('stopped_at', 'is', null)
    .where((where) => where.or([where('effective_at', 'is', null), where('effective_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * Stops a campaign: nobody is told any more, and whoever was told and does not pay its price yet keeps the one of before.
 * @returns false where there is no such campaign, or it was stopped before
 */
export async function stopCampaign(house: House, id: number): Promise<boolean> {
  const now = house.now()
  const stopped = await transact(house, (trx) =>
    trx
      .updateTable('price_campaigns')
      .set((row) => ({ stopped_at: now, closed_at: sql<Date>`coalesce(${row.ref('closed_at')}, ${now})` }))
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .executeTakeFirst(),
  )
  if (stopped.numUpdatedRows === 0n) return false
  await tellPrices(house)
  return true
}

/** All campaigns with what became of them, the latest first. */
export async function campaigns(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<{
    id: number
    plan_id: number
    price: number
    from_day: string
    rule: 'consent' | 'object' | 'lower'
    without_consent: 'end' | 'keep'
    closed_at: Date | null
    stopped_at: Date | null
    /** Subscriptions that it is about. */
    noted: number
    told: number
    agreed: number
    holds: number
    left: number
  }>`select c.id, c.plan_id, c.price, c.from_day, c.rule, c.without_consent, c.closed_at, c.stopped_at,
      count(n.id)::int as noted,
      count(n.id) filter (where n.told_at is not null or (c.rule = 'lower' and n.effective_at is not null))::int as told,
      count(n.id) filter (where n.agreed_at is not null)::int as agreed,
      count(n.id) filter (where n.applies and n.stopped_at is null and n.effective_at <= ${now} and s.state <> 'ended')::int as holds,
      count(n.id) filter (where n.effective_at is not null and n.stopped_at is null and (not s.auto_renew or s.state = 'ended'))::int as left
    from price_campaigns c left join price_notices n on n.campaign_id = c.id left join subscriptions s on s.id = n.contract_id
    group by c.id order by c.id desc`.execute(db)
  return rows
}
