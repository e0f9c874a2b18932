import { dayInVienna, noonOf } from '@kiosk/domain/day'
import type { Operator } from '@kiosk/domain/operator'
import { PRICE_NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { announcePriceChanges } from './announce-price-changes.ts'
import { planOf, pricesAt } from './prices.ts'

/** A campaign may start at most this many days ahead. */
const LATEST_DAYS = 300

export type Campaign = { plan: number; price: number; fromDay: string; kind: 'raise' | 'lower' }

/** Codes for why a campaign cannot start. */
export type CampaignError = 'unknown-plan' | 'keeps-price' | 'too-soon' | 'too-late' | 'above-list' | 'other-runs'

/**
 * Starts a campaign: every older subscriber of the plan is notified of its price, from now on and as they renew, until it is
 * stopped or replaced by another campaign of the plan.
 * @returns its id, or the error
 */
export async function beginCampaign(
  ctx: BillingContext,
  campaign: Campaign,
  reason?: string,
): Promise<{ id: number } | { error: CampaignError }> {
  const now = ctx.now()
  const { plan, price, fromDay } = campaign
  const terms = await termsOf(ctx, campaign)
  if ('error' in terms) return terms
  return transact(ctx, async (trx) => {
    const before = await trx
      .selectFrom('price_campaigns as c')
      .select(['c.id', 'c.price', 'c.from_day'])
      .where('c.plan_id', '=', plan)
      .where('c.closed_at', 'is', null)
      .forNoKeyUpdate('c')
      .executeTakeFirst()
    // The same campaign again is a second press of the button.
    const isSame = before?.price === price && before.from_day === fromDay
    if (before && (isSame || (await waitsOf(trx, before.id, now)))) return { error: 'other-runs' }
    if (before) await trx.updateTable('price_campaigns').set({ closed_at: now }).where('id', '=', before.id).execute()
    const inserted = await trx
      .insertInto('price_campaigns')
      .values({
        plan_id: plan,
        price,
        from_day: fromDay,
        rule: terms.rule,
        without_consent: terms.withoutConsent,
        created_at: now,
      })
      // Another operator was faster.
      .onConflict((conflict) => conflict.column('plan_id').where('closed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return { error: 'other-runs' }
    await recordAudit(trx, ctx.actor, now, {
      action: 'price-campaign.started',
      subject: { kind: 'price-campaign', id: inserted.id, name: String(inserted.id) },
      before: before && { campaign: before.id },
      after: { ...campaign },
      reason,
    })
    return inserted
  })
}

export type CampaignTerms = { rule: 'lower' | 'object' | 'consent'; withoutConsent: 'end' | 'keep' }

/** Returns the terms on which a campaign would run, or why it cannot start. Changes nothing. */
export async function termsOf(
  ctx: Pick<AppContext, 'db' | 'operator' | 'now'>,
  { plan, price, fromDay, kind }: Campaign,
): Promise<CampaignTerms | { error: CampaignError }> {
  const now = ctx.now()
  const of = planOf(plan)
  if (!of) return { error: 'unknown-plan' }
  const { rule, withoutConsent } = ruleIn(ctx.operator, of.country)
  if (kind === 'raise') {
    if (rule === 'keep') return { error: 'keeps-price' }
    if (fromDay < dayInVienna(new Date(now.getTime() + PRICE_NOTICE_DAYS * DAY_MS))) return { error: 'too-soon' }
  }
  if (fromDay > dayInVienna(new Date(now.getTime() + LATEST_DAYS * DAY_MS))) return { error: 'too-late' }
  const listed = (await pricesAt(ctx.db, noonOf(fromDay))).get(plan)!
  if (kind === 'raise' && price > listed) return { error: 'above-list' }
  return { rule: kind === 'lower' ? 'lower' : rule === 'object' ? 'object' : 'consent', withoutConsent }
}

/** Returns the rule for price increases in a country. */
export function ruleIn(operator: Operator, country: string) {
  return operator.priceRise[country.toLowerCase() as keyof Operator['priceRise']]
}

/** Returns whether any reader was notified, or is about to be, of a price that does not apply yet. */
export async function waitsOf(db: Kysely<DB>, campaign: number, now: Date): Promise<boolean> {
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
 * Stops a campaign: no further readers are notified, and those who were notified but do not pay its price yet keep the previous
 * one.
 * @param batch as `announcePriceChanges`
 * @returns false if the campaign does not exist or was stopped before
 */
export async function stopCampaign(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  id: number,
  batch?: number,
  reason?: string,
): Promise<boolean> {
  if (!(await markStopped(ctx, id, reason))) return false
  await announcePriceChanges(ctx, batch)
  return true
}

/** Records that a campaign is stopped; `announcePriceChanges`, which the billing job repeats, takes back its notices. */
export function markStopped(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  id: number,
  reason?: string,
): Promise<boolean> {
  const now = ctx.now()
  return transact(ctx, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('price_campaigns')
      .set((row) => ({ stopped_at: now, closed_at: sql<Date>`coalesce(${row.ref('closed_at')}, ${now})` }))
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const subject = { kind: 'price-campaign', id, name: String(id) }
    await recordAudit(trx, ctx.actor, now, { action: 'price-campaign.stopped', subject, reason })
    return true
  })
}

/** Lists all campaigns with their results, latest first. */
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
    /** Subscriptions with a notice, sent or not. */
    noted: number
    notified: number
    agreed: number
    holds: number
    left: number
  }>`select c.id, c.plan_id, c.price, c.from_day, c.rule, c.without_consent, c.closed_at, c.stopped_at,
      count(n.id)::int as noted,
      count(n.id) filter (where n.notified_at is not null or (c.rule = 'lower' and n.effective_at is not null))::int as notified,
      count(n.id) filter (where n.agreed_at is not null)::int as agreed,
      count(n.id) filter (where n.applies and n.stopped_at is null and n.effective_at <= ${now} and s.state <> 'ended')::int as holds,
      count(n.id) filter (where n.effective_at is not null and n.stopped_at is null and (not s.auto_renew or s.state = 'ended'))::int as left
    from price_campaigns c left join price_notices n on n.campaign_id = c.id left join subscriptions s on s.id = n.subscription_id
    group by c.id order by c.id desc`.execute(db)
  return rows
}
