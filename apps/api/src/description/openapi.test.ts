import * as accounts from '@kiosk/domain/accounts/endpoints'
import * as campaigns from '@kiosk/domain/campaigns/endpoints'
import * as catalogue from '@kiosk/domain/catalogue/endpoints'
import * as content from '@kiosk/domain/content/endpoints'
import type { Endpoint } from '@kiosk/domain/endpoint'
import * as billing from '@kiosk/domain/payments/billing-endpoints'
import * as payments from '@kiosk/domain/payments/endpoints'
import * as exits from '@kiosk/domain/payments/exit-endpoints'
import * as invoices from '@kiosk/domain/payments/invoice-endpoints'
import * as providers from '@kiosk/domain/payments/provider-endpoints'
import * as downloads from '@kiosk/domain/reading/download-endpoints'
import * as reading from '@kiosk/domain/reading/endpoints'
import * as shelf from '@kiosk/domain/reading/shelf-endpoints'
import * as subscriptions from '@kiosk/domain/subscriptions/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { endpoints } from '../endpoints.ts'
import { type TestApi, testApi } from '../test-api.ts'
import type { Description } from './openapi.ts'

const declaredByDomain = {
  accounts,
  campaigns,
  catalogue,
  content,
  payments: { ...payments, ...billing, ...exits, ...invoices, ...providers },
  reading: { ...reading, ...shelf, ...downloads },
  subscriptions,
}
const declared = Object.entries(declaredByDomain).flatMap(([domain, module]) =>
  Object.values(module)
    .filter((each): each is Endpoint & typeof each => typeof each === 'object' && 'method' in each && 'path' in each)
    .map((each) => ({ domain, endpoint: each as Endpoint })),
)

let connection: Connection
let api: TestApi
let description: Description
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
  description = await (await api.ask('openapi.json')).json()
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('every endpoint that the domain declares is served', () => {
  const served = new Set(Object.values(endpoints).flatMap((each) => each.map((one) => one.declared as Endpoint)))
  expect(declared.length).toBeGreaterThan(20)
  for (const { endpoint } of declared) expect(served.has(endpoint), endpoint.path).toBe(true)
})

test('the description is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate({ ...description })
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect(description.openapi).toBe('3.1.0')
})

test('every declared endpoint is described: parameters, refusals, domain, and whether it is ours', () => {
  for (const { domain, endpoint } of declared) {
    const operation = description.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation, endpoint.path).toBeDefined()
    expect(operation?.tags).toEqual([domain])
    expect(operation?.['x-ours'] ?? false, endpoint.path).toBe(endpoint.ours ?? false)
    const names = operation?.parameters.map(({ name }) => name)
    for (const each of [endpoint.params, endpoint.query]) {
      if (each) expect(names, endpoint.path).toEqual(expect.arrayContaining(Object.keys(each.shape)))
    }
    expect(operation?.security, endpoint.path).toEqual(endpoint.access === 'link' ? [] : [{ token: [] }])
    const statuses = Object.keys(operation?.responses ?? {})
    if (endpoint.errors.includes('not_found')) expect(statuses).toContain('404')
    expect(statuses).toEqual(expect.arrayContaining(['429', '500']))
  }
})

test('every call says what it does, with an example that its own declaration accepts', () => {
  for (const { declared: endpoint } of Object.values(endpoints).flat() as { declared: Endpoint }[]) {
    const operation = description.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation?.summary, endpoint.path).toMatch(/^\p{Lu}.{5,}/u)
    const given = (place: string) =>
      Object.fromEntries(
        operation?.parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example]) ?? [],
      )
    const of = (content: Record<string, { example?: unknown }> | undefined) => Object.values(content ?? {})[0]?.example
    const examples = [
      [endpoint.params, given('path')],
      [endpoint.query, given('query')],
      [endpoint.body, of(operation?.requestBody?.content)],
      [endpoint.output, of(operation?.responses['200']?.content)],
    ] as const
    for (const [schema, example] of examples)
      expect([endpoint.path, example, schema?.safeParse(example).error?.issues ?? []]).toEqual([endpoint.path, example, []])
  }
})

test('no two calls have one name', () => {
  const ids = Object.values(description.paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the readable page names every call, in itself and without a script', async () => {
  const response = await api.ask('docs')
  const page = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const { endpoint } of declared) expect(page).toContain(`<code>/${endpoint.path}</code>`)
  expect(page).not.toMatch(/<script|src=|@import|url\(/)
  expect(page).toMatch(/<html lang="en">[\s\S]*<main/)
})
