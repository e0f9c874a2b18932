import { recordSuspense, type SuspenseKind } from '@kiosk/backend/billing/suspense/suspense'
import { type Checkout, testCheckout } from '@kiosk/backend/billing/testing/checkout'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let shop: Checkout
const output: string[] = []
beforeAll(async () => {
  shop = await testCheckout()
  vi.stubEnv('DATABASE_URL', shop.databaseUrl)
  vi.stubEnv('PAYMENTS', 'none')
  vi.stubEnv('LOG_LEVEL', 'silent')
  for (const channel of ['log', 'error'] as const) vi.spyOn(console, channel).mockImplementation((line) => void output.push(line))
})
beforeEach(() => void output.splice(0))
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await shop.close()
})

let count = 0
async function suspended({ kind = 'charge' as SuspenseKind, amount = 1999 } = {}) {
  const moved = { reference: `${kind}-${++count}`, amount, currency: 'EUR', at: shop.now(), reason: 'unknown' as const }
  const reported = { provider: 'sandbox', kind, ...moved }
  return (await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.ctx, reported))).id
}
async function subscriber() {
  const reader = await shop.reader()
  await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  await shop.purchase(reader)
  const { id } = (await shop.contracts(reader))[0]!
  return { email: reader.account.email, contract: `V-${String(id).padStart(6, '0')}` }
}
const run = async (...args: string[]) => {
  output.splice(0)
  return runCommand(['suspense', ...args])
}
const stateOf = async (id: number) =>
  (await shop.db.selectFrom('suspense').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('lists amounts in suspense with sums, and shows all decisions about one', async () => {
  expect(await run()).toBe(0)
  expect(output).toEqual(['There are no amounts in suspense.'])
  const [came, left] = [await suspended(), await suspended({ kind: 'dispute', amount: -500 })]
  expect(await run('list')).toBe(0)
  expect(output).toEqual([
    `${String(came).padStart(6)}  2026-03-10     19.99 EUR  sandbox charge charge-1  open: unknown reference`,
    `${String(left).padStart(6)}  2026-03-10     -5.00 EUR  sandbox dispute dispute-2  open: unknown reference`,
    'Open: 14.99 EUR.',
  ])
  const { contract: subscription, email } = await subscriber()
  expect(await run('assign', String(came), '--account', email, '--why', 'as the bank said', '--by', 'Vera')).toBe(0)
  expect(output).toEqual([`19.99 EUR belongs to ${subscription}; it stays in suspense.`])
  expect(await run('book', String(came), '--why', 'as assigned', '--by', 'Vera', '--dry-run')).toBe(0)
  expect(output[0]).toMatch(
    new RegExp(`^Nothing was changed. It would be: 19.99 EUR booked: contract ${subscription}, invoice 2026-`),
  )
  expect(await stateOf(came)).toBe('open')
  expect(await run('book', String(came), '--why', 'as assigned', '--by', 'Vera')).toBe(0)
  expect(output[0]).toMatch(new RegExp(`^19.99 EUR booked: contract ${subscription}, invoice 2026-`))
  expect(await run('show', String(came))).toBe(0)
  expect(output[0]).toMatch(/sandbox charge charge-1 {2}booked$/)
  expect(output.at(-2)).toMatch(/ UTC {2}assigned {2}by Vera: as the bank said; contract V-\d{6}$/)
  expect(output.at(-1)).toMatch(
    / UTC {2}booked {2}by Vera: as assigned; attempt [\da-f-]+; contract V-\d{6}; invoice 2026-\d{6}$/,
  )
  expect(await run('list')).toBe(0)
  expect(output.at(-1)).toBe('Open: -5.00 EUR.')
  expect(await run('list', '--all')).toBe(0)
  expect(output).toHaveLength(3)
  expect(await run('book', String(left), '--as', 'loss', '--why', 'not worth asking')).toBe(0)
  expect(output).toEqual(['-5.00 EUR booked: account losses.'])
})

test('keeps a return pending while its provider is not configured', async () => {
  const id = String(await suspended())
  expect(await run('return', id, '--why', 'nobody’s', '--dry-run')).toBe(0)
  expect(output).toEqual(['Nothing was changed. It would be: 19.99 EUR returned.'])
  expect(await run('return', id, '--why', 'nobody’s')).toBe(0)
  expect(output).toEqual(['19.99 EUR is being returned by the provider.'])
  expect(await run('book', id, '--as', 'income', '--why', 'after all')).toBe(1)
  expect(output).toEqual(['Its return is in progress: the provider has not answered yet.'])
})

test.each<[string[], string]>([
  [['show', '999999'], 'There is no amount with this number.'],
  [['return', '999999', '--why', 'x'], 'There is no open amount with this number.'],
  [['book', '999999', '--why', 'x'], 'There is no open amount with this number.'],
  [['book', 'ID', '--contract', 'V-999999', '--why', 'x'], 'There is no such subscription. Example of a number: V-000042.'],
  [['assign', 'ID', '--subscription', '42', '--why', 'x'], 'There is no such subscription. Example of a number: V-000042.'],
  [['assign', 'ID', '--account', 'nobody@example.org', '--why', 'x'], 'There is no account with this address.'],
  [['book', 'ID', '--payment', '2026-999999', '--why', 'x'], 'There is no such payment. Use the number'],
  [['book', 'ID', '--as', 'gift', '--why', 'x'], '--as must be income, loss, fee or payout.'],
  [['book', 'ID', '--as', 'loss', '--why', 'x'], 'The direction is wrong'],
  [['book', 'ID', '--why', 'x'], 'It is not assigned to a subscription'],
])('explains why %j is not possible and changes nothing', async (args, words) => {
  const id = await suspended()
  expect(await run(...args.map((each) => (each === 'ID' ? String(id) : each)))).toBe(1)
  expect(output).toHaveLength(1)
  expect(output[0]).toContain(words)
  expect(await stateOf(id)).toBe('open')
})

test.each<[string[], string]>([
  [['walk'], "unknown command 'walk'"],
  [['toString'], "unknown command 'toString'"],
  [['asign', '7'], '(Did you mean assign?)'],
  [['list', '7'], "too many arguments for 'list'"],
  [['show', '7', '8'], "too many arguments for 'show'"],
  [['show'], "missing required argument 'ID'"],
  [['book', '0', '--why', 'x'], 'It must be the number of an amount in the list.'],
  [['book', '7', '--as', 'income'], "required option '--why <TEXT>' not specified"],
  [['book', '7', '--as', 'income', '--why', ' '], 'It must say why'],
  [['return', '7', '--why', 'x', '--as', 'loss'], "unknown option '--as'"],
  [['list', '--why', 'x'], "unknown option '--why'"],
  [['show', '7', '--dry-run'], "unknown option '--dry-run'"],
  [
    ['book', '7', '--as', 'loss', '--payment', '2026-000001', '--why', 'x'],
    "'--as <ACCOUNT>' cannot be used with option '--payment",
  ],
  [['book', '7', '--contract', 'V-000001', '--payment', '2026-000001', '--why', 'x'], 'cannot be used with option'],
  [['assign', '7', '--subscription', 'V-000001', '--account', 'a@example.org', '--why', 'x'], 'cannot be used with option'],
  [['assign', '7', '--why', 'x'], '--subscription or --account is missing'],
  [['return', '7', '--why', 'x', '--by', ''], "option '--by <NAME>' argument '' is invalid"],
])('rejects the arguments %j with a reason and the usage', async (args, words) => {
  expect(await run(...args)).toBe(64)
  expect(output[0]).toContain(words)
  expect(output[0]).toContain('Usage: npm run kiosk -- suspense')
})
