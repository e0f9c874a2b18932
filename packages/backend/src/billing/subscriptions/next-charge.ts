import type { Money } from '@kiosk/domain/money'
import { periodFrom } from '@kiosk/domain/payments/rules'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { waivedAmount } from '../charges/waived-amount.ts'
import { plannedEndOf, preventsCharge } from '../operator-actions/planned-end.ts'
import { endsUnagreedAt, regularPriceAt } from '../plans/price-notices.ts'
import { planOf } from '../plans/prices.ts'
import { lastPeriod } from './last-period.ts'

/** Price data of a subscription for its next thirty days; amounts in minor units. */
export type PricedSubscription = {
  plan_id: number
  /** Regular price on the date of the charge. */
  regular_price: number
  reduced_price: number | null
  reduced_left: number
  next_charge_at: Date | null
  announced_for: Date | null
  announced_amount: number | null
  /** Payment provider; null: none. */
  provider: string | null
  method_kind: string | null
}

/** `price` is the price of thirty days, `due` the amount charged for them; the difference is waived. Minor units. */
export type Charge = { price: number; due: number; waived: number; reduced: boolean; currency: Money['currency'] }

/**
 * Computes price and charge of the next thirty days of a subscription. Renewals, the billing page, e-mails and debit notices all
 * use it, so that the announced amount is the charged amount.
 * @param underWay reduced charges that are pending and not recorded yet
 */
export function chargeOf(ctx: Pick<AppContext, 'payments'>, subscription: PricedSubscription, underWay = 0): Charge {
  const { plan_id, regular_price, reduced_price, provider } = subscription
  const { currency } = planOf(plan_id)!
  const reduced = subscription.reduced_left - underWay > 0 && reduced_price !== null
  const scheduled = reduced ? reduced_price : regular_price
  // A debit never exceeds the amount announced for its date.
  const price = Math.min(scheduled, announcedFor(subscription) ?? scheduled)
  const waived = waivedAmount(ctx, provider ?? '', { minor: price, currency })
  return { price, due: price - waived, waived, reduced, currency }
}

/** Returns the amount announced for the next debit; null: not announced, or not a debit. Minor units. */
export function announcedFor(
  subscription: Pick<PricedSubscription, 'method_kind' | 'next_charge_at' | 'announced_for' | 'announced_amount'>,
): number | null {
  const { method_kind, next_charge_at, announced_for, announced_amount } = subscription
  const isAnnounced = method_kind === 'DD' && next_charge_at !== null && announced_for?.getTime() === next_charge_at.getTime()
  return isAnnounced ? announced_amount : null
}

/** `overdue`: a declined charge is retried. */
export type NextCharge = { at: Date; amount: Money; why: 'overdue' | 'reduced' | 'regular' }

/**
 * Returns the next charge of a subscription, as announced and charged; null if there is none, or the operator ends the
 * subscription before it.
 */
export async function nextCharge(db: Kysely<DB>, ctx: Pick<AppContext, 'payments'>, id: number): Promise<NextCharge | null> {
  return (await nextCharges(db, ctx, id, 1))[0] ?? null
}

/** Returns the next charges of a subscription, at most `most`, as they will be made unless something changes. */
export async function nextCharges(
  db: Kysely<DB>,
  ctx: Pick<AppContext, 'payments'>,
  id: number,
  most: number,
): Promise<NextCharge[]> {
  const charges = await chargesToCome(db, ctx, id, most)
  const planned = charges.length > 0 && (await plannedEndOf(db, id))
  return planned ? charges.filter(({ at }) => !preventsCharge(planned.endsAt, at)) : charges
}

async function chargesToCome(db: Kysely<DB>, ctx: Pick<AppContext, 'payments'>, id: number, most: number): Promise<NextCharge[]> {
  const subscription = await db
    .selectFrom('subscriptions as s')
    .leftJoin('payment_methods as m', 'm.id', 's.payment_method_id')
    .selectAll('s')
    .select(['m.kind as method_kind', 'm.provider'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!subscription || subscription.state === 'ended' || !planOf(subscription.plan_id)) return []
  const { auto_renew, next_charge_at, ends_at } = subscription
  const last = await lastPeriod(db, id)
  const charges: NextCharge[] = []
  if (last?.state === 'open' && !last.charging) {
    if (last.rejected || next_charge_at === null) return []
    const { currency } = chargeOf(ctx, subscription)
    charges.push({ at: next_charge_at, amount: { minor: last.due ?? 0, currency }, why: 'overdue' })
  }
  // While a period is being charged or is overdue, the next charge is that of the following period.
  const isUnderWay = last?.state === 'open'
  let at = isUnderWay ? (auto_renew ? last.ends_at : null) : (next_charge_at ?? (auto_renew ? ends_at : null))
  let underWay = isUnderWay && last.reduced ? 1 : 0
  while (at !== null && charges.length < most) {
    const priced = await pricedAt(db, id, at)
    if (priced.ends) break
    const charged = { ...subscription, regular_price: priced.regular, next_charge_at: at }
    const { due, reduced, currency } = chargeOf(ctx, charged, underWay)
    charges.push({ at, amount: { minor: due, currency }, why: reduced ? 'reduced' : 'regular' })
    if (reduced) underWay++
    at = auto_renew ? periodFrom(at).endsAt : null
  }
  return charges
}

/** Returns the regular price of a charge at a timestamp, and whether the subscription ends instead; minor units. */
async function pricedAt(db: Kysely<DB>, id: number, at: Date): Promise<{ regular: number; ends: boolean }> {
  const time = sql`${at}::timestamptz`
  const { rows } = await sql<{ regular: number; ends: boolean }>`select ${regularPriceAt(time)} as regular,
    ${endsUnagreedAt(time)} as ends from subscriptions s where s.id = ${id}`.execute(db)
  return rows[0]!
}
