import { user, webinfo } from '@kiosk/domain/accounts/endpoints'
import { dayInUtc } from '@kiosk/domain/day'
import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import { billing, billingData, upgrades } from '@kiosk/domain/payments/billing-endpoints'
import { unconfirmedTerminations } from '@kiosk/domain/payments/termination-endpoints'
import { readerInfo } from '@kiosk/domain/reading/shelf-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from '../../accounts/testing/accounts.ts'
import { settleAttempts } from '../charges/settle.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { noticePrice } from '../testing/price-notice.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function paying(plan = 2, voucher?: string) {
  const reader = await shop.reader()
  const reference = await shop.leave(reader)
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  if (voucher) {
    const form = { subscription: String(plan), voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  return { ...reader, reference }
}
const billingOf = ({ headers }: Reader, language = 'de') => shop.api.answer(billing, 'billing', { headers, language })
const renewal = ({ headers }: Reader, status: boolean) =>
  shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: String(status) }, headers })

describe('billing', () => {
  test.each([
    ['de', 'Alle Magazine und Zeitungen, auch offline und zum Anhören, ganz ohne Werbung.'],
    ['en', 'Every magazine and newspaper, also offline and as audio, and no ads at all.'],
    ['fr', 'Tous les magazines et journaux, aussi hors ligne et à écouter, sans aucune publicité.'],
  ])('describes in %s the subscription, the next charge and its date', async (language, subscriptionDescription) => {
    const reader = await paying()
    const expected = {
      autorenewalStatus: true,
      subscriptionTitle: 'read-it PREMIUM',
      subscriptionDescription,
      numberDevices: 5,
      nextDebitDate: shop.inDays(30).toISOString(),
      nextPrice: 1999,
      nextCharges: [30, 60, 90].map((days) => ({ date: shop.inDays(days).toISOString(), amount: 1999 })),
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

  test('shows the reduced price while it applies, then the price at purchase even if the list price has changed', async () => {
    const reader = await paying(10, await shop.voucher({ days: 60 }))
    expect(await billingOf(reader)).toMatchObject({ nextPrice: 399, numberDevices: 3 })
    shop.later(30)
    await runBilling(shop.api.ctx)
    expect((await billingOf(reader)).nextPrice).toBe(999)
    await shop.db
      .insertInto('prices')
      .values({ plan_id: 10, valid_from: dayInUtc(shop.inDays(30)), price: 1099 })
      .execute()
    expect((await billingOf(reader)).nextPrice).toBe(999)
    await shop.db.deleteFrom('prices').execute()
    shop.later(-30)
  })

  test('has a debit that is under way, until its result is known', async () => {
    const reader = await shop.reader()
    await shop.leave(reader, 'debit-processing', 'DD')
    await shop.begin(reader)
    await shop.accept(reader)
    await shop.purchase(reader)
    expect((await billingOf(reader)).pendingDebit).toEqual({ day: expectedDebitDay(shop.now()), amount: 1999 })
    const { id } = await shop.db
      .selectFrom('payment_attempts as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .select('a.id')
      .where('i.account_id', '=', reader.id)
      .executeTakeFirstOrThrow()
    await shop.db.updateTable('payment_attempts').set({ debit_on: '2031-02-05' }).where('id', '=', id).execute()
    expect((await billingOf(reader)).pendingDebit).toEqual({ day: '2031-02-05', amount: 1999 })
    await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: shop.psp.becomes(id, 'succeeded') }])
    expect((await billingOf(reader)).pendingDebit).toBeUndefined()
  })

  test('has the declarations that wait for the reader or the operator, one of each kind, until they are settled', async () => {
    shop.api.operator.withdrawal = 'given-up'
    const reader = await paying()
    shop.api.operator.withdrawal = 'kept'
    const form = { name: 'Mira', email: reader.account.email, contract: '' }
    const declare = (what: string, headers?: Reader['headers'], more = {}) =>
      shop.api.ask(`contract/${what}`, { form: { ...form, ...more }, ...(headers && { headers }) })
    await declare('withdraw', reader.headers)
    // Somebody else sends the same for this address; what the reader has declared stays in view.
    await declare('withdraw')
    await declare('cancel', undefined, { manner: 'extraordinary', reason: 'Umzug' })
    const waiting = [
      { kind: 'cancel', outcome: 'by-hand', confirmed: false },
      { kind: 'withdraw', outcome: 'by-hand', confirmed: true, receivedAt: shop.now().toISOString() },
    ]
    expect((await billingOf(reader)).declarations).toMatchObject(waiting)
    /** What the reader is asked to confirm: all that others have sent. */
    const unconfirmed = async () =>
      (await shop.api.answer(unconfirmedTerminations, 'contract/unconfirmed', { headers: reader.headers })).declarations
    const second = { kind: 'withdraw', outcome: 'by-hand', confirmed: false }
    expect(await unconfirmed()).toMatchObject([second, { kind: 'cancel', outcome: 'by-hand' }])
    // Renewal is off, so there is no renewal left to stop.
    const cancellation = () => shop.db.updateTable('termination_declarations').where('kind', '=', 'cancel')
    await cancellation().set({ manner: 'ordinary', outcome: 'unconfirmed' }).execute()
    expect((await billingOf(reader)).declarations).toMatchObject([{ kind: 'withdraw' }])
    expect(await unconfirmed()).toMatchObject([second])
    await shop.db.updateTable('subscriptions').set({ auto_renew: true }).where('account_id', '=', reader.account.id).execute()
    const { declarations } = await billingOf(reader)
    expect(declarations).toMatchObject([{ kind: 'cancel', confirmed: false }, { kind: 'withdraw' }])
    expect(await unconfirmed()).toMatchObject([second, declarations![0]!])
    // The link of the receipt has expired: it is not mentioned any more, and can still be confirmed.
    await shop.db
      .updateTable('termination_declarations')
      .set({ received_at: shop.inDays(-31) })
      .execute()
    expect((await billingOf(reader)).declarations).toMatchObject([{ kind: 'withdraw', confirmed: true }])
    expect(await unconfirmed()).toMatchObject([second, { kind: 'cancel' }])
    await shop.db.updateTable('termination_declarations').set({ applied_at: shop.now() }).execute()
    expect(await billingOf(reader)).not.toHaveProperty('declarations')
    expect(await unconfirmed()).toEqual([])
  })

  test('lists the next three charges, which are then taken', async () => {
    const reader = await paying(10, await shop.voucher({ days: 60 }))
    const { nextCharges } = await billingOf(reader)
    expect(nextCharges).toEqual([
      { date: shop.inDays(30).toISOString(), amount: 399 },
      { date: shop.inDays(60).toISOString(), amount: 999 },
      { date: shop.inDays(90).toISOString(), amount: 999 },
    ])
    for (const _ of nextCharges!) {
      shop.later(30)
      await runBilling(shop.api.ctx)
    }
    const taken = await shop.db
      .selectFrom('invoices as i')
      .innerJoin('periods as p', 'p.id', 'i.period_id')
      .select(['p.starts_at', 'i.due'])
      .where('i.account_id', '=', reader.account.id)
      .orderBy('p.sequence')
      .execute()
    expect(taken.slice(1).map(({ starts_at, due }) => ({ date: starts_at.toISOString(), amount: due }))).toEqual(nextCharges)
    shop.later(-90)
  })

  test('lists an announced price from its first charge on', async () => {
    const reader = await paying()
    const { id } = await shop.db
      .selectFrom('subscriptions')
      .select('id')
      .where('account_id', '=', reader.account.id)
      .executeTakeFirstOrThrow()
    await noticePrice(shop, id, shop.inDays(60))
    expect((await billingOf(reader)).nextCharges!.map(({ amount }) => amount)).toEqual([1999, 2499, 2499])
  })

  test('is empty for a free reader, and everything else works', async () => {
    const { headers } = await shop.reader()
    for (const path of ['billing', 'payment/billingdata']) expect((await shop.api.ask(path, { headers })).status).toBe(204)
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })).toEqual([])
    expect(await shop.api.answer(user, 'user', { headers })).toMatchObject({ canChangeBillingData: false, canBeDeleted: true })
    expect(await shop.api.answer(readerInfo, 'readerinfo/web', { headers })).toMatchObject({ tier: 'FREE' })
    expect((await shop.api.answer(webinfo, 'websession/webinfo', { headers })).subscription).toBeUndefined()
  })

  test('shows the overdue amount and the next retry after a declined renewal', async () => {
    const reader = await paying()
    shop.psp.behave(reader.reference, 'declined')
    shop.later(30)
    await runBilling(shop.api.ctx)
    const overdue = { state: 'past-due', nextDebitDate: shop.inDays(1).toISOString(), nextPrice: 1999, overdue: 1999 }
    expect(await billingOf(reader)).toMatchObject(overdue)
    expect((await billingOf(reader)).nextCharges!.map(({ date }) => date)).toEqual([
      shop.inDays(1).toISOString(),
      shop.inDays(30).toISOString(),
      shop.inDays(60).toISOString(),
    ])
    shop.later(-30)
  })

  test('has no date and no price for a complimentary subscription', async () => {
    const reader = await shop.reader()
    await subscribe(shop.db, reader.account)
    expect(await billingOf(reader)).not.toHaveProperty('nextDebitDate')
  })

  test('requires a login', async () => {
    for (const path of ['billing', 'payment/billingdata', 'readerinfo/upgrades'])
      expect(await shop.api.errorOf(path)).toEqual({ status: 401, code: 'not_signed_in' })
  })
})

describe('automatic renewal', () => {
  test('is switched off for the end of the period, and on again', async () => {
    const reader = await paying()
    expect((await renewal(reader, false)).status).toBe(200)
    const off = await billingOf(reader)
    expect(off).toMatchObject({ autorenewalStatus: false, expiryDate: shop.inDays(30).toISOString() })
    expect(off).not.toHaveProperty('nextDebitDate')
    expect(off.nextCharges).toEqual([])
    expect((await renewal(reader, true)).status).toBe(200)
    expect(await billingOf(reader)).toMatchObject({ autorenewalStatus: true, nextDebitDate: shop.inDays(30).toISOString() })
  })

  test('switched off less than seven days ahead announces one more charge and the end after it', async () => {
    const reader = await paying()
    shop.later(25)
    expect((await renewal(reader, false)).status).toBe(200)
    expect(await billingOf(reader)).toMatchObject({
      autorenewalStatus: false,
      nextDebitDate: shop.inDays(5).toISOString(),
      nextPrice: 1999,
      nextCharges: [{ date: shop.inDays(5).toISOString(), amount: 1999 }],
      expiryDate: shop.inDays(35).toISOString(),
    })
    shop.later(-25)
  })

  test('is not found for a free reader', async () => {
    expect((await renewal(await shop.reader(), false)).status).toBe(404)
  })
})

describe('upgrades', () => {
  test('from MAGZ offer PREMIUM in the region with the current special offer', async () => {
    const reader = await paying(10)
    const { headers } = reader
    const requested = () => shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })
    expect(await requested()).toEqual([{ shortname: 'PREMIUM', id: 2, voucherCode: '' }])
    const code = await shop.voucher({ kind: 'special-offer', plan_ids: [2], price: 599 })
    expect(await requested()).toEqual([{ shortname: 'PREMIUM', id: 2, voucherCode: code }])
    await shop.db.updateTable('vouchers').set({ redeemable_until: shop.now() }).where('code', '=', code).execute()
    expect(await requested()).toEqual([{ shortname: 'PREMIUM', id: 2, voucherCode: '' }])
  })

  test('from one special offer do not offer another', async () => {
    const reader = await paying(10, await shop.voucher())
    const code = await shop.voucher({ kind: 'special-offer', plan_ids: [2], price: 599 })
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers: reader.headers })).toMatchObject([
      { voucherCode: '' },
    ])
    await shop.db.updateTable('vouchers').set({ redeemable_until: shop.now() }).where('code', '=', code).execute()
  })

  test('from PREMIUM are empty', async () => {
    const { headers } = await paying()
    expect(await shop.api.answer(upgrades, 'readerinfo/upgrades', { headers })).toEqual([])
  })
})
