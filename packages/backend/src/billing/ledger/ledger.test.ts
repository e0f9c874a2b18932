import { ApiError } from '@kiosk/domain/errors'
import { DAY_MS } from '@kiosk/domain/time'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../accounts/testing/accounts.ts'
import { fakeCardProvider } from '../../adapters/payments/testing/fake-card-provider.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { recoverPayments } from '../charges/recover.ts'
import { sendAttempts } from '../charges/send.ts'
import { settleAttempts } from '../charges/settle.ts'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runBilling } from '../renewals/renew.ts'
import { switchAutoRenew } from '../subscriptions/auto-renew.ts'
import { createSubscription } from '../subscriptions/create.ts'

const START = new Date('2026-03-10T09:00:00Z')
let now = START
const psp = fakeCardProvider()
const { connection, api } = await openTestApi({ now: () => now, payments: { card: psp.provider, wallet: null, store: null } })
beforeAll(async () => {
  psp.setClock(() => now)
})

const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS)
}
let count = 0
async function reader(method = 'card-succeeded', kind: 'CC' | 'DD' = 'CC') {
  const account = await createAccount(connection.db)
  const { id: methodId } = await connection.db
    .insertInto('payment_methods')
    .values({
      account_id: account.id,
      provider: 'sandbox',
      kind,
      reference: `${method}-${++count}`,
      brand: 'Visa',
      masked: '•••• 4242',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { accountId: account.id, methodId, reference: `${method}-${count}` }
}
type Reader = Awaited<ReturnType<typeof reader>>
async function purchase({ accountId, methodId }: Reader, options: { plan?: number; voucher?: string } = {}) {
  const attemptId = await connection.db.transaction().execute((trx) =>
    createSubscription(trx, api.ctx, {
      accountId,
      methodId,
      plan: options.plan ?? 2,
      voucherCode: options.voucher ?? null,
    }),
  )
  await sendAttempts(api.ctx, [attemptId])
  return attemptId
}
const subscriptionsOf = ({ accountId }: Reader) =>
  connection.db.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
const periodsOf = async (who: Reader) => {
  const ids = (await subscriptionsOf(who)).map(({ id }) => id)
  return connection.db.selectFrom('periods').selectAll().where('subscription_id', 'in', ids).orderBy('id').execute()
}
const attemptsOf = async (who: Reader) => {
  const ids = (await invoicesOf(who)).map(({ id }) => id)
  return connection.db.selectFrom('payment_attempts').selectAll().where('invoice_id', 'in', ids).orderBy('created_at').execute()
}
const autoRenew = ({ accountId }: Reader, on: boolean) =>
  connection.db.transaction().execute((trx) => switchAutoRenew(trx, accountId, on, now))
const invoicesOf = ({ accountId }: Reader) =>
  connection.db.selectFrom('invoices').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
async function voucher(options: { price?: number; days?: number | null; most?: number } = {}) {
  const code = `PROBE-${++count}`
  const { price = 399, days = null, most = null } = options
  await connection.db
    .insertInto('vouchers')
    .values({ code, plan_ids: [2, 10], price, days, max_redemptions: most })
    .execute()
  return code
}
const balances = async () => {
  const rows = await connection.db
    .selectFrom('ledger')
    .select(({ fn }) => ['account', fn.sum<number>('amount').as('sum')])
    .groupBy('account')
    .execute()
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
}
const taken = () =>
  [...psp.charges.values()].filter(({ outcome }) => outcome.state === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)
const givenBack = () => [...psp.refunds.values()].reduce((sum, { amount }) => sum + amount, 0)
async function booksAgree() {
  const books = await balances()
  expect(Object.values(books).reduce((sum, each) => sum + each, 0)).toBe(0)
  expect(books['cash:sandbox'] ?? 0).toBe(taken() - givenBack())
}

describe('a purchase', () => {
  test('opens a period of thirty days with a numbered invoice including tax', async () => {
    const anna = await reader()
    await purchase(anna)
    const [subscription] = await subscriptionsOf(anna)
    expect(subscription).toMatchObject({ state: 'active', ends_at: new Date(now.getTime() + 30 * DAY_MS), auto_renew: true })
    expect(await invoicesOf(anna)).toMatchObject([
      { gross: 1999, net: 1817, tax: 182, state: 'paid', country: 'AT', number: expect.stringMatching(/^2026-\d{6}$/) },
    ])
    await booksAgree()
  })

  test('that is declined leaves nothing behind and releases the voucher', async () => {
    const ben = await reader('card-declined')
    const code = await voucher({ most: 1 })
    await purchase(ben, { voucher: code })
    expect(await subscriptionsOf(ben)).toMatchObject([{ state: 'ended' }])
    expect(await invoicesOf(ben)).toMatchObject([{ state: 'failed', number: null }])
    const cleo = await reader()
    await purchase(cleo, { voucher: code })
    expect(await invoicesOf(cleo)).toMatchObject([{ gross: 399 }])
    await booksAgree()
  })

  test('of the active plan is rejected', async () => {
    const dora = await reader()
    await purchase(dora)
    await expect(purchase(dora)).rejects.toThrow(new ApiError('subscribed_already', 'subscription'))
  })

  test('waits for a challenge and is cancelled if it is not answered', async () => {
    const emil = await reader('card-action')
    const attemptId = await purchase(emil)
    expect(await subscriptionsOf(emil)).toMatchObject([{ state: 'pending' }])
    later(0.1)
    await recoverPayments(api.ctx)
    expect(await subscriptionsOf(emil)).toMatchObject([{ state: 'ended' }])
    // The customer answers after the timeout: the charge is refunded.
    await settleAttempts(api.ctx, [{ attemptId, outcome: psp.becomes(attemptId, 'succeeded') }])
    await settleAttempts(api.ctx, [{ attemptId, outcome: psp.becomes(attemptId, 'succeeded') }])
    await sendRefunds(api.ctx)
    expect(psp.refunds.size).toBe(1)
    await booksAgree()
  })

  test('is polled after an interrupted call and never charged twice', async () => {
    for (let each = 0; each < 8; each++) {
      const who = await reader('card-unknown')
      const attemptId = await purchase(who)
      expect(await subscriptionsOf(who)).toMatchObject([{ state: 'pending' }])
      psp.behave(who.reference, 'succeeded')
      later(0.01)
      await recoverPayments(api.ctx)
      await recoverPayments(api.ctx)
      expect(await subscriptionsOf(who)).toMatchObject([{ state: 'active' }])
      expect(psp.charges.get(attemptId)?.amount).toBe(1999)
    }
    await booksAgree()
  })
})

describe('renewals', () => {
  test('charge once per contiguous period, with as many reduced charges as the offer has', async () => {
    const fritz = await reader()
    await purchase(fritz, { voucher: await voucher({ days: 90 }) })
    for (let each = 0; each < 5; each++) {
      later(30)
      await Promise.all([runBilling(api.ctx), runBilling(api.ctx)])
    }
    const periods = await periodsOf(fritz)
    expect(periods.map(({ price }) => price)).toEqual([399, 399, 399, 1999, 1999, 1999])
    for (const [place, period] of periods.entries()) {
      expect(period.ends_at.getTime() - period.starts_at.getTime()).toBe(30 * DAY_MS)
      if (place > 0) expect(period.starts_at).toEqual(periods[place - 1]!.ends_at)
    }
    await booksAgree()
  })

  test('retry a declined charge; a decline uses up no reduced charge', async () => {
    const greta = await reader()
    await purchase(greta, { voucher: await voucher({ days: 60 }) })
    psp.behave(greta.reference, 'declined')
    later(30)
    await runBilling(api.ctx)
    expect(await subscriptionsOf(greta)).toMatchObject([{ state: 'past-due', reduced_left: 1 }])
    later(1)
    psp.behave(greta.reference, 'succeeded')
    await runBilling(api.ctx)
    expect(await subscriptionsOf(greta)).toMatchObject([{ state: 'active', reduced_left: 0 }])
    expect((await periodsOf(greta)).map(({ price, state }) => [price, state])).toEqual([
      [399, 'paid'],
      [399, 'paid'],
    ])
    await booksAgree()
  })

  test('end the subscription and revoke access after the last failed retry', async () => {
    const hugo = await reader()
    await purchase(hugo)
    psp.behave(hugo.reference, 'declined')
    for (const days of [30, 1, 3, 7, 7]) {
      later(days)
      await runBilling(api.ctx)
    }
    const [subscription] = await subscriptionsOf(hugo)
    expect(subscription).toMatchObject({ state: 'ended', next_charge_at: null })
    expect(subscription!.ends_at!.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(await invoicesOf(hugo)).toMatchObject([{ state: 'paid' }, { state: 'failed', number: null }])
  })

  test('do not charge retroactively for months in which the service was down', async () => {
    const ida = await reader()
    await purchase(ida)
    later(95)
    await runBilling(api.ctx)
    expect(await subscriptionsOf(ida)).toMatchObject([{ state: 'ended' }])
    expect(await periodsOf(ida)).toHaveLength(1)
  })

  test('stop when cancelled seven days ahead', async () => {
    const jana = await reader()
    await purchase(jana)
    const [{ ends_at } = { ends_at: null }] = await subscriptionsOf(jana)
    later(23)
    expect(await autoRenew(jana, false)).toEqual(ends_at)
    later(8)
    await runBilling(api.ctx)
    expect(await subscriptionsOf(jana)).toMatchObject([{ state: 'ended' }])
    expect(await periodsOf(jana)).toHaveLength(1)
  })

  test('charge one more period when cancelled later than that, and the cancellation takes effect after it', async () => {
    const jonas = await reader()
    await purchase(jonas)
    const [{ ends_at } = { ends_at: null }] = await subscriptionsOf(jonas)
    later(23.001)
    const end = new Date(ends_at!.getTime() + 30 * DAY_MS)
    expect(await autoRenew(jonas, false)).toEqual(end)
    expect(await autoRenew(jonas, false)).toEqual(end)
    for (const days of [8, 30]) {
      later(days)
      await runBilling(api.ctx)
    }
    expect(await subscriptionsOf(jonas)).toMatchObject([{ state: 'ended', ends_at: end }])
    expect(await periodsOf(jonas)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('that are cancelled during a charge complete that charge and stop', async () => {
    const kira = await reader()
    await purchase(kira)
    psp.behave(kira.reference, 'processing')
    later(30)
    await runBilling(api.ctx)
    const [, second] = await periodsOf(kira)
    expect(await autoRenew(kira, false)).toEqual(second!.ends_at)
    await runBilling(api.ctx)
    await autoRenew(kira, true)
    await runBilling(api.ctx)
    await autoRenew(kira, false)
    const { id } = (await attemptsOf(kira))[1]!
    await settleAttempts(api.ctx, [{ attemptId: id, outcome: psp.becomes(id, 'succeeded') }])
    later(31)
    await runBilling(api.ctx)
    expect(await subscriptionsOf(kira)).toMatchObject([{ state: 'ended' }])
    expect(await periodsOf(kira)).toHaveLength(2)
    await expect(autoRenew(kira, true)).rejects.toThrow(new ApiError('not_found'))
    await booksAgree()
  })

  test('are not retried after a cancellation', async () => {
    const lars = await reader()
    await purchase(lars)
    psp.behave(lars.reference, 'declined')
    later(30)
    await runBilling(api.ctx)
    expect(await autoRenew(lars, false)).toEqual(now)
    psp.behave(lars.reference, 'succeeded')
    later(1)
    await runBilling(api.ctx)
    expect(await subscriptionsOf(lars)).toMatchObject([{ state: 'ended' }])
    expect((await invoicesOf(lars)).map(({ state }) => state)).toEqual(['paid', 'failed'])
  })
})

describe('direct debits', () => {
  test('grant access while pending; one that fails after a week ends the subscription', async () => {
    const karl = await reader('debit-processing', 'DD')
    const attemptId = await purchase(karl)
    expect(await subscriptionsOf(karl)).toMatchObject([{ state: 'active' }])
    expect((await balances())['cash:sandbox']).toBe(taken() - givenBack())
    later(7)
    await settleAttempts(api.ctx, [{ attemptId, outcome: psp.becomes(attemptId, 'declined') }])
    expect(await subscriptionsOf(karl)).toMatchObject([{ state: 'ended' }])
    await booksAgree()
  })

  test('that succeed and are returned are credited once, however often the provider reports them', async () => {
    const lena = await reader('debit-processing', 'DD')
    const attemptId = await purchase(lena)
    const report = (state: 'succeeded' | 'returned') =>
      settleAttempts(api.ctx, [{ attemptId, outcome: psp.becomes(attemptId, state) }])
    await report('succeeded')
    await report('succeeded')
    await report('returned')
    await report('returned')
    await report('succeeded')
    const [runRenewals, note] = await invoicesOf(lena)
    expect(runRenewals).toMatchObject({ kind: 'invoice', gross: 1999 })
    expect(note).toMatchObject({ kind: 'credit-note', gross: -1999, corrects: runRenewals!.id })
    expect(await invoicesOf(lena)).toHaveLength(2)
    expect(await subscriptionsOf(lena)).toMatchObject([{ state: 'ended' }])
    psp.becomes(attemptId, 'returned')
    await booksAgree()
  })
})

test('an upgrade deducts the unused balance of the old period from its first charge', async () => {
  const mara = await reader()
  await purchase(mara, { plan: 10 })
  later(10)
  await purchase(mara, { plan: 2 })
  const [old, fresh] = await subscriptionsOf(mara)
  expect(old).toMatchObject({ state: 'ended', plan_id: 10 })
  expect(fresh).toMatchObject({ state: 'active', plan_id: 2 })
  const [, note, runRenewals] = await invoicesOf(mara)
  expect(note).toMatchObject({ kind: 'credit-note', gross: -666 })
  expect(runRenewals).toMatchObject({ gross: 1999, due: 1333 })
  await booksAgree()
})

test('a declined upgrade leaves the old subscription unchanged', async () => {
  const nora = await reader()
  await purchase(nora, { plan: 10 })
  psp.behave(nora.reference, 'declined')
  await purchase(nora, { plan: 2 })
  expect(await subscriptionsOf(nora)).toMatchObject([{ state: 'active', plan_id: 10 }, { state: 'ended' }])
  expect((await invoicesOf(nora)).filter(({ issued_at }) => issued_at)).toHaveLength(1)
  await booksAgree()
})

test('never refunds more than was paid', async () => {
  const olaf = await reader()
  const attemptId = await purchase(olaf)
  const give = (amount: number) =>
    connection.db.transaction().execute((trx) => refund(trx, api.ctx, { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }))
  await give(1500)
  await expect(give(500)).rejects.toThrow(new ApiError('wrong_input', 'amount'))
  await give(499)
  await sendRefunds(api.ctx)
  await booksAgree()
})

test('a voucher with ten redemptions is granted to ten of a hundred concurrent accounts', async () => {
  const code = await voucher({ most: 10 })
  const many = await Promise.all(Array.from({ length: 100 }, () => reader()))
  const results = await Promise.allSettled(many.map((who) => purchase(who, { voucher: code })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await booksAgree()
})

test('invoice numbers are consecutive even when transactions fail in between', async () => {
  const rows = await connection.db
    .selectFrom('invoices')
    .select('number')
    .where('kind', '=', 'invoice')
    .where('number', 'is not', null)
    .orderBy('number')
    .execute()
  const years = Map.groupBy(rows, ({ number }) => number!.slice(0, 4))
  expect(years.size).toBeGreaterThan(1)
  for (const each of years.values())
    expect(each.map(({ number }) => Number(number!.slice(5)))).toEqual(each.map((_, place) => place + 1))
})
