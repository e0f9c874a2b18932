import { reductionBy } from '@kiosk/backend/billing/plans/vouchers'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { expect, test } from 'vitest'
import { placeOffers, removeOffers } from './offers.ts'

test('every button of a shipped campaign charges the price on it, until the demonstration is removed', async () => {
  const { db, close } = await testDatabase()
  const now = new Date()
  const ctx = { secret: async () => Buffer.alloc(32), payments: { card: null, wallet: null, store: null } }
  await db.transaction().execute((trx) => placeOffers(trx, now))
  const offers = shippedCampaigns.flatMap((campaign) => campaign.offers)
  for (const { voucherCode, id, voucherPrice, duration } of offers) {
    const reduction = await reductionBy(db, ctx, { code: voucherCode, plan: id, accountId: 0, now })
    expect(reduction).toMatchObject({ kind: 'campaign', price: voucherPrice, charges: duration })
  }
  await db.transaction().execute(removeOffers)
  expect(await db.selectFrom('vouchers').select('code').where('kind', '=', 'campaign').execute()).toEqual([])
  await close()
})
