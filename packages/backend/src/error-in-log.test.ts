import { languages } from '@kiosk/domain/locale'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueToken } from './auth/one-time-tokens.ts'
import type { Connection } from './db/connect.ts'
import { testDatabase } from './db/testing/database.ts'
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
  await sql`alter table registrations add constraint fails check (utm_source <> 'fails')`.execute(connection.db)
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
