import { HOUR_MS, HOUR_SECONDS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'
import { networkLimit } from './network-limits.ts'

const { connection, api } = await openTestApi()

let lines = 0
/** Returns addresses of a new customer line, each in its own /64: all in one /56, or each in another /56 of one /48. */
function line() {
  const prefix = `2001:db8:${(++lines).toString(16)}`
  return {
    in56: (each: number) => `${prefix}:${(0x1100 + each).toString(16)}::1`,
    in48: (each: number) => `${prefix}:${((each << 8) & 0xffff).toString(16)}::1`,
  }
}

/** Sends requests at once and returns how many were not answered 429. */
async function admitted(requests: number, ask: (each: number) => Promise<Response>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: requests }, (_, each) => ask(each)))
  return answers.filter(({ status }) => status !== 429).length
}

const feedback = { email: 'ida@example.org', name: 'Ida', title: 'Lob', content: 'Weiter so!' }
const crash = { device: 'Pixel', os: 'Android 17', app: '8.1', exception: 'TypeError' }
const exit = { name: 'Mira', contract: '', email: 'mira@example.org' }

test.each([
  ['feedback', feedback, 5],
  ['crashreport', crash, 1],
  ['contract/cancel', exit, 10],
  ['user/newsletter/unsubscribe', { email: 'ida@example.org' }, 30],
])('all networks of a line together reach a limit of %s', async (path, form, points) => {
  const { in56, in48 } = line()
  expect(await admitted(2 * points + 3, (each) => api.ask(path, { form, address: in56(each) }))).toBe(2 * points)
  const other = line().in48
  expect(await admitted(4 * points + 3, (each) => api.ask(path, { form, address: other(each) }))).toBe(4 * points)
  expect((await api.ask(path, { form, address: in48(0x55) })).status).not.toBe(429)
})

test('limits questions about one address per customer line, whichever /64 they come from', async () => {
  const { in56 } = line()
  const form = { email: 'opfer@example.org' }
  expect(await admitted(14, (each) => api.ask('websession/passwordRecovery', { form, address: in56(each) }))).toBe(10)
})

test('a network at its limit does not use up the limit of wider networks', async () => {
  const { in56 } = line()
  const limitOf = (each: number) => networkLimit(api.ctx.rateLimits, 'exit', in56(each))
  for (let each = 0; each < 100; each++) await limitOf(0).count()
  expect(await limitOf(0).count()).toBeGreaterThan(0)
  expect(await limitOf(1).count()).toBeNull()
  await expect(limitOf(0).consume()).rejects.toThrow()
  await expect(limitOf(0).assertNotLimited()).rejects.toThrow()
  const later = Date.now() + 2 * HOUR_MS
  await connection.db.updateTable('rate_limits').set({ points: 100, expire: later }).where('key', 'like', 'exit-48:%').execute()
  // The wait until all levels allow it, whether or not it is counted.
  expect(await limitOf(0).count()).toBeGreaterThan(HOUR_SECONDS)
  await expect(limitOf(0).assertNotLimited()).rejects.toMatchObject({
    seconds: expect.toSatisfy((wait: number) => wait > HOUR_SECONDS),
  })
  await limitOf(0).reset()
  expect(await limitOf(0).count()).toBeNull()
})

test('an IPv4 address is its own network', async () => {
  const rateLimits = networkLimit(api.ctx.rateLimits, 'crash', '198.51.100.7')
  expect([await rateLimits.count(), await rateLimits.count()]).toEqual([null, expect.any(Number)])
  expect(await networkLimit(api.ctx.rateLimits, 'crash', '198.51.100.8').count()).toBeNull()
})
