import { hash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { listen } from '../http/listen.ts'
import { PageCache } from '../pages/page-cache.ts'
import { GateError } from './gate-error.ts'
import { createHostCheck } from './hosts.ts'
import { createLargeBodies } from './large-bodies.ts'
import { readBody } from './request-body.ts'
import { createRequestGate, programOf } from './request-gate.ts'

type Seen = { program: string; url: string; method: string; type: string | null; body: string }
let seen: Seen[] = []
const lines: object[] = []
let waiting: AbortSignal | undefined
const program = (name: string) => async (request: Request) => {
  if (request.url.includes('/pages/9/picture')) {
    waiting = request.signal
    await new Promise((resolve) => request.signal.addEventListener('abort', resolve, { once: true }))
  }
  const type = request.headers.get('content-type')
  seen.push({ program: name, url: request.url, method: request.method, type, body: await request.text() })
  return new Response(`answered by ${name}`, { headers: { 'content-type': 'text/plain' } })
}
const programs = {
  api: program('api'),
  reader: program('reader'),
  website: program('website'),
  service: program('service'),
  desk: program('desk'),
}
let server: { port: number; close(): Promise<void> }
beforeAll(async () => {
  const rules = { publicUrl: 'https://kiosk.example.org', allowedHosts: ['www.example.org'], development: false }
  server = await listen(
    {
      ...programs,
      files: [],
      pages: new PageCache(),
      gate: createRequestGate(rules),
      visitorOf: () => ({ address: '203.0.113.9', country: 'AT' }),
      bodyMs: 1_000,
      log: { error: (options) => lines.push(options), info: (options) => lines.push(options) },
    },
    { port: 0, host: '127.0.0.1' },
  )
})
afterAll(() => server.close())
beforeEach(() => {
  seen = []
})

/** Sends bytes as they are. Returns the response once the server closes the connection, or after fifteen seconds. */
async function raw(text: string, more?: (write: (text: string) => boolean) => Promise<void>): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  // A client that still sends when the connection is closed gets an error first.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  await more?.((each) => socket.write(each))
  await Promise.race([closed, wait(15_000)])
  socket.destroy()
  return answer
}
const get = (target: string, headers = 'Host: kiosk.example.org') =>
  raw(`GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', body, headers, ...{ duplex: 'half' } })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test.each([
  ['/reader', 'website'],
  ['/reader/', 'website'],
  ['/reader/bookmarks', 'website'],
  ['/reader/archive/hafen', 'website'],
  ['/reader/issues/abc', 'reader'],
  ['/reader/push', 'reader'],
  ['/reader/sw.js', 'reader'],
  ['/reader/archive/a/b', 'reader'],
  ['/readers', 'website'],
  ['/desk', 'desk'],
  ['/desk/staff', 'desk'],
  ['/desk/api/session', 'desk'],
  ['/desks', 'website'],
  ['/api/v8/region', 'api'],
])('routes %s to %s', (path, program) => {
  expect(programOf(path)).toBe(program)
})

describe('the target of a request', () => {
  it('may be absolute: its authority replaces the Host header', async () => {
    expect(statusOf(await get('http://kiosk.example.org/reader/faq?a=1', 'Host: evil.example'))).toBe(200)
    expect(statusOf(await get('HTTPS://KIOSK.example.org.:8443/reader/offline', 'Host: x'))).toBe(200)
    expect(statusOf(await get('http://kiosk.example.org'))).toBe(200)
    expect(seen.pop()?.url).toBe('http://localhost/')
    expect(seen.map(({ url }) => url)).toEqual([
      'http://kiosk.example.org/reader/faq?a=1',
      'http://kiosk.example.org:8443/reader/offline',
    ])
    expect(statusOf(await get('http://evil.example/faq'))).toBe(421)
    for (const odd of [
      'http://',
      'http://u:p@kiosk.example.org/',
      'ftp://kiosk.example.org/',
      'faq',
      '*',
      '/faq#here',
      'http:///faq',
    ])
      expect(statusOf(await get(odd)), odd).toBe(400)
    expect(seen).toHaveLength(2)
  })

  it('has at most 8 KB', async () => {
    expect(statusOf(await get(`/?q=${'x'.repeat(8_188)}`))).toBe(200)
    const answer = await get(`/?q=${'x'.repeat(8_189)}`, 'Host: kiosk.example.org\r\nAccept-Language: fr')
    expect([statusOf(answer), answer]).toEqual([414, expect.stringContaining('Cette adresse est trop longue.')])
  })

  it('gets JSON for calls of the desk, which shows the message where the input is', async () => {
    const answer = await post('/desk/api/content/company', 'x'.repeat(256 * 1024 + 1), { 'accept-language': 'fr' })
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { code: 'body_too_large', message: expect.stringContaining('trop') },
    ])
  })
})

describe('the Host of a request', () => {
  it('must be one of our names; everything else is misdirected or malformed', async () => {
    for (const own of [
      'kiosk.example.org',
      'KIOSK.EXAMPLE.ORG',
      'kiosk.example.org:444',
      'kiosk.example.org.',
      'www.example.org',
      'localhost:1',
      '127.0.0.1',
      '[::1]:80',
    ])
      expect(statusOf(await get('/', `Host: ${own}`)), own).toBe(200)
    for (const foreign of ['evil.example', 'kiosk.example.org.evil.example', '203.0.113.9', 'org'])
      expect(statusOf(await get('/', `Host: ${foreign}`)), foreign).toBe(421)
    for (const odd of [
      '',
      'a b',
      'kiosk.example.org:',
      'kiosk.example.org:99999',
      'kiosk.example.org/x',
      'a@b',
      'xn--%',
      '[::1',
      'ä',
    ])
      expect(statusOf(await get('/', `Host: ${odd}`)), odd).toBe(400)
    expect(statusOf(await get('/', 'Host: kiosk.example.org\r\nHost: evil.example'))).toBe(400)
    expect(statusOf(await get('/', 'X-Nothing: 1'))).toBe(400)
  })

  it('is not checked for health checks, which know only the address of the server', async () => {
    expect(statusOf(await get('/health', 'Host: 10.1.2.3:3000'))).toBe(200)
    expect(statusOf(await get('/health', 'Host: a b'))).toBe(200)
    expect(statusOf(await raw('GET /health HTTP/1.0\r\n\r\n'))).toBe(200)
  })

  test('loopback names are for this machine, and IP addresses for development', () => {
    const rules = { publicUrl: 'https://kiosk.example.org', allowedHosts: [] }
    const production = createHostCheck({ ...rules, development: false })
    expect(production('localhost:3000', '::ffff:127.0.0.1')).toBe('localhost:3000')
    expect(() => production('localhost:3000', '203.0.113.9')).toThrow(GateError)
    expect(() => production('192.168.1.5', '127.0.0.1')).toThrow(GateError)
    expect(createHostCheck({ ...rules, development: true })('192.168.1.5:3000', '192.168.1.7')).toBe('192.168.1.5:3000')
  })
})

test('an unsupported method gets 405 with the supported ones', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    const answer = await raw(`${method} /faq HTTP/1.1\r\nHost: kiosk.example.org\r\nConnection: close\r\n\r\n`)
    expect([statusOf(answer), /^allow: (.*?)\r$/im.exec(answer)?.[1]], method).toEqual([405, 'GET, HEAD, POST'])
  }
  const call = await raw('PATCH /api/v8/region HTTP/1.1\r\nHost: kiosk.example.org\r\nConnection: close\r\n\r\n')
  expect([statusOf(call), call]).toEqual([405, expect.stringContaining('{"code":"wrong_method"')])
  expect(seen).toEqual([])
})

test('more than a hundred headers are too many', async () => {
  const headers = Array.from({ length: 101 }, (_, at) => `X-${at}: 1`).join('\r\n')
  expect(statusOf(await get('/', `Host: kiosk.example.org\r\n${headers}`))).toBe(431)
})

describe('the body of a request', () => {
  it('reaches the program complete, up to 64 KB', async () => {
    const body = `a=${'x'.repeat(64 * 1024 - 2)}`
    expect((await post('/user/login', body, form)).status).toBe(200)
    expect(seen.map((each) => each.body.length)).toEqual([64 * 1024])
    const answer = await post('/user/login', `${body}x`, { ...form, 'accept-language': 'en', cookie: 'language=de' })
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('Ihre Eingabe ist zu groß')])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(seen).toHaveLength(1)
  })

  it.each([
    '/user/login',
    '/preferences',
    '/reader/push',
    '/api/v8/websession/login',
    '/crashreport',
    '/api/v8/psp/webhook/stripe',
  ])('is limited while it is received if it has no length: %s', async (path) => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 16 * 1024
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x61))
        if (sent > 40_000_000) controller.close()
      },
    })
    const answer = await post(path, endless, form).catch((error: Error) => error)
    // A client that keeps sending may lose its connection; what matters is that no program saw the request.
    if (answer instanceof Response) expect(answer.status).toBe(413)
    expect(seen).toEqual([])
  })

  it('is a form without fields if it is empty, whatever its type', async () => {
    for (const type of [undefined, 'text/plain', 'multipart/form-data; boundary=x', 'application/json'])
      await post('/user/login', '', type ? { 'content-type': type } : {})
    expect(seen.map((each) => [each.type, each.body])).toEqual(Array(4).fill(['application/x-www-form-urlencoded', '']))
  })

  it('may be longer for calls that need it', async () => {
    const answers = await Promise.all([
      post('/api/v8/crashreport', 'x'.repeat(320 * 1024), form),
      post('/crashreport', 'x'.repeat(320 * 1024), form),
      post('/api/v8/psp/webhook/stripe', 'x'.repeat(256 * 1024), { 'content-type': 'application/json' }),
      post('/api/v8/psp/webhook/stripe', 'x'.repeat(256 * 1024 + 1), { 'content-type': 'application/json' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 413])
    // A body that is not a form has no fields to count.
    const addresses = JSON.stringify({ addresses: Array(300).fill('https://example.org/?a=1&b=2') })
    expect((await post('/api/v8/psp/webhook/stripe', addresses, { 'content-type': 'application/json' })).status).toBe(200)
  })

  it('uses no memory if it has 40 MB, and others are answered meanwhile', async () => {
    const chunk = 'a=&'.repeat(20_000)
    const before = process.memoryUsage.rss()
    const hostile = Array.from({ length: 4 }, () =>
      raw(
        'POST /user/login HTTP/1.1\r\nHost: kiosk.example.org\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n',
        async (write) => {
          for (let sent = 0; sent < 40_000_000; sent += chunk.length)
            if (!write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)) await wait(1)
        },
      ),
    )
    expect((await fetch(`http://127.0.0.1:${server.port}/faq`)).status).toBe(200)
    expect((await Promise.all(hostile)).map(statusOf)).toEqual([413, 413, 413, 413])
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
    expect(seen.map(({ url }) => url)).toEqual([expect.stringContaining('/faq')])
  })

  it('is copied as it arrives: a chunk of one byte that is kept takes hundreds of bytes', async () => {
    const request = Object.assign(new EventEmitter(), { headers: {} })
    const body = readBody(request as IncomingMessage, new EventEmitter() as ServerResponse, {
      longestBytes: 100,
      large: createLargeBodies()('203.0.113.9'),
    })
    const chunk = Buffer.alloc(1)
    for (const byte of Buffer.from('email=a&b=2')) {
      chunk[0] = byte
      request.emit('data', chunk)
    }
    request.emit('end')
    expect(String(await body)).toBe('email=a&b=2')
  })

  it('is rejected before it is parsed if it has ten thousand tiny fields', async () => {
    const tiny = Array.from({ length: 10_000 }, (_, at) => `${at}=`).join('&')
    for (const path of ['/user/login', '/reader/push', '/api/v8/websession/login'])
      expect((await post(path, tiny, form)).status).toBe(413)
    expect(seen).toEqual([])
  })

  it('must be a URL-encoded form if it is for a page', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'multipart/form-data', 'a/b'])
      for (const path of ['/user/login', '/reader/push', '/faq'])
        expect((await post(path, '{"a":1}', { 'content-type': type })).status, `${path} ${type}`).toBe(415)
    expect((await post('/user/login', '', { 'content-type': 'text/plain' })).status).toBe(200)
    expect(
      (await post('/user/login', 'a=1', { 'content-type': 'Application/X-WWW-Form-URLencoded ; charset=UTF-8' })).status,
    ).toBe(200)
  })

  it('is requested by 100 Continue only if it will be accepted', async () => {
    const head = (length: number) =>
      `POST /user/login HTTP/1.1\r\nHost: kiosk.example.org\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
    expect(await raw(head(3), async (write) => void write('a=1'))).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect(statusOf(await raw(head(40_000_000)))).toBe(413)
  })

  it('must arrive in time', async () => {
    const head =
      'POST /user/login HTTP/1.1\r\nHost: kiosk.example.org\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n'
    const answer = await raw(head, async (write) => void write('a='))
    expect([statusOf(answer), answer]).toEqual([408, expect.stringContaining('zu lange gedauert')])
    expect(seen).toEqual([])
  })
})

test('rendering an image is cancelled when its reader disconnects', async () => {
  const gone = new AbortController()
  const address = `http://127.0.0.1:${server.port}/api/v8/issuecontent/x/pages/9/picture?width=2480`
  const answer = fetch(address, { headers: { host: 'kiosk.example.org' }, signal: gone.signal }).catch(() => 'gone')
  while (!waiting) await wait(10)
  expect(waiting.aborted).toBe(false)
  gone.abort()
  expect(await answer).toBe('gone')
  while (!waiting.aborted) await wait(10)
})

test('many rejected requests give few log lines, without stack traces', async () => {
  for (let each = 0; each < 30; each++) await fetch(`http://127.0.0.1:${server.port}/`, { method: 'PUT' })
  expect(lines.length).toBeLessThanOrEqual(20)
  expect(lines.every((line) => !('err' in line))).toBe(true)
})

test('an address that requests too many pages gets a message in its language, with Retry-After', async () => {
  const budget = {
    admitsAhead: () => false,
    begin: () => {
      throw new GateError('busy', { 'retry-after': '7' })
    },
  }
  const rules = { publicUrl: 'https://kiosk.example.org', allowedHosts: [], development: false }
  const busy = await listen(
    {
      ...programs,
      files: [],
      pages: new PageCache(),
      gate: createRequestGate(rules),
      budget,
      visitorOf: () => ({ address: '203.0.113.9', country: 'AT' }),
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
  const answer = await fetch(`http://127.0.0.1:${busy.port}/faq`, { headers: { cookie: 'x=1;language=en' } })
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-language')]).toEqual([429, '7', 'en'])
  const text = await answer.text()
  expect(text).toContain('too many requests from your connection')
  expect(text).toContain('<a href="">Try again</a>')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? []
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash('sha256', style, 'base64')}'`)
  const ahead = await fetch(`http://127.0.0.1:${busy.port}/faq`, { headers: { cookie: 'x=1', 'sec-purpose': 'prefetch' } })
  expect([ahead.status, await ahead.text()]).toEqual([503, ''])
  await busy.close()
})

test('a cached page has the HSTS header, too', async () => {
  const page = async () => new Response('<p>x', { headers: { 'content-type': 'text/html', 'cache-control': 'public, no-cache' } })
  const rules = { publicUrl: 'https://kiosk.example.org', allowedHosts: [], development: false }
  const server = await listen(
    {
      api: page,
      reader: page,
      desk: page,
      website: page,
      service: page,
      files: [],
      pages: new PageCache(),
      gate: createRequestGate(rules),
      hsts: true,
      visitorOf: () => ({ address: '203.0.113.9', country: 'AT' }),
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
  for (let each = 0; each < 3; each++)
    expect((await fetch(`http://127.0.0.1:${server.port}/faq`)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  await server.close()
})

test('large bodies that never end do not fill the memory, and keep nobody from sending a form', async () => {
  const head = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: kiosk.example.org\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\n`
  const megabyte = 1024 * 1024
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(server.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.write(head('/desk/api/upload-files/1', megabyte))
    socket.write(Buffer.alloc(megabyte - 1))
    return { socket, answer: () => statusOf(answer) }
  })
  const refused = () => sockets.filter(({ answer }) => answer() === 429).length
  await expect.poll(refused, { timeout: 15_000, interval: 10 }).toBeGreaterThan(20)
  expect(refused()).toBeLessThanOrEqual(40 - 15)
  expect((await post('/user/login', 'email=a', form)).status).toBe(200)
  for (const { socket } of sockets) socket.destroy()
  await expect
    .poll(async () => (await post('/desk/api/upload-files/1', new Uint8Array(megabyte))).status, { timeout: 15_000 })
    .toBe(200)
}, 60_000)
