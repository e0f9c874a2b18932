import { readFile } from 'node:fs/promises'
import { paymentQuery } from '@kiosk/domain/campaigns/campaign'
import { campaignPage } from '@kiosk/domain/campaigns/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checkout, testCheckout } from '../billing/testing/checkout.ts'
import { readCampaign } from './read-campaign.ts'
import { storeCampaign } from './store-campaign.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

test('a campaign imported from one file sells a subscription that stores its voucher, price and attribution', async () => {
  const file = await readFile(new URL('../../../../docs/campaign.yaml', import.meta.url), 'utf8')
  const { campaign, faults } = readCampaign(file)
  expect(faults).toBeNull()
  const lasting = { ...campaign!, from: undefined, until: undefined }
  expect(await storeCampaign(shop.db, lasting, shop.now())).toEqual([])

  const { offers } = await shop.api.answer(campaignPage, `campaign/page/${lasting.key}`)
  const offer = offers.find(({ region }) => region === 2)!
  const came = { utm_source: 'mensa', utm_campaign: 'sommer' }
  const button = paymentQuery(offer, came)
  expect(button).toMatchObject({ id: offer.id, voucher: offer.voucherCode, ...came })

  const buyer = await shop.reader({ region_id: 2 })
  const { headers } = buyer
  await shop.leave(buyer)
  const query = new URLSearchParams({ utmSource: came.utm_source, utmCampaign: came.utm_campaign })
  await shop.api.ask(`payment/shoppingcart2/new/${offer.id}?${query}`, { headers })
  const form = { subscription: String(offer.id), voucher: offer.voucherCode }
  expect((await shop.api.ask('payment/voucher', { method: 'PUT', form, headers })).status).toBe(200)
  await shop.accept(buyer, offer.id)
  expect((await shop.purchase(buyer, offer.id)).status).toBe(200)
  expect(await shop.contracts(buyer)).toMatchObject([
    {
      plan_id: offer.id,
      voucher_code: offer.voucherCode,
      reduced_price: offer.voucherPrice,
      attribution: { utmSource: 'mensa', utmCampaign: 'sommer' },
    },
  ])
})
