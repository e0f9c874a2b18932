import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { pricesAt } from '@kiosk/backend/billing/plans/prices'
import { runningOffers } from '@kiosk/backend/billing/plans/special-offers'
import { taxRatesAt } from '@kiosk/backend/billing/plans/tax-rates'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { dayInVienna } from '@kiosk/domain/day'
import { amountOf } from '@kiosk/domain/money'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'
import { printedLines } from './testing/printed-lines.ts'

let connection: Connection
const output = printedLines(() => connection.url)
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())
afterEach(() => {
  vi.useRealTimers()
})

test('a price holds from its day on, and can be set again', async () => {
  expect(await runCommand(['price', 'set', '5', '15,99', '--from', '2027-01-01'])).toBe(0)
  expect(output).toContain(' 5 PREMIUM DE   15,99 € on 2027-01-01')
  expect(output).toContain(' 8 PREMIUM CH   CHF 29.90 on 2027-01-01')
  expect(await runCommand(['price', 'set', '5', '16.49', '--from', '2027-01-01'])).toBe(0)
  expect((await pricesAt(connection.db, new Date('2026-12-31T22:59:00Z'))).get(5)).toBe(1499)
  expect((await pricesAt(connection.db, new Date('2027-01-01T00:00:00Z'))).get(5)).toBe(1649)
})

test('a price without a day begins today in Vienna, also while it is still yesterday in UTC', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-30T22:30:00Z') })
  expect(await runCommand(['price', 'set', '5', '17.49'])).toBe(0)
  expect(output.splice(0)).toContain(' 5 PREMIUM DE   17,49 € on 2031-07-01')
  const until = new Date('2031-06-30T21:59:00Z')
  expect((await pricesAt(connection.db, until)).get(5)).not.toBe(1749)
  expect(await runCommand(['tax', 'list'])).toBe(0)
  expect(output.join('\n')).toContain('on 2031-07-01')
})

test('starts, counts and stops a price rise for running subscriptions, and explains a rejected one', async () => {
  const day = (days: number) => dayInVienna(new Date(Date.now() + days * DAY_MS))
  const account = await createAccount(connection.db, { region_id: 3 })
  await connection.db
    .insertInto('subscriptions')
    .values({
      account_id: account.id,
      plan_id: 8,
      regular_price: 2990,
      starts_at: new Date(),
      ends_at: new Date(`${day(20)}T12:00:00Z`),
      next_charge_at: new Date(`${day(20)}T12:00:00Z`),
      created_at: new Date(Date.now() - DAY_MS),
    })
    .execute()
  expect(await runCommand(['price', 'raise', '8', '32.90', '--from', day(40)])).toBe(1)
  expect(output.splice(0).join(' ')).toContain('The list price of that day is lower')
  expect(await runCommand(['price', 'set', '8', '32.90', '--from', day(40)])).toBe(0)
  expect(await runCommand(['price', 'raise', '8', '32.90', '--from', day(10)])).toBe(1)
  expect(await runCommand(['price', 'raise', '8', '32.90'])).toBe(64)
  output.splice(0)
  expect(await runCommand(['price', 'raise', '8', '32.90', '--from', day(40)])).toBe(0)
  const means = `plan 8: CHF 32.90 from ${day(40)}, asked to agree, else they keep their price`
  expect(output.splice(0)).toEqual([`1  ${means}; runs; 1 affected, 0 informed, 0 agreed, 0 left, 0 pay it`])
  expect(await runCommand(['price', 'raise', '8', '31.90', '--from', day(40)])).toBe(1)
  expect(await runCommand(['price', 'stop', '7'])).toBe(1)
  expect(await runCommand(['price', 'stop', '1'])).toBe(0)
  output.splice(0)
  expect(await runCommand(['price', 'campaigns'])).toBe(0)
  expect(output.splice(0)).toEqual([`1  ${means}; stopped; 1 affected, 0 informed, 0 agreed, 0 left, 0 pay it`])
  // With --running, a lower price applies to running subscriptions, too.
  expect(await runCommand(['price', 'set', '8', '27.90', '--running'])).toBe(0)
  expect(output.at(-1)).toBe(
    `2  plan 8: CHF 27.90 from ${day(0)}, lower price; runs; 1 affected, 0 informed, 0 agreed, 0 left, 0 pay it`,
  )
})

test('a VAT rate applies from its first day', async () => {
  expect(await runCommand(['tax', 'set', 'ch', '3.8', '--from', '2027-01-01'])).toBe(64)
  // A first day is required: a rate that began today by default would make this morning's invoices wrong.
  expect(await runCommand(['tax', 'set', 'ch', '3.80'])).toBe(64)
  expect(await runCommand(['tax', 'set', 'ch', '3.80', '--from', '2027-01-01'])).toBe(0)
  expect(output).toContain('CH 3.80 % on 2027-01-01')
  const rates = await Promise.all(['2026-12-31', '2027-01-01'].map((day) => taxRatesAt(connection.db, new Date(day))))
  expect(rates.map((each) => each.get('CH'))).toEqual([260, 380])
})

test('a special offer runs from its first day until it is ended', async () => {
  const add = ['add', 'sommer-at', '--for', '2, 10', '--price', '3.99', '--days', '90', '--from', '2026-06-01', '--special-offer']
  expect(await runCommand(['voucher', ...add, '--title', 'Sommer', '--title-fr', 'Été', '--background', '#b3261e'])).toBe(0)
  expect(await runCommand(['voucher', ...add])).toBe(1)
  const running = async () => (await runningOffers(connection.db, new Date())).get(10)
  expect(await running()).toMatchObject({ code: 'SOMMER-AT', price: 399, titles: { de: 'Sommer', en: 'Sommer', fr: 'Été' } })
  expect(await runCommand(['voucher', 'list'])).toBe(0)
  expect(await runCommand(['voucher', 'end', 'Sommer-AT'])).toBe(0)
  expect(await runCommand(['voucher', 'end', 'NIRGENDS'])).toBe(1)
  expect(await running()).toBeUndefined()
  expect(output).toEqual([
    'SOMMER-AT can be redeemed.',
    'The voucher SOMMER-AT already exists and was not changed.',
    'SOMMER-AT        special-offer, plans 2 10, 3.99 for 90 days, without an end, 0 redeemed',
    'SOMMER-AT can no longer be redeemed.',
    'There is no voucher NIRGENDS.',
  ])
})

test('rejects a voucher that does not reduce the price', async () => {
  expect(await runCommand(['voucher', 'add', 'TEUER', '--for', '2,10', '--price', '9.99'])).toBe(1)
  expect(output).toEqual(['TEUER would not reduce the price of MAGZ AT.'])
})

test('rejects a voucher below the smallest charge but accepts a free one', async () => {
  expect(await runCommand(['voucher', 'add', 'WENIG', '--for', '2', '--price', '0.49'])).toBe(64)
  expect(await runCommand(['voucher', 'add', 'NICHTS', '--for', '2', '--price', '0'])).toBe(0)
})

test('notifies the servers of a new price', async () => {
  const onNotification = vi.fn()
  const { listenTo } = await import('@kiosk/backend/db/listen')
  const listening = listenTo(connection.url, 'catalogue', onNotification)
  await listening.ready
  onNotification.mockClear()
  await runCommand(['price', 'set', '9', '9.49', '--from', '2027-02-01'])
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalled(), 10_000)
  await listening.close()
})

test.each<[string[], string]>([
  [['price', 'set'], "missing required argument 'PLAN'"],
  [['price', 'list', 'all'], "too many arguments for 'list'"],
  [['price', 'set', '77', '1.00'], "value '77' is invalid for argument 'PLAN'"],
  [['price', 'set', '', '1.00'], "value '' is invalid for argument 'PLAN'"],
  [['price', 'set', '2', '0'], "value '0' is invalid for argument 'AMOUNT'. An amount is written 14.99"],
  [['price', 'set', '2', '-1'], "value '-1' is invalid for argument 'AMOUNT'"],
  [['price', 'set', '2', '1.5'], "value '1.5' is invalid"],
  [['price', 'set', '2', '19.99', 'more'], "too many arguments for 'set'. Expected 2 arguments but got 3: 2, 19.99, more."],
  [['price', 'set', '2', '1.00', '--from', '2026-02-30'], "option '--from <DAY>' argument '2026-02-30' is invalid"],
  [['price', 'stop', 'it'], "value 'it' is invalid for argument 'NUMBER'"],
  [['price', 'rise'], '(Did you mean raise?)'],
  [['tax', 'lower', 'AT'], "unknown command 'lower'"],
  [['tax', 'set', 'AT', '10', '--from', 'tomorrow'], "argument 'tomorrow' is invalid"],
  [['tax', 'set', 'FR', '10', '--from', '2027-01-01'], "value 'FR' is invalid for argument 'COUNTRY'"],
  [['tax', 'set', 'AT', '60', '--from', '2027-01-01'], "value '60' is invalid for argument 'PERCENT'"],
  [['tax', 'set', 'AT', '10', '--from', '2027-01-01', '--issue'], "unknown option '--issue'"],
  [['tax', 'correct', '--from', '2027-01-01'], "unknown option '--from'"],
  [['voucher', 'add', 'GUT'], "required option '--for <PLANS>' not specified"],
  [['voucher', 'end'], "missing required argument 'CODE'"],
  [['voucher'], ''],
])('rejects the arguments %j with a reason and the usage', async (args, why) => {
  expect(await runCommand(args)).toBe(64)
  expect(output[0]).toContain(`Usage: npm run kiosk -- ${args[0]}`)
  expect(output[0]).toContain(why)
})

test.each<[string, Record<string, string>, string]>([
  ['ab', {}, "argument 'CODE'"],
  ['GUT', { for: '77' }, "argument '77' is invalid"],
  // One price cannot be in francs and in euros.
  ['GUT', { for: '2,8' }, 'The plans have different currencies.'],
  ['GUT', { for: '' }, '--for'],
  ['GUT', { price: 'cheap' }, "argument 'cheap' is invalid"],
  ['GUT', { days: '0' }, "argument '0' is invalid"],
  ['GUT', { most: 'many' }, "argument 'many' is invalid"],
  ['GUT', { until: '2026-01-01' }, '--until is before --from'],
  ['GUT', { background: 'red' }, "argument 'red' is invalid. A colour is written"],
])('creates no voucher from %j with %j', async (code, wrong, why) => {
  const options = { for: '2', price: '3.99', from: '2026-06-01', ...wrong }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  expect(await runCommand(['voucher', 'add', code, ...args])).toBe(64)
  expect(output[0]).toContain(why)
})

test.each([
  ['14.99', 1499],
  ['14,99', 1499],
  ['15', 1500],
  ['0.05', 5],
  ['1.999', null],
  ['.99', null],
  ['1e3', null],
])('parses %s as %j cents', (entered, minor) => expect(amountOf(entered)).toBe(minor))
