import { attemptState, purchaseCart } from '@kiosk/domain/payments/endpoints'
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleAttempts } from '../charges/settle.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function ready(method = 'card-succeeded') {
  const reader = await shop.reader()
  const reference = await shop.leave(reader, method)
  await shop.begin(reader)
  await shop.accept(reader)
  return { ...reader, reference }
}
const urlOf = async (response: Response) => ((await response.json()) as { url: string }).url
const stateOf = (headers: { cookie: string }, id: string) => shop.api.answer(attemptState, `payment/attempt/${id}`, { headers })

test('stores attribution and voucher on the subscription', async () => {
  const anna = await shop.reader()
  await shop.leave(anna)
  const came = {
    utmSource: 'brief',
    utmMedium: 'post',
    utmContent: 'a',
    utmCampaign: 'herbst',
    referrer: 'https://club.example/x',
  }
  const voucher = await shop.voucher()
  const { headers } = anna
  await shop.api.ask(`payment/shoppingcart2/new/2?${new URLSearchParams({ ...came, utmSource: 'plakat' })}`, { headers })
  await shop.api.ask(`payment/shoppingcart2/new/2?${new URLSearchParams(came)}`, { headers })
  // Without new attribution, the cart keeps the last one.
  await shop.begin(anna)
  await shop.api.ask('payment/voucher', { method: 'PUT', form: { subscription: '2', voucher }, headers })
  await shop.accept(anna)
  expect((await shop.purchase(anna)).status).toBe(200)
  expect(await shop.contracts(anna)).toMatchObject([{ voucher_code: voucher, attribution: came }])
})

test.each([
  ['soon after registering', 29, { utmSource: 'messe', utmCampaign: 'herbst' }],
  ['long after', 31, {}],
])('a buyer %s without attribution gets that of a registration in the last thirty days', async (_when, days, came) => {
  const created_at = new Date(shop.now().getTime() - days * DAY_MS)
  const reader = await shop.reader({ utm_source: 'messe', utm_campaign: 'herbst', created_at })
  await shop.leave(reader)
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  expect((await shop.contracts(reader)).map(({ attribution }) => attribution)).toEqual([came])
})

describe.each([
  ['kept', 'PAYMENT.ACCEPT_BEGIN_AT_ONCE', /bezahle ich die Tage bis dahin anteilig/],
  ['given-up', 'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL', /mein Widerrufsrecht damit verliere/],
] as const)('acceptance with withdrawal policy %s', (policy, words, says) => {
  const version = ACCEPTANCE_VERSIONS[policy]
  beforeAll(() => {
    shop.api.operator.withdrawal = policy
  })
  afterAll(() => {
    shop.api.operator.withdrawal = 'kept'
  })

  test.each(['de', 'en', 'fr'] as const)('is stored with its time and the wording that was read, in %s', async (language) => {
    const { id, headers } = await shop.reader()
    const form = { subscription: '2', version, accepted: 'true' }
    expect((await shop.api.ask('payment/acceptance', { form, headers, language })).status).toBe(204)
    const kept = await shop.db.selectFrom('withdrawal_acceptances').selectAll().where('account_id', '=', id).execute()
    const wording = paymentMessages[language][words]
    expect(kept).toMatchObject([{ plan_id: 2, wording_version: version, wording, policy, language, at: shop.now() }])
    if (language === 'de') expect(wording).toMatch(says)
  })

  test('is rejected with the wording of the other policy', async () => {
    const { headers } = await shop.reader()
    const other = ACCEPTANCE_VERSIONS[policy === 'kept' ? 'given-up' : 'kept']
    const form = { subscription: '2', version: other, accepted: 'true' }
    expect(await shop.api.errorOf('payment/acceptance', { form, headers })).toMatchObject({ status: 400, field: 'version' })
  })

  test.each([
    [{ accepted: 'false' }, 'accepted'],
    [{ accepted: '' }, 'accepted'],
    [{ version: '2020-01-01' }, 'version'],
    [{ subscription: '77' }, 'subscription'],
    [{ subscription: 'x' }, 'subscription'],
  ])('is rejected with %o', async (wrong, field) => {
    const { headers } = await shop.reader()
    const form = { subscription: '2', version, accepted: 'true', ...wrong }
    expect(await shop.api.errorOf('payment/acceptance', { form, headers })).toEqual({ status: 400, code: 'wrong_input', field })
  })

  test('is required for every purchase: for this plan, within a day', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    const missing = { status: 400, code: 'acceptance_missing', field: 'accepted' }
    const calls = [
      ['psp/purchaseCart', { form: { subscription: '2' } }],
      ['psp/url/registration?subscription=2&voucher=', {}],
      ['paypal/subscription/validation/2', {}],
    ] as const
    const { headers } = reader
    const posted = { form: { subscription: '2', paypalsubscription: 'I-0', paypalorder: '' }, headers }
    const allMissing = async () => {
      for (const [path, requested] of calls)
        expect([path, await shop.api.errorOf(path, { ...requested, headers })]).toEqual([path, missing])
      // A wallet approval needs a validation, which checks the acceptance.
      expect(await shop.api.errorOf('paypal/subscription', posted)).toMatchObject({ status: 409, code: 'wallet_refused' })
    }
    await allMissing()
    await shop.accept(reader, 10)
    await allMissing()
    await shop.accept(reader)
    shop.later(1)
    await allMissing()
    shop.later(-1)
    expect(await shop.contracts(reader)).toEqual([])
    expect((await shop.purchase(reader)).status).toBe(200)
  })

  test('that is missing gives an error that says what to confirm', async () => {
    const { headers } = await shop.reader()
    const response = await shop.api.ask('psp/purchaseCart', { form: { subscription: '2' }, headers, language: 'en' })
    expect(await response.json()).toMatchObject({ message: 'You need to confirm our cancellation policy' })
  })
})

describe('a purchase with saved payment data', () => {
  test('redirects to the success page of its attempt and gives access', async () => {
    const reader = await ready()
    const { url } = await shop.api.answer(purchaseCart, 'psp/purchaseCart', {
      form: { subscription: '2' },
      headers: reader.headers,
    })
    const id = /^\/user\/payment\/success\?attempt=([\da-f-]{36})$/.exec(url)![1]!
    expect(await stateOf(reader.headers, id)).toEqual({
      state: 'succeeded',
      reason: null,
      returnText: null,
      method: 'CC',
      subscription: 2,
    })
    const user = (await (await shop.api.ask('user', { headers: reader.headers })).json()) as object
    expect(user).toMatchObject({ subscription: { id: 2, paymentRequired: true }, canChangeBillingData: true })
  })

  test('submitted fifty times at once is charged once and always redirects to the same place', async () => {
    const reader = await ready()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.purchase(reader)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(await Promise.all(answers.map(urlOf))).size).toBe(1)
    expect(await shop.invoices(reader)).toHaveLength(1)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
    const attempts = await shop.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('invoice_id', '=', (await shop.invoices(reader))[0]!.id)
      .execute()
    expect(attempts).toHaveLength(1)
    expect(shop.psp.charges.get(attempts[0]!.id)).toMatchObject({ amount: 1999, calls: 1 })
    // Pressed again later.
    expect(await urlOf(await shop.purchase(reader))).toBe(`/user/payment/success?attempt=${attempts[0]!.id}`)
  })

  test('that needs bank authentication redirects there and then completes', async () => {
    const reader = await ready('card-action')
    const url = await urlOf(await shop.purchase(reader))
    const id = /^\/user\/payment\/async\/(.{36})$/.exec(url)![1]!
    const { headers } = reader
    const challenge = await shop.api.ask(`psp/url/payment?id=${id}&reservation=false`, { headers })
    expect(await challenge.json()).toEqual({ url: 'https://bank.example/challenge', params: { attempt: id } })
    expect((await stateOf(headers, id)).state).toBe('waiting')
    await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: shop.psp.becomes(id, 'succeeded') }])
    expect((await shop.api.ask(`psp/url/payment?id=${id}`, { headers })).status).toBe(204)
    expect((await stateOf(headers, id)).state).toBe('succeeded')
  })

  test('that is declined redirects to the failed page with the reason and keeps the cart', async () => {
    const reader = await ready('card-declined')
    const url = await urlOf(await shop.purchase(reader))
    const id = /^\/user\/payment\/failed\/rg\?attempt=(.{36})$/.exec(url)![1]!
    expect(await stateOf(reader.headers, id)).toEqual({
      state: 'failed',
      reason: 'declined',
      returnText: 'Declined by the bank',
      method: 'CC',
      subscription: 2,
    })
    shop.psp.behave(reader.reference, 'succeeded')
    expect(await urlOf(await shop.purchase(reader))).toMatch(/^\/user\/payment\/success\?attempt=/)
  })

  test('by debit gives access while the debit is pending', async () => {
    const reader = await shop.reader()
    await shop.leave(reader, 'debit-processing', 'DD')
    await shop.begin(reader)
    await shop.accept(reader)
    const id = (await urlOf(await shop.purchase(reader))).split('=')[1]!
    expect((await stateOf(reader.headers, id)).state).toBe('processing')
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
  })

  test('with an unknown result stays in state waiting', async () => {
    const reader = await ready('card-unknown')
    const url = await urlOf(await shop.purchase(reader))
    expect((await stateOf(reader.headers, url.split('=')[1]!)).state).toBe('waiting')
  })

  test.each([
    [
      'without a cart',
      async () => {
        const reader = await shop.reader()
        await shop.leave(reader)
        await shop.accept(reader)
        return reader
      },
    ],
    [
      'without payment data',
      async () => {
        const reader = await shop.reader()
        await shop.begin(reader)
        await shop.accept(reader)
        return reader
      },
    ],
  ])('is rejected %s', async (_, make) => {
    const reader = await make()
    expect((await shop.purchase(reader)).status).toBe(404)
    expect(await shop.invoices(reader)).toEqual([])
  })

  test('is not visible to another account', async () => {
    const [anna, ben] = [await ready('card-action'), await shop.reader()]
    const id = (await urlOf(await shop.purchase(anna))).split('/').at(-1)!
    for (const path of [`payment/attempt/${id}`, `psp/url/payment?id=${id}`, `psp/url/payment?id=${id}&reservation=true`])
      expect(await shop.api.errorOf(path, { headers: ben.headers })).toMatchObject({ status: 404, code: 'not_found' })
    expect((await shop.api.ask('payment/attempt/nonsense', { headers: ben.headers })).status).toBe(404)
  })
})

describe('the total that the order button showed', () => {
  const cartOf = async ({ headers }: { headers: { cookie: string } }, plan: number) =>
    (await (await shop.api.ask(`payment/shoppingcart2/${plan}`, { headers })).json()) as { totalPrice: number }
  const changed = { status: 409, code: 'price_changed', field: 'subscription' }
  const purchase = ({ headers }: { headers: { cookie: string } }, plan = 2) =>
    shop.api.errorOf('psp/purchaseCart', { form: { subscription: String(plan) }, headers })

  test('is charged, or the purchase fails and changes nothing', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    const { totalPrice } = await cartOf(reader, 2)
    // A voucher is entered in another window; this one still shows the old total.
    const form = { subscription: '2', voucher: await shop.voucher() }
    expect((await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })).status).toBe(200)
    await shop.accept(reader, 2, totalPrice)
    expect(await purchase(reader)).toEqual(changed)
    expect(await shop.contracts(reader)).toEqual([])
    expect(await shop.invoices(reader)).toEqual([])
    await shop.accept(reader, 2, (await cartOf(reader, 2)).totalPrice)
    expect((await shop.purchase(reader)).status).toBe(200)
    expect(await shop.invoices(reader)).toMatchObject([{ due: 399 }])
  })

  test('of an upgrade is charged some minutes later, although the unused balance has become smaller', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader, 10)
    await shop.accept(reader, 10)
    await shop.purchase(reader, 10)
    shop.later(10)
    await shop.db.updateTable('accounts').set({ language: 'fr' }).where('id', '=', reader.id).execute()
    await shop.begin(reader, 2)
    const { totalPrice } = await cartOf(reader, 2)
    await shop.accept(reader, 2, totalPrice)
    shop.later(1 / 12)
    expect((await shop.purchase(reader, 2)).status).toBe(200)
    // The credit note is in the language of the invoice that it corrects.
    const lines = await shop.db
      .selectFrom('invoices')
      .innerJoin('invoice_lines', 'invoice_id', 'invoices.id')
      .select('text')
      .where('account_id', '=', reader.id)
      .orderBy('invoices.kind')
      .orderBy('invoices.id')
      .execute()
    expect(lines.map(({ text }) => text.split(',')[0])).toEqual(['Nicht genutzte Zeit', 'read-it MAGZ', 'read-it PREMIUM'])
    const charged = await shop.db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .select(['payment_attempts.amount', 'payment_attempts.state'])
      .where('account_id', '=', reader.id)
      .orderBy('payment_attempts.created_at')
      .execute()
    expect(charged).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded', amount: totalPrice }])
    shop.later(-10 - 1 / 12)
  })

  test('of an upgrade does not credit days that have passed since a cart was shown weeks ago', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader, 10)
    await shop.accept(reader, 10)
    await shop.purchase(reader, 10)
    await shop.begin(reader, 2)
    const { totalPrice: ofFirstDay } = await cartOf(reader, 2)
    shop.later(25)
    await shop.accept(reader, 2, ofFirstDay)
    expect(await purchase(reader)).toEqual(changed)
    await shop.accept(reader, 2)
    expect((await shop.purchase(reader, 2)).status).toBe(200)
    const credit = (await shop.invoices(reader)).find(({ kind }) => kind === 'credit-note')!
    expect(credit.net + credit.tax).toBe(-Math.floor((999 * 5) / 30))
    shop.later(-25)
  })

  test('of an upgrade is not charged once the replaced subscription has ended', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader, 10)
    await shop.accept(reader, 10)
    await shop.purchase(reader, 10)
    await shop.begin(reader, 2)
    await shop.accept(reader, 2, (await cartOf(reader, 2)).totalPrice)
    const [old] = await shop.contracts(reader)
    await shop.db.transaction().execute((trx) => expireSubscriptions(trx, [old!.id], shop.now()))
    expect(await purchase(reader)).toEqual(changed)
    expect(await shop.contracts(reader)).toHaveLength(1)
  })
})

test('sells nothing if no payment provider is configured', async () => {
  const closed = await testCheckout({ without: 'card' })
  const reader = await closed.reader()
  await closed.begin(reader)
  await closed.accept(reader)
  expect((await closed.purchase(reader)).status).toBe(503)
  expect((await closed.api.ask('psp/url/registration?subscription=2&voucher=', { headers: reader.headers })).status).toBe(409)
  await closed.close()
})

test('records a debit that fails after its subscription has ended, also if the same plan is in a new cart', async () => {
  const reader = await ready('debit-processing')
  await shop.purchase(reader)
  const attempt = () =>
    shop.db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'invoice_id')
      .select(['payment_attempts.id', 'payment_attempts.state'])
      .where('account_id', '=', reader.id)
      .executeTakeFirstOrThrow()
  const { id, state } = await attempt()
  expect(state).toBe('processing')
  const [subscription] = await shop.contracts(reader)
  await shop.db.transaction().execute((trx) => expireSubscriptions(trx, [subscription!.id], shop.now()))
  await shop.begin(reader)
  const declined = { state: 'declined', reference: null, code: 'insufficient_funds', text: '', retryable: true } as const
  await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: declined }])
  expect((await attempt()).state).toBe('declined')
  const carts = await shop.db.selectFrom('carts').select('state').where('account_id', '=', reader.id).orderBy('id').execute()
  expect(carts.map((cart) => cart.state)).toEqual(['left', 'open'])
})
