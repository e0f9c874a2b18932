import type { DB } from '@kiosk/backend/db/schema'
import { vouchersOf } from '@kiosk/domain/campaigns/campaign'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'

// Reduced prices of the demonstration: a special offer each in Austria and Germany, a voucher code to enter, and the vouchers
// of the shipped campaigns.
// The launch offer's codes are in operator.json; its vouchers are created when it is first offered.

/** Voucher code, valid for every paid plan of the three euro markets. */
export const DEMO_VOUCHER = 'LESEFREUDE'

/** Of the badge; the price is below it. */
const THREE_MONTHS = { de: 'Drei Monate günstiger', en: 'Three months for less', fr: 'Trois mois à prix réduit' }

const offers = [
  {
    code: 'DREIMALLESEN-AT',
    kind: 'special-offer',
    plan_ids: [2],
    price: 399,
    days: 90,
    titles: THREE_MONTHS,
  },
  {
    code: 'DREIMALLESEN-DE',
    kind: 'special-offer',
    plan_ids: [5],
    price: 599,
    days: 90,
    titles: THREE_MONTHS,
  },
  { code: DEMO_VOUCHER, kind: 'voucher', plan_ids: [10, 2, 3, 5, 9], price: 299, days: 60, titles: {} },
] as const

/** Creates or extends the offers. An operator's own voucher with the same code is not changed. */
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

/** Deletes the offers. One that was used, or is in a cart, stays for the books and expires now. */
export async function removeOffers(trx: Transaction<DB>): Promise<void> {
  await sql`delete from vouchers v where demonstration
    and not exists (select from subscriptions where voucher_code = v.code)
    and not exists (select from carts where voucher_code = v.code)
    and not exists (select from voucher_redemptions r where r.code = v.code)`.execute(trx)
  await sql`update vouchers set redeemable_until = least(redeemable_until, now()) where demonstration`.execute(trx)
}
