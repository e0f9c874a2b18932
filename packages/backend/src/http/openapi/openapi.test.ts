import * as routes from '@kiosk/contract/routes'
import * as accounts from '@kiosk/domain/accounts/endpoints'
import * as campaigns from '@kiosk/domain/campaigns/endpoints'
import * as catalogue from '@kiosk/domain/catalogue/endpoints'
import * as content from '@kiosk/domain/content/endpoints'
import type { Endpoint } from '@kiosk/domain/endpoint'
import * as billing from '@kiosk/domain/payments/billing-endpoints'
import * as payments from '@kiosk/domain/payments/endpoints'
import * as invoices from '@kiosk/domain/payments/invoice-endpoints'
import * as providers from '@kiosk/domain/payments/provider-endpoints'
import * as exits from '@kiosk/domain/payments/termination-endpoints'
import * as downloads from '@kiosk/domain/reading/download-endpoints'
import * as reading from '@kiosk/domain/reading/endpoints'
import * as shelf from '@kiosk/domain/reading/shelf-endpoints'
import * as subscriptions from '@kiosk/domain/subscriptions/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { openTestApi } from '../../testing/open-test-api.ts'
import { endpoints } from '../endpoints.ts'
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

let description: Description
const { api } = await openTestApi()
beforeAll(async () => {
  description = await (await api.ask('openapi.json')).json()
})

test('serves every declared endpoint', () => {
  const served = new Set(Object.values(endpoints).flatMap((each) => each.map((one) => one.declared as Endpoint)))
  expect(declared.length).toBeGreaterThan(20)
  for (const { endpoint } of declared) expect(served.has(endpoint), endpoint.path).toBe(true)
})

test('every route is served by one declaration, which has the parameters of its path', () => {
  const served = Object.values(endpoints).flatMap((each) => each.map((one) => one.declared as Endpoint))
  for (const [name, { method, path }] of Object.entries(routes)) {
    const own = served.filter((each) => each.method === method && each.path === path)
    expect([name, own.length]).toEqual([name, 1])
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect([name, Object.keys(own[0]?.params?.shape ?? {})]).toEqual([name, inPath])
  }
  expect(served.length).toBe(Object.keys(routes).length)
})

test('the description is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate({ ...description })
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect(description.openapi).toBe('3.1.0')
})

/** The calls of the specification by method. All others are ours and are marked as extensions. */
const SPECIFIED = {
  GET: `
    billing
    campaign/pricing/
    campaign/pricing/{subscriptionId}
    categories
    contentset/{key}/detail
    ig-linklist
    invoice/all
    invoice/{number}
    issuecontent/cover/magazine/{magazineId}
    issuecontent/{issueUid}/article/{issueArticleId}
    issuedetail/{uid}
    issues/all
    issues/category/{id}
    issues/{uid}
    magazine/{magazinekey}/details
    marketing/{campaignKey}
    payment/billingdata
    payment/shoppingcart2/new/{subscriptionId}
    payment/shoppingcart2/{subscriptionId}
    paypal/subscription/validation/{subscriptionId}
    privacypolicy
    psp/url/edit
    psp/url/payment
    psp/url/registration
    readerinfo/upgrades
    readerinfo/web
    region
    search
    terms
    terms/previous
    trendingtopics/topic/{uid}
    user
    user/device/all
    user/registration/agegroups
    user/registration/federalstates
    user/registration/gender
    user/registration/regions
    user/registration/verification
    voucher/launchoffer/
    websession/emailVerification
    websession/webinfo
  `,
  POST: `
    crashreport
    feedback
    inAppPurchase/google_subscription/cancel
    paypal/subscription
    paypal/subscription/cancel
    paypal/subscription/log
    promo/{code}
    psp/purchaseCart
    user/newsletter/unsubscribe
    user/newsletter/unsubscribe/releases
    user/registration/newuser
    user/registration/sendNewEmail
    websession/apple
    websession/login
    websession/login/sessiontoken
    websession/login/sso
    websession/logout
    websession/newPassword
    websession/passwordRecovery
    websession/webAppSessiontoken
  `,
  PUT: `
    billing/autorenewal
    payment/voucher
    user/changePassword
    user/deleteAccount
    user/edit/agerestriction
    user/edit/newsletter
    user/edit/newsletter/releases
    user/edit/userdata
    websession/terms
  `,
  DELETE: `
    user/device/{vendorId}
  `,
}

test('marks all calls as extensions but those of the specification', () => {
  const marked = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path.slice(1)}`, ...operation })),
  )
  const specified = Object.entries(SPECIFIED).flatMap(([method, paths]) =>
    paths
      .trim()
      .split(/\s+/)
      .map((path) => `${method} ${path}`),
  )
  const others = marked.filter((operation) => !operation['x-extension'])
  expect(others.map(({ call }) => call).sort()).toEqual(specified.sort())
})

test('describes parameters, errors, domain and extension flag of every endpoint', () => {
  for (const { domain, endpoint } of declared) {
    const operation = description.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation, endpoint.path).toBeDefined()
    expect(operation?.tags).toEqual([domain])
    expect(operation?.['x-extension'] ?? false, endpoint.path).toBe(endpoint.isExtension ?? false)
    const names = operation?.parameters.map(({ name }) => name)
    for (const each of [endpoint.params, endpoint.query]) {
      if (each) expect(names, endpoint.path).toEqual(expect.arrayContaining(Object.keys(each.shape)))
    }
    const statuses = Object.keys(operation?.responses ?? {})
    if (endpoint.errors.includes('not_found')) expect(statuses).toContain('404')
    expect(statuses).toEqual(expect.arrayContaining(['429', '500']))
  }
})

test('gives every endpoint a summary and a valid example', () => {
  for (const { declared: endpoint } of Object.values(endpoints).flat() as { declared: Endpoint }[]) {
    const operation = description.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation?.summary, endpoint.path).toMatch(/^\p{Lu}.{5,}/u)
    const options = (place: string) =>
      Object.fromEntries(
        operation?.parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example]) ?? [],
      )
    const of = (content: Record<string, { example?: unknown }> | undefined) => Object.values(content ?? {})[0]?.example
    const examples = [
      [endpoint.params, options('path')],
      [endpoint.query, options('query')],
      [endpoint.body, of(operation?.requestBody?.content)],
      [endpoint.output, of(operation?.responses['200']?.content)],
    ] as const
    for (const [schema, example] of examples)
      expect([endpoint.path, example, schema?.safeParse(example).error?.issues ?? []]).toEqual([endpoint.path, example, []])
  }
})

const operations = () => Object.values(description.paths).flatMap((each) => Object.values(each))
const operation = (id: keyof typeof routes) => operations().find(({ operationId }) => operationId === id)!

test('calls every operation by the name of its route, in words', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect([...ids].sort()).toEqual(Object.keys(routes).sort())
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([])
})

test('says which calls need a session, and what may take its place', () => {
  const token = { token: [] }
  expect(operation('categories').security).toEqual([token])
  expect(operation('shelf').security).toEqual([
    { ...token, session: [] },
    { ...token, bearer: [] },
  ])
  expect(operation('issue').security).toEqual([token, { ...token, password: [] }])
  expect(operation('issueCover').security).toEqual([])
  expect(operation('invoice').security).toEqual([{ session: [] }, { bearer: [] }])
  expect(operation('issueAsEpub').security).toEqual([{ session: [] }, { bearer: [] }, { password: [] }])
  const needing = operations().filter(({ security }) => security.some((each) => 'session' in each))
  const declaredSo = (Object.values(endpoints).flat() as { declared: Endpoint }[]).filter(
    (one) => one.declared.access === 'session',
  ).length
  // And two links, which send no API token: an invoice, and an issue as EPUB.
  expect(needing.length).toBe(declaredSo + 2)
  for (const { path, method, access } of declared.map(({ endpoint }) => endpoint)) {
    const { security } = description.paths[`/${path}`]![method.toLowerCase()]!
    const withToken = security.filter((each) => 'token' in each).length
    expect([path, withToken]).toEqual([path, access === 'link' ? 0 : Math.max(1, security.length)])
  }
  const used = new Set(operations().flatMap(({ security }) => security.flatMap(Object.keys)))
  expect([...used].sort()).toEqual(Object.keys(description.components.securitySchemes).sort())
})

test('names the schema of every JSON answer and form, and refers to the same one where it is the same', () => {
  const { schemas } = description.components
  const references = JSON.stringify(description.paths).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  const inSchemas = JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  const used = new Set([...references, ...inSchemas].map(([, name]) => name))
  expect([...used].sort()).toEqual(Object.keys(schemas))
  for (const { operationId, requestBody, responses } of operations())
    for (const { content = {} } of [requestBody, ...Object.values(responses)].filter((each) => each !== undefined))
      for (const [type, { schema }] of Object.entries(content))
        if (/json|form/.test(type)) expect([operationId, Object.keys(schema ?? {})]).toEqual([operationId, ['$ref']])
  expect(operation('issue').responses[200]?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Issue' })
  expect(schemas.Issues).toMatchObject({ properties: { issues: { items: { $ref: '#/components/schemas/Issue' } } } })
})

test('describes images and PDF documents as such', () => {
  expect(operation('invoice').responses[200]).toEqual({ description: 'The PDF document', content: { 'application/pdf': {} } })
  expect(operation('advertisementImage').responses[200]).toEqual({ description: 'The image', content: { 'image/webp': {} } })
  expect(Object.keys(operation('issueCover').responses[200]?.content ?? {})).toEqual(['image/avif', 'image/webp', 'image/jpeg'])
})

test('lists every endpoint on the documentation page without a script', async () => {
  const response = await api.ask('docs')
  const page = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const { endpoint } of declared) expect(page).toContain(`<code>/${endpoint.path}</code>`)
  expect(page).not.toMatch(/<script|src=|@import|url\(/)
  expect(page).toMatch(/<html lang="en">[\s\S]*<main/)
})
