import { redeemPromo } from '@kiosk/domain/subscriptions/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import { eraseAccount } from '../../accounts/erase-account.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import type { PromoCodes } from '../../db/schema.ts'
import { openTestApi } from '../../testing/open-test-api.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
let codes = 0
const { connection, api } = await openTestApi({ now: () => NOW, requestsPerMinute: 0 })

async function promo(options: Partial<Insertable<PromoCodes>> = {}): Promise<string> {
  const row = {
    code: `LESEZEIT-${++codes}`,
    titles: JSON.stringify({ de: 'Lesezeit', en: 'Reading time', fr: 'Du temps pour lire' }),
    days: 30,
    redeemable_from: new Date(NOW.getTime() - DAY_MS),
    redeemable_until: new Date(NOW.getTime() + DAY_MS),
    ...options,
  }
  await connection.db.insertInto('promo_codes').values(row).execute()
  return row.code
}
const reader = async (options: Parameters<typeof createAccount>[1] = {}) => {
  const account = await createAccount(connection.db, options)
  const { cookie } = await signedIn(connection.db, account)
  return { account, post: { method: 'POST', headers: { cookie } } }
}
const redeemedOf = async (code: string) => {
  const { redeemed } = await connection.db
    .selectFrom('promo_codes')
    .select('redeemed')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const rows = await connection.db.selectFrom('promo_redemptions').select('account_id').where('code', '=', code).execute()
  expect(rows).toHaveLength(redeemed)
  return redeemed
}

test.each([
  ['de', 'Lesezeit', '21. Dezember 2026'],
  ['en', 'Reading time', '21 December 2026'],
  ['fr', 'Du temps pour lire', '21 décembre 2026'],
] as const)('a redeemed code returns its name and duration in %s', async (language, title, expiryDateString) => {
  const code = await promo()
  const { post } = await reader()
  const typed = encodeURIComponent(` ${code.toLowerCase()} `)
  expect(await api.answer(redeemPromo, `promo/${typed}`, { ...post, language })).toEqual({
    promoCode: { title, expiryDate: '2026-12-21T12:00:00.000Z', expiryDateString },
  })
  const user = await (await api.ask('user', { headers: post.headers, language })).json()
  expect(user).toMatchObject({ promoCode: { title, expiryDateString } })
})

test('one account redeems a code once, even in a dozen concurrent requests', async () => {
  const code = await promo()
  const { post } = await reader()
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await api.ask(`promo/${code}`, post)).status))
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(406), 429, 429])
  expect(await redeemedOf(code)).toBe(1)
})

test('a hundred concurrent readers cannot exceed the redemption limit of a code', async () => {
  const code = await promo({ max_redemptions: 7 })
  const readers = await Promise.all(Array.from({ length: 100 }, () => reader()))
  const ask = ({ post }: (typeof readers)[number], each: number) =>
    api.ask(`promo/${code}`, { ...post, address: `198.51.100.${each}` })
  const answers = await Promise.all(readers.map(ask))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(7)
  expect(statuses.filter((status) => status === 404)).toHaveLength(93)
  expect(await redeemedOf(code)).toBe(7)
})

test.each([
  ['not started', { redeemable_from: new Date(NOW.getTime() + 1) }],
  ['over', { redeemable_until: NOW }],
  ['for another market', { region_ids: [2, 3] }],
  ['used up', { max_redemptions: 1, redeemed: 1 }],
])('rejects a code that is %s with a message in the reader’s language', async (_, options) => {
  const code = await promo(options)
  const { post } = await reader({ region_id: 1 })
  for (const language of ['de', 'en', 'fr'] as const) {
    const response = await api.ask(`promo/${code}`, { ...post, language })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'code_invalid',
      field: 'code',
      message: errorMessage(language, 'ERROR.CODE_INVALID'),
    })
  }
})

test('uses the account’s market regardless of its current location', async () => {
  const code = await promo({ region_ids: [3] })
  const { post } = await reader({ region_id: 3 })
  expect((await api.ask(`promo/${code}`, { ...post, country: 'DE' })).status).toBe(200)
})

test('a paying reader cannot use up a code', async () => {
  const code = await promo()
  const { account, post } = await reader()
  await subscribe(connection.db, account)
  expect(await api.errorOf(`promo/${code}`, post)).toEqual({ status: 409, code: 'paid_already' })
  expect(await redeemedOf(code)).toBe(0)
})

test.each(['XX', 'gibt-es-nicht', 'LEſEZEIT-1', "' or ''='", '<b>LESEZEIT</b>', 'LESEZEIT-1\u200b', 'x'.repeat(41)])(
  'rejects %j as a code',
  async (code) => {
    const { post } = await reader()
    expect(await api.errorOf(`promo/${encodeURIComponent(code)}`, post)).toEqual({
      status: 404,
      code: 'code_invalid',
      field: 'code',
    })
  },
)

test('limits guesses of codes', async () => {
  const { post } = await reader()
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) statuses.push((await api.ask(`promo/RATEN-${count}`, post)).status)
  expect(statuses).toEqual([...Array(10).fill(404), 429])
})

test('accounts on one network share a limit of invalid codes; valid ones do not count', async () => {
  const address = '203.0.113.77'
  const code = await promo()
  for (let each = 0; each < 6; each++) {
    const { post } = await reader()
    for (let more = 0; more < 10; more++)
      expect((await api.ask(`promo/RATEN-${each}-${more}`, { ...post, address })).status).toBe(404)
  }
  const { account, post } = await reader()
  expect((await api.ask(`promo/${code}`, { ...post, address })).status).toBe(429)
  expect((await api.ask(`promo/${code}`, { ...post, address: '203.0.113.78' })).status).toBe(200)
  expect((await api.ask('promo/RATEN', { ...post, address: '203.0.113.78' })).status).toBe(404)
  const events = await connection.db.selectFrom('security_events').select('kind').where('account_id', '=', account.id).execute()
  expect(events).toEqual([{ kind: 'voucher.rejected' }])
})

test('a code is redeemed once per address, also after the account was erased; other codes are still free', async () => {
  const [code, other] = [await promo(), await promo()]
  const first = await reader({ email: 'Wieder.Da@example.org' })
  await api.ask(`promo/${code}`, first.post)
  await connection.db
    .transaction()
    .execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, first.account.id))!, api.ctx))
  const again = await reader({ email: 'wieder.da@example.org' })
  expect(await api.errorOf(`promo/${code}`, again.post)).toMatchObject({ code: 'code_redeemed' })
  expect((await api.ask(`promo/${other}`, again.post)).status).toBe(200)
  const stranger = await reader({ email: 'jemand.anders@example.org' })
  expect((await api.ask(`promo/${code}`, stranger.post)).status).toBe(200)
})
