import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccessLog, routeOf } from './access-log.ts'

const lines: Record<string, unknown>[] = []
let server: Server
let port: number
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const note = createAccessLog(log, () => 'AT')
  server = createServer((request, response) => {
    note(request, response)
    if (request.url === '/never') return
    response.writeHead(request.url?.includes('missing') ? 404 : 200).end('x'.repeat(1_000))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
beforeEach(() => void lines.splice(0))
afterAll(() => void server.close())

async function lineOf(path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  await response.text()
  await expect.poll(() => lines.length).toBe(1)
  return lines.splice(0)[0]!
}

test('a line for each request says what was asked for, and nothing about who asked', async () => {
  const headers = { cookie: 'session=secret-of-a-reader', 'user-agent': 'agent-of-a-reader', 'x-request-id': 'request-7' }
  const line = await lineOf('/api/v8/issuecontent/bergblick-1/pages/7/picture?signature=secret', headers)
  expect(line).toMatchObject({
    event: 'request.answered',
    method: 'GET',
    program: 'api',
    route: 'issuecontent/{uid}/pages/{page}/picture',
    status: 200,
    country: 'AT',
    session: true,
    requestId: 'request-7',
    ms: expect.any(Number),
  })
  expect(line.bytes).toBeGreaterThan(1_000)
  expect(line.bytes).toBeLessThan(2_000)
  expect(JSON.stringify(line)).not.toMatch(/secret|bergblick|agent-of|127\.0\.0\.1/)
  expect(await lineOf('/missing')).toMatchObject({
    status: 404,
    program: 'website',
    route: 'other',
    session: false,
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  })
})

test('the bytes are those of one request, also on a connection that is used again', async () => {
  const [first, second] = [await lineOf('/'), await lineOf('/')]
  expect(Math.abs(Number(first.bytes) - Number(second.bytes))).toBeLessThan(50)
})

test('a request whose client has gone is marked', async () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /never HTTP/1.1\r\nhost: x\r\n\r\n'))
  setTimeout(() => socket.destroy(), 50)
  await expect.poll(() => lines.length).toBe(1)
  expect(lines[0]).toMatchObject({ aborted: true, route: 'other' })
})

test.each([
  ['GET', '/', 'website home'],
  ['HEAD', '/', 'website home'],
  ['GET', '/reader/bookmarks', 'website bookmarks'],
  ['GET', '/reader/issues/x', 'reader other'],
  ['GET', '/api/v8/issues/all', 'api issues/all'],
  ['GET', '/api/v8/issues/mira@example.org', 'api issues/{uid}'],
  ['PUT', '/api/v8/issues/all', 'api other'],
  ['GET', '/api/v8/nothing', 'api other'],
  ['POST', '/desk/api/session', 'desk session'],
  ['GET', '/desk/readers', 'desk other'],
  ['GET', '/health', 'service health'],
])('%s %s is %s', (method, path, expected) => {
  expect(Object.values(routeOf(method, path)).join(' ')).toBe(expected)
})
