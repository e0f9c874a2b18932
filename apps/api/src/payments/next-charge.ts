import type { Money } from '@kiosk/domain/money'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { plannedEndOf } from './contract-acts/planned-end.ts'
import { lastPeriod } from './last-period.ts'
import { endsUnagreedAt, regularPriceAt } from './price-notices.ts'
import { tariffOf } from './prices.ts'
import { waivedOf } from './smallest-charge.ts'

/** What a subscription says about the price of its next thirty days; amounts in minor units. */
export type PricedContract = {
  subscription_id: number
  /** At the day of the charge. */
  regular_price: number
  reduced_price: number | null
  reduced_left: number
  next_charge_at: Date | null
  announced_for: Date | null
  announced_amount: number | null
  /** How it is paid; null: by nothing. */
  provider: string | null
  method_kind: string | null
}

/** `price` is what thirty days cost, `due` what is taken for them: the rest is waived. Minor units. */
export type Charge = { price: number; due: number; waived: number; reduced: boolean; currency: Money['currency'] }

/**
 * What the next thirty days of a subscription cost and what is taken for them. Renewals, the billing page, e-mails and notices
 * of debits all ask here, so that what is told is what is taken.
 * @param underWay reduced charges that are being made now and not booked yet
 */
export function chargeOf(house: Pick<House, 'payments'>, contract: PricedContract, underWay = 0): Charge {
  const { subscription_id, regular_price, reduced_price, provider } = contract
  const { currency } = tariffOf(subscription_id)!
  const reduced = contract.reduced_left - underWay > 0 && reduced_price !== null
  const scheduled = reduced ? reduced_price : regular_price
  // A debit is never more than was announced for its day.
  const price = Math.min(scheduled, announcedFor(contract) ?? scheduled)
  const waived = waivedOf(house, provider ?? '', { minor: price, currency })
  return { price, due: price - waived, waived, reduced, currency }
}

/** What was announced for the next debit; null: nothing, or it is no debit. Minor units. */
function announcedFor(contract: PricedContract): number | null {
  const { method_kind, next_charge_at, announced_for, announced_amount } = contract
  const isAnnounced = method_kind === 'DD' && next_charge_at !== null && announced_for?.getTime() === next_charge_at.getTime()
  return isAnnounced ? announced_amount : null
}

/** `overdue`: what was declined is asked for again. */
export type NextCharge = { at: Date; amount: Money; why: 'overdue' | 'reduced' | 'regular' }

/** The next charge of a subscription, as it is told and will be made; null where none comes, or the operator ends it before. */
export async function nextCharge(db: Kysely<DB>, house: Pick<House, 'payments'>, id: number): Promise<NextCharge | null> {
  const next = await chargeToCome(db, house, id)
  const planned = next && (await plannedEndOf(db, id))
  return planned && planned.endsAt <= next.at ? null : next
}

async function chargeToCome(db: Kysely<DB>, house: Pick<House, 'payments'>, id: number): Promise<NextCharge | null> {
  const contract = await db
    .selectFrom('subscriptions as s')
    .leftJoin('payment_methods as m', 'm.id', 's.payment_method_id')
    .selectAll('s')
    .select(['m.kind as method_kind', 'm.provider'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!contract || contract.state === 'ended' || !tariffOf(contract.subscription_id)) return null
  const { auto_renew, next_charge_at, ends_at } = contract
  const last = await lastPeriod(db, id)
  if (last?.state === 'open' && !last.charging) {
    if (last.refused || next_charge_at === null) return null
    const { currency } = chargeOf(house, contract)
    return { at: next_charge_at, amount: { minor: last.due ?? 0, currency }, why: 'overdue' }
  }
  // While thirty days are being charged, the next charge is that of the thirty days after them.
  const isUnderWay = last?.state === 'open'
  const at = isUnderWay ? (auto_renew ? last.ends_at : null) : (next_charge_at ?? (auto_renew ? ends_at : null))
  if (at === null) return null
  const priced = await pricedAt(db, id, at)
  if (priced.ends) return null
  const told = { ...contract, regular_price: priced.regular }
  const { due, reduced, currency } = chargeOf(house, told, isUnderWay && last.reduced ? 1 : 0)
  return { at, amount: { minor: due, currency }, why: reduced ? 'reduced' : 'regular' }
}

/** Regular price of a charge at a moment, and whether the subscription ends instead; minor units. */
async function pricedAt(db: Kysely<DB>, id: number, at: Date): Promise<{ regular: number; ends: boolean }> {
  const moment = sql`${at}::timestamptz`
  const { rows } = await sql<{ regular: number; ends: boolean }>`select ${regularPriceAt(moment)} as regular,
    ${endsUnagreedAt(moment)} as ends from subscriptions s where s.id = ${id}`.execute(db)
  return rows[0]!
}
