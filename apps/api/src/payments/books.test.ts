import { Refusal } from '@kiosk/domain/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { switchAutoRenew } from './auto-renew.ts'
import { buy } from './buy.ts'
import { recoverPayments } from './recover.ts'
import { refund, sendRefunds } from './refunds.ts'
import { runBilling } from './renew.ts'
import { sendAttempts } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'

const DAY = 86_400_000
const START = new Date('2026-03-10T09:00:00Z')
let now = START
let connection: Connection
let api: TestApi
const psp = pretendCardProvider()
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => now, payments: { card: psp.provider, wallet: null, store: null } })
  psp.setClock(() => now)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY)
}
let count = 0
async function reader(method = 'card-succeeded', kind: 'CC' | 'DD' = 'CC') {
  const account = await buildAccount(connection.db)
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
async function purchase({ accountId, methodId }: Reader, given: { tariff?: number; voucher?: string } = {}) {
  const attemptId = await connection.db
    .transaction()
    .execute((trx) => buy(trx, api.house, { accountId, methodId, tariff: given.tariff ?? 2, voucherCode: given.voucher ?? null }))
  await sendAttempts(api.house, [attemptId])
  return attemptId
}
const contractsOf = ({ accountId }: Reader) =>
  connection.db.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
const periodsOf = async (who: Reader) => {
  const ids = (await contractsOf(who)).map(({ id }) => id)
  return connection.db.selectFrom('periods').selectAll().where('subscription', 'in', ids).orderBy('id').execute()
}
const attemptsOf = async (who: Reader) => {
  const ids = (await invoicesOf(who)).map(({ id }) => id)
  return connection.db.selectFrom('payment_attempts').selectAll().where('invoice_id', 'in', ids).orderBy('created_at').execute()
}
const autoRenew = ({ accountId }: Reader, on: boolean) =>
  connection.db.transaction().execute((trx) => switchAutoRenew(trx, accountId, on, now))
const invoicesOf = ({ accountId }: Reader) =>
  connection.db.selectFrom('invoices').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
async function voucher(given: { price?: number; days?: number | null; most?: number } = {}) {
  const code = `PROBE-${++count}`
  const { price = 399, days = null, most = null } = given
  await connection.db
    .insertInto('vouchers')
    .values({ code, subscription_ids: [2, 10], price, days, most })
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
  test('opens thirty days, with an invoice that has its tax and its number', async () => {
    const anna = await reader()
    await purchase(anna)
    const [contract] = await contractsOf(anna)
    expect(contract).toMatchObject({ state: 'active', ends_at: new Date(now.getTime() + 30 * DAY), auto_renew: true })
    expect(await invoicesOf(anna)).toMatchObject([
      { gross: 1999, net: 1817, tax: 182, state: 'paid', country: 'AT', number: expect.stringMatching(/^2026-\d{6}$/) },
    ])
    await booksAgree()
  })

  test('that is declined leaves nothing behind, and the voucher is there again', async () => {
    const ben = await reader('card-declined')
    const code = await voucher({ most: 1 })
    await purchase(ben, { voucher: code })
    expect(await contractsOf(ben)).toMatchObject([{ state: 'ended' }])
    expect(await invoicesOf(ben)).toMatchObject([{ state: 'failed', number: null }])
    const cleo = await reader()
    await purchase(cleo, { voucher: code })
    expect(await invoicesOf(cleo)).toMatchObject([{ gross: 399 }])
    await booksAgree()
  })

  test('of the same again is refused', async () => {
    const dora = await reader()
    await purchase(dora)
    await expect(purchase(dora)).rejects.toThrow(new Refusal('subscribed_already', 'subscription'))
  })

  test('waits for a challenge, and one that nobody answers is given up', async () => {
    const emil = await reader('card-action')
    const attemptId = await purchase(emil)
    expect(await contractsOf(emil)).toMatchObject([{ state: 'pending' }])
    later(0.1)
    await recoverPayments(api.house)
    expect(await contractsOf(emil)).toMatchObject([{ state: 'ended' }])
    // The customer answers after all: what was taken goes back.
    await settleAttempts(api.house, [{ attemptId, outcome: psp.becomes(attemptId, 'succeeded') }])
    await settleAttempts(api.house, [{ attemptId, outcome: psp.becomes(attemptId, 'succeeded') }])
    await sendRefunds(api.house)
    expect(psp.refunds.size).toBe(1)
    await booksAgree()
  })

  test('whose call broke off is asked about, and never charged twice', async () => {
    for (let each = 0; each < 8; each++) {
      const who = await reader('card-unknown')
      const attemptId = await purchase(who)
      expect(await contractsOf(who)).toMatchObject([{ state: 'pending' }])
      psp.behave(who.reference, 'succeeded')
      later(0.01)
      await recoverPayments(api.house)
      await recoverPayments(api.house)
      expect(await contractsOf(who)).toMatchObject([{ state: 'active' }])
      expect(psp.charges.get(attemptId)?.amount).toBe(1999)
    }
    await booksAgree()
  })
})

describe('renewals', () => {
  test('charge once a period, contiguous, with exactly as many reduced charges as the offer has', async () => {
    const fritz = await reader()
    await purchase(fritz, { voucher: await voucher({ days: 90 }) })
    for (let each = 0; each < 5; each++) {
      later(30)
      await Promise.all([runBilling(api.house), runBilling(api.house)])
    }
    const periods = await periodsOf(fritz)
    expect(periods.map(({ price }) => price)).toEqual([399, 399, 399, 1999, 1999, 1999])
    for (const [place, period] of periods.entries()) {
      expect(period.ends_at.getTime() - period.starts_at.getTime()).toBe(30 * DAY)
      if (place > 0) expect(period.starts_at).toEqual(periods[place - 1]!.ends_at)
    }
    await booksAgree()
  })

  test('that are declined are tried again, and a decline uses up no reduced charge', async () => {
    const greta = await reader()
    await purchase(greta, { voucher: await voucher({ days: 60 }) })
    psp.behave(greta.reference, 'declined')
    later(30)
    await runBilling(api.house)
    expect(await contractsOf(greta)).toMatchObject([{ state: 'past-due', reduced_left: 1 }])
    later(1)
    psp.behave(greta.reference, 'succeeded')
    await runBilling(api.house)
    expect(await contractsOf(greta)).toMatchObject([{ state: 'active', reduced_left: 0 }])
    expect((await periodsOf(greta)).map(({ price, state }) => [price, state])).toEqual([
      [399, 'paid'],
      [399, 'paid'],
    ])
    await booksAgree()
  })

  test('that never succeed end the contract, and nobody reads on', async () => {
    const hugo = await reader()
    await purchase(hugo)
    psp.behave(hugo.reference, 'declined')
    for (const days of [30, 1, 3, 7, 7]) {
      later(days)
      await runBilling(api.house)
    }
    const [contract] = await contractsOf(hugo)
    expect(contract).toMatchObject({ state: 'ended', next_charge_at: null })
    expect(contract!.ends_at!.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(await invoicesOf(hugo)).toMatchObject([{ state: 'paid' }, { state: 'failed', number: null }])
  })

  test('are not made up for months in which the house was shut', async () => {
    const ida = await reader()
    await purchase(ida)
    later(95)
    await runBilling(api.house)
    expect(await contractsOf(ida)).toMatchObject([{ state: 'ended' }])
    expect(await periodsOf(ida)).toHaveLength(1)
  })

  test('stop when cancelled seven days ahead', async () => {
    const jana = await reader()
    await purchase(jana)
    const [{ ends_at } = { ends_at: null }] = await contractsOf(jana)
    later(23)
    expect(await autoRenew(jana, false)).toEqual(ends_at)
    later(8)
    await runBilling(api.house)
    expect(await contractsOf(jana)).toMatchObject([{ state: 'ended' }])
    expect(await periodsOf(jana)).toHaveLength(1)
  })

  test('come once more when cancelled later than that, and the cancellation is taken all the same', async () => {
    const jonas = await reader()
    await purchase(jonas)
    const [{ ends_at } = { ends_at: null }] = await contractsOf(jonas)
    later(23.001)
    const end = new Date(ends_at!.getTime() + 30 * DAY)
    expect(await autoRenew(jonas, false)).toEqual(end)
    expect(await autoRenew(jonas, false)).toEqual(end)
    for (const days of [8, 30]) {
      later(days)
      await runBilling(api.house)
    }
    expect(await contractsOf(jonas)).toMatchObject([{ state: 'ended', ends_at: end }])
    expect(await periodsOf(jonas)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('that were cancelled while they are charged come once, and no more', async () => {
    const kira = await reader()
    await purchase(kira)
    psp.behave(kira.reference, 'processing')
    later(30)
    await runBilling(api.house)
    const [, second] = await periodsOf(kira)
    expect(await autoRenew(kira, false)).toEqual(second!.ends_at)
    await runBilling(api.house)
    await autoRenew(kira, true)
    await runBilling(api.house)
    await autoRenew(kira, false)
    const { id } = (await attemptsOf(kira))[1]!
    await settleAttempts(api.house, [{ attemptId: id, outcome: psp.becomes(id, 'succeeded') }])
    later(31)
    await runBilling(api.house)
    expect(await contractsOf(kira)).toMatchObject([{ state: 'ended' }])
    expect(await periodsOf(kira)).toHaveLength(2)
    await expect(autoRenew(kira, true)).rejects.toThrow(new Refusal('not_found'))
    await booksAgree()
  })

  test('that were declined are not tried again after a cancellation', async () => {
    const lars = await reader()
    await purchase(lars)
    psp.behave(lars.reference, 'declined')
    later(30)
    await runBilling(api.house)
    expect(await autoRenew(lars, false)).toEqual(now)
    psp.behave(lars.reference, 'succeeded')
    later(1)
    await runBilling(api.house)
    expect(await contractsOf(lars)).toMatchObject([{ state: 'ended' }])
    expect((await invoicesOf(lars)).map(({ state }) => state)).toEqual(['paid', 'failed'])
  })
})

describe('debits', () => {
  test('entitle while they are under way; one that fails after a week ends the contract', async () => {
    const karl = await reader('debit-processing', 'DD')
    const attemptId = await purchase(karl)
    expect(await contractsOf(karl)).toMatchObject([{ state: 'active' }])
    expect((await balances())['cash:sandbox']).toBe(taken() - givenBack())
    later(7)
    await settleAttempts(api.house, [{ attemptId, outcome: psp.becomes(attemptId, 'declined') }])
    expect(await contractsOf(karl)).toMatchObject([{ state: 'ended' }])
    await booksAgree()
  })

  test('that arrive and go back are credited once, whatever is told how often', async () => {
    const lena = await reader('debit-processing', 'DD')
    const attemptId = await purchase(lena)
    const tell = (state: 'succeeded' | 'returned') =>
      settleAttempts(api.house, [{ attemptId, outcome: psp.becomes(attemptId, state) }])
    await tell('succeeded')
    await tell('succeeded')
    await tell('returned')
    await tell('returned')
    await tell('succeeded')
    const [bill, note] = await invoicesOf(lena)
    expect(bill).toMatchObject({ kind: 'invoice', gross: 1999 })
    expect(note).toMatchObject({ kind: 'credit-note', gross: -1999, corrects: bill!.id })
    expect(await invoicesOf(lena)).toHaveLength(2)
    expect(await contractsOf(lena)).toMatchObject([{ state: 'ended' }])
    psp.becomes(attemptId, 'returned')
    await booksAgree()
  })
})

test('an upgrade takes what is left of the old period off its first charge', async () => {
  const mara = await reader()
  await purchase(mara, { tariff: 10 })
  later(10)
  await purchase(mara, { tariff: 2 })
  const [old, fresh] = await contractsOf(mara)
  expect(old).toMatchObject({ state: 'ended', subscription_id: 10 })
  expect(fresh).toMatchObject({ state: 'active', subscription_id: 2 })
  const [, note, bill] = await invoicesOf(mara)
  expect(note).toMatchObject({ kind: 'credit-note', gross: -666 })
  expect(bill).toMatchObject({ gross: 1999, due: 1333 })
  await booksAgree()
})

test('an upgrade that is declined leaves the old contract as it was', async () => {
  const nora = await reader()
  await purchase(nora, { tariff: 10 })
  psp.behave(nora.reference, 'declined')
  await purchase(nora, { tariff: 2 })
  expect(await contractsOf(nora)).toMatchObject([{ state: 'active', subscription_id: 10 }, { state: 'ended' }])
  expect((await invoicesOf(nora)).filter(({ issued_at }) => issued_at)).toHaveLength(1)
  await booksAgree()
})

test('more than was paid is never given back', async () => {
  const olaf = await reader()
  const attemptId = await purchase(olaf)
  const give = (amount: number) =>
    connection.db
      .transaction()
      .execute((trx) => refund(trx, api.house, { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }))
  await give(1500)
  await expect(give(500)).rejects.toThrow(new Refusal('wrong_input', 'amount'))
  await give(499)
  await sendRefunds(api.house)
  await booksAgree()
})

test('of a hundred who redeem a voucher for ten at once, ten get it', async () => {
  const code = await voucher({ most: 10 })
  const many = await Promise.all(Array.from({ length: 100 }, () => reader()))
  const results = await Promise.allSettled(many.map((who) => purchase(who, { voucher: code })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await booksAgree()
})

test('invoice numbers are consecutive, whatever failed in between', async () => {
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
