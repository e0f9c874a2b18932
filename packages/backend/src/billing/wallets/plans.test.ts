import { dayInUtc } from '@kiosk/domain/day'
import { newCart, validateWallet } from '@kiosk/domain/payments/endpoints'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WalletPlan } from '../../adapters/payments/port.ts'
import { openAlarms } from '../alarms.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { errorOf, forgetPlans, preparePlan } from './plans.ts'
import { sweepWallets } from './sweep.ts'

const plans = new Map<string, WalletPlan>()
const revised: unknown[] = []
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
  const { provider } = shop.wallet
  provider.fetchPlan = async (id) => plans.get(id) ?? null
  provider.revisePlan = async (id, sequence, { minor }) => {
    revised.push([id, sequence, minor])
    set(id, minor)
  }
})
beforeEach(() => {
  plans.clear()
  revised.length = 0
  for (const [plan, amount] of [
    [2, 1999],
    [10, 999],
  ] as const)
    set(`plan-${plan}`, amount)
})
afterAll(() => shop.close())

const cycle = (amount: number, changes: Partial<WalletPlan['cycles'][number]> = {}) => ({
  sequence: 1,
  amount,
  currency: 'EUR',
  days: 30,
  charges: null,
  ...changes,
})
function set(id: string, amount: number, changes: Partial<WalletPlan> = {}) {
  plans.set(id, { id, isActive: true, hasExtras: false, cycles: [cycle(amount)], ...changes })
  forgetPlans(shop.wallet.provider)
}
async function ready() {
  const reader = await shop.reader()
  await shop.begin(reader)
  await shop.accept(reader)
  return reader
}
const subjects = async () =>
  (await openAlarms(shop.db, 'wallet-plan')).map(({ subject, details }) => [subject, (details as { fault: string }).fault])

test.each<[string, Partial<WalletPlan> | null, string | null]>([
  ['as it was agreed', {}, null],
  ['that is not there', null, 'not-there'],
  ['that was switched off', { isActive: false }, 'not-active'],
  ['with a fee at the beginning', { hasExtras: true }, 'fee-or-tax-on-top'],
  ['at another price', { cycles: [cycle(2199)] }, 'other-price'],
  ['in another currency', { cycles: [cycle(1999, { currency: 'USD' })] }, 'other-currency'],
  ['by the month', { cycles: [cycle(1999, { days: null })] }, 'other-period'],
  ['that ends after a year', { cycles: [cycle(1999, { charges: 12 })] }, 'other-cycles'],
  ['that begins with a trial', { cycles: [cycle(399, { charges: 3 }), cycle(1999)] }, 'other-cycles'],
])('a plan %s: %s', (_, changes, fault) => {
  const plan = changes && { id: 'P', isActive: true, hasExtras: false, cycles: [cycle(1999)], ...changes }
  expect(errorOf(plan, { currency: 'EUR', regular: 1999, reduced: null })).toBe(fault)
})

test('a plan with a voucher starts with as many reduced charges as the voucher grants', () => {
  const terms = { currency: 'EUR', regular: 1999, reduced: { price: 399, charges: 3 } } as const
  const plan = { id: 'P', isActive: true, hasExtras: false, cycles: [cycle(399, { charges: 3 }), cycle(1999)] }
  expect(errorOf(plan, terms)).toBeNull()
  expect(errorOf({ ...plan, cycles: [cycle(399, { charges: 2 }), cycle(1999)] }, terms)).toBe('other-cycles')
})

describe('a wallet plan that charges a different price than the page', () => {
  test('hides the wallet, alarms the operator once, and offers it again once the price is right', async () => {
    const reader = await ready()
    const { headers } = reader
    const cart = () => shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })
    expect(await cart()).toMatchObject({ methods: ['CC', 'DD', 'PP'], paypaylPlanId: 'plan-2' })
    set('plan-2', 2199)
    expect(await cart()).toMatchObject({ methods: ['CC', 'DD'], paypaylPlanId: null })
    expect(await cart()).toMatchObject({ methods: ['CC', 'DD'] })
    expect(await shop.api.errorOf('paypal/subscription/validation/2', { headers })).toMatchObject({ code: 'wallet_refused' })
    expect(await subjects()).toEqual([['plan plan-2', 'other-price']])
    set('plan-2', 1999)
    expect(await cart()).toMatchObject({ paypaylPlanId: 'plan-2' })
    expect(await subjects()).toEqual([])
  })

  test('is found without anyone opening a cart', async () => {
    set('plan-10', 999, { isActive: false })
    await sweepWallets(shop.api.ctx)
    expect(await subjects()).toEqual([['plan plan-10', 'not-active']])
    set('plan-10', 999)
    await sweepWallets(shop.api.ctx)
    expect(await subjects()).toEqual([])
  })

  test('an unreachable wallet is not offered once its cached plans expire', async () => {
    const { headers } = await ready()
    const { provider } = shop.wallet
    const requested = provider.fetchPlan
    let requests = 0
    provider.fetchPlan = async () => {
      requests++
      throw new TypeError('fetch failed')
    }
    const cart = () => shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })
    expect(await cart()).toMatchObject({ paypaylPlanId: 'plan-2' })
    forgetPlans(provider)
    for (let each = 0; each < 2; each++) expect(await cart()).toMatchObject({ paypaylPlanId: null, methods: ['CC', 'DD'] })
    // The second order does not wait for a wallet that has just not answered.
    expect(requests).toBe(1)
    provider.fetchPlan = requested
  })
})

describe('a new price', () => {
  const prepare = (price: number, isFromToday = true) =>
    preparePlan(shop.api.ctx, shop.wallet.provider, { plan: 2, price, isFromToday })

  test('changes the plan if no subscription uses it and is rejected otherwise', async () => {
    expect(await prepare(2199)).toBeNull()
    expect(revised).toEqual([['plan-2', 1, 2199]])
    expect(await prepare(2199)).toBeNull()
    expect(revised).toHaveLength(1)
    set('plan-2', 1999)
    const reader = await ready()
    const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers: reader.headers })
    shop.wallet.charge(shop.wallet.approve({ customId, planId: 'plan-2' }), 1999, shop.now())
    await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
    expect(await prepare(2199)).toMatch(/^1 running subscription is charged by the wallet's plan plan-2/)
    expect(revised).toHaveLength(1)
  })

  test('for a later date needs a plan that charges it', async () => {
    expect(await prepare(2199, false)).toMatch(/No plan of the wallet charges 21.99 EUR/)
    expect(await prepare(1999, false)).toBeNull()
    expect(revised).toEqual([])
  })

  test('is rejected for a plan of another kind', async () => {
    set('plan-2', 1999, { cycles: [cycle(1999, { days: null })] })
    expect(await prepare(2199)).toMatch(/does not charge every 30 days in EUR/)
    expect(revised).toEqual([])
  })
})

describe('only the price shown in the cart can be approved', () => {
  const listed = async (price: number) => {
    const valid_from = dayInUtc(shop.now())
    await shop.db
      .insertInto('prices')
      .values({ plan_id: 2, valid_from, price })
      .onConflict((conflict) => conflict.columns(['plan_id', 'valid_from']).doUpdateSet({ price }))
      .execute()
  }
  const approvals = ({ id }: { id: number }) =>
    shop.db
      .selectFrom('wallet_approvals')
      .select(['wallet_plan', 'price', 'regular_price'])
      .where('account_id', '=', id)
      .execute()
  afterEach(async () => {
    await shop.db.deleteFrom('prices').execute()
    await shop.db.deleteFrom('operator_alarms').execute()
  })

  test('a plan changed together with the list price rejects the approval, and the next cart shows the new price', async () => {
    const reader = await ready()
    const { headers } = reader
    await listed(2199)
    set('plan-2', 2199)
    expect(await shop.api.errorOf('paypal/subscription/validation/2', { headers })).toMatchObject({ code: 'wallet_refused' })
    expect(await approvals(reader)).toEqual([])
    // A price that an open page still shows is not a configuration error of the wallet.
    expect(await subjects()).toEqual([])
    expect(await shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })).toMatchObject({ totalPrice: 2199 })
    await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
    expect(await approvals(reader)).toEqual([{ wallet_plan: 'plan-2', price: 2199, regular_price: 2199 }])
  })

  test('when another plan charges the new price, the shown one is approved, bought and kept', async () => {
    const { provider } = shop.wallet
    const { plansOf } = provider
    const reader = await ready()
    await listed(2199)
    set('plan-new', 2199)
    provider.plansOf = (plan, code) => [...plansOf(plan, code), ...(plan === 2 ? ['plan-new'] : [])]
    try {
      const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', {
        headers: reader.headers,
      })
      expect(await approvals(reader)).toEqual([{ wallet_plan: 'plan-2', price: 1999, regular_price: 1999 }])
      shop.wallet.charge(shop.wallet.approve({ customId, planId: 'plan-2' }), 1999, shop.now())
      await sweepWallets(shop.api.ctx)
      expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', regular_price: 1999 }])
      expect(await shop.invoices(reader)).toMatchObject([{ gross: 1999, state: 'paid' }])
    } finally {
      provider.plansOf = plansOf
    }
  })

  test('for one day; an older page has to show its price again', async () => {
    const reader = await ready()
    await listed(2199)
    shop.later(1.1)
    await shop.accept(reader)
    expect(await shop.api.errorOf('paypal/subscription/validation/2', { headers: reader.headers })).toMatchObject({
      status: 404,
    })
    expect(await approvals(reader)).toEqual([])
    shop.later(-1.1)
  })
})
