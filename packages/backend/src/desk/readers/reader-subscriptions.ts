import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import type { ReaderSubscription } from '@kiosk/domain/staff/reader-page-endpoint'
import { tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { type Kysely, sql } from 'kysely'
import {
  describeSubscription,
  type SubscriptionView,
  subscriptionsOfAccount,
} from '../../billing/operator-actions/describe-subscription.ts'
import { lastPeriod } from '../../billing/subscriptions/last-period.ts'
import { subscriptionNumber } from '../../billing/subscriptions/subscription-number.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'

/** Maximum number of subscriptions described: the running one and the latest that have ended. */
const MOST = 8

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null

/** Lists a reader's subscriptions: those that have not ended first. */
export async function subscriptionsOfReader(
  ctx: Pick<AppContext, 'db' | 'payments'>,
  accountId: number,
): Promise<ReaderSubscription[]> {
  const ids = (await subscriptionsOfAccount(ctx.db, accountId)).slice(0, MOST)
  const views = await Promise.all(ids.map((id) => describeSubscription(ctx, id)))
  return Promise.all(views.flatMap((view) => (view ? [presented(ctx.db, view)] : [])))
}

async function presented(db: Kysely<DB>, view: SubscriptionView): Promise<ReaderSubscription> {
  const { id } = view
  const [last, dunning, order] = await Promise.all([
    lastPeriod(db, id),
    view.state === 'past-due' ? dunningOf(db, id) : null,
    db
      .selectFrom('subscriptions')
      .select(['provider_reference', 'voucher_code', 'attribution'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return {
    id,
    number: subscriptionNumber(id),
    tier: view.tier,
    state: view.state,
    currency: view.currency,
    isOwn: view.orderType === ORDER_TYPE.own,
    renews: view.autoRenew,
    startsAt: view.startsAt.toISOString(),
    endsAt: iso(view.endsAt),
    paidUntil: last ? last.ends_at.toISOString() : null,
    cancelledAt: iso(view.cancelledAt),
    nextCharge: view.nextCharge && { at: view.nextCharge.at.toISOString(), amount: view.nextCharge.amount.minor },
    method: view.method,
    reference: order.provider_reference,
    voucher: order.voucher_code,
    attribution: order.attribution as Record<string, string>,
    plannedEnd: view.plannedEnd && { at: view.plannedEnd.endsAt.toISOString(), refund: view.plannedEnd.refund },
    plannedTier: view.plannedPlan && tierOfPlan(view.plannedPlan.planId),
    dunning,
    declarations: view.exits.map(({ kind, received_at }) => ({ kind, receivedAt: received_at.toISOString() })),
    actions: view.acts.map(({ kind, actor, why, at }) => ({ kind, actor, why, at: at.toISOString() })).reverse(),
  }
}

/** Since when a renewal has been declined, why, and what comes next. */
async function dunningOf(db: Kysely<DB>, subscription: number): Promise<ReaderSubscription['dunning']> {
  const { rows } = await sql<{ code: string | null; since: Date; retryAt: Date | null; endsAt: Date | null }>`
    select a.decline_code as code, first.at as since, s.next_charge_at as "retryAt", s.ends_at as "endsAt"
    from subscriptions s join invoices i on i.subscription_id = s.id and i.kind = 'invoice'
      join lateral (select decline_code from payment_attempts where invoice_id = i.id and state = 'declined'
        order by created_at desc limit 1) a on true
      join lateral (select min(created_at) as at from payment_attempts where invoice_id = i.id) first on true
    where s.id = ${subscription} order by i.id desc limit 1`.execute(db)
  const found = rows[0]
  return found
    ? { code: found.code, since: found.since.toISOString(), retryAt: iso(found.retryAt), endsAt: iso(found.endsAt) }
    : null
}
