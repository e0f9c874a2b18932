import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestGate } from '../gate/request-gate.ts'
import { PageCache } from '../pages/page-cache.ts'
import { listen } from './listen.ts'

const PUBLIC_URL = 'https://kiosk.example.org'
/** `proxy_buffer_size` of nginx by default. */
const BUFFER_BYTES = 4096
let respond: () => Response
let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  const program = async () => respond()
  server = await listen(
    {
      api: program,
      reader: program,
      desk: program,
      website: program,
      service: program,
      files: [],
      hsts: true,
      pages: new PageCache(),
      gate: createRequestGate({ publicUrl: PUBLIC_URL, allowedHosts: [], development: false }),
      visitorOf: () => ({ address: '203.0.113.9', country: 'AT' }),
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
})
afterAll(() => server.close())

/** Returns location, cookies and bytes of the head of a response. */
async function head(path: string, headers: [string, string][]) {
  respond = () => new Response(null, { status: 302, headers })
  const sent = request({ host: '127.0.0.1', port: server.port, path, agent: false, headers: { host: 'kiosk.example.org' } }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  const { location, 'set-cookie': cookies = [] } = response.headers
  return { location, cookies, bytes: response.rawHeaders.reduce((sum: number, each: string) => sum + each.length + 2, 0) }
}
const long = (characters: number) => 'a'.repeat(characters)

test.each([
  [
    'of the sign-in, with the page that was asked for',
    `/user/login?redirect=%2Fuser%2Faccount%3Fx%3D${long(9000)}`,
    '/user/login',
  ],
  ['to a path that is long itself', `/${long(9000)}?x=1`, '/'],
  ['to a part of a page', `/magazines#${long(9000)}`, '/magazines'],
  ['that is not longer than the longest of ours', `/magazines?search=${long(1000)}`, `/magazines?search=${long(1000)}`],
  ['to a payment provider', `https://pay.example/c?s=${long(2000)}`, `https://pay.example/c?s=${long(2000)}`],
])('a proxy has room for the head of a redirect %s', async (_, to, expected) => {
  for (const path of ['/x', '/reader/x', '/desk/x', '/api/v8/x']) {
    const { location, bytes } = await head(path, [['location', to]])
    expect([path, location]).toEqual([path, expected])
    expect(bytes).toBeLessThan(BUFFER_BYTES)
  }
})

test('a cookie that repeats a long address is not set, others are', async () => {
  const { cookies, bytes } = await head('/x', [
    ['location', `/user/handover?to=%2F${long(1400)}`],
    ['set-cookie', `handover=session.${long(9000)}; Path=/user/handover`],
    ['set-cookie', `terms=${long(1400)}; Path=/user/register`],
  ])
  expect(cookies).toEqual([`terms=${long(1400)}; Path=/user/register`])
  expect(bytes).toBeLessThan(BUFFER_BYTES)
})
