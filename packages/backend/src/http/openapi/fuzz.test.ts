import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { createFullAccount } from '../../accounts/testing/full-account.ts'
import { fakeCardProvider } from '../../adapters/payments/testing/fake-card-provider.ts'
import { fakeStore } from '../../adapters/payments/testing/fake-store.ts'
import { fakeWalletProvider } from '../../adapters/payments/testing/fake-wallet-provider.ts'
import { issueToken } from '../../auth/one-time-tokens.ts'
import { createIssue, createTitle } from '../../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import type { Description, Operation } from './openapi.ts'
import { type Chance, chanceFrom, type Schema, typed, wild } from './testing/random-values.ts'

// Calls every operation of the description with valid, nearly valid and arbitrary values. Every response must be documented or
// have a message; a 500 is a bug. `FUZZ_REQUESTS` makes the run longer, `FUZZ_SEED` repeats it.

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/** Time after which a request counts as unanswered. */
const HANGS_AFTER_MS = 20_000
/** Number of requests after which sessions are replaced, because some calls end them. */
const NEW_SESSIONS_EVERY_REQUESTS = 60
/** Calls that return 503 because the operator has not configured them, as here. */
const NOT_SET_UP = ['identityStart', 'facebookReturn']

type Call = { method: string; path: string; operation: Operation }
type Session = { name: string; headers: Record<string, string> }

let connection: Connection
let api: TestApi
let calls: Call[]
/** Request bodies by the name of their schema. */
let schemas: Record<string, { properties?: Record<string, Schema>; required?: string[] }>
let known: Record<string, string[]>
const logged: string[] = []

beforeAll(async () => {
  connection = await testDatabase()
  const payments = {
    card: fakeCardProvider().provider,
    wallet: fakeWalletProvider().provider,
    store: fakeStore().provider,
  }
  api = await testApi(connection, {
    requestsPerMinute: 0,
    payments: payments as never,
    log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
  })
  const { db } = connection
  const title = await createTitle(db, { categories: ['garten'], subscriptions: [1, 2] })
  const articles = [{ headline: 'Am Kai', html: '<p>Text vom Garten</p>', firstPage: 1, lastPage: 2 }]
  const issues = []
  for (let year = 2020; year < 2026; year++)
    issues.push(await createIssue(db, { title, issue_date: `${year}-11-21`, pages: ['Garten und Berg', 'Tal'], articles }))
  const adult = await createIssue(db, { title: await createTitle(db, { age_rating: 18 }) })
  await api.ctx.catalogueCache.reload()
  const description = (await (await api.ask('openapi.json')).json()) as Description
  calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  schemas = description.components.schemas
  const keys = [title.key, adult.key]
  const { rows } = await sql<{ id: number }>`select id from titles`.execute(db)
  known = {
    uid: [...issues.map(({ uid }) => uid), adult.uid, 'all'],
    issue: issues.map(({ uid }) => uid),
    magazinekey: keys,
    title: keys,
    magazineId: rows.map(({ id }) => String(id)),
    id: ['1', '2', '3', '7'],
    page: ['1', '2', '3'],
    region: ['1', '2', '3', '4'],
    key: ['privacy', 'terms', 'imprint', 'start', 'garten'],
    q: ['garten', 'berg', 'Am Kai', 'gartn'],
    language: ['de', 'en', 'fr'],
    username: ['mara@example.org'],
    email: ['mara@example.org'],
    password: [PASSWORD_OF_TESTS],
    subscriptionId: ['1', '2', '6', '9', '10', '11'],
    provider: ['sandbox', 'stripe', 'paypal', 'google', 'facebook', 'apple'],
    token: [],
  }
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

/** Creates sessions of every kind of account, and one-time tokens. */
async function newSessions(): Promise<Session[]> {
  const { db } = connection
  const free = await createAccount(db, { firstname: 'Frei' })
  const paying = await createAccount(db, { firstname: 'Paula' })
  await subscribe(db, paying)
  const unverified = await createAccount(db, { verified_at: null })
  const whole = await createFullAccount(db)
  const now = new Date()
  const tokens = []
  for (const purpose of ['verification', 'recovery', 'email'] as const)
    tokens.push(await issueToken(db, { purpose, accountId: unverified.id, now }))
  known.token = tokens
  const names = await sql<{ email: string }>`select email from accounts order by id desc limit 5`.execute(db)
  known.username = names.rows.map(({ email }) => email)
  known.email = known.username
  // Attempts are limited by address and account, so calling everything would soon exceed the limits without this.
  await db.deleteFrom('rate_limits').execute()
  return [
    { name: 'nobody', headers: {} },
    { name: 'nobody', headers: { cookie: '__Host-session=kein; device=invented-device' } },
    { name: 'free', headers: await signedIn(db, free) },
    { name: 'paying', headers: await signedIn(db, paying) },
    { name: 'everything', headers: whole.headers },
  ]
}

type Sent = {
  call: Call
  session: string
  path: string
  language: string
  country: string
  body: string | undefined
  type: string
}

function invent({ call, session, chance }: { call: Call; session: Session; chance: Chance }): Sent {
  const wildness = chance.of([0, 0.1, 0.4, 1])
  const value = (schema: Schema, name: string) => (chance.next() < wildness ? wild(chance) : typed(schema, name, known, chance))
  const options = (schema: Schema, name: string, required: boolean) =>
    chance.next() < (required ? 0.97 : 0.5) ? [[name, value(schema, name)] as [string, string]] : []
  const parameters = call.operation.parameters.filter((each) => each.in !== 'header')
  let path = call.path.slice(1)
  for (const { name, schema } of parameters.filter((each) => each.in === 'path')) {
    const segment = value(schema, name).toWellFormed()
    path = path.replace(`{${name}}`, chance.next() < 0.03 ? segment : encodeURIComponent(segment || '0'))
  }
  const query = new URLSearchParams(
    parameters.filter((each) => each.in === 'query').flatMap(({ name, schema, required }) => options(schema, name, required)),
  )
  if (chance.next() < 0.05) query.append(wild(chance), wild(chance))
  const reference = call.operation.requestBody?.content['application/x-www-form-urlencoded']?.schema?.$ref
  const content = schemas[String(reference).split('/').at(-1)!]
  const fields = Object.entries(content?.properties ?? {}).flatMap(([name, schema]) =>
    options(schema, name, content?.required?.includes(name) ?? false),
  )
  const form = new URLSearchParams(fields).toString()
  const body = call.method === 'GET' ? undefined : chance.next() < 0.95 ? form : wild(chance).toWellFormed()
  return {
    call,
    session: session.name,
    path: `${path}${query.size > 0 ? `?${query}` : ''}`.replaceAll('#', '%23'),
    language: chance.of(['de', 'en', 'fr', '', 'xx', '*', 'de;q=2']),
    country: chance.of(['AT', 'DE', 'CH', 'LU', 'US', 'XX']),
    body,
    type: chance.next() < 0.97 ? 'application/x-www-form-urlencoded' : chance.of(['application/json', 'text/plain', '', 'a/b;;']),
  }
}

/** Returns the error in the response to a call; null = none. */
async function errorOf(sent: Sent, session: Session, number: number): Promise<string | null> {
  const { call, path, language, country, body, type } = sent
  const headers = { ...session.headers, 'content-type': type }
  const address = `198.51.${number % 251}.${number % 241}`
  const requested = api.ask(path, {
    method: call.method,
    headers,
    address,
    language,
    country,
    ...(body !== undefined && { body }),
  })
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), HANGS_AFTER_MS).unref())
  const response = await Promise.race([requested, timeout])
  if (response === null) return 'no answer'
  const { status } = response
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const text = await response.text()
  if (status >= 500) {
    const isNotSetUp = status === 503 && text.includes('"unavailable"') && !response.headers.has('retry-after')
    return isNotSetUp && mayBeNotSetUp(call) ? null : `${status} ${text} ${logged.splice(0).join('\n').slice(0, 1_500)}`
  }
  if (status < 400) return call.method === 'HEAD' ? null : undescribed(call, response, text)
  const isApiError = /^\{"code":"\w+","message":"/.test(text) && text.includes('"requestId"')
  // A missing cover is still an image.
  const isOther = /html|^image\//.test(response.headers.get('content-type') ?? '')
  return isApiError || isOther ? null : `${status} without words: ${text}`
}
/**
 * Returns how a response differs from the description; null = not at all. A 202, which requires more than the password, is
 * described only in the summary of the login.
 */
function undescribed({ operation }: Call, { status, headers }: Response, text: string): string | null {
  if (status === 202) return null
  const described = operation.responses[status]
  if (!described) return `${status} is not in the description`
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (text !== '' && !Object.keys(described.content ?? {}).includes(type)) return `${status} of the type "${type}"`
  return (described.content !== undefined) === (text !== '') ? null : `${status} with the body "${text.slice(0, 200)}"`
}
const mayBeNotSetUp = ({ operation }: Call) => NOT_SET_UP.includes(operation.operationId)
const statuses = new Map<number, number>()

test(`answers ${REQUESTS} random requests without a server error`, {
  timeout: 60_000 + REQUESTS * 60,
}, async () => {
  console.log(`fuzzing with FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`)
  const chance = chanceFrom(SEED)
  const errors: string[] = []
  const reached = new Set<string>()
  let sessions: Session[] = []
  for (let number = 0; number < REQUESTS; number++) {
    if (number % NEW_SESSIONS_EVERY_REQUESTS === 0) sessions = await newSessions()
    const call = number < calls.length * 3 ? calls[number % calls.length]! : chance.of(calls)
    const session = chance.of(sessions)
    const sent = invent({ call, session, chance })
    const error = await errorOf(sent, session, number)
    reached.add(call.operation.operationId)
    if (error)
      errors.push(`#${number} ${call.method} ${sent.path} as ${session.name}, ${sent.country}, body ${sent.body}: ${error}`)
    if (errors.length >= 20) break
  }
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  expect(errors).toEqual([])
  expect(reached.size).toBe(calls.length)
  // Not everything was rejected: calls were executed, and invalid input was found.
  for (const status of [200, 204, 400, 401, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(10)
})
