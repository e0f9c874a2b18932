import { cart, newCart, registrationUrl, setupState } from '@kiosk/domain/payments/endpoints'
import type { MarketDecisionKind } from '@kiosk/domain/payments/market'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftMethod } from '../../adapters/payments/testing/fake-card-provider.ts'
import { asOwner } from '../../db/testing/database.ts'
import { openAlarms } from '../alarms.ts'
import { runRenewals } from '../renewals/run.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { decideMarket } from './market-decisions.ts'
import { findWeakEvidence, flagWeakEvidence } from './weak-evidence.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

type From = { country: string | null }

/** Orders with a saved card from a country, from the cart on. @returns the last response */
async function order(reader: Reader, { country }: From, plan = 2) {
  const { headers } = reader
  const cart = await shop.api.ask(`payment/shoppingcart2/new/${plan}`, { headers, country })
  if (cart.status !== 200) return { at: 'cart', status: cart.status, code: ((await cart.json()) as { code: string }).code }
  await shop.accept(reader, plan)
  const bought = await shop.api.ask('psp/purchaseCart', { form: { subscription: String(plan) }, headers, country })
  const answer = (await bought.json()) as { code?: string; url?: string }
  return { at: 'order', status: bought.status, code: answer.code ?? 'sold' }
}

/** Orders and enters payment data on the provider's page. @returns our path to which the browser is redirected */
async function enter(reader: Reader, from: From, methodCountry: string | null, plan = 2) {
  const { headers } = reader
  await shop.api.ask(`payment/shoppingcart2/new/${plan}`, { headers, ...from })
  await shop.accept(reader, plan)
  const path = `psp/url/registration?subscription=${plan}&voucher=&again=true`
  const { url } = await shop.api.answer(registrationUrl, path, { headers, ...from })
  const id = url.split('/').at(-1)!
  shop.psp.finishSetup(id, {
    state: 'done',
    method: leftMethod({ reference: `card-succeeded-${id}`, country: methodCountry }),
  })
  // The provider's webhook comes from an unrelated network.
  const { way } = await shop.api.answer(setupState, `payment/setup/${id}`, { headers, country: null })
  return way
}

/** Returns the evidence of an invoice's country, by kind. */
async function evidenceOf(invoiceId: number): Promise<Record<string, string>> {
  const found = await shop.db
    .selectFrom('invoice_evidence')
    .select(['piece', 'country'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('piece')
    .execute()
  return Object.fromEntries(found.map(({ piece, country }) => [piece, country]))
}

async function soldTo(reader: Reader) {
  const invoices = await shop.invoices(reader)
  return Promise.all(invoices.map(async ({ id, country }) => ({ country, evidence: await evidenceOf(id) })))
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
    // The cart stays open: the same reader can buy from home.
    expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
  })

  test('also applies to free purchases and to upgrades', async () => {
    const reader = await saved('IT')
    await shop.begin(reader)
    const code = await shop.voucher({ price: 0 })
    const form = { subscription: '2', voucher: code }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
    expect(await order(reader, { country: 'IT' })).toEqual({ at: 'order', status: 409, code: 'market_closed' })
    // The rejected order has not used up the voucher.
    expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
    const small = await saved('IT')
    expect(await order(small, { country: 'AT' }, 10)).toMatchObject({ code: 'sold' })
    expect(await order(small, { country: 'IT' })).toEqual({ at: 'order', status: 409, code: 'market_closed' })
    expect(await shop.contracts(small)).toMatchObject([{ plan_id: 10, state: 'active' }])
    expect(await order(small, { country: 'AT' })).toMatchObject({ code: 'sold' })
  })

  test('the cart offers neither an unsuitable card nor the wallet, and asks for payment data of the country', async () => {
    const reader = await saved('US')
    const from = (country: string) =>
      shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers: reader.headers, country })
    expect(await from('AT')).toMatchObject({ needsLocalMethod: false, methods: ['CC', 'DD', 'PP'] })
    const abroad = await from('IT')
    expect(abroad).toMatchObject({ needsLocalMethod: true, methods: ['CC', 'DD'] })
    expect(abroad.lastBillingData).toBeUndefined()
  })

  test('an assumed market is no evidence: there is no cart abroad', async () => {
    const stranger = await saved('AT', { market_assumed: true })
    expect(await order(stranger, { country: 'IT' })).toEqual({ at: 'cart', status: 409, code: 'market_closed' })
    expect(await order(stranger, { country: 'DE' })).toEqual({ at: 'cart', status: 409, code: 'market_mismatch' })
    expect(await order(stranger, { country: null })).toEqual({ at: 'cart', status: 409, code: 'market_unproved' })
    const { headers } = stranger
    await shop.api.ask('payment/shoppingcart2/new/2', { headers, country: 'AT' })
    expect(await shop.api.errorOf('payment/shoppingcart2/2', { headers, country: 'US' })).toMatchObject({ code: 'market_closed' })
    expect(await shop.api.answer(cart, 'payment/shoppingcart2/2', { headers })).toMatchObject({ needsLocalMethod: false })
    expect(await order(stranger, { country: 'AT' })).toMatchObject({ code: 'sold' })
    expect(await soldTo(stranger)).toEqual([{ country: 'AT', evidence: { network: 'AT', method: 'AT' } }])
  })
})

describe('with new payment data', () => {
  test('a traveller pays with a card from home; a message without a network completes the purchase', async () => {
    const reader = await shop.reader()
    expect(await enter(reader, { country: 'US' }, 'AT')).toMatch('/user/payment/success')
    expect(await soldTo(reader)).toEqual([{ country: 'AT', evidence: { market: 'AT', network: 'US', method: 'AT' } }])
  })

  test('rejects a foreign card with the reason and accepts another one afterwards', async () => {
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

  test('an unsuitable saved card redirects to the payment data page', async () => {
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

  test('opens for buyers whose network is in the market', async () => {
    const reader = await shop.reader()
    const rejected = await begin(reader, 'IT')
    expect([rejected.status, ((await rejected.json()) as { code: string }).code]).toEqual([409, 'market_closed'])
    expect((await begin(reader, 'AT')).status).toBe(200)
  })

  test.each([
    ['AT', 200, 'bound'],
    ['DE', 409, 'refused'],
    [null, 409, 'refused'],
  ])('with an unknown network the payer’s country %s decides: %i, %s', async (payerCountry, status, state) => {
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

test('a subscription renews in its market regardless of the owner’s location; its invoices store the evidence', async () => {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', 'CC', 'US')
  expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
  shop.later(30)
  await runRenewals(shop.api.ctx)
  const known = { country: 'AT', evidence: { market: 'AT', network: 'AT', method: 'US' } }
  expect(await soldTo(reader)).toEqual([known, known])
  // After a change of the payment method the renewal is charged and recorded with the new country.
  await shop.db.updateTable('payment_methods').set({ country: 'DE' }).where('account_id', '=', reader.id).execute()
  shop.later(30)
  await runRenewals(shop.api.ctx)
  expect((await soldTo(reader)).at(-1)).toEqual({ country: 'AT', evidence: { market: 'AT', network: 'AT', method: 'DE' } })
})

test('the operator is alarmed about a subscription with weak evidence until it is sufficient again', async () => {
  const traveller = await shop.reader()
  await shop.leave(traveller, 'card-succeeded', 'CC', 'AT')
  expect(await order(traveller, { country: 'IT' })).toMatchObject({ code: 'sold' })
  const [subscription] = await shop.contracts(traveller)
  const isWeak = async () => (await findWeakEvidence(shop.db)).some((each) => each.subscription === subscription!.id)
  const alarms = async () => {
    await flagWeakEvidence(shop.api.ctx)
    return (await openAlarms(shop.db, 'weak-evidence')).map(({ subject, details }) => ({ subject, details }))
  }
  expect(await isWeak()).toBe(false)
  const renewWith = async (country: string) => {
    await shop.db.updateTable('payment_methods').set({ country }).where('account_id', '=', traveller.id).execute()
    shop.later(30)
    await runRenewals(shop.api.ctx)
  }
  await renewWith('IT')
  expect(await shop.invoices(traveller)).toHaveLength(2)
  const alarm = {
    subject: `contract ${subscription!.id}`,
    details: expect.objectContaining({ country: 'AT', market: 'AT', network: 'IT', method: 'IT' }),
  }
  expect([await isWeak(), await alarms(), await alarms()]).toEqual([true, [alarm], [alarm]])
  await renewWith('AT')
  expect([await isWeak(), await alarms()]).toEqual([false, []])
})

test('the evidence of an issued invoice cannot be added, removed or changed', async () => {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', 'CC', 'AT')
  await order(reader, { country: 'AT' })
  const [invoice] = await shop.invoices(reader)
  const change = `update invoice_evidence set country = 'DE' where invoice_id = ${invoice!.id}`
  await expect(sql.raw(change).execute(shop.db)).rejects.toThrow()
  await expect(asOwner(shop.db, change)).rejects.toThrow(/was issued/)
  const remove = shop.db.deleteFrom('invoice_evidence').where('invoice_id', '=', invoice!.id).execute()
  await expect(remove).rejects.toThrow(/was issued/)
})

describe('an operator decision', () => {
  const WHY = 'lease seen on 9 March'
  const decide = ({ id }: Reader, decision: MarketDecisionKind) =>
    decideMarket(shop.api.ctx, id, { decision, actor: 'kassa', why: WHY })
  /** Creates a reader without evidence of the country: assumed market, unknown network, foreign card. */
  const unknown = async () => {
    const reader = await shop.reader({ market_assumed: true })
    await shop.leave(reader, 'card-succeeded', 'CC', 'US')
    return reader
  }
  const kept = async (reader: Reader) => {
    const rows = await shop.db
      .selectFrom('invoice_evidence as e')
      .innerJoin('invoices as i', 'i.id', 'e.invoice_id')
      .select(['piece', 'e.country', 'e.actor', 'e.why'])
      .where('i.account_id', '=', reader.id)
      .orderBy('i.id')
      .orderBy('piece')
      .execute()
    return rows.map(({ piece, country, actor, why }) => [piece, country, actor, why].filter((each) => each !== null).join(' '))
  }
  const OPERATOR = `operator AT kassa ${WHY}`

  test('allows a purchase without evidence, is stored as evidence of every period, and is not flagged as weak', async () => {
    const reader = await unknown()
    expect(await order(reader, { country: null })).toMatchObject({ at: 'cart', code: 'market_unproved' })
    expect(await decide(reader, 'allow')).toBe('AT')
    expect(await order(reader, { country: null })).toEqual({ at: 'order', status: 200, code: 'sold' })
    expect(await kept(reader)).toEqual(['method US', OPERATOR])
    const [subscription] = await shop.contracts(reader)
    shop.later(30)
    await runRenewals(shop.api.ctx)
    expect(await kept(reader)).toEqual(['method US', OPERATOR, 'method US', OPERATOR])
    expect((await findWeakEvidence(shop.db)).map((each) => each.subscription)).not.toContain(subscription!.id)
    // Once cleared, the next period has only the known evidence, which is too weak.
    await decide(reader, 'clear')
    shop.later(30)
    await runRenewals(shop.api.ctx)
    expect((await kept(reader)).slice(4)).toEqual(['method US'])
    expect((await findWeakEvidence(shop.db)).map((each) => each.subscription)).toContain(subscription!.id)
  })

  test('makes saved payment data and the wallet available', async () => {
    const reader = await shop.reader()
    await shop.leave(reader, 'card-succeeded', 'CC', 'US')
    const shown = () => shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers: reader.headers, country: 'IT' })
    expect(await shown()).toMatchObject({ needsLocalMethod: true, methods: ['CC', 'DD'] })
    await decide(reader, 'allow')
    const allowed = await shown()
    expect(allowed).toMatchObject({ needsLocalMethod: false, methods: ['CC', 'DD', 'PP'] })
    expect(allowed.lastBillingData).toBeDefined()
    // An approved wallet subscription starts regardless of the payer's country.
    await shop.accept(reader)
    const requested = await shop.api.ask('paypal/subscription/validation/2', { headers: reader.headers, country: 'IT' })
    const { customId } = (await requested.json()) as { customId: string }
    const reference = shop.wallet.approve({ customId, planId: 'plan-2', payerCountry: 'US' })
    const form = { subscription: '2', paypalsubscription: reference, paypalorder: 'O-1' }
    expect((await shop.api.ask('paypal/subscription', { form, headers: reader.headers, country: 'IT' })).status).toBe(200)
    expect(await kept(reader)).toEqual(['market AT', 'method US', 'network IT', OPERATOR])
  })

  test('rejects regardless of evidence, in the cart and under the purchase lock; once cleared, the evidence decides again', async () => {
    const reader = await shop.reader()
    await shop.leave(reader, 'card-succeeded', 'CC', 'AT')
    await shop.begin(reader)
    await shop.accept(reader)
    await decide(reader, 'refuse')
    const pressed = await shop.purchase(reader)
    expect([pressed.status, ((await pressed.json()) as { code: string }).code]).toEqual([409, 'market_unproved'])
    expect(await order(reader, { country: 'AT' })).toEqual({ at: 'cart', status: 409, code: 'market_unproved' })
    expect([await shop.contracts(reader), await shop.invoices(reader)]).toEqual([[], []])
    await decide(reader, 'clear')
    expect(await order(reader, { country: 'AT' })).toMatchObject({ code: 'sold' })
    expect(await kept(reader)).not.toContain(OPERATOR)
  })

  test('applies only to its country and its account', async () => {
    const reader = await unknown()
    await decide(reader, 'allow')
    await shop.db.updateTable('accounts').set({ region_id: 2 }).where('id', '=', reader.id).execute()
    expect(await order(reader, { country: null }, 5)).toMatchObject({ at: 'cart', code: 'market_unproved' })
    expect(await order(await unknown(), { country: null })).toMatchObject({ at: 'cart', code: 'market_unproved' })
  })

  test('stays with the invoice after the account is erased and cannot be changed', async () => {
    const reader = await unknown()
    await decide(reader, 'allow')
    await order(reader, { country: null })
    const [invoice] = await shop.invoices(reader)
    await expect(shop.db.updateTable('market_decisions').set({ why: 'x' }).execute()).rejects.toThrow(/./)
    await shop.db.deleteFrom('accounts').where('id', '=', reader.id).execute()
    expect(await evidenceOf(invoice!.id)).toEqual({ method: 'US', operator: 'AT' })
    const left = await shop.db.selectFrom('market_decisions').select('id').where('account_id', '=', reader.id).execute()
    expect(left).toEqual([])
  })
})
