import { user, webinfo } from '@kiosk/domain/accounts/endpoints'
import { billing, billingData, upgrades } from '@kiosk/domain/payments/billing-endpoints'
import { readerInfo } from '@kiosk/domain/reading/shelf-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from '../accounts/build-account.ts'
import { runBilling } from './renew.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'

const DAY = 86_400_000
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function paying(tariff = 2, voucher?: string) {
  const reader = await shop.reader()
  const reference = await shop.leave(reader)
  await shop.begin(reader, tariff)
  await shop.accept(reader, tariff)
  if (voucher) {
    const form = { subscription: String(tariff), voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  expect((await shop.purchase(reader, tariff)).status).toBe(200)
  return { ...reader, reference }
}
const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY).toISOString()
const billingOf = ({ headers }: Reader, language = 'de') => shop.api.answer(billing, 'billing', { headers, language })
const renewal = ({ headers }: Reader, status: boolean) =>
  shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: String(status) }, headers })

describe('billing', () => {
  test.each([
    ['de', 'Alle Magazine und Zeitungen, auch offline und zum Anhören, ganz ohne Werbung.'],
    ['en', 'Every magazine and newspaper, offline and to listen to as well, and no ads at all.'],
    ['fr', 'Tous les magazines et journaux, hors ligne et à écouter aussi, sans aucune publicité.'],
  ])('says in %s what one pays for, when next and how much', async (language, subscriptionDescription) => {
    const reader = await paying()
    const expected = {
      autorenewalStatus: true,
      subscriptionTitle: 'read-it PREMIUM',
      subscriptionDescription,
      numberDevices: 5,
      nextDebitDate: inDays(30),
      nextPrice: 1999,
      currency: 'EUR',
      orderType: 1,
      dismissed: false,
      state: 'active',
      method: { kind: 'CC', brand: 'Visa', number: '•••• 4242' },
    }
    expect(await billingOf(reader, language)).toEqual(expected)
    const { headers } = reader
    expect(await shop.api.answer(billingData, 'payment/billingdata', { headers, language })).toEqual(expected)
  })

  test('has the reduced price as long as it holds, then the one it was sold at, whatever the list says by then', async () => {
    const reader = await paying(10, await shop.voucher({ days: 60 }))
    expect(await billingOf(reader)).toMatchObject({ nextPrice: 399, numberDevices: 3 })
    shop.later(30)
    await runBilling(shop.api.house)
    expect((await billingOf(reader)).nextPrice).toBe(999)
    await shop.db
      .insertInto('prices')
      .values({ subscription_id: 10, valid_from: inDays(30).slice(0, 10), price: 1099 })
      .execute()
    expect((await billingOf(reader)).nextPrice).toBe(999)
    await shop.db.deleteFrom('prices').execute()
    shop.later(-30)
  })

  test('of a free reader is empty, and everything else works for them', async () => {
    const { headers } = await shop.reader()
    for (const path of ['billing', 'payment/billingdata']) expect((await shop.api.ask(path, { headers })).status).toBe(204)
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })).toEqual([])
    expect(await shop.api.answer(user, 'user', { headers })).toMatchObject({ canChangeBillingData: false, canBeDeleted: true })
    expect(await shop.api.answer(readerInfo, 'readerinfo/web', { headers })).toMatchObject({ tier: 'FREE' })
    expect((await shop.api.answer(webinfo, 'websession/webinfo', { headers })).subscription).toBeUndefined()
  })

  test('of a renewal that was declined says what is owed, and when it is tried again', async () => {
    const reader = await paying()
    shop.psp.behave(reader.reference, 'declined')
    shop.later(30)
    await runBilling(shop.api.house)
    expect(await billingOf(reader)).toMatchObject({ state: 'past-due', nextDebitDate: inDays(1), nextPrice: 1999 })
    shop.later(-30)
  })

  test('of a contract that was given has no date and no price', async () => {
    const reader = await shop.reader()
    await subscribe(shop.db, reader.account)
    expect(await billingOf(reader)).not.toHaveProperty('nextDebitDate')
  })

  test('is nothing for strangers', async () => {
    for (const path of ['billing', 'payment/billingdata', 'readerinfo/upgrades'])
      expect(await shop.api.refusal(path)).toEqual({ status: 401, code: 'not_signed_in' })
  })
})

describe('the automatic renewal', () => {
  test('is switched off to the end of the period, and on again', async () => {
    const reader = await paying()
    expect((await renewal(reader, false)).status).toBe(200)
    const off = await billingOf(reader)
    expect(off).toMatchObject({ autorenewalStatus: false, expiryDate: inDays(30) })
    expect(off).not.toHaveProperty('nextDebitDate')
    expect((await renewal(reader, true)).status).toBe(200)
    expect(await billingOf(reader)).toMatchObject({ autorenewalStatus: true, nextDebitDate: inDays(30) })
  })

  test('that is switched off less than seven days ahead says that one more charge comes, and when it ends then', async () => {
    const reader = await paying()
    shop.later(25)
    expect((await renewal(reader, false)).status).toBe(200)
    expect(await billingOf(reader)).toMatchObject({
      autorenewalStatus: false,
      nextDebitDate: inDays(5),
      nextPrice: 1999,
      expiryDate: inDays(35),
    })
    shop.later(-25)
  })

  test('is nothing that a free reader has', async () => {
    expect((await renewal(await shop.reader(), false)).status).toBe(404)
  })
})

describe('upgrades', () => {
  test('of MAGZ are the PREMIUM of the region, with the special offer that runs', async () => {
    const reader = await paying(10)
    const { headers } = reader
    const asked = () => shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })
    expect(await asked()).toEqual([{ shortname: 'PREMIUM', id: 2, voucherCode: '' }])
    const code = await shop.voucher({ kind: 'special-offer', subscription_ids: [2], price: 599 })
    expect(await asked()).toEqual([{ shortname: 'PREMIUM', id: 2, voucherCode: code }])
    await shop.db.updateTable('vouchers').set({ redeemable_until: shop.now() }).where('code', '=', code).execute()
    expect(await asked()).toEqual([{ shortname: 'PREMIUM', id: 2, voucherCode: '' }])
  })

  test('from one special offer lead to no other', async () => {
    const reader = await paying(10, await shop.voucher())
    const code = await shop.voucher({ kind: 'special-offer', subscription_ids: [2], price: 599 })
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers: reader.headers })).toMatchObject([
      { voucherCode: '' },
    ])
    await shop.db.updateTable('vouchers').set({ redeemable_until: shop.now() }).where('code', '=', code).execute()
  })

  test('of PREMIUM are none', async () => {
    const { headers } = await paying()
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })).toEqual([])
  })
})
