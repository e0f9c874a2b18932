import { errors } from '@kiosk/domain/errors'
import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'
import { errorMessagesIn } from './testing/error-messages.ts'
import { fingerprints } from './testing/full-account.ts'

// Deliberately malformed input, field by field: rejected in the caller's language, nothing changed, no error logged.

let connection: Connection
let api: TestApi
let headers: { cookie: string }
const logged: { level: number }[] = []
const loggedErrors = () => logged.filter(({ level }) => level >= pino.levels.values.error!)
beforeAll(async () => {
  connection = await testDatabase()
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  api = await testApi(connection, { log, requestsPerMinute: 0 })
  await api.ctx.secret()
  const options = { firstname: 'Mira', lastname: 'Holm', age_group_id: 1, gender_id: 1, federal_state_id: 101, region_id: 1 }
  headers = await signedIn(connection.db, await createAccount(connection.db, options), {
    passwordAt: null,
    vendorId: 'device-here',
  })
  const until = new Date(Date.now() + DAY_MS)
  await connection.db
    .insertInto('promo_codes')
    .values({ code: 'LESEZEIT', titles: '{}', days: 1, redeemable_until: until })
    .execute()
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const header = 'a\r\nBcc: alle@example.org'
const html = '<img src=x onerror=alert(1)>'
const statement = `'; drop table accounts; --`
const nothing = 'a\0b'
/** Right-to-left override, zero-width space, full-width letters, and a noncharacter. */
const tricks = ['\u202egnp.exe', '\u200b', '\uff54\uff52\uff55\uff45', '\ufffe']
const any = [header, html, statement, nothing, ...tricks]

const switches = ['ja', '2', 'null', '[object Object]', '{"$ne":1}', ...any, 'x'.repeat(5000)]
const ids = ['0', '99', '-1', '1.5', '1e0', '0x1', ' 1 ', 'NaN', '1 or 1=1', '\u0661', ...any, '9'.repeat(5000)]
const names = [
  'x'.repeat(101),
  'a\nb',
  'Mira <mira@example.org>',
  '"Mira"',
  'x=1',
  '\u2028',
  '\ud800',
  ...any.filter((each) => each !== tricks[2]),
]
const addresses = [
  '',
  'a',
  'a@b',
  'a b@example.org',
  'a@example..org',
  'a@-example.org',
  '@example.org',
  'a@example.org, b@example.org',
  'a\u200b@example.org',
  'a\uff20example.org',
  '\u202ea@example.org',
  'a@example.org\r\nBcc: b@example.org',
  'a\0@example.org',
  '<b>a</b>@example.org',
  `x';drop table accounts;--@example.org`,
  `${'x'.repeat(65)}@example.org`,
  `a@${'x.'.repeat(130)}org`,
]
const short = ['', 'ab', 'x'.repeat(101), 'a b c', 'abc\u00a0def', 'abc\u3000def', 'abc\r\ndef', 'abc\0def']
const parts = [...any.filter((each) => each !== header), 'x'.repeat(300)]
const feedback = { email: 'ida@example.org', name: 'Ida', title: 'Lob', content: 'Weiter so!' }
const crash = { device: 'Pixel', os: 'Android', app: '8', exception: 'x', zipLog: '' }
const missing = undefined

type Bad = readonly (string | undefined)[]
/** Call, field, rejected values, and valid values of the other fields. */
const calls: readonly [path: string, field: string, values: Bad, rest?: Record<string, string>][] = [
  ['PUT user/edit/newsletter', 'newsletter', [missing, ...switches]],
  ['PUT user/edit/newsletter/releases', 'newsletter', [missing, ...switches]],
  ['PUT user/edit/agerestriction', 'agerestriction', [missing, ...switches]],
  ['PUT user/edit/region', 'region', [missing, '', '0', '5', '-1', '1.5', 'AT', '1;2', ...any]],
  ['PUT user/edit/userdata', 'firstname', ['', '  ', ...names], { lastname: 'Neu' }],
  ['PUT user/edit/userdata', 'lastname', ['', '\u00a0', ...names], { firstname: 'Neu' }],
  ['PUT user/edit/userdata', 'agegroup', ['', ...ids], { firstname: 'Neu' }],
  ['PUT user/edit/userdata', 'gender', ['', '5', ...ids], { firstname: 'Neu' }],
  ['PUT user/edit/userdata', 'federalstate', ['201', ...ids], { firstname: 'Neu' }],
  ['PUT user/edit/userdata', 'newsletter', switches, { firstname: 'Neu' }],
  ['PUT user/edit/userdata', 'email', addresses, { firstname: 'Neu', password: PASSWORD_OF_TESTS }],
  ['PUT user/edit/userdata', 'password', [missing, '', 'falsch', 'x'.repeat(201), ...any], { email: 'neu@example.org' }],
  ['PUT user/changePassword', 'oldPassword', [missing, '', 'falsch', 'x'.repeat(201), ...any], { newPassword: 'ganz-neu' }],
  ['PUT user/changePassword', 'newPassword', [missing, ...short], { oldPassword: PASSWORD_OF_TESTS }],
  ['DELETE user/device/{vendorId}', 'vendorId', parts],
  ['PUT user/favourites/{magazinekey}', 'magazinekey', parts],
  ['DELETE user/favourites/{magazinekey}', 'magazinekey', parts],
  ['POST user/newsletter/unsubscribe', 'email', [missing, ...addresses]],
  ['POST user/newsletter/unsubscribe/releases', 'email', [missing, ...addresses]],
  ['POST user/newsletter/oneclick/{token}', 'token', [...parts, 'x'.repeat(4097)]],
  ['POST promo/{code}', 'code', [...parts, 'LE\u017fEZEIT', 'LESEZEIT\u200b', '%']],
  ['POST feedback', 'email', [missing, ...addresses], feedback],
  ['POST feedback', 'name', [missing, '', ...names], feedback],
  ['POST feedback', 'title', [missing, '', '\u200b', 'x'.repeat(101), header, 'a\u2028b', '\u202eabc', nothing], feedback],
  ['POST feedback', 'content', [missing, '', '\u200b\u200d', 'x'.repeat(5001), nothing], feedback],
  ['POST crashreport', 'device', [missing, 'x'.repeat(201), nothing], crash],
  ['POST crashreport', 'os', [missing, 'x'.repeat(201), nothing], crash],
  ['POST crashreport', 'app', [missing, 'x'.repeat(201), nothing], crash],
  ['POST crashreport', 'exception', [missing, 'x'.repeat(8001), nothing], crash],
  ['POST crashreport', 'zipLog', ['x'.repeat(65_537), ...any], crash],
]

describe.each(calls)('%s', (call, field, values, rest = {}) => {
  const [method = '', path = ''] = call.split(' ')

  test(`${field} rejects malformed values`, async () => {
    const before = await everything()
    for (const [place, value] of values.entries()) {
      // Rate limits have their own tests.
      await connection.db.deleteFrom('rate_limits').execute()
      const language = languages[place % languages.length]!
      const inPath = path.includes(`{${field}}`)
      const { [field]: _, ...others } = rest
      const form = inPath ? {} : { ...others, ...(value !== undefined && { [field]: value }) }
      const address = path.replace(/\{\w+\}/, () => encodeURIComponent(value?.toWellFormed() ?? ''))
      const response = await api.ask(address, { method, headers, language, form })
      const shown = JSON.stringify(value)?.slice(0, 80)
      expect([400, 404, 406], `${shown}: ${response.status}`).toContain(response.status)
      const { message, code } = (await response.json()) as { message: string; code: string }
      expect(errorMessagesIn(language), `${shown}: ${code}`).toContain(message)
    }
    expect(await everything()).toEqual(before)
    expect(loggedErrors()).toEqual([])
  })
})

test('every writing call rejects a body of another type or without an end', async () => {
  const before = await everything()
  const paths = [...new Set(calls.map(([call]) => call))].filter((call) => !/\{|crashreport/.test(call))
  for (const call of paths) {
    const [method = '', path = ''] = call.split(' ')
    for (const [type, body, status, code] of [
      ['application/json', '{"newsletter":true}', 415, 'unsupported_body'],
      ['multipart/form-data; boundary=x', '--x--', 415, 'unsupported_body'],
      ['application/x-www-form-urlencoded', `newsletter=true&x=${'x'.repeat(70_000)}`, 413, 'body_too_large'],
    ] as const) {
      const response = await api.ask(path, { method, body, headers: { ...headers, 'content-type': type } })
      expect(response.status, `${call} ${type}`).toBe(status)
      expect(await response.json()).toMatchObject({ code, message: errorMessage('de', errors[code].words) })
    }
  }
  expect(await everything()).toEqual(before)
  expect(loggedErrors()).toEqual([])
})

test('logs neither the malformed input nor its sender', async () => {
  const account = await createAccount(connection.db, { email: 'steht.nicht@example.org' })
  const { cookie } = await signedIn(connection.db, account, { passwordAt: null })
  const put = { method: 'PUT', headers: { cookie } }
  await api.ask('user/edit/userdata', { ...put, form: { email: 'auch.nicht@example.org', password: 'geheim-geraten' } })
  await api.ask('user/edit/userdata', { ...put, form: { email: 'auch.nicht@example.org', password: PASSWORD_OF_TESTS } })
  await api.ask('user/changePassword', { ...put, form: { oldPassword: PASSWORD_OF_TESTS, newPassword: 'ganz-geheim' } })
  await api.ask('user/newsletter/unsubscribe', { form: { email: 'steht.nicht@example.org' } })
  await api.ask('feedback', { form: { ...feedback, email: 'schreibt.uns@example.org' } })
  const lines = JSON.stringify(logged)
  for (const secret of [
    'nicht@example',
    'schreibt.uns',
    'geheim',
    PASSWORD_OF_TESTS,
    /session=([\w-]+)/.exec(cookie)![1]!,
    statement,
  ])
    expect(lines).not.toContain(secret)
})

/** Returns a fingerprint of every table except the attempt counters. */
async function everything(): Promise<Record<string, string>> {
  const { 'public.rate_limits': _, ...marks } = await fingerprints(connection.db)
  return marks
}
