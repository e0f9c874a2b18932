import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'

export type NewPrice = { plan_id: number; valid_from: string; price: number }

/** Sets the price of a plan for purchases from a day on. All servers drop their cached prices. */
export function setPrice({ db, now, actor }: ChangeContext, price: NewPrice, reason?: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('prices')
      .select(['price', 'valid_from as from'])
      .where('plan_id', '=', price.plan_id)
      .where('valid_from', '<=', price.valid_from)
      .orderBy('valid_from', 'desc')
      .limit(1)
      .executeTakeFirst()
    await trx
      .insertInto('prices')
      .values(price)
      .onConflict((conflict) => conflict.columns(['plan_id', 'valid_from']).doUpdateSet({ price: price.price }))
      .execute()
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const subject = { kind: 'plan', id: price.plan_id, name: String(price.plan_id) }
    const after = { price: price.price, from: price.valid_from }
    await recordAudit(trx, actor, now(), { action: 'price.set', subject, before, after, reason })
  })
}

/**
 * Withdraws a price that does not apply yet; the previous one stays. All servers drop their cached prices.
 * @returns false if there is no price from that day on
 * @throws ApiError price_in_force
 */
export function withdrawPrice(
  { db, now, actor }: ChangeContext,
  { plan_id, valid_from }: Omit<NewPrice, 'price'>,
  reason?: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .deleteFrom('prices')
      .where('plan_id', '=', plan_id)
      .where('valid_from', '=', valid_from)
      .returning('price')
      .executeTakeFirst()
    if (!withdrawn) return false
    if (valid_from <= dayInVienna(now())) throw new ApiError('price_in_force', 'from')
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const subject = { kind: 'plan', id: plan_id, name: String(plan_id) }
    const before = { price: withdrawn.price, from: valid_from }
    await recordAudit(trx, actor, now(), { action: 'price.withdrawn', subject, before, reason })
    return true
  })
}
