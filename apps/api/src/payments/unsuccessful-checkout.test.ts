import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { housekeeping } from '../jobs/housekeeping.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'
import { unsuccessfulSince } from './unsuccessful-checkout.ts'

let shop: Checkout
const logged: string[] = []
const log = pino(
  { level: 'info' },
  new Writable({
    write(line, _, done) {
      logged.push(String(line))
      done()
    },
  }),
)
beforeAll(async () => {
  shop = await testCheckout({ log })
})
beforeEach(async () => {
  await shop.db.deleteFrom('unsuccessful_checkouts').execute()
  logged.length = 0
})
afterAll(() => shop.close())

/** Somebody whose purchase ended so. @returns the attempt */
async function bought(how: string): Promise<Reader & { attempt: string }> {
  const reader = await shop.reader()
  await shop.leave(reader, how)
  await shop.begin(reader)
  await shop.accept(reader)
  const { url } = (await (await shop.purchase(reader)).json()) as { url: string }
  return { ...reader, attempt: /[\da-f-]{36}/.exec(url)![0] }
}
const told = ({ headers }: Reader, attempt = '') => shop.api.ask('payment/unsuccessful', { form: { attempt }, headers })
const counted = () => unsuccessfulSince(shop.db, new Date(0))

test('a checkout that failed is counted by reason and tariff, once however often its page is opened', async () => {
  const [anna, ben] = [await bought('card-declined'), await bought('card-declined')]
  for (const reader of [anna, anna, ben]) expect((await told(reader, reader.attempt)).status).toBe(204)
  expect(await counted()).toEqual([{ reason: 'declined', tariff: 2, count: 2 }])
})

test('one that failed before there was an attempt counts without a reason', async () => {
  expect((await told(await shop.reader())).status).toBe(204)
  expect(await counted()).toEqual([{ reason: 'unknown', tariff: null, count: 1 }])
})

test('what it leaves names nobody: neither in the database nor in the log', async () => {
  const { account, attempt, ...reader } = await bought('card-declined')
  const answer = await told({ account, ...reader }, attempt)
  expect(answer.headers.get('set-cookie')).toBeNull()
  const row = await shop.db.selectFrom('unsuccessful_checkouts').selectAll().executeTakeFirstOrThrow()
  expect(Object.keys(row).sort()).toEqual(['at', 'id', 'reason', 'tariff'])
  const line = logged.find((each) => each.includes('"successful":false'))!
  expect(JSON.parse(line)).toMatchObject({ event: 'checkout', successful: false, reason: 'declined', tariff: 2 })
  expect(line).not.toContain(account.email)
})

test('what succeeded, is under way, or belongs to somebody else is not counted', async () => {
  const [good, waiting, failed] = [await bought('card-succeeded'), await bought('card-unknown'), await bought('card-declined')]
  for (const [reader, attempt] of [
    [good, good.attempt],
    [waiting, waiting.attempt],
    [good, failed.attempt],
    [good, randomUUID()],
    [good, 'nonsense'],
  ] as const)
    expect((await told(reader, attempt)).status).toBe(404)
  expect(await counted()).toEqual([])
})

test('nobody fills the count: ten in ten minutes an account', async () => {
  const reader = await shop.reader()
  for (let each = 0; each < 10; each++) await told(reader)
  expect((await told(reader)).status).toBe(429)
  expect(await shop.api.refusal('payment/unsuccessful', { form: { attempt: '' } })).toMatchObject({ status: 401 })
})

test('is kept for 400 days', async () => {
  const rows = [399, 401].map((days) => ({ days, at: new Date(shop.now().getTime() - days * 86_400_000) }))
  for (const { days, at } of rows)
    await shop.db
      .insertInto('unsuccessful_checkouts')
      .values({ id: randomUUID(), at, reason: `${days}` })
      .execute()
  await housekeeping({}, shop.api.house)
  expect(await counted()).toEqual([{ reason: '399', tariff: null, count: 1 }])
})
