import { newCart, validateWallet } from '@kiosk/domain/payments/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WalletPlan } from '../outside/payments/port.ts'
import { openAlarms } from './alarms.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'
import { faultOf, forgetPlans, preparePlan } from './wallet-plans.ts'

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
  for (const [tariff, amount] of [
    [2, 1999],
    [10, 999],
  ] as const)
    set(`plan-${tariff}`, amount)
})
afterAll(() => shop.close())

const cycle = (amount: number, changes: Partial<WalletPlan['cycles'][number]> = {}) => ({
  ...{ sequence: 1, amount, currency: 'EUR', days: 30, charges: null },
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
  expect(faultOf(plan, { currency: 'EUR', regular: 1999, reduced: null })).toBe(fault)
})

test('a plan with reduced charges has them first, as many as the voucher gives', () => {
  const terms = { currency: 'EUR', regular: 1999, reduced: { price: 399, charges: 3 } } as const
  const plan = { id: 'P', isActive: true, hasExtras: false, cycles: [cycle(399, { charges: 3 }), cycle(1999)] }
  expect(faultOf(plan, terms)).toBeNull()
  expect(faultOf({ ...plan, cycles: [cycle(399, { charges: 2 }), cycle(1999)] }, terms)).toBe('other-cycles')
})

describe('where a plan charges something else than the page says', () => {
  test('the wallet is not offered and opens for nobody, the operator is alarmed once, and it comes back by itself', async () => {
    const reader = await ready()
    const { headers } = reader
    const cart = () => shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })
    expect(await cart()).toMatchObject({ methods: ['CC', 'DD', 'PP'], paypaylPlanId: 'plan-2' })
    set('plan-2', 2199)
    expect(await cart()).toMatchObject({ methods: ['CC', 'DD'], paypaylPlanId: null })
    expect(await cart()).toMatchObject({ methods: ['CC', 'DD'] })
    expect(await shop.api.refusal('paypal/subscription/validation/2', { headers })).toMatchObject({ code: 'wallet_refused' })
    expect(await subjects()).toEqual([['plan plan-2', 'other-price']])
    set('plan-2', 1999)
    expect(await cart()).toMatchObject({ paypaylPlanId: 'plan-2' })
    expect(await subjects()).toEqual([])
  })

  test('it is found without anybody looking at a cart', async () => {
    set('plan-10', 999, { isActive: false })
    await sweepWallets(shop.api.house)
    expect(await subjects()).toEqual([['plan plan-10', 'not-active']])
    set('plan-10', 999)
    await sweepWallets(shop.api.house)
    expect(await subjects()).toEqual([])
  })

  test('a wallet that cannot be asked is not offered once what it said is forgotten', async () => {
    const { headers } = await ready()
    const { provider } = shop.wallet
    const asked = provider.fetchPlan
    provider.fetchPlan = async () => {
      throw new TypeError('fetch failed')
    }
    const cart = () => shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })
    expect(await cart()).toMatchObject({ paypaylPlanId: 'plan-2' })
    forgetPlans(provider)
    expect(await cart()).toMatchObject({ paypaylPlanId: null, methods: ['CC', 'DD'] })
    provider.fetchPlan = asked
  })
})

describe('a new price', () => {
  const prepare = (price: number, isFromToday = true) =>
    preparePlan(shop.api.house, shop.wallet.provider, { tariff: 2, price, isFromToday })

  test('changes the plan where nobody pays by it, and is refused where somebody does', async () => {
    expect(await prepare(2199)).toBeNull()
    expect(revised).toEqual([['plan-2', 1, 2199]])
    expect(await prepare(2199)).toBeNull()
    expect(revised).toHaveLength(1)
    set('plan-2', 1999)
    const reader = await ready()
    const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers: reader.headers })
    shop.wallet.charge(shop.wallet.approve({ customId, planId: 'plan-2' }), 1999, shop.now())
    await sweepWallets(shop.api.house)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
    expect(await prepare(2199)).toMatch(/^1 running subscriptions are charged by the wallet's plan plan-2/)
    expect(revised).toHaveLength(1)
  })

  test('of a later day needs a plan that charges it', async () => {
    expect(await prepare(2199, false)).toMatch(/No plan of the wallet charges 21.99 EUR/)
    expect(await prepare(1999, false)).toBeNull()
    expect(revised).toEqual([])
  })

  test('is refused where the plan is of another kind', async () => {
    set('plan-2', 1999, { cycles: [cycle(1999, { days: null })] })
    expect(await prepare(2199)).toMatch(/does not charge every 30 days in EUR/)
    expect(revised).toEqual([])
  })
})
