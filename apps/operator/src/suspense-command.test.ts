import { recordSuspense, type SuspenseKind } from '@kiosk/api/payments/suspense'
import { type Checkout, testCheckout } from '@kiosk/api/payments/test-checkout'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { suspenseCommand } from './suspense-command.ts'

let shop: Checkout
const said: string[] = []
beforeAll(async () => {
  shop = await testCheckout()
  vi.stubEnv('DATABASE_URL', shop.databaseUrl)
  vi.stubEnv('PAYMENTS', 'none')
  vi.stubEnv('LOG_LEVEL', 'silent')
  for (const channel of ['log', 'error'] as const) vi.spyOn(console, channel).mockImplementation((line) => void said.push(line))
})
beforeEach(() => void said.splice(0))
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await shop.close()
})

let count = 0
async function suspended({ kind = 'charge' as SuspenseKind, amount = 1999 } = {}) {
  const moved = { reference: `${kind}-${++count}`, amount, currency: 'EUR', at: shop.now(), reason: 'unknown' as const }
  const reported = { provider: 'sandbox', kind, ...moved }
  return (await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.house, reported))).id
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
  said.splice(0)
  return suspenseCommand.run(args)
}
const stateOf = async (id: number) =>
  (await shop.db.selectFrom('suspense').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('what is in suspense is listed with its sums, and shown with everything that was decided', async () => {
  expect(await run()).toBe(0)
  expect(said).toEqual(['Nothing is in suspense.'])
  const [came, left] = [await suspended(), await suspended({ kind: 'dispute', amount: -500 })]
  expect(await run('list')).toBe(0)
  expect(said).toEqual([
    `${String(came).padStart(6)}  2026-03-10     19.99 EUR  sandbox charge charge-1  open: nothing here has this name`,
    `${String(left).padStart(6)}  2026-03-10     -5.00 EUR  sandbox dispute dispute-2  open: nothing here has this name`,
    'Open: 14.99 EUR.',
  ])
  const { contract, email } = await subscriber()
  expect(await run('assign', String(came), '--account', email, '--why', 'as the bank said', '--by', 'Vera')).toBe(0)
  expect(said).toEqual([`19.99 EUR belongs to ${contract}; it stays in suspense.`])
  expect(await run('book', String(came), '--why', 'as assigned', '--by', 'Vera', '--dry-run')).toBe(0)
  expect(said[0]).toMatch(new RegExp(`^Nothing was changed. It would be: 19.99 EUR booked: contract ${contract}, invoice 2026-`))
  expect(await stateOf(came)).toBe('open')
  expect(await run('book', String(came), '--why', 'as assigned', '--by', 'Vera')).toBe(0)
  expect(said[0]).toMatch(new RegExp(`^19.99 EUR booked: contract ${contract}, invoice 2026-`))
  expect(await run('show', String(came))).toBe(0)
  expect(said[0]).toMatch(/sandbox charge charge-1 {2}booked$/)
  expect(said.at(-2)).toMatch(/ UTC {2}assigned {2}by Vera: as the bank said; contract V-\d{6}$/)
  expect(said.at(-1)).toMatch(/ UTC {2}booked {2}by Vera: as assigned; attempt [\da-f-]+; contract V-\d{6}; invoice 2026-\d{6}$/)
  expect(await run('list')).toBe(0)
  expect(said.at(-1)).toBe('Open: -5.00 EUR.')
  expect(await run('list', '--all')).toBe(0)
  expect(said).toHaveLength(3)
  expect(await run('book', String(left), '--as', 'loss', '--why', 'not worth asking')).toBe(0)
  expect(said).toEqual(['-5.00 EUR booked: account losses.'])
})

test('a return of a provider that is not set up is decided and waits', async () => {
  const id = String(await suspended())
  expect(await run('return', id, '--why', 'nobody’s', '--dry-run')).toBe(0)
  expect(said).toEqual(['Nothing was changed. It would be: 19.99 EUR sent back.'])
  expect(await run('return', id, '--why', 'nobody’s')).toBe(0)
  expect(said).toEqual(['19.99 EUR is to go back; the provider works on it.'])
  expect(await run('book', id, '--as', 'income', '--why', 'after all')).toBe(1)
  expect(said).toEqual(['It is being sent back: the provider has not answered yet.'])
})

test.each<[string[], string]>([
  [['show', '999999'], 'Nothing with this number is in suspense, or was.'],
  [['return', '999999', '--why', 'x'], 'Nothing with this number is in suspense.'],
  [['book', '999999', '--why', 'x'], 'Nothing with this number is in suspense.'],
  [['book', 'ID', '--contract', 'V-999999', '--why', 'x'], 'There is no such subscription; V-000042 is a number.'],
  [['assign', 'ID', '--contract', '42', '--why', 'x'], 'There is no such subscription; V-000042 is a number.'],
  [['assign', 'ID', '--account', 'nobody@example.org', '--why', 'x'], 'There is no account with this address.'],
  [['book', 'ID', '--payment', '2026-999999', '--why', 'x'], 'There is no such payment; the number'],
  [['book', 'ID', '--as', 'gift', '--why', 'x'], '--as is income, loss, fee or payout.'],
  [['book', 'ID', '--as', 'loss', '--why', 'x'], 'The direction is wrong'],
  [['book', 'ID', '--why', 'x'], 'It was assigned to no subscription'],
])('what cannot be done is said in a sentence, and nothing changes: %j', async (args, words) => {
  const id = await suspended()
  expect(await run(...args.map((each) => (each === 'ID' ? String(id) : each)))).toBe(1)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(words)
  expect(await stateOf(id)).toBe('open')
})

test.each<[string[], string]>([
  [['walk'], 'There is no action "walk".'],
  [['toString'], 'There is no action "toString".'],
  [['list', '7'], 'words too many'],
  [['show', '7', '8'], 'words too many'],
  [['show'], 'ID is the number'],
  [['book', '0', '--why', 'x'], 'ID is the number'],
  [['book', '7', '--as', 'income'], '--why is missing'],
  [['book', '7', '--as', 'income', '--why', ' '], '--why is missing'],
  [['return', '7', '--why', 'x', '--as', 'loss'], '"suspense return" takes no --as.'],
  [['list', '--why', 'x'], '"suspense list" takes no --why.'],
  [['show', '7', '--dry-run'], '"suspense show" takes no --dry-run.'],
  [['book', '7', '--as', 'loss', '--payment', '2026-000001', '--why', 'x'], 'One of --contract'],
  [['assign', '7', '--why', 'x'], '--contract or --account is missing'],
  [['return', '7', '--why', 'x', '--by', ''], '--by is empty'],
])('wrong use says what is wrong and explains itself: %j', async (args, words) => {
  expect(await run(...args)).toBe(64)
  expect(said[0]).toContain(words)
  expect(said[0]).toContain('Usage: npm run kiosk -- suspense')
})
