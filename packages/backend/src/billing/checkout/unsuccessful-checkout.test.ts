import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { DAY_MS } from '@kiosk/domain/time'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { housekeeping } from '../../housekeeping.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
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

/** Creates a reader whose purchase ended with the given result. @returns the reader and the attempt */
async function bought(how: string): Promise<Reader & { attempt: string }> {
  const reader = await shop.reader()
  await shop.leave(reader, how)
  await shop.begin(reader)
  await shop.accept(reader)
  const { url } = (await (await shop.purchase(reader)).json()) as { url: string }
  return { ...reader, attempt: /[\da-f-]{36}/.exec(url)![0] }
}
const reportFailure = ({ headers }: Reader, attempt = '') => shop.api.ask('payment/unsuccessful', { form: { attempt }, headers })
const counted = () => unsuccessfulSince(shop.db, new Date(0))

test('counts a failed checkout by reason and plan, once per attempt', async () => {
  const [anna, ben] = [await bought('card-declined'), await bought('card-declined')]
  for (const reader of [anna, anna, ben]) expect((await reportFailure(reader, reader.attempt)).status).toBe(204)
  expect(await counted()).toEqual([{ reason: 'declined', plan: 2, count: 2 }])
})

test('counts a checkout that failed before an attempt without a reason', async () => {
  expect((await reportFailure(await shop.reader())).status).toBe(204)
  expect(await counted()).toEqual([{ reason: 'unknown', plan: null, count: 1 }])
})

test('stores nothing that identifies a reader, neither in the database nor in the log', async () => {
  const { account, attempt, ...reader } = await bought('card-declined')
  const answer = await reportFailure({ account, ...reader }, attempt)
  expect(answer.headers.get('set-cookie')).toBeNull()
  const row = await shop.db.selectFrom('unsuccessful_checkouts').selectAll().executeTakeFirstOrThrow()
  expect(Object.keys(row).sort()).toEqual(['at', 'id', 'plan_id', 'reason'])
  const line = logged.find((each) => each.includes('"event":"checkout.failed"'))!
  expect(JSON.parse(line)).toMatchObject({ event: 'checkout.failed', reason: 'declined', plan: 2 })
  expect(line).not.toContain(account.email)
})

test('does not count checkouts that succeeded, are pending or belong to another account', async () => {
  const [good, waiting, failed] = [await bought('card-succeeded'), await bought('card-unknown'), await bought('card-declined')]
  for (const [reader, attempt] of [
    [good, good.attempt],
    [waiting, waiting.attempt],
    [good, failed.attempt],
    [good, randomUUID()],
    [good, 'nonsense'],
  ] as const)
    expect((await reportFailure(reader, attempt)).status).toBe(404)
  expect(await counted()).toEqual([])
})

test('counts at most ten in ten minutes per account', async () => {
  const reader = await shop.reader()
  for (let each = 0; each < 10; each++) await reportFailure(reader)
  expect((await reportFailure(reader)).status).toBe(429)
  expect(await shop.api.errorOf('payment/unsuccessful', { form: { attempt: '' } })).toMatchObject({ status: 401 })
})

test('deletes counts after 400 days', async () => {
  const rows = [399, 401].map((days) => ({ days, at: new Date(shop.now().getTime() - days * DAY_MS) }))
  for (const { days, at } of rows)
    await shop.db
      .insertInto('unsuccessful_checkouts')
      .values({ id: randomUUID(), at, reason: `${days}` })
      .execute()
  await housekeeping({}, shop.api.ctx)
  expect(await counted()).toEqual([{ reason: '399', plan: null, count: 1 }])
})
