import { HOUR_SECONDS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leftMethod } from '../../adapters/payments/testing/fake-card-provider.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function buyer(method?: string): Promise<Reader> {
  const reader = await shop.reader()
  if (method) await shop.leave(reader, method)
  await shop.accept(reader)
  await shop.begin(reader)
  return reader
}
const openPage = ({ headers }: Reader, address?: string) =>
  shop.api.ask('psp/url/registration?subscription=2&again=true', { headers, ...(address && { address }) })
const pagesOf = ({ id }: Reader) => shop.db.selectFrom('setup_sessions').select('id').where('account_id', '=', id).execute()
async function tryToBuy(reader: Reader): Promise<Response> {
  await shop.begin(reader)
  return shop.purchase(reader)
}
async function statusesOf(times: number, ask: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  for (let each = 0; each < times; each++) statuses.push((await ask()).status)
  return statuses
}

test('an account opens at most ten payment pages in an hour', async () => {
  const reader = await buyer()
  expect(await statusesOf(12, () => openPage(reader))).toEqual([...Array(10).fill(200), 429, 429])
  expect(await pagesOf(reader)).toHaveLength(10)
})

test('pages that the provider did not open do not count for the account', async () => {
  const reader = await buyer()
  const openSetup = vi.spyOn(shop.psp.provider, 'openSetup').mockRejectedValue(new Error('timeout'))
  const failed = await statusesOf(11, () => openPage(reader, '198.51.100.61'))
  openSetup.mockRestore()
  expect(failed).toEqual(Array(11).fill(503))
  expect((await openPage(reader, '198.51.100.61')).status).toBe(200)
})

test('the limit holds for concurrent requests', async () => {
  const reader = await buyer()
  await Promise.all(Array.from({ length: 40 }, () => openPage(reader)))
  expect(await pagesOf(reader)).toHaveLength(10)
})

test('pages that replace payment data count too', async () => {
  const reader = await buyer('card-succeeded')
  expect((await shop.purchase(reader)).status).toBe(200)
  const { headers } = reader
  expect(await statusesOf(11, () => shop.api.ask('psp/url/edit', { headers }))).toEqual([...Array(10).fill(200), 429])
})

test('all accounts of a network share a limit of forty pages', async () => {
  const statuses: number[] = []
  for (let account = 0; account < 6; account++) {
    const reader = await buyer()
    statuses.push(...(await statusesOf(8, () => openPage(reader, '198.51.100.60'))))
  }
  expect(statuses).toEqual([...Array(40).fill(200), ...Array(8).fill(429)])
})

test('blocks charges for a day after ten declines and explains what helps', async () => {
  const reader = await buyer('card-declined')
  expect(await statusesOf(10, () => tryToBuy(reader))).toEqual(Array(10).fill(200))
  const rejected = await tryToBuy(reader)
  expect(rejected.status).toBe(429)
  expect(await rejected.json()).toMatchObject({ code: 'too_many_requests', message: expect.stringContaining('Bank') })
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(23 * HOUR_SECONDS)
  expect(await shop.contracts(reader)).toHaveLength(10)
  // Trying another card of the same account counts, too.
  await shop.leave(reader, 'card-succeeded')
  expect((await tryToBuy(reader)).status).toBe(429)
  shop.later(1.01)
  await shop.accept(reader)
  expect((await tryToBuy(reader)).status).toBe(200)
})

test('declines at most ten concurrent charges', async () => {
  const reader = await buyer('card-declined')
  for (let round = 0; round < 12; round++) await Promise.all([1, 2, 3].map(() => tryToBuy(reader)))
  expect((await shop.contracts(reader)).length).toBe(10)
})

test('does not charge a card saved on the provider’s page while charges are blocked', async () => {
  const reader = await buyer('card-declined')
  await statusesOf(10, () => tryToBuy(reader))
  await shop.begin(reader)
  const { url } = (await (await openPage(reader)).json()) as { url: string }
  const setup = url.split('/').at(-1)!
  shop.psp.finishSetup(setup, { state: 'done', method: leftMethod({ reference: 'card-succeeded-trial' }) })
  const { headers } = reader
  const { way } = (await (await shop.api.ask(`payment/setup/${setup}`, { headers })).json()) as { way: string }
  expect(way).toContain('/user/payment/failed')
  expect(await shop.contracts(reader)).toHaveLength(10)
})
