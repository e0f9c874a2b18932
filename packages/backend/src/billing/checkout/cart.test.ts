import { campaignPricing, planPricing } from '@kiosk/domain/campaigns/endpoints'
import { textDocument } from '@kiosk/domain/content/endpoints'
import { upgrades } from '@kiosk/domain/payments/billing-endpoints'
import { cart, newCart } from '@kiosk/domain/payments/endpoints'
import { requireRegion } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApi } from '../../testing/api.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const NEW = 'payment/shoppingcart2/new'
const fresh = ({ headers }: Reader, plan = 2, { country = 'AT', language = 'de' } = {}) =>
  shop.api.answer(newCart, `${NEW}/${plan}`, { headers, country, language })
const put = ({ headers }: Reader, voucher: string, plan = 2, language = 'de') =>
  shop.api.ask('payment/voucher', { method: 'PUT', form: { subscription: String(plan), voucher }, headers, language })
const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
})

describe('a cart', () => {
  test('shows the plan, its price and the payment methods', async () => {
    const anna = await shop.reader()
    expect(await fresh(anna)).toEqual({
      paypaylPlanId: 'plan-2',
      entries: [{ title: 'read-it PREMIUM', subtitle: '19,99 € alle 30 Tage, inkl. MwSt.', recurring: true, grossAmount: 1999 }],
      features: [
        'Alle Magazine und Zeitungen, online und offline',
        'Artikel zum Anhören',
        'Keine Werbung',
        'Auf 5 Geräten',
        'Jederzeit zum Ende der 30 Tage kündbar, spätestens 7 Tage davor',
      ],
      totalPrice: 1999,
      currency: 'EUR',
      payPalUpgrade: false,
      noticePeriodDays: 7,
      cancelable: true,
      showVoucherInfo: false,
      voucherAvailable: true,
      methods: ['CC', 'DD', 'PP'],
      upgradeCredit: 0,
      needsLocalMethod: false,
    })
  })

  test.each([
    ['de', '3 × 3,99 €, danach 19,99 € alle 30 Tage, inkl. MwSt.', 'Keine Werbung'],
    ['en', '3 × 3,99 €, then 19,99 € every 30 days, incl. VAT', 'No ads'],
    ['fr', '3 × 3,99 €, puis 19,99 € tous les 30 jours, TVA comprise', 'Aucune publicité'],
  ])('uses the language of the request: %s', async (language, subtitle, feature) => {
    const reader = await shop.reader()
    await shop.begin(reader)
    expect((await put(reader, await shop.voucher())).status).toBe(200)
    const found = await shop.api.answer(cart, 'payment/shoppingcart2/2', { headers: reader.headers, language })
    expect(found).toMatchObject({ entries: [{ subtitle }], features: expect.arrayContaining([feature]) })
  })

  test.each([
    [1, 10, ['CC', 'DD', 'PP'], 'EUR', 'plan-10'],
    [2, 5, ['CC', 'DD', 'PP'], 'EUR', 'plan-5'],
    [3, 8, ['CC'], 'CHF', null],
    [4, 9, ['CC', 'DD', 'PP'], 'EUR', 'plan-9'],
  ])('offers the payment methods and currency of region %i', async (region_id, plan, methods, currency, paypaylPlanId) => {
    const reader = await shop.reader({ region_id })
    const country = requireRegion(region_id).country
    expect(await fresh(reader, plan, { country })).toMatchObject({ methods, currency, paypaylPlanId })
  })

  test('offers no debit without a creditor identifier, also of a saved account', async () => {
    const { company } = shop.api.ctx.operator
    const { creditorId } = company
    company.creditorId = ''
    try {
      const reader = await shop.reader()
      await shop.leave(reader, 'debit-succeeded', 'DD')
      const found = await fresh(reader)
      expect(found.methods).toEqual(['CC', 'PP'])
      expect(found.lastBillingData).toBeUndefined()
      expect((await shop.api.answer(planPricing, 'campaign/pricing/2')).methods).toEqual(['CC', 'PP'])
      const faq = await shop.api.answer(textDocument, 'content/faq')
      expect(faq.content).toContain('PayPal')
      expect(faq.content).not.toContain('SEPA')
    } finally {
      company.creditorId = creditorId
    }
  })

  test('shows the payment data saved last', async () => {
    const ben = await shop.reader()
    await shop.leave(ben)
    expect((await fresh(ben)).lastBillingData).toEqual({
      paymentMethod: 'CC',
      accountBrand: 'Visa',
      accountNumber: '•••• 4242',
    })
    const swiss = await shop.reader({ region_id: 3 })
    await shop.leave(swiss, 'debit-processing', 'DD')
    expect((await fresh(swiss, 8)).lastBillingData).toBeUndefined()
  })

  test('is created once, also by concurrent requests', async () => {
    const cleo = await shop.reader()
    const answers = await Promise.all(Array.from({ length: 30 }, () => shop.api.ask(`${NEW}/2`, { headers: cleo.headers })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shop.db.selectFrom('carts').select('id').where('account_id', '=', cleo.id).execute()).toHaveLength(1)
  })

  test('is not found before it is started', async () => {
    const dora = await shop.reader()
    expect(await shop.api.errorOf('payment/shoppingcart2/2', { headers: dora.headers })).toEqual({
      status: 404,
      code: 'not_found',
      field: 'subscription',
    })
  })

  test('rejects a plan of another region or one already active', async () => {
    const emil = await shop.reader()
    for (const path of [`${NEW}/8`, 'payment/shoppingcart2/8'])
      expect(await shop.api.errorOf(path, { headers: emil.headers })).toMatchObject({ status: 409, code: 'region_unavailable' })
    await shop.leave(emil)
    await shop.begin(emil)
    await shop.accept(emil)
    expect((await shop.purchase(emil)).status).toBe(200)
    for (const plan of [2, 10])
      expect(await shop.api.errorOf(`${NEW}/${plan}`, { headers: emil.headers })).toMatchObject({
        status: 409,
        code: 'subscribed_already',
      })
  })

  test.each([
    ['de', 'Dieses Abo gibt es in Ihrer Region nicht. Wir zeigen Ihnen das Angebot für Ihre Region.'],
    ['en', 'The chosen subscription is not available in your region. We show you the offer for your region.'],
  ])('explains the rejection in %s', async (language, message) => {
    const { headers } = await shop.reader()
    expect(await (await shop.api.ask(`${NEW}/8`, { headers, language })).json()).toMatchObject({ message })
  })

  test('deducts the unused balance of the old subscription from an upgrade', async () => {
    const frieda = await shop.reader()
    await shop.leave(frieda)
    await shop.begin(frieda, 10)
    await shop.accept(frieda, 10)
    await shop.purchase(frieda, 10)
    shop.later(10)
    expect(await fresh(frieda, 2, { language: 'en' })).toMatchObject({
      entries: [{ grossAmount: 1999 }, { title: 'Credit from your current subscription', recurring: false, grossAmount: -666 }],
      totalPrice: 1333,
      upgradeCredit: 666,
      methods: ['CC', 'DD'],
    })
    shop.later(-10)
  })
})

describe('a voucher', () => {
  test('lowers the price of its charges and shows the price afterwards', async () => {
    const reader = await shop.reader()
    await shop.begin(reader)
    const code = await shop.voucher({ days: 95 })
    expect((await put(reader, ` ${code.toLowerCase()} `)).status).toBe(200)
    expect(await shop.api.answer(cart, 'payment/shoppingcart2/2', { headers: reader.headers })).toMatchObject({
      totalPrice: 399,
      showVoucherInfo: true,
      numberOfMonthsVoucher: 3,
      priceAfterVoucherPerMonth: 1999,
      voucherAvailable: false,
      paypaylPlanId: `plan-2-${code}`,
    })
    // Starting the cart again keeps its voucher.
    expect((await fresh(reader)).totalPrice).toBe(399)
  })

  test('without a wallet plan leaves the other payment methods', async () => {
    const reader = await shop.reader()
    await shop.begin(reader)
    await put(reader, await shop.voucher({ code: 'CARD-ONLY-1' }))
    expect(await fresh(reader)).toMatchObject({ totalPrice: 399, methods: ['CC', 'DD'], paypaylPlanId: null })
  })

  test.each([
    ['de', validationMessages.de['VALIDATION.voucherCodeInvalid']],
    ['en', 'Entered code is invalid. Please enter a valid voucher code'],
    ['fr', validationMessages.fr['VALIDATION.voucherCodeInvalid']],
  ])('that is invalid is rejected with a message in %s', async (language, words) => {
    const reader = await shop.reader()
    await shop.begin(reader)
    const response = await put(reader, 'NIRGENDS', 2, language)
    const answer = (await response.json()) as { code: string; field: string; message: string }
    expect({ status: response.status, code: answer.code, field: answer.field }).toEqual({
      status: 406,
      code: 'voucher_invalid',
      field: 'voucher',
    })
    expect(answer.message).toBe(words)
  })

  test('is rejected if expired, used up or for another plan', async () => {
    const reader = await shop.reader()
    await shop.begin(reader)
    const codes = [
      await shop.voucher({ redeemable_until: shop.now() }),
      await shop.voucher({ redeemable_from: new Date(shop.now().getTime() + 1) }),
      await shop.voucher({ max_redemptions: 1, redeemed: 1 }),
      await shop.voucher({ plan_ids: [5] }),
    ]
    for (const code of codes) expect(await codeOf(await put(reader, code))).toEqual({ status: 406, code: 'voucher_invalid' })
    expect((await fresh(reader)).totalPrice).toBe(1999)
  })

  test('that expires in the cart is removed, and the purchase stops instead of charging a price that was not shown', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    await shop.accept(reader)
    const code = await shop.voucher({ redeemable_until: new Date(shop.now().getTime() + 1000) })
    expect((await put(reader, code)).status).toBe(200)
    shop.later(0.001)
    expect(await codeOf(await shop.purchase(reader))).toEqual({ status: 406, code: 'voucher_invalid' })
    expect((await fresh(reader)).totalPrice).toBe(1999)
    expect((await shop.purchase(reader)).status).toBe(200)
    expect(await shop.invoices(reader)).toMatchObject([{ gross: 1999 }])
    shop.later(-0.001)
  })

  test('is rejected after another special offer', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader, 10)
    await shop.accept(reader, 10)
    expect((await put(reader, await shop.voucher({ kind: 'special-offer' }), 10)).status).toBe(200)
    expect((await shop.purchase(reader, 10)).status).toBe(200)
    await shop.begin(reader)
    const second = await shop.voucher({ kind: 'special-offer' })
    expect(await codeOf(await put(reader, second))).toEqual({ status: 409, code: 'second_special_offer' })
    expect(await fresh(reader)).toMatchObject({ totalPrice: 1999 - 399, voucherAvailable: false })
    // A voucher saved before the first offer was bought: the cart is rejected, and a new cart starts without it.
    await shop.db
      .updateTable('carts')
      .set({ voucher_code: second })
      .where('account_id', '=', reader.id)
      .where('state', '=', 'open')
      .execute()
    expect(await shop.api.errorOf('payment/shoppingcart2/2', { headers: reader.headers })).toMatchObject({
      status: 409,
      code: 'second_special_offer',
    })
    expect((await fresh(reader)).showVoucherInfo).toBe(false)
    expect((await shop.api.ask('payment/shoppingcart2/2', { headers: reader.headers })).status).toBe(200)
  })

  test('needs a cart', async () => {
    const reader = await shop.reader()
    expect(await codeOf(await put(reader, await shop.voucher()))).toEqual({ status: 404, code: 'not_found' })
    expect(await codeOf(await put(reader, await shop.voucher(), 8))).toEqual({ status: 404, code: 'not_found' })
  })

  test('is rate-limited after thirty codes', async () => {
    const reader = await shop.reader()
    await shop.begin(reader)
    for (let each = 0; each < 30; each++) expect((await put(reader, `GUESS-${each}`)).status).toBe(406)
    const rejected = await put(reader, 'GUESS-30')
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('for ten uses is redeemed ten times by a hundred concurrent buyers', async () => {
    const code = await shop.voucher({ max_redemptions: 10 })
    const readers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const reader = await shop.reader()
        await shop.leave(reader)
        await shop.begin(reader)
        await shop.accept(reader)
        return reader
      }),
    )
    for (const reader of readers) expect((await put(reader, code)).status).toBe(200)
    const answers = await Promise.all(readers.map(async (reader) => (await shop.purchase(reader)).status))
    expect(answers.filter((status) => status === 200)).toHaveLength(10)
    expect(answers.filter((status) => status === 406)).toHaveLength(90)
    const { redeemed } = await shop.db
      .selectFrom('vouchers')
      .select('redeemed')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(redeemed).toBe(10)
  })
})

describe('the launch offer', () => {
  test('is redeemed by its code at its price', async () => {
    const reader = await shop.reader()
    const offer = (await (await shop.api.ask('voucher/launchoffer/', { headers: reader.headers })).json()) as {
      subscriptionId: number
      voucherCode: { voucherCode: string }
      reducedPrice: number
      regularPrice: number
      days: number
    }
    await shop.begin(reader, offer.subscriptionId)
    expect((await put(reader, offer.voucherCode.voucherCode, offer.subscriptionId)).status).toBe(200)
    expect(await fresh(reader, offer.subscriptionId)).toMatchObject({
      totalPrice: offer.reducedPrice,
      priceAfterVoucherPerMonth: offer.regularPrice,
      numberOfMonthsVoucher: Math.floor(offer.days / 30),
    })
  })

  test('is for new readers of its market, even if others know the code', async () => {
    const old = await shop.reader({ verified_at: new Date('2026-01-01T00:00:00Z') })
    await shop.begin(old)
    expect(await codeOf(await put(old, 'WILLKOMMEN-AT'))).toEqual({ status: 406, code: 'voucher_invalid' })
    const german = await shop.reader({ region_id: 2 })
    await shop.begin(german, 5)
    expect((await put(german, 'WILLKOMMEN-AT', 5)).status).toBe(406)
    expect((await put(german, 'willkommen-de', 5)).status).toBe(200)
  })

  test('remains available after a declined purchase and ends after a successful one', async () => {
    const reader = await shop.reader()
    const card = await shop.leave(reader, 'card-declined')
    await shop.begin(reader)
    await shop.accept(reader)
    await put(reader, 'WILLKOMMEN-AT')
    await shop.purchase(reader)
    expect((await shop.api.ask('voucher/launchoffer/', { headers: reader.headers })).status).toBe(200)
    shop.psp.behave(card, 'succeeded')
    await shop.purchase(reader)
    expect((await shop.api.ask('voucher/launchoffer/', { headers: reader.headers })).status).toBe(404)
  })

  test('is removed from the cart when it expires, and cannot be bought', async () => {
    const looks = await shop.reader({ verified_at: new Date(shop.now().getTime() - 13 * DAY_MS) })
    const buys = await shop.reader({ verified_at: new Date(shop.now().getTime() - 13 * DAY_MS) })
    for (const reader of [looks, buys]) {
      await shop.leave(reader)
      await shop.begin(reader)
      expect((await put(reader, 'WILLKOMMEN-AT')).status).toBe(200)
      await shop.db
        .updateTable('accounts')
        .set({ verified_at: new Date(shop.now().getTime() - 15 * DAY_MS) })
        .where('id', '=', reader.id)
        .execute()
    }
    expect(await fresh(looks)).toMatchObject({ showVoucherInfo: false, totalPrice: 1999 })
    await shop.accept(buys)
    expect(await codeOf(await shop.purchase(buys))).toEqual({ status: 406, code: 'voucher_invalid' })
    expect(await shop.contracts(buys)).toEqual([])
  })

  test('is rejected for a reader who has subscribed since adding it to the cart', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    expect((await put(reader, 'WILLKOMMEN-AT')).status).toBe(200)
    await shop.begin(reader, 10)
    await shop.accept(reader, 10)
    expect((await shop.purchase(reader, 10)).status).toBe(200)
    await shop.accept(reader)
    expect(await codeOf(await shop.purchase(reader))).toEqual({ status: 406, code: 'voucher_invalid' })
  })

  test('ends when the operator ends its voucher', async () => {
    const reader = await shop.reader({ region_id: 4 })
    expect((await shop.api.ask('voucher/launchoffer/', { headers: reader.headers })).status).toBe(200)
    await shop.db.updateTable('vouchers').set({ redeemable_until: shop.now() }).where('code', '=', 'WILLKOMMEN-LU').execute()
    expect((await shop.api.ask('voucher/launchoffer/', { headers: reader.headers })).status).toBe(404)
  })
})

describe('without a payment provider', () => {
  test('nothing can be bought, and every step says so', async () => {
    const closed = await testCheckout({ without: 'providers' })
    const reader = await closed.reader()
    await closed.leave(reader)
    const refused = { status: 409, code: 'sales_closed', field: 'subscription' }
    const { headers } = reader
    expect(await closed.api.errorOf(`${NEW}/2`, { headers })).toEqual(refused)
    expect(await closed.api.errorOf('payment/shoppingcart2/2', { headers })).toEqual(refused)
    await closed.accept(reader)
    expect(await closed.api.errorOf('psp/url/registration?subscription=2', { headers })).toEqual(refused)
    expect(await closed.api.errorOf('paypal/subscription/validation/2', { headers })).toEqual(refused)
    expect(await codeOf(await closed.purchase(reader))).toEqual({ status: 409, code: 'sales_closed' })
    expect(await closed.db.selectFrom('carts').select('id').execute()).toEqual([])
    const { campaignDtoList } = await closed.api.answer(campaignPricing, 'campaign/pricing/', { headers })
    expect(campaignDtoList.map(({ methods }) => methods)).toEqual([[], [], []])
    await closed.close()
  })

  test('the plans that the other one charges can be bought', async () => {
    const walletOnly = await testCheckout({ without: 'card' })
    const swiss = await walletOnly.reader({ region_id: 3 })
    const requested = { headers: swiss.headers, country: 'CH' }
    expect((await walletOnly.api.errorOf(`${NEW}/8`, requested)).code).toBe('sales_closed')
    const methodsIn = async (plan: number) => (await walletOnly.api.answer(planPricing, `campaign/pricing/${plan}`)).methods
    expect([await methodsIn(8), await methodsIn(2)]).toEqual([[], ['PP']])
    const austrian = await walletOnly.reader()
    expect((await walletOnly.api.answer(newCart, `${NEW}/2`, { headers: austrian.headers })).methods).toEqual(['PP'])
    await walletOnly.accept(austrian)
    expect(await walletOnly.api.errorOf('psp/url/registration?subscription=2', { headers: austrian.headers })).toEqual({
      status: 409,
      code: 'sales_closed',
      field: 'subscription',
    })
    await walletOnly.close()
  })

  test('no upgrade is offered', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader, 10)
    await shop.accept(reader, 10)
    await shop.purchase(reader, 10)
    const { headers } = reader
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })).toHaveLength(1)
    const closed = await testApi(shop.connection, { now: shop.now })
    expect(await closed.answer(upgrades, 'readerinfo/upgrades', { headers })).toEqual([])
    await closed.close()
  })
})
