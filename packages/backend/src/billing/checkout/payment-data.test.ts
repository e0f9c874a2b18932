import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { attemptState, editUrl, registrationUrl, setupState } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LeftMethod } from '../../adapters/payments/port.ts'
import { leftMethod } from '../../adapters/payments/testing/fake-card-provider.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import { sweepPayments } from '../charges/sweep-pending.ts'
import { CONCURRENT_CALLS } from '../provider-calls.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { finishSetup } from './setup-session.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

let count = 0
const PATH = 'psp/url/registration?subscription=2&voucher='
const done = (options: Partial<LeftMethod> = {}) => ({
  state: 'done' as const,
  method: leftMethod({ reference: `card-succeeded-left${++count}`, ...options }),
})
async function ready() {
  const reader = await shop.reader()
  await shop.begin(reader)
  await shop.accept(reader)
  return reader
}
async function opened({ headers }: Reader, path = PATH): Promise<string> {
  const { url } = await shop.api.answer(registrationUrl, path, { headers })
  return /^\/user\/payment\/frame\/([\da-f-]{36})$/.exec(url)![1]!
}
const stateOf = ({ headers }: Reader, id: string) => shop.api.answer(setupState, `payment/setup/${id}`, { headers })
const methodsOf = ({ id }: Reader) =>
  shop.db.selectFrom('payment_methods').selectAll().where('account_id', '=', id).orderBy('id').execute()

describe('saving payment data for a cart', () => {
  test('shows the provider’s page within our page', async () => {
    const anna = await ready()
    const id = await opened(anna)
    expect(await stateOf(anna, id)).toEqual({
      state: 'open',
      purpose: 'registration',
      url: `https://pay.example/${id}`,
      embed: null,
      way: null,
    })
    expect(await shop.contracts(anna)).toEqual([])
  })

  test('can use the provider’s own page, with a zero authorisation that may need bank authentication', async () => {
    const reader = await ready()
    const id = await opened(reader)
    const { headers } = reader
    const reservation = () => shop.api.ask(`psp/url/payment?id=${id}&reservation=true`, { headers })
    const charges = shop.psp.charges.size
    expect(await (await reservation()).json()).toEqual({ url: `https://pay.example/${id}`, params: {} })
    expect(shop.psp.charges.size).toBe(charges)
    // Without a charge there is nothing to authenticate.
    expect(await shop.api.errorOf(`psp/url/payment?id=${id}&reservation=false`, { headers })).toMatchObject({ status: 404 })
    shop.psp.finishSetup(id, done())
    expect((await stateOf(reader, id)).way).toMatch(/^\/user\/payment\/success/)
    expect((await reservation()).status).toBe(204)
  })

  test('buys the cart once the data are saved, with the data for bank authentication', async () => {
    const ben = await ready()
    const id = await opened(ben)
    const mandate = { reference: 'MANDATE-7', text: 'Ich ermächtige die Lesehalle Demonstration GmbH …' }
    shop.psp.finishSetup(id, done({ kind: 'DD', mandate, masked: 'AT•• •••• 3201', brand: 'SEPA' }))
    const { state, way } = await stateOf(ben, id)
    expect(state).toBe('done')
    expect(way).toMatch(/^\/user\/payment\/success\?attempt=/)
    expect(await methodsOf(ben)).toMatchObject([
      {
        kind: 'DD',
        masked: 'AT•• •••• 3201',
        mandate_reference: 'MANDATE-7',
        mandate_text: mandate.text,
        mandated_at: shop.now(),
      },
    ])
    expect(await shop.contracts(ben)).toMatchObject([{ state: 'active' }])
    expect(await shop.invoices(ben)).toMatchObject([{ gross: 1999, state: 'paid' }])
  })

  test('buys once when webhook, return and polls arrive concurrently', async () => {
    const cleo = await ready()
    const id = await opened(cleo)
    shop.psp.finishSetup(id, done())
    await Promise.all([
      ...Array.from({ length: 15 }, () => finishSetup(shop.api.ctx, id)),
      ...Array.from({ length: 15 }, () => stateOf(cleo, id)),
      shop.purchase(cleo),
    ])
    expect(await methodsOf(cleo)).toHaveLength(1)
    expect(await shop.contracts(cleo)).toHaveLength(1)
    expect(await shop.invoices(cleo)).toHaveLength(1)
  })

  // Repeated, because the order of the two requests is random.
  test('in two windows buys once and redirects both to the same place', { repeats: 9 }, async () => {
    const dora = await ready()
    const [first, second] = [await opened(dora), await opened(dora, `${PATH}&again=true`)]
    shop.psp.finishSetup(first, done())
    shop.psp.finishSetup(second, done())
    const ways = await Promise.all([stateOf(dora, first), stateOf(dora, second)])
    expect(ways[0]!.way).toBe(ways[1]!.way)
    expect(await shop.invoices(dora)).toHaveLength(1)
  })

  test('redirects to bank authentication or to the failed page', async () => {
    const emil = await ready()
    const requested = await opened(emil)
    shop.psp.finishSetup(requested, done({ reference: `card-action-${++count}` }))
    expect((await stateOf(emil, requested)).way).toMatch(/^\/user\/payment\/async\//)
    const frieda = await ready()
    const declined = await opened(frieda)
    shop.psp.finishSetup(declined, done({ reference: `card-declined-${++count}` }))
    expect((await stateOf(frieda, declined)).way).toMatch(/^\/user\/payment\/failed\/rg\?attempt=/)
  })

  test('rejected by the provider shows the reason on the failed page and buys nothing', async () => {
    const gustav = await ready()
    const id = await opened(gustav)
    shop.psp.finishSetup(id, { state: 'failed', code: 'CC_ACCOUNT_VALIDATION', text: 'Card not enrolled' })
    expect(await stateOf(gustav, id)).toMatchObject({ state: 'failed', way: `/user/payment/failed/rg?attempt=${id}` })
    expect(await shop.api.answer(attemptState, `payment/attempt/${id}`, { headers: gustav.headers })).toEqual({
      state: 'failed',
      reason: 'CC_ACCOUNT_VALIDATION',
      returnText: 'Card not enrolled',
      method: null,
      subscription: 2,
    })
    expect(await methodsOf(gustav)).toEqual([])
  })

  test('after the acceptance has expired buys nothing and keeps the data for another try', async () => {
    const hanna = await ready()
    const id = await opened(hanna)
    shop.later(1)
    shop.psp.finishSetup(id, done())
    expect(await stateOf(hanna, id)).toMatchObject({ state: 'failed', way: `/user/payment/failed/rg?attempt=${id}` })
    expect(await shop.contracts(hanna)).toEqual([])
    expect(await methodsOf(hanna)).toHaveLength(1)
    shop.later(-1)
  })

  test('is skipped if saved data can be used, unless other data are requested', async () => {
    const ida = await ready()
    await shop.leave(ida)
    const { headers } = ida
    expect((await shop.api.ask(PATH, { headers })).status).toBe(204)
    expect(await shop.contracts(ida)).toEqual([])
    expect(await opened(ida, `${PATH}&again=true`)).toBeTruthy()
  })

  test('adds the voucher of the URL to the cart', async () => {
    const jakob = await ready()
    const code = await shop.voucher()
    const id = await opened(jakob, `psp/url/registration?subscription=2&voucher=${code}`)
    shop.psp.finishSetup(id, done())
    await stateOf(jakob, id)
    expect(await shop.invoices(jakob)).toMatchObject([{ gross: 399 }])
    const karl = await ready()
    expect(
      await shop.api.errorOf('psp/url/registration?subscription=2&voucher=NIRGENDS', { headers: karl.headers }),
    ).toMatchObject({ status: 406, code: 'voucher_invalid' })
  })

  test('is not accessible to other accounts', async () => {
    const [lena, max] = [await ready(), await shop.reader()]
    const id = await opened(lena)
    for (const path of [`payment/setup/${id}`, `payment/attempt/${id}`, 'payment/setup/nonsense'])
      expect((await shop.api.ask(path, { headers: max.headers })).status).toBe(404)
  })

  test('leaves a card with the account that saved it first', async () => {
    const [nora, otto] = [await ready(), await ready()]
    const same = done()
    for (const who of [nora, otto]) {
      const id = await opened(who)
      shop.psp.finishSetup(id, same)
      await stateOf(who, id)
    }
    expect(await methodsOf(nora)).toHaveLength(1)
    expect(await methodsOf(otto)).toEqual([])
    expect(await shop.contracts(otto)).toEqual([])
  })

  test('collects only the chosen kind, and every kind of the market without a choice', async () => {
    const rosa = await ready()
    const { openSetup } = shop.psp.provider
    const collected: string[][] = []
    const back: (string | null)[] = []
    shop.psp.provider.openSetup = (options) => {
      collected.push([...options.kinds])
      back.push(new URL(options.returnUrl).searchParams.get('kind'))
      return openSetup(options)
    }
    for (const kind of ['', '&kind=CC', '&kind=DD']) await opened(rosa, PATH + kind)
    shop.psp.provider.openSetup = openSetup
    expect(collected).toEqual([['CC', 'DD'], ['CC'], ['DD']])
    expect(back).toEqual([null, 'CC', 'DD'])
    expect((await shop.api.ask(`${PATH}&kind=PP`, { headers: rosa.headers })).status).toBe(400)
  })

  test('responds unavailable and stores nothing if the provider does not open the page', async () => {
    const paula = await ready()
    const { openSetup } = shop.psp.provider
    shop.psp.provider.openSetup = async () => {
      throw new Error('no answer')
    }
    const { status, headers } = await shop.api.ask(PATH, { headers: paula.headers })
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    shop.psp.provider.openSetup = openSetup
    expect(await shop.db.selectFrom('setup_sessions').select('id').where('account_id', '=', paula.id).execute()).toEqual([])
  })
})

describe('other payment data for a subscription', () => {
  async function paying(method = 'card-succeeded') {
    const reader = await ready()
    const reference = await shop.leave(reader, method)
    expect((await shop.purchase(reader)).status).toBe(200)
    return { ...reader, reference }
  }
  const edited = async ({ headers }: Reader) => {
    const { url } = await shop.api.answer(editUrl, 'psp/url/edit', { headers })
    return url.split('/').at(-1)!
  }

  test('replace the old ones without a charge', async () => {
    const anna = await paying()
    const id = await edited(anna)
    const charges = shop.psp.charges.size
    shop.psp.finishSetup(id, done({ masked: '•••• 1111' }))
    expect(await stateOf(anna, id)).toMatchObject({ state: 'done', purpose: 'edit', way: '/user/payment/success/rr' })
    expect(shop.psp.charges.size).toBe(charges)
    const [old, fresh] = await methodsOf(anna)
    expect([old!.active, fresh!.active]).toEqual([false, true])
    expect(await shop.contracts(anna)).toMatchObject([{ payment_method_id: fresh!.id }])
  })

  test('make the provider delete the old ones, once', async () => {
    const olga = await paying()
    // Drops e-mails of other tests, whose PDFs take long to render.
    await forgetJobs(shop.db)
    const id = await edited(olga)
    shop.psp.finishSetup(id, done())
    // Three concurrent reports, and two servers that run the jobs.
    await Promise.all([stateOf(olga, id), finishSetup(shop.api.ctx, id), finishSetup(shop.api.ctx, id)])
    for (let times = 0; times < 2; times++) await Promise.all([1, 2].map(() => runWaitingJobs(shop.databaseUrl, shop.api.ctx)))
    const [old, fresh] = await methodsOf(olga)
    expect(shop.psp.forgotten.filter((reference) => [olga.reference, fresh!.reference].includes(reference))).toEqual([
      olga.reference,
    ])
    // The account keeps the display data of the old card, but not the provider's references.
    expect(old).toMatchObject({ reference: `forgotten-${old!.id}`, customer_reference: null, masked: '•••• 4242' })
  })

  test('that fail change nothing', async () => {
    const ben = await paying()
    const id = await edited(ben)
    shop.psp.finishSetup(id, { state: 'failed', code: 'declined', text: '' })
    expect(await stateOf(ben, id)).toMatchObject({ state: 'failed', way: '/user/payment/failed/rr' })
    expect(await methodsOf(ben)).toMatchObject([{ active: true }])
  })

  test('pay what is overdue at once, once', async () => {
    const cleo = await paying()
    shop.psp.behave(cleo.reference, 'declined')
    shop.later(30)
    await runBilling(shop.api.ctx)
    expect(await shop.contracts(cleo)).toMatchObject([{ state: 'past-due' }])
    const id = await edited(cleo)
    shop.psp.finishSetup(id, done())
    await Promise.all(Array.from({ length: 10 }, () => stateOf(cleo, id)))
    expect(await shop.contracts(cleo)).toMatchObject([
      { state: 'active', next_charge_at: new Date(shop.now().getTime() + 30 * DAY_MS) },
    ])
    expect(await shop.invoices(cleo)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
    shop.later(-30)
  })

  test('are only for subscriptions that we renew', async () => {
    const { headers } = await shop.reader()
    expect(await shop.api.errorOf('psp/url/edit', { headers })).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('while the provider cannot be reached', () => {
  test('an order without a result leads to its page, and any other is rejected for now', async () => {
    const [anna, ben] = [await ready(), await ready()]
    const card = await shop.leave(anna)
    shop.psp.behave(card, 'unknown')
    const { url } = (await (await shop.purchase(anna)).json()) as { url: string }
    expect(url).toMatch(/^\/user\/payment\/success\?attempt=/)
    const openSetup = vi.spyOn(shop.psp.provider, 'openSetup').mockRejectedValue(new Error('timeout'))
    expect(await shop.api.answer(registrationUrl, `${PATH}&again=true`, { headers: anna.headers })).toEqual({ url })
    expect(await shop.api.errorOf(PATH, { headers: ben.headers })).toEqual({ status: 503, code: 'unavailable' })
    openSetup.mockRestore()
    shop.psp.behave(card, 'succeeded')
  })

  test('a sweep polls payment pages together, and only a few if no payment had a result', async () => {
    const began = shop.now()
    const { id: account_id } = await ready()
    await shop.db.updateTable('setup_sessions').set({ state: 'failed' }).where('state', '=', 'open').execute()
    const page = { account_id, provider: 'sandbox', purpose: 'edit', created_at: shop.now() }
    const pages = Array.from({ length: 2 * CONCURRENT_CALLS }, () => ({ ...page, id: randomUUID(), provider_reference: 'page' }))
    await shop.db.insertInto('setup_sessions').values(pages).execute()
    let [calls, mostCalls] = [0, 0]
    const setupState = vi.spyOn(shop.psp.provider, 'setupState').mockImplementation(async () => {
      mostCalls = Math.max(mostCalls, ++calls)
      await pause(10)
      calls--
      return { state: 'open' }
    })
    const polledPages = async () => {
      setupState.mockClear()
      shop.later(HOUR_MS / DAY_MS)
      await sweepPayments({}, shop.api.ctx)
      return setupState.mock.calls.length
    }
    expect(await polledPages()).toBe(pages.length)
    expect(mostCalls).toBeGreaterThan(1)
    const waiting = await ready()
    const card = await shop.leave(waiting)
    shop.psp.behave(card, 'unknown')
    expect((await shop.purchase(waiting)).status).toBe(200)
    const fetchState = vi.spyOn(shop.psp.provider, 'fetchState').mockRejectedValue(new Error('timeout'))
    expect(await polledPages()).toBe(CONCURRENT_CALLS)
    fetchState.mockRestore()
    shop.psp.behave(card, 'succeeded')
    expect(await polledPages()).toBe(pages.length)
    setupState.mockRestore()
    shop.later((began.getTime() - shop.now().getTime()) / DAY_MS)
  })
})
