import type { DB } from '@kiosk/backend/db/schema'
import { vouchersOf } from '@kiosk/domain/campaigns/campaign'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'

// What the demonstration sells at a lower price: a special offer in Austria and one in Germany, a voucher to type in, and
// what the buttons of the shipped campaigns promise.
// The launch offer's codes are those of operator.json; they are vouchers as soon as somebody is offered one.

/** Good for every paid tariff of the three markets that pay in euro. */
export const DEMO_VOUCHER = 'LESEFREUDE'

const offers = [
  {
    code: 'DREIMALLESEN-AT',
    kind: 'special-offer',
    plan_ids: [2],
    price: 399,
    days: 90,
    titles: { de: 'Drei Mal 3,99 €', en: 'Three times 3,99 €', fr: 'Trois fois 3,99 €' },
  },
  {
    code: 'DREIMALLESEN-DE',
    kind: 'special-offer',
    plan_ids: [5],
    price: 599,
    days: 90,
    titles: { de: 'Drei Mal 5,99 €', en: 'Three times 5,99 €', fr: 'Trois fois 5,99 €' },
  },
  { code: DEMO_VOUCHER, kind: 'voucher', plan_ids: [10, 2, 3, 5, 9], price: 299, days: 60, titles: {} },
] as const

/** Places the offers, and keeps them running; an operator's own voucher of the same code stays as it is. */
export async function placeOffers(trx: Transaction<DB>, now: Date): Promise<void> {
  const redeemable_until = new Date(now.getTime() + 365 * DAY_MS)
  const ofCampaigns = shippedCampaigns.flatMap(vouchersOf).map((voucher) => ({ ...voucher, titles: {} }))
  for (const { titles, plan_ids, ...offer } of [...offers, ...ofCampaigns]) {
    await trx
      .insertInto('vouchers')
      .values({
        ...offer,
        plan_ids: [...plan_ids],
        titles: JSON.stringify(titles),
        redeemable_until,
        demonstration: true,
      })
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet({ redeemable_until }).where('vouchers.demonstration', '=', true),
      )
      .execute()
  }
}

/** Takes the offers away; one that somebody's contract was bought with stays for the books, and ends. */
export async function removeOffers(trx: Transaction<DB>): Promise<void> {
  await sql`delete from vouchers v where demonstration
    and not exists (select from subscriptions where voucher_code = v.code)
    and not exists (select from carts where voucher_code = v.code)
    and not exists (select from voucher_redemptions r where r.code = v.code)`.execute(trx)
  await sql`update vouchers set redeemable_until = least(redeemable_until, now()) where demonstration`.execute(trx)
}
