import { expect, test } from 'vitest'
import { openTestApi } from '../testing/open-api.ts'
import { networkAttempts } from './network-attempts.ts'

const { api } = await openTestApi()

let lines = 0
/** Addresses of one line, each in a /64 of its own: all in one /56, or each in another /56 of one /48. */
function line() {
  const prefix = `2001:db8:${(++lines).toString(16)}`
  return {
    in56: (each: number) => `${prefix}:${(0x1100 + each).toString(16)}::1`,
    in48: (each: number) => `${prefix}:${((each << 8) & 0xffff).toString(16)}::1`,
  }
}

/** How many of so many requests, each from another /64 of a line, are let in; each of the others must be a 429. */
async function letIn(requests: number, ask: (each: number) => Promise<Response>): Promise<number> {
  let admitted = 0
  for (let each = 0; each < requests; each++) {
    const { status } = await ask(each)
    if (status !== 429) admitted++
  }
  return admitted
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
  expect(await letIn(2 * points + 3, (each) => api.ask(path, { form, address: in56(each) }))).toBe(2 * points)
  const other = line().in48
  expect(await letIn(4 * points + 3, (each) => api.ask(path, { form, address: other(each) }))).toBe(4 * points)
  expect((await api.ask(path, { form, address: in48(0x55) })).status).not.toBe(429)
})

test('a line asks about one address only so often, whatever /64 it writes from', async () => {
  const { in56 } = line()
  const form = { email: 'opfer@example.org' }
  expect(await letIn(14, (each) => api.ask('websession/passwordRecovery', { form, address: in56(each) }))).toBe(10)
})

test('one network that reached its bound fills none of the wider ones', async () => {
  const { in56 } = line()
  const attempts = (each: number) => networkAttempts(api.house.attempts, 'exit', in56(each))
  for (let each = 0; each < 100; each++) await attempts(0).count()
  expect(await attempts(0).count()).toBeGreaterThan(0)
  expect(await attempts(1).count()).toBeNull()
  await expect(attempts(0).admit()).rejects.toThrow()
  await expect(attempts(0).demandFew()).rejects.toThrow()
  await attempts(0).forget()
  expect(await attempts(0).count()).toBeNull()
})

test('an IPv4 address is a network by itself', async () => {
  const attempts = networkAttempts(api.house.attempts, 'crash', '198.51.100.7')
  expect([await attempts.count(), await attempts.count()]).toEqual([null, expect.any(Number)])
  expect(await networkAttempts(api.house.attempts, 'crash', '198.51.100.8').count()).toBeNull()
})
