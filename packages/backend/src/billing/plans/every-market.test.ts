// Everything that is sold, in every market with every payment method, from the cart to the last charge.
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { attemptState, editUrl, newCart, paymentUrl } from '@kiosk/domain/payments/endpoints'
import { taxIn } from '@kiosk/domain/payments/rules'
import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NumberName } from '../../adapters/payments/testing/sandbox.ts'
import { within } from '../../testing/api.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { type Buyer, type Country, MARKETS, type Market, testMarket, type Way } from '../testing/market.ts'

let shop: Market
beforeAll(async () => {
  shop = await testMarket()
})
beforeEach(() => shop.startAgain())
afterAll(() => shop.close())

const WAYS = (['AT', 'DE', 'CH', 'LU'] as const).flatMap((country) =>
  (country === 'CH' ? (['CC'] as const) : (['CC', 'DD', 'PP'] as const)).map((way): [Country, Way] => [country, way]),
)
const attemptIn = (way: string) => new URLSearchParams(way.split('?')[1]).get('attempt')!
const stateOf = (who: Buyer, id: string) => shop.api.answer(attemptState, `payment/attempt/${id}`, who.ask)
const billingOf = (who: Buyer) => shop.api.answer(billing, 'billing', who.ask)

type One = { name: string; who: Buyer; way: Way; at: (typeof MARKETS)[Country]; reference: string }
/** Creates a buyer per market and payment method; all share one clock. */
async function everybody(ways = WAYS): Promise<One[]> {
  const all: One[] = []
  for (const [country, way] of ways)
    all.push({ name: `${country} ${way}`, who: await shop.buyer(country), way, at: MARKETS[country], reference: '' })
  return all
}
const each = <Result>(all: readonly One[], work: (one: One) => Promise<Result>) => Promise.all(all.map(work))
const allBuy = (
  all: readonly One[],
  options: (one: One) => Promise<Parameters<Market['buys']>[2]> | Parameters<Market['buys']>[2],
) =>
  each(all, async (one) => {
    one.reference = await shop.buys(one.who, one.way, await options(one))
  })
/** Runs a query for each buyer, keyed by name so that a failure shows which one it was. */
async function byName<What>(all: readonly One[], ask: (one: One) => Promise<What>): Promise<Record<string, What>> {
  return Object.fromEntries(await each(all, async (one) => [one.name, await ask(one)] as const))
}
const forAll = <What>(all: readonly One[], expected: (one: One) => What): Record<string, What> =>
  Object.fromEntries(all.map((one) => [one.name, expected(one)]))

/** Advances the clock until pending debits are settled: they take three days and are polled on the fourth. */
const settled = () => shop.later(4)
/** Advances the clock to the next charge, in a month in which debits have been settled. */
async function nextMonth(all: readonly One[], price: (one: One) => number): Promise<void> {
  await shop.later(25.9)
  const next = new Date(shop.now().getTime() + 0.1 * DAY_MS)
  for (const one of all) if (one.way === 'PP') shop.wallet.charge(one.reference, price(one), next)
  await shop.later(0.1)
}
async function voucherOf(
  { who }: Pick<One, 'who'>,
  code: string,
  options: { price: number; days: number | null; kind?: string },
) {
  const row = { code: `${code}-${who.id}`, plan_ids: [who.market.premium], kind: 'voucher', ...options }
  await shop.db.insertInto('vouchers').values(row).execute()
  return row.code
}
const grossOf = async ({ who }: One) => (await shop.invoices(who)).map(({ gross }) => gross)

describe('in every market, with every payment method available there,', () => {
  test('a subscription costs the market’s price with its tax and currency, and renews after thirty days', async () => {
    const all = await everybody()
    const offered = await byName(all, async ({ who, at, way }) =>
      (await shop.cartOf(who, at.premium, null)).methods.includes(way),
    )
    expect(offered).toEqual(forAll(all, () => true))
    const next = new Date(shop.now().getTime() + 30 * DAY_MS).toISOString()
    await allBuy(all, () => ({}))
    const bills = await byName(all, async ({ who }) => {
      const { state, currency, nextPrice, nextDebitDate, orderType } = await billingOf(who)
      return { state, currency, nextPrice, nextDebitDate, orderType }
    })
    expect(bills).toEqual(
      forAll(all, ({ at, way }) => ({
        state: 'active',
        currency: at.currency,
        nextPrice: at.price,
        nextDebitDate: next,
        orderType: way === 'PP' ? 3 : 1,
      })),
    )
    await settled()
    const invoices = await byName(all, async ({ who }) =>
      (await shop.invoices(who)).map(({ country, currency, tax_rate, net, tax, gross }) => [
        country,
        currency,
        tax_rate,
        net,
        tax,
        gross,
      ]),
    )
    expect(invoices).toEqual(
      forAll(all, ({ who, at: { currency, tax: rate, price } }) => {
        const { net, tax, gross } = taxIn(price, rate)
        return [[who.country, currency, rate, net, tax, gross]]
      }),
    )
    const charged = await byName(all, async ({ who }) =>
      (await shop.attempts(who)).map(({ amount, currency }) => [amount, currency]),
    )
    expect(charged).toEqual(forAll(all, ({ at }) => [[at.price, at.currency]]))
  })

  test('a special offer is charged three times before the regular price', async () => {
    const all = await everybody()
    await allBuy(all, async (one) => ({
      voucher: await voucherOf(one, 'OFFER', { price: one.at.launch, days: null, kind: 'special-offer' }),
    }))
    for (const charge of [2, 3, 4, 5]) {
      await settled()
      const next = ({ at }: One) => (charge <= 3 ? at.launch : at.price)
      expect(await byName(all, async ({ who }) => (await billingOf(who)).nextPrice)).toEqual(forAll(all, next))
      await nextMonth(all, next)
    }
    await settled()
    const charged = ({ at }: One) => [at.launch, at.launch, at.launch, at.price, at.price]
    expect(await byName(all, grossOf)).toEqual(forAll(all, charged))
    const reduced = await byName(all, async ({ who }) => (await shop.periods(who)).map((period) => period.reduced))
    expect(reduced).toEqual(forAll(all, () => [true, true, true, false, false]))
  })

  test('a voucher reduces as many charges as it has months; one from another market is rejected', async () => {
    const all = await everybody()
    const codes = await byName(all, async ({ who, at }) => {
      const other = { who: await shop.buyer(who.country === 'AT' ? 'DE' : 'AT') }
      const voucher = await voucherOf(other, 'ELSEWHERE', { price: 99, days: 60 })
      await shop.cartOf(who, at.premium, null)
      const form = { subscription: String(at.premium), voucher }
      return (await shop.api.errorOf('payment/voucher', { ...who.ask, method: 'PUT', form })).code
    })
    expect(codes).toEqual(forAll(all, () => 'voucher_invalid'))
    await allBuy(all, async (one) => ({ voucher: await voucherOf(one, 'SPRING', { price: 99, days: 60 }) }))
    for (const next of [() => 99, ({ at }: One) => at.price]) {
      await settled()
      await nextMonth(all, next)
    }
    await settled()
    expect(await byName(all, grossOf)).toEqual(forAll(all, ({ at }) => [99, 99, at.price]))
  })

  test('the launch offer is bought with its code, once', async () => {
    const all = await everybody()
    await allBuy(all, async ({ who, at }) => {
      const offer = await shop.api.answer(launchOffer, 'voucher/launchoffer/', who.ask)
      expect(offer).toMatchObject({ subscriptionId: at.premium, regularPrice: at.price, reducedPrice: at.launch })
      return { voucher: offer.voucherCode.voucherCode }
    })
    await settled()
    expect(await byName(all, grossOf)).toEqual(forAll(all, ({ at }) => [at.launch]))
    const again = await byName(all, async ({ who }) => (await shop.call(who, 'voucher/launchoffer/')).status)
    expect(again).toEqual(forAll(all, () => 404))
  })

  test('an upgrade charges the difference for the remaining days, and nothing twice', async () => {
    // Luxembourg has no plan to upgrade from.
    const all = await everybody(WAYS.filter(([country]) => MARKETS[country].magz !== null))
    await allBuy(all, ({ at }) => ({ plan: at.magz! }))
    await settled()
    await shop.later(6)
    const restOf = ({ at }: One) => Math.floor((at.magzPrice! * 20) / 30)
    const credits = await byName(all, async ({ who, at }) => {
      const cart = await shop.api.answer(newCart, `payment/shoppingcart2/new/${at.premium}`, who.ask)
      return [cart.upgradeCredit, cart.payPalUpgrade, cart.currency]
    })
    expect(credits).toEqual(forAll(all, (one) => [restOf(one), one.way === 'PP', one.at.currency]))
    await allBuy(all, () => ({}))
    await settled()
    const subscriptions = await byName(all, async ({ who }) =>
      (await shop.contracts(who)).map(({ plan_id, state }) => [plan_id, state]),
    )
    expect(subscriptions).toEqual(
      forAll(all, ({ at }) => [
        [at.magz, 'ended'],
        [at.premium, 'active'],
      ]),
    )
    const paid = await byName(all, async (one) => (await grossOf(one)).reduce((sum, gross) => sum + gross, 0))
    expect(paid).toEqual(forAll(all, (one) => one.at.magzPrice! + one.at.price - restOf(one)))
  })

  test('a cancellation in time ends the subscription with its period; a late one ends it with the next', async () => {
    const [early, late] = [await everybody(), await everybody()]
    const boughtAt = shop.now()
    await allBuy([...early, ...late], () => ({}))
    await settled()
    const cancel = async ({ who, way }: One) => {
      const wallet = () => shop.call(who, 'paypal/subscription/cancel', { form: {} })
      const own = () => shop.call(who, 'billing/autorenewal', { method: 'PUT', form: { status: 'false' } })
      expect((await (way === 'PP' ? wallet() : own())).status).toBe(200)
      return (await billingOf(who)).expiryDate
    }
    const after = (days: number) => new Date(boughtAt.getTime() + days * DAY_MS).toISOString()
    // A cancelled wallet makes no further charge, even after a late cancellation.
    const months = ({ way }: One) => (way === 'PP' ? 1 : 2)
    await shop.later(19)
    expect(await byName(early, cancel)).toEqual(forAll(early, () => after(30)))
    await shop.later(2)
    expect(await byName(late, cancel)).toEqual(forAll(late, (one) => after(30 * months(one))))
    await shop.later(5)
    await settled()
    await shop.later(30)
    const stateOf = async ({ who }: One) => (await shop.contracts(who))[0]!.state
    for (const all of [early, late]) expect(await byName(all, stateOf)).toEqual(forAll(all, () => 'ended'))
    expect(await byName(early, grossOf)).toEqual(forAll(early, ({ at }) => [at.price]))
    expect(await byName(late, grossOf)).toEqual(forAll(late, (one) => Array(months(one)).fill(one.at.price)))
    const wallets = [...early, ...late].filter(({ way }) => way === 'PP').map(({ reference }) => reference)
    expect(shop.wallet.cancelled.filter((reference) => wallets.includes(reference)).toSorted()).toEqual(wallets.toSorted())
  })

  test('a new payment method is charged next time; a wallet keeps its own', async () => {
    const all = await everybody()
    await allBuy(all, () => ({}))
    await settled()
    const withoutWallet = all.filter(({ way }) => way !== 'PP')
    for (const { who } of all.filter(({ way }) => way === 'PP'))
      expect(await shop.api.errorOf('psp/url/edit', who.ask)).toMatchObject({ status: 404 })
    const edit = async ({ who }: One, number: NumberName | 'given up') => {
      const { url } = await shop.api.answer(editUrl, 'psp/url/edit', who.ask)
      return shop.leave(who, url, number)
    }
    expect(await byName(withoutWallet, (one) => edit(one, 'given up'))).toEqual(
      forAll(withoutWallet, () => '/user/payment/failed/rr'),
    )
    const other = ({ way }: One) => (way === 'CC' ? 'asks-when-left' : 'debit-succeeds')
    expect(await byName(withoutWallet, (one) => edit(one, other(one)))).toEqual(
      forAll(withoutWallet, () => '/user/payment/success/rr'),
    )
    expect(await byName(withoutWallet, async ({ who }) => (await shop.attempts(who)).length)).toEqual(
      forAll(withoutWallet, () => 1),
    )
    await shop.later(26)
    await settled()
    for (const { who, at } of withoutWallet) {
      const [first, second] = await shop.attempts(who)
      expect(second).toMatchObject({ state: 'succeeded', amount: at.price, currency: at.currency })
      expect(second!.payment_method_id).not.toBe(first!.payment_method_id)
    }
  })

  test('a disputed or returned charge is credited and not renewed', async () => {
    await shop.startAgain(true)
    const all = await everybody()
    await allBuy(all, ({ way }) => (way === 'DD' ? { number: 'debit-returns' } : {}))
    await settled()
    await shop.later(17)
    for (const { who, way, reference } of all) {
      const [{ id } = { id: '' }] = await shop.attempts(who)
      if (way === 'CC') await shop.sandbox.takeBack(id, 'disputed')
      if (way === 'PP') shop.wallet.back(shop.wallet.subscriptions.get(reference)!.charges[0]!.transactionId, who.market.price)
    }
    const isBack = async ({ who }: One) => (await shop.periods(who))[0]!.state === 'refunded'
    const withoutWallet = all.filter(({ way }) => way !== 'PP')
    await within(20_000, async () => !(await each(withoutWallet, isBack)).includes(false))
    // The return at the wallet is found when the next charge is due.
    await shop.later(10)
    await within(20_000, async () => !(await each(all, isBack)).includes(false))
    await shop.later(12)
    expect(await byName(all, grossOf)).toEqual(forAll(all, ({ at }) => [at.price, -at.price]))
    expect(await byName(all, async ({ who }) => (await shop.contracts(who))[0]!.state)).toEqual(forAll(all, () => 'ended'))
  })
})

describe('in Switzerland', () => {
  test('neither direct debit nor the wallet is available', async () => {
    const who = await shop.buyer('CH')
    expect((await shop.cartOf(who, 8, null)).methods).toEqual(['CC'])
    await expect(shop.buys(who, 'PP')).rejects.toThrow()
    // The provider's page accepts no bank account.
    await expect(shop.buys(who, 'DD')).resolves.toMatch(/^\/user\/payment\/frame\//)
    expect(await shop.contracts(who)).toEqual([])
  })
})

describe.each(['AT', 'DE', 'CH', 'LU'] as const)('a card in %s', (country) => {
  test.each([
    ['pass', 'succeeded', null],
    ['fail', 'failed', 'authentication_failed'],
    ['abandon', 'failed', 'abandoned'],
  ] as const)('that requires authentication handles the answer %s', async (answer, state, reason) => {
    const who = await shop.buyer(country)
    const way = await shop.buys(who, 'CC', { number: 'asks-at-charges' })
    const id = /^\/user\/payment\/async\/([\da-f-]{36})$/.exec(way)![1]!
    const { params } = await shop.api.answer(paymentUrl, `psp/url/payment?id=${id}&reservation=false`, who.ask)
    await shop.sandbox.answer(params, answer)
    expect(await shop.back(id)).toBe(`/user/payment/${state === 'succeeded' ? 'success' : 'failed/rg'}?attempt=${id}`)
    expect(await stateOf(who, id)).toMatchObject({ state, reason })
    const active = (await shop.contracts(who)).filter((each) => each.state === 'active')
    expect(active).toHaveLength(state === 'succeeded' ? 1 : 0)
    expect((await shop.invoices(who)).length).toBe(active.length)
  })

  test.each([
    ['declined', 'declined'],
    ['insufficient-funds', 'insufficient_funds'],
    ['expired', 'expired'],
    ['account-validation', 'CC_ACCOUNT_VALIDATION'],
  ] satisfies [NumberName, string][])(
    'that is declined as %s shows the reason and charges nothing; another card works',
    async (number, reason) => {
      const who = await shop.buyer(country)
      const way = await shop.buys(who, 'CC', { number })
      expect(way).toMatch(/^\/user\/payment\/failed\/rg\?attempt=/)
      expect(await stateOf(who, attemptIn(way))).toMatchObject({
        state: 'failed',
        reason,
        returnText: expect.stringMatching(/./),
      })
      expect(await shop.invoices(who)).toEqual([])
      expect(await shop.buys(who, 'CC')).toMatch(/^\/user\/payment\/success\?attempt=/)
      expect(await shop.invoices(who)).toMatchObject([{ gross: MARKETS[country].price }])
    },
  )
})

describe.each(['AT', 'DE', 'LU'] as const)('a debit in %s', (country) => {
  test.each([
    ['debit-fails', 'insufficient_funds'],
    ['mandate-cancelled', 'mandate_cancelled'],
  ] satisfies [NumberName, string][])(
    'that fails after days (%s) grants access until then and ends the subscription',
    async (number, reason) => {
      const who = await shop.buyer(country)
      const way = await shop.buys(who, 'DD', { number })
      expect(await stateOf(who, attemptIn(way))).toMatchObject({ state: 'processing' })
      expect(await shop.contracts(who)).toMatchObject([{ state: 'active' }])
      await shop.later(8)
      await within(8000, async () => (await stateOf(who, attemptIn(way))).state === 'failed')
      expect(await stateOf(who, attemptIn(way))).toMatchObject({ reason })
      expect(await shop.contracts(who)).toMatchObject([{ state: 'ended' }])
      expect(await shop.invoices(who)).toEqual([])
    },
  )
})

describe.each(['AT', 'DE', 'LU'] as const)('the wallet in %s', (country) => {
  test('retries a failed charge by itself, keeps access meanwhile, then ends the subscription', async () => {
    const who = await shop.buyer(country)
    await shop.buys(who, 'PP')
    await shop.later(30.1)
    expect(await billingOf(who)).toMatchObject({ state: 'past-due' })
    await shop.later(12)
    expect(await shop.contracts(who)).toMatchObject([{ state: 'ended' }])
  })
})

test('every provider’s transactions agree with our ledger, each in its currency', async () => {
  for (const each of listsOfProviders(shop.api.ctx, shop.api.ctx.payments)) {
    const { compared, differences } = await reconcile(shop.api.ctx, each, new Date('2026-01-01'), new Date('2027-12-31'))
    expect([each.name, differences]).toEqual([each.name, []])
    expect(compared).toBeGreaterThan(20)
  }
})
