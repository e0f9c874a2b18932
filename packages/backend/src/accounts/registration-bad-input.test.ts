import { type Language, languages } from '@kiosk/domain/locale'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issueToken } from '../auth/one-time-tokens.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'
import { errorMessagesIn } from './testing/error-messages.ts'

const logged: { level: number }[] = []
let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  api = await testApi(connection, { requestsPerMinute: 0, log })
})
beforeEach(() => void logged.splice(0))
afterAll(async () => {
  await api.close()
  await connection.close()
})

const long = 'x'.repeat(5000)
/** Invalid for everything except free text. */
const tricks = [
  '[object Object]',
  '{"$ne":""}',
  "' or '1'='1",
  "'; drop table accounts; --",
  '<script>alert(1)</script>',
  'a\0b',
  'ja\r\nBcc: x@evil.example',
  '\u202egnirts',
  '\u200b',
  '🗞️',
  long,
]
const bad = {
  email: [
    '',
    'abc',
    '0',
    '@',
    'a@b',
    'mi\u200bra@example.org',
    '\u202emira@example.org',
    'mira＠example.org',
    'mira@example.org\r\nBcc: x@evil.example',
    'mira@example.org,eve@example.org',
    '"mira"@example.org',
    '<b>mira</b>@example.org',
    `${'m'.repeat(300)}@example.org`,
    ...tricks,
  ],
  password: [
    '',
    '12345',
    'x'.repeat(101),
    'mit leerzeichen',
    'zeilen\r\numbruch',
    "Robert'); drop table accounts; --",
    '<b>fett</b> gedruckt',
    '\u3000'.repeat(8),
    'null\0byte',
    long,
  ],
  token: ['', '0', 'null', 'abc', '../../etc/passwd', ...tricks],
  switch: ['ja', '2', 'null', 'ｔｒｕｅ', ...tricks],
  region: ['', '0', '5', '-1', '1.5', '1e9', 'NaN', 'Infinity', '١', ...tricks],
  name: ['', '0', 'niemand@example.org', ...tricks],
  kind: ['', '2', '-1', '00', ...tricks],
  /** Free text is truncated; only characters that PostgreSQL cannot store are rejected. */
  trace: ['a\0b'],
  ignored: ['a\0b', long],
} as const

type Case = {
  path: string
  method: 'GET' | 'POST' | 'PUT'
  signedIn?: true
  fields: Record<string, [kind: keyof typeof bad, good: () => Promise<string> | string]>
}
const one = (value: string) => () => value
const tokenFor =
  (purpose: 'verification' | 'email' | 'recovery' | 'session' | 'sso' | 'terms', options = {}, data = {}) =>
  async () => {
    const { id } = await createAccount(connection.db, options)
    return issueToken(connection.db, { purpose, accountId: id, data, now: new Date() })
  }
const attribution: Case['fields'][string] = ['trace', one('brief')]

const cases: Case[] = [
  {
    path: 'user/registration/newuser',
    method: 'POST',
    fields: {
      email: ['email', one('mira@example.org')],
      password: ['password', one(PASSWORD_OF_TESTS)],
      newsletter: ['switch', one('true')],
      ...Object.fromEntries(
        ['verificationTarget', 'platform', 'utmSource', 'utmMedium', 'utmContent', 'utmCampaign', 'referrer'].map((name) => [
          name,
          attribution,
        ]),
      ),
    },
  },
  { path: 'user/registration/sendNewEmail', method: 'POST', fields: { email: ['email', one('mira@example.org')] } },
  {
    path: 'user/registration/verification',
    method: 'GET',
    fields: { token: ['token', tokenFor('verification', { verified_at: null })], newsletter: ['switch', one('true')] },
  },
  { path: 'websession/emailVerification', method: 'GET', fields: { token: ['token', tokenFor('email')] } },
  { path: 'websession/passwordRecovery', method: 'POST', fields: { email: ['email', one('mira@example.org')] } },
  {
    path: 'websession/newPassword',
    method: 'POST',
    fields: { token: ['token', tokenFor('recovery')], newPassword: ['password', one('Neu-am-Morgen')] },
  },
  {
    path: 'websession/login',
    method: 'POST',
    fields: {
      username: ['name', async () => (await createAccount(connection.db)).email],
      password: ['name', one(PASSWORD_OF_TESTS)],
      remainSignedIn: ['switch', one('true')],
      type: ['kind', one('0')],
    },
  },
  { path: 'websession/login/sessiontoken', method: 'POST', fields: { sessionToken: ['token', tokenFor('session')] } },
  { path: 'websession/login/sso', method: 'POST', fields: { ssoToken: ['token', tokenFor('sso')] } },
  { path: 'websession/token/owner', method: 'POST', fields: { token: ['token', tokenFor('session')] } },
  { path: 'websession/webAppSessiontoken', method: 'POST', signedIn: true, fields: { token: ['ignored', one('x')] } },
  {
    path: 'websession/terms',
    method: 'PUT',
    fields: {
      token: ['token', tokenFor('terms', { terms_version: '2020-01-01' })],
      newsletter: ['switch', one('true')],
      region: ['region', one('2')],
      webAppToken: ['ignored', one('x')],
    },
  },
]

async function everythingKept(): Promise<string> {
  const tables = [
    'accounts',
    'consents',
    'devices',
    'sessions',
    'one_time_tokens',
    'address_changes',
    'graphile_worker._private_jobs',
  ]
  const sums = tables.map(
    (table) => sql`select md5(coalesce(string_agg(each::text, '|' order by id), '')) as sum from ${sql.table(table)} each`,
  )
  const { rows } = await sql<{ sum: string }>`${sql.join(sums, sql` union all `)}`.execute(connection.db)
  return JSON.stringify(rows)
}

let addresses = 0
async function send({ path, method }: Case, fields: Record<string, string>, language: Language, headers: Record<string, string>) {
  const requested = { address: `2001:db8:${(++addresses).toString(16)}::1`, language, headers }
  if (method === 'GET') return api.ask(`${path}?${new URLSearchParams(fields)}`, requested)
  return api.ask(path, { ...requested, method, form: fields })
}

test.each(cases)('$path rejects bad values in any field in the language of the caller and changes nothing', async (each) => {
  const headers = each.signedIn ? await signedIn(connection.db, await createAccount(connection.db)) : {}
  const good: Record<string, string> = {}
  for (const [name, [, make]] of Object.entries(each.fields)) good[name] = await make()
  const before = await everythingKept()
  for (const [name, [kind]] of Object.entries(each.fields)) {
    for (const [place, value] of bad[kind].entries()) {
      // The first value of a field in every language, the others in one.
      for (const language of place === 0 ? languages : [languages[place % 3]!]) {
        const answer = await send(each, { ...good, [name]: value }, language, headers)
        const what = `${name}=${JSON.stringify(value.slice(0, 40))} ${language}`
        expect(answer.status, what).toBeGreaterThanOrEqual(400)
        expect(answer.status, what).toBeLessThan(500)
        expect(answer.headers.getSetCookie(), what).toEqual([])
        const { message } = (await answer.json()) as { message: string }
        expect(errorMessagesIn(language), what).toContain(message)
      }
      await connection.db.deleteFrom('rate_limits').execute()
    }
  }
  expect(await everythingKept()).toBe(before)
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
})

test.each(cases.filter(({ method }) => method !== 'GET'))(
  '$path rejects a body that is not a form',
  async ({ path, method, signedIn: needs }) => {
    const headers = needs ? await signedIn(connection.db, await createAccount(connection.db)) : {}
    const before = await everythingKept()
    for (const [type, body, status] of [
      ['application/json', '{"email":["a"],"password":{}}', 415],
      ['text/xml', '<email/>', 415],
      ['application/x-www-form-urlencoded', `email=${'x'.repeat(70_000)}`, 413],
    ] as const)
      expect((await api.ask(path, { method, body, headers: { ...headers, 'content-type': type } })).status).toBe(status)
    expect(await everythingKept()).toBe(before)
  },
)
