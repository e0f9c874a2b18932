import { categories, issue, logout } from '@kiosk/contract/routes'
import { describe, expect, it } from 'vitest'
import { apiClient } from './api-client.ts'
import { apiErrorIn } from './api-error.ts'

function clientOf(answer: () => Response | Promise<Response>) {
  const requests: Request[] = []
  const cookies: string[] = []
  let failures = 0
  const client = apiClient(
    async (path, init) => {
      requests.push(new Request(`http://api.test${path}`, init))
      return answer()
    },
    {
      log: console,
      language: 'fr',
      cookie: 'session=s',
      userAgent: 'Browser/1',
      account: () => 'a1',
      onFailure: () => failures++,
      onCookie: (cookie) => cookies.push(cookie),
    },
  )
  return { client, requests, cookies, failures: () => failures }
}
const apiErrorOf = async (answer: () => Response | Promise<Response>) => {
  const { client } = clientOf(answer)
  return client.call(categories).then(
    () => null,
    (thrown) => apiErrorIn(thrown),
  )
}

describe('a call', () => {
  it('carries language, session, browser and, where it changes something, the expected account', async () => {
    const { client, requests } = clientOf(() => new Response(null, { status: 204 }))
    await client.call(categories)
    await client.call(logout)
    const [read, written] = requests.map(({ headers }) => Object.fromEntries(headers))
    expect(read).toMatchObject({ 'accept-language': 'fr', cookie: 'session=s', 'user-agent': 'Browser/1' })
    expect(read).not.toHaveProperty('x-account')
    expect(written).toMatchObject({ 'accept-language': 'fr', cookie: 'session=s', 'x-account': 'a1' })
  })

  it('hands over the cookies to set, of errors too', async () => {
    const headers = { 'set-cookie': 'session=; Max-Age=0' }
    for (const status of [200, 401]) {
      const { client, cookies } = clientOf(() => Response.json([], { status, headers }))
      await client.call(categories).catch(() => undefined)
      expect(cookies).toEqual(['session=; Max-Age=0'])
    }
  })

  it('finds no issue by the name of a list, without a request', async () => {
    const { client, requests } = clientOf(() => Response.json({}))
    expect(await client.call(issue, { params: { uid: 'all' } }).then(() => null, apiErrorIn)).toMatchObject({ status: 404 })
    expect(requests).toEqual([])
  })
})

describe('an API error', () => {
  it.each([
    [400, 'ERROR.WRONG_INPUT'],
    [403, 'ERROR.FORBIDDEN'],
    [404, 'ERROR.RESOURCE_UNAVAILABLE'],
    [500, 'ERROR.SERVICE_UNAVAILABLE'],
    [502, 'ERROR.SERVICE_UNAVAILABLE'],
    [503, 'ERROR.SERVICE_UNAVAILABLE'],
    [418, 'ERROR.UNKNOWN'],
  ])('with status %i and without a message has the text %s', async (status, words) => {
    expect(await apiErrorOf(() => new Response(null, { status }))).toMatchObject({ status, words, message: null, html: null })
  })

  it("prefers the server's message: JSON, short plain text or sanitised HTML", async () => {
    const json = { code: 'wrong_input', message: 'So nicht.', field: 'email', requestId: 'r1' }
    expect(await apiErrorOf(() => Response.json(json, { status: 400 }))).toMatchObject(json)
    const plain = { status: 400, headers: { 'content-type': 'text/plain' } }
    expect(await apiErrorOf(() => new Response('So nicht.', plain))).toMatchObject({ message: 'So nicht.' })
    const html = { status: 400, headers: { 'content-type': 'text/html' } }
    const evil = '<p onclick="x()">So <b>nicht</b><script>x()</script><a href="javascript:x()">hier</a></p>'
    expect((await apiErrorOf(() => new Response(evil, html)))?.html).toBe('<p>So <b>nicht</b><a>hier</a></p>')
  })

  it('never shows a long or raw body', async () => {
    const plain = { status: 500, headers: { 'content-type': 'text/plain' } }
    expect(await apiErrorOf(() => new Response('x'.repeat(501), plain))).toMatchObject({ message: null, html: null })
    const broken = { status: 500, headers: { 'content-type': 'application/json' } }
    expect(await apiErrorOf(() => new Response('{"message": "half', broken))).toMatchObject({ message: null })
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['is unreachable', () => Promise.reject(new Error('connection refused'))],
    ['breaks off its answer', () => new Response('[{"uid": "rei', { headers: { 'content-type': 'application/json' } })],
    [
      'loses the connection within its answer',
      () =>
        new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }), {
          headers: { 'content-type': 'application/json' },
        }),
    ],
  ])('is reported if the API %s, and calls onFailure', async (_, answer) => {
    const { client, failures } = clientOf(answer)
    const apiError = await client.call(categories).then(() => null, apiErrorIn)
    expect(apiError).toMatchObject({ status: 503, words: 'ERROR.SERVICE_UNAVAILABLE' })
    expect(failures()).toBe(1)
  })
})
