import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

/** Every path that accepts a code. */
const paths: Record<string, (reader: Reader, code: string, address?: string) => Promise<Response>> = {
  'PUT payment/voucher': ({ headers }, voucher, address) =>
    shop.api.ask('payment/voucher', {
      method: 'PUT',
      form: { subscription: '2', voucher },
      headers,
      ...(address && { address }),
    }),
  'GET psp/url/registration': ({ headers }, voucher, address) =>
    shop.api.ask(`psp/url/registration?subscription=2&voucher=${voucher}&again=true`, { headers, ...(address && { address }) }),
}
async function buyer(): Promise<Reader> {
  const reader = await shop.reader()
  await shop.accept(reader)
  await shop.begin(reader)
  return reader
}
const codeInCart = async ({ id }: Reader) =>
  (await shop.db.selectFrom('carts').select('voucher_code').where('account_id', '=', id).executeTakeFirstOrThrow()).voucher_code

test.each(Object.entries(paths))('%s blocks an attacker who tries 90 codes before one is found', async (_path, trial) => {
  const reader = await buyer()
  const right = await shop.voucher()
  const statuses = new Map<number, number>()
  for (let each = 0; each < 90; each++) {
    const { status } = await trial(reader, each === 89 ? right : `GUESS${each}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [406, 30],
    [429, 60],
  ])
  expect(await codeInCart(reader)).toBeNull()
  const events = await shop.db.selectFrom('security_events').select('kind').where('account_id', '=', reader.id).execute()
  expect(events).toHaveLength(30)
  expect(events[0]).toEqual({ kind: 'voucher.rejected' })
})

test('all paths share one limit', async () => {
  const reader = await buyer()
  const [put, get] = Object.values(paths) as [(typeof paths)[string], (typeof paths)[string]]
  for (let each = 0; each < 15; each++) {
    expect((await put(reader, `A${each}`)).status).toBe(406)
    expect((await get(reader, `B${each}`)).status).toBe(406)
  }
  expect((await get(reader, 'C')).status).toBe(429)
  expect((await put(reader, 'C')).status).toBe(429)
})

test('accounts on one network share a limit of failed attempts; valid codes do not count', async () => {
  const address = '203.0.113.77'
  const put = paths['PUT payment/voucher']!
  const right = await shop.voucher()
  for (let each = 0; each < 2; each++) {
    const reader = await buyer()
    expect((await put(reader, right, address)).status).toBe(200)
    for (let more = 0; more < 29; more++) await put(reader, `NONE${each}-${more}`, address)
  }
  const last = await buyer()
  for (let more = 0; more < 2; more++) expect((await put(last, `NONE-${more}`, address)).status).toBe(406)
  expect((await put(last, right, address)).status).toBe(429)
  expect((await put(last, right, '203.0.113.78')).status).toBe(200)
})
