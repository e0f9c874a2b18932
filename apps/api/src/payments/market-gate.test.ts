import { cart, newCart, registrationUrl, setupState } from '@kiosk/domain/payments/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftMethod } from '../outside/payments/pretend-card-provider.ts'
import { openAlarms } from './alarms.ts'
import { bill } from './bill.ts'
import { evidenceOf } from './market-evidence.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'
import { findWeakEvidence, flagWeakEvidence } from './weak-evidence.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

type From = { country: string | null }

/** Presses every button from the cart to the order with a saved card, from a country. @returns the answer of the last */
async function order(reader: Reader, { country }: From, tariff = 2) {
  const { headers } = reader
  const begun = await shop.api.ask(`payment/shoppingcart2/new/${tariff}`, { headers, country })
  if (begun.status !== 200) return { at: 'cart', status: begun.status, code: ((await begun.json()) as { code: string }).code }
  await shop.accept(reader, tariff)
  const bought = await shop.api.ask('psp/purchaseCart', { form: { subscription: String(tariff) }, headers, country })
  const answer = (await bought.json()) as { code?: string; url?: string }
  return { at: 'order', status: bought.status, code: answer.code ?? 'sold' }
}

/** Types payment data into the provider's page. @returns path of ours that the browser is led to */
async function enter(reader: Reader, from: From, methodCountry: string | null, tariff = 2) {
  const { headers } = reader
  await shop.api.ask(`payment/shoppingcart2/new/${tariff}`, { headers, ...from })
  await shop.accept(reader, tariff)
  const path = `psp/url/registration?subscription=${tariff}&voucher=&again=true`
  const { url } = await shop.api.answer(registrationUrl, path, { headers, ...from })
  const id = url.split('/').at(-1)!
  shop.psp.finishSetup(id, {
    state: 'done',
    method: leftMethod({ reference: `card-succeeded-${id}`, country: methodCountry }),
  })
  // The message of the provider comes from nowhere in particular.
  const { way } = await shop.api.answer(setupState, `payment/setup/${id}`, { headers, country: null })
  return way
}

async function soldTo(reader: Reader) {
  const invoices = await shop.invoices(reader)
  return Promise.all(invoices.map(async ({ id, country }) => ({ country, evidence: await evidenceOf(shop.db, id) })))
}

describe('with a saved card', () => {
  const saved = async (country: string, account: Parameters<Checkout['reader']>[0] = {}) => {
    const reader = await shop.reader(account)
    await shop.leave(reader, 'card-succeeded', 'CC', country)
    return reader
  }

  test.each([
    ['AT', 'AT'],
    ['AT', 'US'],
    ['IT', 'AT'],
    ['DE', 'AT'],
    [null, 'AT'],
  ])('from %s with a card of %s: sold, with its evidence', async (country, card) => {
    const reader = await saved(card)
    expect(await order(reader, { country })).toEqual({ at: 'order', status: 200, code: 'sold' })
    const network = country === null ? {} : { network: country }
    expect(await soldTo(reader)).toEqual([{ country: 'AT', evidence: { market: 'AT', method: card, ...network } }])
  })

  test.each([
    ['IT', 'IT', 'market_closed'],
    ['US', 'US', 'market_closed'],
    ['IT', 'DE', 'market_mismatch'],
    ['LU', 'LU', 'market_mismatch'],
    [null, 'US', 'market_closed'],
    [null, '', 'market_unproved'],
  ])('from %s with a card of %s: %s, and nothing is written', async (country, card, code) => {
    const reader = await saved(card)
    expect(await order(reader, { country })).toEqual({ at: 'order', status: 409, code })
    expect(await shop.contracts(reader)).toEqual([])
    // The cart stays open: the same reader buys from home.
    expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
  })

  test('it is asked of what is free at first, and of who moves up, too', async () => {
    const reader = await saved('IT')
    await shop.begin(reader)
    const code = await shop.voucher({ price: 0 })
    const form = { subscription: '2', voucher: code }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
    expect(await order(reader, { country: 'IT' })).toEqual({ at: 'order', status: 409, code: 'market_closed' })
    // The voucher was not spent.
    expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
    const small = await saved('IT')
    expect(await order(small, { country: 'AT' }, 10)).toMatchObject({ code: 'sold' })
    expect(await order(small, { country: 'IT' })).toEqual({ at: 'order', status: 409, code: 'market_closed' })
    expect(await shop.contracts(small)).toMatchObject([{ subscription_id: 10, state: 'active' }])
    expect(await order(small, { country: 'AT' })).toMatchObject({ code: 'sold' })
  })

  test('the cart offers no card that will not do, and no wallet, and asks for payment data of the country', async () => {
    const reader = await saved('US')
    const from = (country: string) =>
      shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers: reader.headers, country })
    expect(await from('AT')).toMatchObject({ needsLocalMethod: false, methods: ['CC', 'DD', 'PP'] })
    const abroad = await from('IT')
    expect(abroad).toMatchObject({ needsLocalMethod: true, methods: ['CC', 'DD'] })
    expect(abroad.lastBillingData).toBeUndefined()
  })

  test('an account of a market that was only assumed proves nothing: abroad there is no cart', async () => {
    const stranger = await saved('AT', { market_assumed: true })
    expect(await order(stranger, { country: 'IT' })).toEqual({ at: 'cart', status: 409, code: 'market_closed' })
    expect(await order(stranger, { country: 'DE' })).toEqual({ at: 'cart', status: 409, code: 'market_mismatch' })
    expect(await order(stranger, { country: null })).toEqual({ at: 'cart', status: 409, code: 'market_unproved' })
    const { headers } = stranger
    await shop.api.ask('payment/shoppingcart2/new/2', { headers, country: 'AT' })
    expect(await shop.api.refusal('payment/shoppingcart2/2', { headers, country: 'US' })).toMatchObject({ code: 'market_closed' })
    expect(await shop.api.answer(cart, 'payment/shoppingcart2/2', { headers })).toMatchObject({ needsLocalMethod: false })
    expect(await order(stranger, { country: 'AT' })).toMatchObject({ code: 'sold' })
    expect(await soldTo(stranger)).toEqual([{ country: 'AT', evidence: { network: 'AT', method: 'AT' } }])
  })
})

describe('with new payment data', () => {
  test('a traveller pays with a card from home; a message from nowhere ends the purchase', async () => {
    const reader = await shop.reader()
    expect(await enter(reader, { country: 'US' }, 'AT')).toMatch('/user/payment/success')
    expect(await soldTo(reader)).toEqual([{ country: 'AT', evidence: { market: 'AT', network: 'US', method: 'AT' } }])
  })

  test('a card from elsewhere is refused with its reason, and another one may follow', async () => {
    const reader = await shop.reader()
    const way = await enter(reader, { country: 'IT' }, 'IT')
    expect(way).toMatch('/user/payment/failed/rg?attempt=')
    const attempt = await (
      await shop.api.ask(`payment/attempt/${way!.split('=')[1]}`, { headers: reader.headers, country: 'IT' })
    ).json()
    expect(attempt).toMatchObject({ state: 'failed', reason: 'market_closed', subscription: 2 })
    expect(await shop.invoices(reader)).toEqual([])
    expect(await enter(reader, { country: 'IT' }, 'AT')).toMatch('/user/payment/success')
  })

  test('a saved card that will not do leads to the page for another', async () => {
    const reader = await shop.reader()
    await shop.leave(reader, 'card-succeeded', 'CC', 'IT')
    await shop.begin(reader)
    await shop.accept(reader)
    const ask = (country: string) =>
      shop.api.ask('psp/url/registration?subscription=2&voucher=', { headers: reader.headers, country })
    expect((await ask('IT')).status).toBe(200)
    expect((await ask('AT')).status).toBe(204)
  })
})

describe('with the wallet', () => {
  const begin = async (reader: Reader, country: string | null) => {
    const { headers } = reader
    await shop.api.ask('payment/shoppingcart2/new/2', { headers, country })
    await shop.accept(reader)
    return shop.api.ask('paypal/subscription/validation/2', { headers, country })
  }

  test('it opens for those whose network lies in the market', async () => {
    const reader = await shop.reader()
    const refused = await begin(reader, 'IT')
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'market_closed'])
    expect((await begin(reader, 'AT')).status).toBe(200)
  })

  test.each([
    ['AT', 200, 'bound'],
    ['DE', 409, 'refused'],
    [null, 409, 'refused'],
  ])('where nobody knows the network, a payer of %s decides: %i, %s', async (payerCountry, status, state) => {
    const reader = await shop.reader()
    const { customId } = (await (await begin(reader, null)).json()) as { customId: string }
    const reference = shop.wallet.approve({ customId, planId: 'plan-2', payerCountry })
    const form = { subscription: '2', paypalsubscription: reference, paypalorder: 'O-1' }
    const bound = await shop.api.ask('paypal/subscription', { form, headers: reader.headers, country: null })
    expect(bound.status).toBe(status)
    const row = await shop.db
      .selectFrom('wallet_subscriptions')
      .select(['state', 'reason'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    expect(row.state).toMatch(state === 'bound' ? 'bound' : /refused|closed/)
    if (state === 'refused') expect(row.reason).toBe('other-market')
    expect(await soldTo(reader)).toEqual(
      state === 'bound' ? [{ country: 'AT', evidence: { market: 'AT', method: payerCountry } }] : [],
    )
  })
})

test('a subscription goes on in its market wherever its owner is; its invoices keep what is known', async () => {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', 'CC', 'US')
  expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
  shop.later(30)
  await bill(shop.api.house)
  const known = { country: 'AT', evidence: { market: 'AT', network: 'AT', method: 'US' } }
  expect(await soldTo(reader)).toEqual([known, known])
  // Other payment data: the renewal is charged, and says so.
  await shop.db.updateTable('payment_methods').set({ country: 'DE' }).where('account_id', '=', reader.id).execute()
  shop.later(30)
  await bill(shop.api.house)
  expect((await soldTo(reader)).at(-1)).toEqual({ country: 'AT', evidence: { market: 'AT', network: 'AT', method: 'DE' } })
})

test('the operator is alarmed of a subscription whose evidence became too weak, until it is enough again', async () => {
  const traveller = await shop.reader()
  await shop.leave(traveller, 'card-succeeded', 'CC', 'AT')
  expect(await order(traveller, { country: 'IT' })).toMatchObject({ code: 'sold' })
  const [contract] = await shop.contracts(traveller)
  const isWeak = async () => (await findWeakEvidence(shop.db)).some((each) => each.contract === contract!.id)
  const alarms = async () => {
    await flagWeakEvidence(shop.api.house)
    return (await openAlarms(shop.db, 'weak-evidence')).map(({ subject, details }) => ({ subject, details }))
  }
  expect(await isWeak()).toBe(false)
  const renewWith = async (country: string) => {
    await shop.db.updateTable('payment_methods').set({ country }).where('account_id', '=', traveller.id).execute()
    shop.later(30)
    await bill(shop.api.house)
  }
  await renewWith('IT')
  expect(await shop.invoices(traveller)).toHaveLength(2)
  const alarm = {
    subject: `contract ${contract!.id}`,
    details: expect.objectContaining({ country: 'AT', market: 'AT', network: 'IT', method: 'IT' }),
  }
  expect([await isWeak(), await alarms(), await alarms()]).toEqual([true, [alarm], [alarm]])
  await renewWith('AT')
  expect([await isWeak(), await alarms()]).toEqual([false, []])
})

test('evidence is part of the issued invoice: none comes, goes or changes', async () => {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', 'CC', 'AT')
  await order(reader, { country: 'AT' })
  const [invoice] = await shop.invoices(reader)
  const change = shop.db.updateTable('invoice_evidence').set({ country: 'DE' }).where('invoice_id', '=', invoice!.id).execute()
  await expect(change).rejects.toThrow(/was issued/)
  const remove = shop.db.deleteFrom('invoice_evidence').where('invoice_id', '=', invoice!.id).execute()
  await expect(remove).rejects.toThrow(/was issued/)
})
