import { beforeEach, expect, test } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
beforeEach(async () => {
  await connection.db.deleteFrom('rate_limits').execute()
})

type Try = (token: string, address: string) => Promise<Response>
const ways: [string, Try][] = [
  ['verification', (token, address) => api.ask(`user/registration/verification?token=${token}`, { address })],
  ['email', (token, address) => api.ask(`websession/emailVerification?token=${token}`, { address })],
  [
    'recovery',
    (token, address) => api.ask('websession/newPassword', { form: { token, newPassword: 'Neues-Passwort' }, address }),
  ],
  ['disown', (token, address) => api.ask('websession/disown', { form: { token }, address })],
  ['refresh', (token, address) => api.ask('websession/token/refresh', { form: { refreshToken: token }, address })],
  ['identity', (state, address) => api.ask(`websession/facebook?code=x&state=${state}`, { address })],
]
async function recorded(from: string): Promise<number> {
  const { events } = await connection.db
    .selectFrom('security_events')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('kind', '=', 'token.rejected')
    .where('id', '>', Number(from))
    .executeTakeFirstOrThrow()
  return Number(events)
}
async function last(): Promise<string> {
  const found = await connection.db.selectFrom('security_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return String(found?.id ?? 0)
}

test.each(ways)('records an unknown token of %s', async (_, attempt) => {
  const from = await last()
  expect((await attempt('invented', '203.0.113.1')).status).toBeGreaterThanOrEqual(303)
  expect(await recorded(from)).toBe(1)
})

test('records five rejected tokens a minute per network, however it rotates addresses, and rejects all', async () => {
  const from = await last()
  for (let each = 0; each < 40; each++) {
    const [, attempt] = ways[each % ways.length]!
    expect((await attempt(`invented-${each}`, `2001:db8:5:${(each << 8).toString(16)}::1`)).status).toBeLessThan(500)
  }
  expect(await recorded(from)).toBe(5)
  await ways[0]![1]('invented', '203.0.113.2')
  expect(await recorded(from)).toBe(6)
})

test('limits the recorded tokens across many networks', async () => {
  const from = await last()
  for (let each = 0; each < 100; each++) await ways[3]![1](`invented-${each}`, `198.51.100.${each}`)
  expect(await recorded(from)).toBe(60)
})
