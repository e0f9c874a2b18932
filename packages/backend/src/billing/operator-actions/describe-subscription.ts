import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { creditedOn } from '../invoices/invoices.ts'
import { type NextCharge, nextCharge } from '../subscriptions/next-charge.ts'
import { subscriptionById } from '../subscriptions/queries.ts'
import { actionFrom, type OperatorAction } from './perform.ts'
import { type PlannedEnd, plannedEndOf } from './planned-end.ts'
import { type PlannedPlan, plannedPlanOf } from './planned-plan-change.ts'

/** Data about a subscription that an operator needs before acting on it; amounts in minor units of `currency`. */
export type SubscriptionView = {
  id: number
  accountId: number | null
  /** Null: the account was erased. */
  email: string | null
  tier: string
  region: number
  currency: string
  state: string
  orderType: number
  autoRenew: boolean
  startsAt: Date
  endsAt: Date | null
  cancelledAt: Date | null
  /** As shown to the reader. */
  nextCharge: NextCharge | null
  method: string
  plannedEnd: PlannedEnd | null
  plannedPlan: PlannedPlan | null
  periods: PeriodView[]
  disputes: { reference: string; amount: number; state: string; takenAt: Date; wonAt: Date | null }[]
  /** Pending declarations about it. */
  exits: { id: number; kind: string; received_at: Date; outcome: string | null }[]
  /** Oldest first. */
  acts: OperatorAction[]
}
export type PeriodView = {
  startsAt: Date
  endsAt: Date
  state: string
  invoice: string | null
  paid: number
  /** Amount credited so far. */
  credited: number
  /** Refunds that are pending or failed. */
  refundsOpen: number
}

/** Describes a subscription to the operator; undefined if it does not exist. */
export async function describeSubscription(
  ctx: Pick<AppContext, 'db' | 'payments'>,
  id: number,
): Promise<SubscriptionView | undefined> {
  const { db } = ctx
  const found = await subscriptionById(db, id)
  if (!found) return undefined
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', found.account_id ?? 0)
    .executeTakeFirst()
  return {
    id: found.id,
    accountId: found.account_id,
    email: account?.email ?? null,
    tier: found.plan.tier,
    region: found.plan.region,
    currency: found.plan.currency,
    state: found.state,
    orderType: found.order_type,
    autoRenew: found.auto_renew,
    startsAt: found.starts_at,
    endsAt: found.ends_at,
    cancelledAt: found.cancelled_at,
    nextCharge: await nextCharge(db, ctx, id),
    method: [found.brand, found.masked].filter(Boolean).join(' '),
    plannedEnd: (await plannedEndOf(db, id)) ?? null,
    plannedPlan: (await plannedPlanOf(db, id)) ?? null,
    periods: await periodsOf(db, id),
    disputes: await disputesOf(db, id),
    exits: await db
      .selectFrom('termination_declarations')
      .select(['id', 'kind', 'received_at', 'outcome'])
      .where('subscription_id', '=', id)
      .where('applied_at', 'is', null)
      .orderBy('received_at')
      .execute(),
    acts: await actionsOf(db, id),
  }
}

/** Lists operator actions on a subscription, oldest first. */
export async function actionsOf(db: Kysely<DB>, subscription: number): Promise<OperatorAction[]> {
  const rows = await db
    .selectFrom('subscription_actions')
    .selectAll()
    .where('subscription_id', '=', subscription)
    .orderBy('sequence')
    .execute()
  return rows.map(actionFrom)
}

/** Lists ids of an account's current and past subscriptions: those that have not ended first, newest first. */
export async function subscriptionsOfAccount(db: Kysely<DB>, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from subscriptions where account_id = ${accountId}
    order by state = 'ended', id desc`.execute(db)
  return rows.map(({ id }) => id)
}

async function periodsOf(db: Kysely<DB>, subscription: number): Promise<PeriodView[]> {
  const { rows } = await sql<PeriodView>`select p.starts_at as "startsAt", p.ends_at as "endsAt", p.state, i.number as invoice,
      coalesce((select sum(a.amount) from payment_attempts a where a.invoice_id = i.id and a.state = 'succeeded'), 0)::int as paid,
      ${creditedOn(sql`i.id`, 'issued')} as credited,
      coalesce((select sum(r.amount) from refunds r join payment_attempts a on a.id = r.attempt_id
        where a.invoice_id = i.id and r.state not in ('succeeded', 'dropped')), 0)::int as "refundsOpen"
    from periods p left join invoices i on i.period_id = p.id and i.kind = 'invoice'
    where p.subscription_id = ${subscription} order by p.sequence`.execute(db)
  return rows
}

async function disputesOf(db: Kysely<DB>, subscription: number): Promise<SubscriptionView['disputes']> {
  const { rows } = await sql<SubscriptionView['disputes'][number]>`select d.reference, d.amount, d.state,
      d.taken_at as "takenAt", d.won_at as "wonAt"
    from disputes d join payment_attempts a on a.id = d.attempt_id join invoices i on i.id = a.invoice_id
    where i.subscription_id = ${subscription} order by d.id`.execute(db)
  return rows
}
