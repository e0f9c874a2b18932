import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitedFetch } from '@kiosk/backend/adapters/limited-fetch'
import { readConfig } from '@kiosk/backend/config'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { traceId } from '@kiosk/backend/trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKiosk } from '../kiosk.ts'
import { websiteOfOneCall } from '../testing/website-of-one-call.ts'

/** A span as OTLP has it in JSON. */
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Batch = {
  resourceSpans: { resource: Pick<Sent, 'attributes'>; scopeSpans: { spans: Sent[] }[] }[]
}

let connection: Connection
let folder: string
beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tracing-'))
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a server that writes down what it gets, and always answers with this status. */
async function listener(status = 200) {
  const requests: { path: string | undefined; authorization: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({
      path: request.url,
      authorization: request.headers.authorization,
      body: Buffer.concat(chunks).toString(),
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close: () => server.close() }
}

const settings = (more: Record<string, string>) =>
  readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'false', ...more })

const attribute = ({ attributes }: Pick<Sent, 'attributes'>, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? intValue
}

test('a request is one trace: page, call, statement, and call of another host, without addresses, names and values', async () => {
  const collector = await listener()
  const provider = await listener(503)
  const outside = limitedFetch()
  const ids: (string | undefined)[] = []
  const website = {
    bundle: async () => ({
      handle: async (_: Request, { api }: { api?: (path: string) => Promise<Response> }) => {
        ids.push(traceId())
        await outside(`${provider.url}/token-of-a-reader`)
        await api!('/api/v8/contentset/secret-of-the-test/detail')
        return api!('/api/v8/titles')
      },
    }),
  }
  const kiosk = await openKiosk(
    settings({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-test,x-tenant=kiosk',
      OTEL_SERVICE_NAME: 'kiosk-of-the-test',
      OTEL_TRACES_SAMPLER_ARG: '1',
    }),
    connection,
    website,
  )
  const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
  const page = await fetch(`http://127.0.0.1:${kiosk.port}/magazines/word-of-a-reader`, {
    headers: { cookie: 'session=token-of-the-session', traceparent: `00-${caller.trace}-${caller.span}-00` },
  })
  expect(page.status).toBe(200)
  await page.text()
  for (const check of ['livez', 'readyz', 'health', 'metrics']) await fetch(`http://127.0.0.1:${kiosk.port}/${check}`)
  await kiosk.close()
  provider.close()
  collector.close()

  const [first] = collector.requests
  expect([first!.path, first!.authorization]).toEqual(['/v1/traces', 'Bearer of-the-test'])
  const batches = collector.requests.map(({ body }) => JSON.parse(body) as Batch).flatMap((batch) => batch.resourceSpans)
  expect(attribute(batches[0]!.resource, 'service.name')).toBe('kiosk-of-the-test')
  const spans = batches.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const ofRequest = spans.filter((span) => span.traceId === caller.trace)
  const named = (name: string) => ofRequest.find((span) => span.name === name)!
  const root = named('GET catalogue')
  expect([root.parentSpanId, root.kind, attribute(root, 'http.response.status_code')]).toEqual([caller.span, 2, 200])
  // Other spans come from dictionaries, which are made from pages that nobody requested.
  expect(ids).toContain(caller.trace)
  const call = named('call GET titles')
  expect(call.parentSpanId).toBe(root.spanId)
  // A request for an unknown front page is not our fault.
  expect(named('call GET contentset/{key}/detail').status.code ?? 0).toBe(0)
  const statements = ofRequest.filter((span) => attribute(span, 'db.system.name') === 'postgresql')
  expect(statements.length).toBeGreaterThan(0)
  const calls = ofRequest.filter(({ name }) => name.startsWith('call ')).map(({ spanId }) => spanId)
  for (const { parentSpanId, name } of statements) {
    expect(calls, name).toContain(parentSpanId)
    expect(name).toMatch(/^(select|insert|update|with|begin|commit)\b/)
  }
  const called = named(`GET ${new URL(provider.url).host}`)
  expect([called.parentSpanId, called.kind, attribute(called, 'http.response.status_code')]).toEqual([root.spanId, 3, 503])
  const names = spans.map(({ name }) => name)
  expect(names.filter((name) => /livez|service/.test(name))).toEqual([])
  // Statements of health checks and metrics belong to no request.
  const [ofServer, ofJobs] = [2, 5]
  for (const { parentSpanId, kind, name } of spans) if (!parentSpanId) expect([ofServer, ofJobs], name).toContain(kind)
  const all = collector.requests.map(({ body }) => body).join()
  expect(all).not.toMatch(/secret-of-the-test|token-of|word-of-a-reader|127\.0\.0\.1"/)
}, 60_000)

test('without a share no span is recorded, whatever the caller asks for, and without a collector none begins', async () => {
  const collector = await listener()
  const website = websiteOfOneCall('/api/v8/region')
  for (const more of [{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' }, {}]) {
    const kiosk = await openKiosk(settings(more as Record<string, string>), connection, website)
    const answer = await fetch(`http://127.0.0.1:${kiosk.port}/`, {
      headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    })
    expect(answer.status).toBe(200)
    await kiosk.close()
  }
  collector.close()
  expect(collector.requests.filter(({ body }) => body.includes('4bf92f3577b34da6'))).toEqual([])
})

test('a collector that is not there costs no request and keeps no server from stopping', async () => {
  const website = { bundle: async () => ({ handle: async () => new Response('page') }) }
  const more = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: '1' }
  const kiosk = await openKiosk(settings(more), connection, website)
  expect(await (await fetch(`http://127.0.0.1:${kiosk.port}/`)).text()).toBe('page')
  const began = Date.now()
  await kiosk.close()
  expect(Date.now() - began).toBeLessThan(30_000)
}, 60_000)

test('headers of the collector are names with values', () => {
  const of = (headers: string) => () =>
    settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example', OTEL_EXPORTER_OTLP_HEADERS: headers }).tracing
  expect(of('a=b%20c, d=e=f')()).toMatchObject({
    url: 'https://collector.example/v1/traces',
    headers: { a: 'b c', d: 'e=f' },
    share: 0.1,
  })
  expect(of('without-value')).toThrow(/OTEL_EXPORTER_OTLP_HEADERS/)
})
