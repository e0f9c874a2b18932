import { webinfo } from '@kiosk/domain/accounts/endpoints'
import { formatDay } from '@kiosk/domain/date-format'
import { localeOf } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { attemptState, newCart, validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WalletState } from '../../adapters/payments/port.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'
import { mirrorSubscription } from './mirror.ts'
import { sweepWallets } from './sweep.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function ready(plan = 2) {
  const reader = await shop.reader()
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  return reader
}
const post = ({ headers }: Reader, reference: string, plan = 2) =>
  shop.api.ask('paypal/subscription', {
    form: { subscription: String(plan), paypalsubscription: reference, paypalorder: 'O-1' },
    headers,
  })
const log = ({ headers }: Reader, reference: string, plan = 2) =>
  shop.api.ask('paypal/subscription/log', { form: { subscription: String(plan), paypalsubscription: reference }, headers })
/** Validates a cart; returns the id that is sent to the wallet and stored here. */
const validated = async ({ headers }: Reader, plan = 2) =>
  (await shop.api.answer(validateWallet, `paypal/subscription/validation/${plan}`, { headers })).customId
/** Opens the wallet for a cart and approves the offer. */
const approve = async (reader: Reader, { plan = 2, ...changes }: Partial<WalletState> & { plan?: number } = {}) =>
  shop.wallet.approve({ planId: `plan-${plan}`, customId: await validated(reader, plan), ...changes })
async function bound(plan = 2, price = 1999) {
  const reader = await ready(plan)
  const reference = await approve(reader, { plan })
  const transaction = shop.wallet.charge(reference, price, shop.now())
  expect((await post(reader, reference, plan)).status).toBe(200)
  return { ...reader, reference, transaction }
}
const periodsOf = async (who: Reader) => {
  const ids = (await shop.contracts(who)).map(({ id }) => id)
  return shop.db.selectFrom('periods').selectAll().where('subscription_id', 'in', ids).orderBy('id').execute()
}

describe('before the wallet opens', () => {
  test('checks whether the wallet can pay for the cart', async () => {
    const reader = await ready()
    expect(await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers: reader.headers })).toEqual({
      valid: true,
      // The id by which later reports of the payment are matched to their owner.
      customId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    // It is stored before the redirect to the wallet, once for any number of clicks.
    const again = await validated(reader)
    const approvals = await shop.db.selectFrom('wallet_approvals').selectAll().where('account_id', '=', reader.id).execute()
    expect(approvals).toMatchObject([
      { id: again, plan_id: 2, wallet_plan: 'plan-2', price: 1999, regular_price: 1999, currency: 'EUR', voucher_code: null },
    ])
  })

  test.each([
    [1, 'client-of-the-wallet'],
    [3, undefined],
  ])('offers or hides it for a visitor of region %i', async (region_id, clientId) => {
    const { headers } = await shop.reader({ region_id })
    expect((await shop.api.answer(webinfo, 'websession/webinfo', { headers })).payPalClientId).toBe(clientId)
    const country = region_id === 3 ? 'CH' : 'AT'
    expect((await shop.api.answer(webinfo, 'websession/webinfo', { country })).payPalClientId).toBe(clientId)
  })

  test('rejects a region that pays in CHF with a message', async () => {
    const swiss = await shop.reader({ region_id: 3 })
    await shop.begin(swiss, 8)
    await shop.accept(swiss, 8)
    const response = await shop.api.ask('paypal/subscription/validation/8', { headers: swiss.headers, language: 'en' })
    expect(response.status).toBe(409)
    expect(((await response.json()) as { message: string }).message).toBe('Request not accepted by server')
  })

  test('is rejected without a cart or a wallet', async () => {
    const reader = await shop.reader()
    await shop.accept(reader)
    expect((await shop.api.ask('paypal/subscription/validation/2', { headers: reader.headers })).status).toBe(404)
    const without = await testCheckout({ without: 'wallet' })
    const other = await without.reader()
    await without.begin(other)
    await without.accept(other)
    expect((await without.api.ask('paypal/subscription/validation/2', { headers: other.headers })).status).toBe(503)
    expect(await without.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers: other.headers })).toMatchObject({
      methods: ['CC', 'DD'],
      paypaylPlanId: null,
    })
    await without.close()
  })
})

describe('an approved payment', () => {
  test('grants access at once and is recorded when the wallet has charged it', async () => {
    const reader = await ready()
    const reference = await approve(reader)
    expect((await post(reader, reference)).status).toBe(200)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', order_type: 3, provider_reference: reference }])
    expect(await periodsOf(reader)).toMatchObject([{ state: 'open' }])
    shop.wallet.charge(reference, 1999, shop.now())
    await sweepWallets(shop.api.ctx)
    await sweepWallets(shop.api.ctx)
    expect(await periodsOf(reader)).toMatchObject([{ state: 'paid', price: 1999 }])
    expect(await shop.invoices(reader)).toMatchObject([{ gross: 1999, state: 'paid', number: expect.any(String) }])
  })

  test('is bound once even if posted repeatedly', async () => {
    const reader = await ready()
    const reference = await approve(reader)
    shop.wallet.charge(reference, 1999, shop.now())
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(reader, reference)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shop.contracts(reader)).toHaveLength(1)
    expect(await shop.invoices(reader)).toHaveLength(1)
  })

  test.each([
    ['that the wallet does not know', async () => 'I-nowhere'],
    ['of another plan', (reader: Reader) => approve(reader, { planId: 'plan-10' })],
    ['of somebody else', async () => approve(await ready())],
    ['of nobody', (reader: Reader) => approve(reader, { customId: null })],
    ['that has ended', (reader: Reader) => approve(reader, { state: 'cancelled' })],
    ['at a price that is not in the cart', (reader: Reader) => approve(reader, { planId: 'plan-2-CHEAP' })],
    ['at a price that was changed in the browser', (reader: Reader) => approve(reader, { isOverridden: true })],
    ['that begins to charge in a year', (reader: Reader) => approve(reader, { startsAt: new Date('2027-03-10T09:00:00Z') })],
  ])('%s is rejected', async (_, make) => {
    const reader = await ready()
    const response = await post(reader, await make(reader))
    expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
      status: 409,
      code: 'wallet_refused',
    })
    expect(await shop.contracts(reader)).toEqual([])
    expect((await shop.api.ask('payment/shoppingcart2/2', { headers: reader.headers })).status).toBe(200)
  })

  test('that is already bound elsewhere is rejected', async () => {
    const [anna, ben] = [await bound(), await ready()]
    expect((await post(ben, anna.reference)).status).toBe(409)
  })

  test('waits when the wallet does not answer', async () => {
    const reader = await ready()
    const reference = await approve(reader)
    shop.wallet.break(true)
    const { status, headers } = await post(reader, reference)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    shop.wallet.break(false)
    expect((await post(reader, reference)).status).toBe(200)
  })

  test('with a voucher uses that voucher’s plan and redeems it', async () => {
    const reader = await ready()
    const code = await shop.voucher({ days: 60, max_redemptions: 1 })
    const form = { subscription: '2', voucher: code }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
    const reference = await approve(reader, { planId: `plan-2-${code}` })
    shop.wallet.charge(reference, 399, shop.now())
    expect((await post(reader, reference)).status).toBe(200)
    expect(await shop.contracts(reader)).toMatchObject([{ reduced_left: 1, voucher_code: code }])
    expect(await shop.invoices(reader)).toMatchObject([{ gross: 399 }])
  })

  test('that was never posted is found from the stored approval', async () => {
    shop.wallet.list(false)
    const reader = await ready()
    const reference = await approve(reader)
    expect((await log(reader, reference)).status).toBe(200)
    expect((await log(reader, reference)).status).toBe(200)
    expect(await shop.contracts(reader)).toEqual([])
    await sweepWallets(shop.api.ctx)
    shop.wallet.list(true)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', provider_reference: reference }])
  })

  test('that the wallet has not activated yet is bound once it has; meanwhile the page waits', async () => {
    const reader = await ready()
    const customId = await validated(reader)
    const reference = await approve(reader, { state: 'pending' })
    expect((await post(reader, reference)).status).toBe(200)
    const state = async () =>
      (await shop.api.answer(attemptState, `payment/attempt/${customId}`, { headers: reader.headers })).state
    expect([await state(), await shop.contracts(reader)]).toEqual(['waiting', []])
    shop.wallet.subscriptions.get(reference)!.state = 'active'
    shop.later((2 * MINUTE_MS) / DAY_MS)
    await sweepWallets(shop.api.ctx)
    // The charge is usually known within a minute, so the page still waits for it.
    expect([await state(), await shop.contracts(reader)]).toMatchObject(['waiting', [{ state: 'active' }]])
    shop.later(MINUTE_MS / DAY_MS)
    expect(await state()).toBe('processing')
    shop.wallet.charge(reference, 1999, shop.now())
    await sweepWallets(shop.api.ctx)
    expect(await state()).toBe('succeeded')
    expect(await shop.api.errorOf(`payment/attempt/${customId}`, { headers: (await ready()).headers })).toMatchObject({
      status: 404,
    })
  })
})

test('two hundred invented subscriptions that the wallet rejects keep no approved one from being settled', async () => {
  const { fetchSubscription } = shop.wallet.provider
  shop.wallet.list(false)
  shop.wallet.provider.fetchSubscription = async (reference) => {
    if (reference.startsWith('INVENTED')) throw new Error('paypal: /v1/billing/subscriptions/… answers 400')
    return fetchSubscription(reference)
  }
  try {
    const invented = Array.from({ length: 200 }, (_, place) => ({ provider: 'paypal', reference: `INVENTED-${place}` }))
    await shop.db
      .insertInto('wallet_subscriptions')
      .values(invented.map((each) => ({ ...each, found_at: shop.now(), next_check_at: shop.now() })))
      .execute()
    const reader = await ready()
    const reference = await approve(reader)
    shop.wallet.charge(reference, 1999, shop.now())
    shop.later(MINUTE_MS / DAY_MS)
    expect((await log(reader, reference)).status).toBe(200)
    for (let sweep = 0; sweep < 3; sweep++) await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', provider_reference: reference }])
  } finally {
    shop.wallet.provider.fetchSubscription = fetchSubscription
    shop.wallet.list(true)
    await shop.db.deleteFrom('wallet_subscriptions').where('reference', 'like', 'INVENTED-%').execute()
  }
})

describe('a subscription charged by the wallet', () => {
  test('continues with every charge of the wallet, each recorded once, and is never charged by our scheduler', async () => {
    const reader = await bound()
    const startedAt = shop.now()
    shop.later(30)
    await runBilling(shop.api.ctx)
    expect(await shop.invoices(reader)).toHaveLength(1)
    shop.wallet.charge(reader.reference, 1999, shop.now())
    await Promise.all([sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
    await sweepWallets(shop.api.ctx)
    expect(await periodsOf(reader)).toMatchObject([
      { sequence: 1, state: 'paid' },
      { sequence: 2, state: 'paid', starts_at: new Date(startedAt.getTime() + 30 * DAY_MS) },
    ])
    expect(await shop.contracts(reader)).toMatchObject([
      { state: 'active', ends_at: new Date(startedAt.getTime() + 60 * DAY_MS) },
    ])
    shop.later(-30)
  })

  test('keeps access while the wallet retries and ends when it gives up', async () => {
    const reader = await bound()
    shop.later(30.1)
    await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'past-due' }])
    expect((await shop.api.answer(billing, 'billing', { headers: reader.headers })).state).toBe('past-due')
    shop.later(12)
    await forgetJobs(shop.db)
    for (let each = 0; each < 2; each++) await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
    expect(await emailsFor(shop.db, reader.id)).toEqual(['contract-ended'])
    expect(shop.wallet.cancelled).toContain(reader.reference)
    shop.later(-42.1)
  })

  test.each([
    ['a declined charge', 'failed' as const, 0],
    ['nothing at all', null, DAY_MS],
  ])('that is overdue is announced by one e-mail per period, after %s', async (_, charge, delayMs) => {
    const reader = await bound()
    const sweepTwice = () => Promise.all([sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
    for (const period of [1, 2]) {
      await forgetJobs(shop.db)
      shop.later(30.1)
      if (charge) shop.wallet.charge(reader.reference, 1999, shop.now(), { state: charge })
      await sweepTwice()
      shop.later(2)
      await sweepTwice()
      expect(await emailsFor(shop.db, reader.id)).toEqual(['wallet-overdue'])
      const { rows } = await sql<{ at: Date }>`select run_at as at from graphile_worker._private_jobs j
        where j.payload->>'accountId' = ${String(reader.id)}`.execute(shop.db)
      // Without a delay the queue takes the time of the database.
      if (delayMs > 0) expect(rows).toEqual([{ at: new Date(shop.now().getTime() - 2 * DAY_MS + delayMs) }])
      const job = await lastEmail(shop.db, 'wallet-overdue')
      const until = (await shop.contracts(reader))[0]!.ends_at!
      const text = (await writeEmail(job, shop.api.ctx))!.text.replaceAll(/\s+/g, ' ')
      for (const part of ['read-it PREMIUM', '19,99 €', formatDay('de-AT', until).replaceAll(/\s+/g, ' ')])
        expect(text).toContain(part)
      shop.wallet.charge(reader.reference, 1999, shop.now())
      await sweepTwice()
      expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
      expect(await writeEmail(job, shop.api.ctx)).toBeNull()
      shop.later(-2.1)
      expect(await periodsOf(reader)).toHaveLength(period + 1)
    }
    shop.later(-60)
  })

  test('is cancelled at the wallet and keeps access until its end', async () => {
    const reader = await bound()
    const { headers } = reader
    expect(await shop.api.answer(billing, 'billing', { headers })).toMatchObject({ orderType: 3, autorenewalStatus: true })
    for (let each = 0; each < 2; each++)
      expect((await shop.api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers })).status).toBe(200)
    expect(shop.wallet.cancelled.filter((each) => each === reader.reference)).toHaveLength(1)
    expect(await shop.api.answer(billing, 'billing', { headers })).toMatchObject({
      autorenewalStatus: false,
      expiryDate: new Date(shop.now().getTime() + 30 * DAY_MS).toISOString(),
    })
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
  })

  test.each([
    ['de', 'PayPal bucht nichts mehr ab. Zurücknehmen lässt sich diese Kündigung nicht', 'die Kündigung zurücknehmen'],
    ['en', 'PayPal will charge nothing more. This cancellation cannot be undone', 'undo the cancellation'],
    ['fr', 'PayPal ne débitera plus rien. Cette résiliation est définitive', 'annuler la résiliation'],
  ] as const)(
    'that is cancelled twice at once is confirmed by one e-mail, in %s, which says that it is final',
    async (language, final, undo) => {
      const reader = await bound()
      await shop.db.updateTable('accounts').set({ language }).where('id', '=', reader.id).execute()
      await forgetJobs(shop.db)
      const cancel = () => shop.api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers: reader.headers })
      for (const { status } of await Promise.all([cancel(), cancel()])) expect(status).toBe(200)
      expect(await emailsFor(shop.db, reader.id)).toEqual(['contract-cancelled'])
      const mail = await writeEmail(await lastEmail(shop.db, 'contract-cancelled'), shop.api.ctx)
      const text = mail!.text.replaceAll(/\s+/g, ' ')
      const { ends_at } = (await shop.contracts(reader))[0]!
      expect(text).toContain(formatDay(localeOf(language, { country: 'AT' }), ends_at!).replaceAll(/\s+/g, ' '))
      expect(text).toContain(final)
      expect(text).not.toContain(undo)
    },
  )

  test('that was cancelled at the wallet ends here too', async () => {
    const reader = await bound()
    await shop.wallet.provider.cancel(reader.reference, 'by the customer')
    await mirrorSubscription(shop.api.ctx, (await shop.contracts(reader))[0]!.id)
    await forgetJobs(shop.db)
    shop.later(30)
    for (let each = 0; each < 2; each++) await sweepWallets(shop.api.ctx)
    await runBilling(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended', auto_renew: false }])
    expect(await emailsFor(shop.db, reader.id)).toEqual(['contract-ended'])
    shop.later(-30)
  })

  test('is upgraded with the wallet only: the new plan is charged in full, the unused balance refunded once', async () => {
    const reader = await bound(10, 999)
    shop.later(10)
    const { headers } = reader
    await shop.accept(reader)
    expect(await shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })).toMatchObject({
      payPalUpgrade: true,
      methods: ['PP'],
      totalPrice: 1999,
      upgradeCredit: 666,
      paypaylPlanId: 'plan-2',
    })
    await shop.leave(reader)
    expect((await shop.purchase(reader)).status).toBe(409)
    expect((await shop.api.ask('psp/url/registration?subscription=2&voucher=', { headers })).status).toBe(409)
    const reference = await approve(reader)
    shop.wallet.charge(reference, 1999, shop.now())
    await Promise.all(Array.from({ length: 5 }, () => post(reader, reference)))
    await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([
      { state: 'ended', plan_id: 10 },
      { state: 'active', plan_id: 2 },
    ])
    expect(shop.wallet.cancelled).toContain(reader.reference)
    const back = [...shop.wallet.refunds.values()].filter(({ transactionId }) => transactionId === reader.transaction)
    expect(back).toEqual([{ transactionId: reader.transaction, money: { minor: 666, currency: 'EUR' } }])
    shop.later(-10)
  })

  test('upgraded after the next charge of the wallet refunds all of that charge', async () => {
    const reader = await bound(10, 999)
    shop.later(29.9)
    const next = shop.wallet.charge(reader.reference, 999, shop.now())
    const [subscription] = await shop.contracts(reader)
    await mirrorSubscription(shop.api.ctx, subscription!.id)
    expect(await periodsOf(reader)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
    const { headers } = reader
    await shop.accept(reader)
    const shown = await shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers })
    expect(shown).toMatchObject({ upgradeCredit: 999 + 3 })
    const reference = await approve(reader)
    shop.wallet.charge(reference, 1999, shop.now())
    await Promise.all(Array.from({ length: 3 }, () => post(reader, reference)))
    await sweepWallets(shop.api.ctx)
    const back = (charge: string) =>
      [...shop.wallet.refunds.values()].filter(({ transactionId }) => transactionId === charge).map(({ money }) => money.minor)
    expect([back(reader.transaction), back(next)]).toEqual([[3], [999]])
    shop.later(-29.9)
  })

  test('a charge for an ended subscription is refunded', async () => {
    const reader = await bound()
    await shop.db
      .updateTable('subscriptions')
      .set({ state: 'ended', ends_at: shop.now(), auto_renew: false, next_charge_at: null })
      .where('account_id', '=', reader.id)
      .execute()
    const late = shop.wallet.charge(reader.reference, 1999, shop.now())
    await sweepWallets(shop.api.ctx)
    await sweepWallets(shop.api.ctx)
    expect([...shop.wallet.refunds.values()].filter(({ transactionId }) => transactionId === late)).toHaveLength(1)
    expect(shop.wallet.cancelled).toContain(reader.reference)
  })

  test('an account that pays otherwise or not at all has nothing to cancel there', async () => {
    const reader = await shop.reader()
    for (const path of ['paypal/subscription/cancel', 'inAppPurchase/google_subscription/cancel'])
      expect(await shop.api.errorOf(path, { method: 'POST', form: {}, headers: reader.headers })).toMatchObject({ status: 404 })
  })

  test('reports an unreachable wallet and cancels nothing', async () => {
    const reader = await bound()
    shop.wallet.break(true)
    const { status, headers } = await shop.api.ask('paypal/subscription/cancel', {
      method: 'POST',
      form: {},
      headers: reader.headers,
    })
    shop.wallet.break(false)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(await shop.contracts(reader)).toMatchObject([{ auto_renew: true }])
  })
})

test('the ledger agrees with what the wallet has charged and refunded', async () => {
  const { rows } = {
    rows: await shop.db
      .selectFrom('ledger')
      .select(({ fn }) => ['account', fn.sum<number>('amount').as('sum')])
      .groupBy('account')
      .execute(),
  }
  const books = Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
  expect(Object.values(books).reduce((sum, each) => sum + each, 0)).toBe(0)
  const booked = await shop.db
    .selectFrom('payment_attempts')
    .select('provider_reference')
    .where('provider', '=', 'paypal')
    .execute()
  const bookedReferences = new Set(booked.map(({ provider_reference }) => provider_reference))
  const taken = [...shop.wallet.subscriptions.values()]
    .flatMap(({ charges }) => charges)
    .filter(({ transactionId }) => bookedReferences.has(transactionId))
  const back = [...shop.wallet.refunds.values()].filter(({ transactionId }) => bookedReferences.has(transactionId))
  expect(books['cash:paypal']).toBe(
    taken.reduce((sum, { amount }) => sum + amount, 0) - back.reduce((sum, { money }) => sum + money.minor, 0),
  )
})
