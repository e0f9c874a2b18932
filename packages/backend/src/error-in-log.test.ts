import { languages } from '@kiosk/domain/locale'
import { errors } from 'jose'
import { sql } from 'kysely'
import { pino } from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueToken } from './auth/one-time-tokens.ts'
import type { Connection } from './db/connect.ts'
import { asOwner, testDatabase } from './db/testing/database.ts'
import { errorInLog } from './error-in-log.ts'
import { type TestApi, testApi } from './testing/api.ts'

let log = ''
const keep = {
  write(line: string) {
    log += line
  },
}
let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { log: pino({ level: 'trace' }, keep) })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const EMAIL = 'geheime.leserin@example.org'
const PASSWORD = 'Streng-Vertraulich-7'

test('logs a database error without the row that caused it', async () => {
  log = ''
  await asOwner(connection.db, `alter table registrations add constraint fails check (utm_source <> 'fails')`)
  const form = { email: EMAIL, password: PASSWORD, utmSource: 'fails', referrer: 'https://geheim.example/' }
  expect((await api.ask('user/registration/newuser', { form })).status).toBe(500)
  expect(log).toContain('violates check constraint')
  expect(log).toContain('register.ts')
  for (const secret of [EMAIL, PASSWORD, 'argon2', 'geheim']) expect(log).not.toContain(secret)

  const quoted = await sql`select ${EMAIL}::text::int`.execute(connection.db).catch((error: unknown) => error)
  expect(String(quoted)).toContain(EMAIL)
  expect(JSON.stringify(errorInLog(quoted))).not.toContain(EMAIL)
  expect(errorInLog(quoted)).toMatchObject({ code: '22P02', message: 'a value was refused (22P02)' })
})

test('logs nothing of what libraries attach to their errors', () => {
  const claims = { sub: 'apple-7', email: EMAIL }
  const expired = new errors.JWTExpired('"exp" claim timestamp check failed', claims, 'exp', 'check_failed')
  const intent = { id: 'pi_1', client_secret: 'pi_1_secret_7' }
  const declined = new Stripe.errors.StripeCardError({ type: 'card_error', message: 'declined', payment_intent: intent } as never)
  const half = Object.assign(new SyntaxError('Unexpected end of JSON input'), { rawBody: EMAIL })
  const malformed = new Stripe.errors.StripeAPIError({ message: 'Invalid JSON received', exception: half } as never)
  const several = new AggregateError([expired, declined, malformed], '3 of 9 calls failed')
  const asked = new Error('no token', { cause: { id_token: 'eyJ-of-the-reader' } })
  for (const error of [expired, declined, malformed, several, asked]) {
    const logged = JSON.stringify(errorInLog(error))
    for (const secret of [EMAIL, 'apple-7', 'pi_1_secret_7', 'eyJ-of-the-reader']) expect(logged).not.toContain(secret)
  }
  expect(errorInLog(several)).toMatchObject({
    message: '3 of 9 calls failed',
    errors: [
      { code: 'ERR_JWT_EXPIRED', claim: 'exp' },
      { type: 'StripeCardError', message: 'declined' },
      { message: 'Invalid JSON received', stack: expect.stringContaining('error-in-log.test.ts') },
    ],
  })
})

test('logs no address, password, token or cookie of a failed call', async () => {
  log = ''
  const secrets: string[] = [EMAIL, PASSWORD]
  const tokenFor = async (accountId: number, purpose: 'verification' | 'recovery' | 'session' | 'terms') => {
    const token = await issueToken(connection.db, { purpose, accountId, now: new Date() })
    secrets.push(token)
    return token
  }
  const keepCookies = (answer: Response) => {
    for (const cookie of answer.headers.getSetCookie()) secrets.push(cookie.split(';')[0]!.split('=')[1]!)
    return answer
  }
  const login = (password: string) => api.ask('websession/login', { form: { username: EMAIL, password } }).then(keepCookies)

  const statuses: number[] = []
  const note = async (requested: Promise<Response>) => void statuses.push(keepCookies(await requested).status)
  await note(api.ask('user/registration/newuser', { form: { email: EMAIL, password: PASSWORD } }))
  const { id } = await connection.db.selectFrom('accounts').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow()
  await note(api.ask('user/registration/newuser', { form: { email: EMAIL, password: PASSWORD } }))
  await note(login(PASSWORD))
  for (const token of [await tokenFor(id, 'verification'), secrets.at(-1)!])
    await note(api.ask(`user/registration/verification?token=${token}`))
  for (let guess = 0; guess < 12; guess++) await note(login(`${PASSWORD}-falsch`))
  await note(api.ask('websession/passwordRecovery', { form: { email: EMAIL } }))
  await note(
    api.ask('websession/newPassword', { form: { token: await tokenFor(id, 'recovery'), newPassword: `${PASSWORD}-neu` } }),
  )
  await note(api.ask('websession/login/sessiontoken', { form: { sessionToken: await tokenFor(id, 'session') } }))
  await note(api.ask('websession/terms', { method: 'PUT', form: { token: await tokenFor(id, 'terms') } }))
  for (const language of languages)
    await note(api.ask('websession/login', { language, form: { username: EMAIL, password: '\0' } }))
  expect(new Set(statuses)).toEqual(new Set([200, 202, 400, 401, 409, 429]))
  expect(secrets.length).toBeGreaterThan(8)
  for (const secret of secrets) if (secret) expect(log).not.toContain(secret)
})
