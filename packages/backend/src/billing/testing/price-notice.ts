import type { Checkout } from './checkout.ts'

/** Records that another PREMIUM price, 24.99, was announced for a subscription, and applies from a date. */
export async function noticePrice(shop: Pick<Checkout, 'db' | 'now'>, subscription: number, effective_at: Date): Promise<void> {
  const { id } = await shop.db
    .insertInto('price_campaigns')
    .values({
      plan_id: 2,
      price: 2499,
      from_day: '2026-03-01',
      rule: 'object',
      without_consent: 'keep',
      created_at: shop.now(),
      closed_at: shop.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('price_notices')
    .values({
      campaign_id: id,
      subscription_id: subscription,
      old_price: 1999,
      new_price: 2499,
      effective_at,
      notified_at: shop.now(),
      applies: true,
      ends: false,
      created_at: shop.now(),
    })
    .execute()
}
