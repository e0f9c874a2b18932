import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createFullAccount } from '../accounts/testing/full-account.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { deskEndpoints } from './desk-endpoints.ts'
import { type Chance, chanceFrom, type Schema, typed, wild } from './openapi/testing/random-values.ts'

// Calls the desk with valid, nearly valid and arbitrary values. A 500 is a bug. `FUZZ_REQUESTS` makes the run longer, `FUZZ_SEED`
// repeats it.

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 800)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/** Requests after which the session is replaced, because some calls end it or disable its owner. */
const NEW_SESSION_EVERY_REQUESTS = 25

const logged: string[] = []
const { connection, api } = await openTestApi({
  log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
})
const { ctx } = api
const { db } = connection

type Part = 'params' | 'query' | 'body'
const schemasOf = (declared: (typeof deskEndpoints)[number]['declared'], part: Part) =>
  declared[part] ? (z.toJSONSchema(declared[part], { io: 'input', unrepresentable: 'any' }) as Schema) : null

/** Returns a JSON value that mostly fits a schema. */
function fitting(schema: Schema, name: string, wildness: number, chance: Chance, known: Record<string, string[]>): unknown {
  if (chance.next() < wildness) return chance.of([wild(chance), null, [], {}, -1, 1e308, true])
  const value = (each: Schema, of: string) => fitting(each, of, wildness, chance, known)
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return value(chance.of(choices), name)
  if (schema.type === 'null') return null
  if (schema.type === 'array') return Array.from({ length: chance.upTo(3) }, () => value(schema.items as Schema, name))
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    const required = (schema.required ?? []) as string[]
    const sent = properties.filter(([each]) => chance.next() < (required.includes(each) ? 0.98 : 0.6))
    return Object.fromEntries(sent.map(([each, of]) => [each, value(of, each)]))
  }
  const text = typed(schema, name, known, chance)
  if (schema.type === 'integer' || schema.type === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  return schema.type === 'boolean' ? text === 'true' : text
}

async function valuesThatExist(): Promise<Record<string, string[]>> {
  const title = await createTitle(db)
  const articles = [{ headline: 'Am Kai', html: '<p>Text</p>', firstPage: 1, lastPage: 1 }]
  const issue = await createIssue(db, { title, pages: ['Garten', 'Tal'], articles })
  const { account } = await createFullAccount(db)
  const { rows } = await sql<{ id: number }>`select id from subscriptions where account_id = ${account.id}`.execute(db)
  return {
    uid: [issue.uid],
    key: [title.key, 'privacy', 'terms'],
    id: [String(account.id), '1', '2'],
    subscription: rows.map(({ id }) => String(id)),
    code: ['LESEZEIT'],
    set: ['web_at'],
    before: ['2026-11-21.abc', '2026-99-99.1', '1'],
    after: ['LESEZEIT'],
  }
}

test(`answers ${REQUESTS} random requests without a server error`, { timeout: 60_000 + REQUESTS * 60 }, async () => {
  console.log(`fuzzing the desk with FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`)
  const chance = chanceFrom(SEED)
  const errors: string[] = []
  const statuses = new Map<number, number>()
  const known = await valuesThatExist()
  let desk = fakeDesk(ctx)
  for (let number = 0; number < REQUESTS && errors.length < 20; number++) {
    if (number % NEW_SESSION_EVERY_REQUESTS === 0) {
      desk = fakeDesk(ctx)
      await desk.signedInAs(await createStaff(ctx))
      await db.deleteFrom('rate_limits').execute()
    }
    const { declared } = number < deskEndpoints.length ? deskEndpoints[number]! : chance.of(deskEndpoints)
    const wildness = chance.of([0, 0.03, 0.1, 0.4])
    const part = (name: Part) => {
      const schema = schemasOf(declared, name)
      return (schema && fitting(schema, name, name === 'body' ? wildness / 2 : wildness, chance, known)) as never
    }
    const params = Object.fromEntries(
      Object.entries(part('params') ?? {}).map(([name, each]) => [
        name,
        encodeURIComponent((String(each) || '0').toWellFormed()),
      ]),
    )
    const sent = { params, query: part('query') ?? {}, ...(declared.method !== 'GET' && { body: part('body') ?? {} }) }
    const response = await desk.send(declared, sent)
    const text = await response.text()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    // Without an importer, a draft cannot be compared.
    if (response.status >= 500 && !text.includes('"unavailable"'))
      errors.push(`#${number} ${declared.method} ${declared.path} ${JSON.stringify(sent)}: ${text} ${logged.splice(0).join()}`)
  }
  console.log([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
  expect(errors).toEqual([])
  // Not everything was rejected: calls were executed, and invalid input was found.
  for (const status of [200, 204, 400, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(10)
})
