import { endpoint } from '@kiosk/domain/endpoint'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiClient } from './api-client.ts'
import { refusalIn } from './refusal.ts'

const greet = endpoint({
  method: 'PUT',
  path: 'greetings/{name}',
  summary: '',
  access: 'anyone',
  params: z.object({ name: z.string() }),
  query: z.object({ loud: z.boolean().optional() }),
  body: z.object({ words: z.string() }),
  output: z.object({ said: z.string() }),
  errors: [],
})
const list = endpoint({
  method: 'GET',
  path: 'list',
  summary: '',
  access: 'anyone',
  output: z.object({ n: z.number() }),
  errors: [],
})

const leave = endpoint({ method: 'POST', path: 'leave', summary: '', access: 'anyone', errors: [] })

function clientOf(answer: () => Response | Promise<Response>) {
  const asked: Request[] = []
  let failures = 0
  const client = apiClient(
    async (path, init) => {
      asked.push(new Request(`http://api.test${path}`, init))
      return answer()
    },
    { language: 'fr', cookie: 'session=s', onFailure: () => failures++ },
  )
  return { client, asked, failures: () => failures }
}
const refusalOf = async (answer: () => Response | Promise<Response>) => {
  const { client } = clientOf(answer)
  return client.call(list).then(
    () => null,
    (thrown) => refusalIn(thrown),
  )
}

describe('a call', () => {
  it('goes where its declaration says: path, query, form-encoded body, language, session', async () => {
    const { client, asked } = clientOf(() => Response.json({ said: 'ok' }))
    const answer = await client.call(greet, {
      params: { name: 'a/b?' },
      query: { loud: true },
      body: { words: 'Grüß Gott & so' },
    })
    expect(answer).toEqual({ said: 'ok' })
    const [request] = asked
    expect(request?.method).toBe('PUT')
    expect(request?.url).toBe('http://api.test/api/v8/greetings/a%2Fb%3F?loud=true')
    expect(request?.headers.get('accept-language')).toBe('fr')
    expect(request?.headers.get('cookie')).toBe('session=s')
    expect(request?.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(await request?.text()))).toEqual({ words: 'Grüß Gott & so' })
  })

  it.each([200, 204])('that declares no answer has none: an empty %i is not read as JSON', async (status) => {
    const { client } = clientOf(() => new Response(null, { status }))
    expect(await client.call(leave)).toBeUndefined()
  })

  it('that declares an answer has none where the API says 204, and fails where a 200 is empty', async () => {
    expect(await clientOf(() => new Response(null, { status: 204 })).client.call(list)).toBeUndefined()
    await expect(clientOf(() => new Response(null)).client.call(list)).rejects.toThrow(SyntaxError)
  })

  it('follows nextUrl, absolute or not, and only into the API', async () => {
    const { client, asked } = clientOf(() => Response.json({ n: 2 }))
    await client.follow(list, 'https://elsewhere.example/api/v8/list?after=x')
    expect(asked[0]?.url).toBe('http://api.test/api/v8/list?after=x')
    expect(() => client.follow(list, '/user/logout')).toThrow(TypeError)
  })
})

describe('a refusal', () => {
  it.each([
    [400, 'ERROR.WRONG_INPUT'],
    [403, 'ERROR.FORBIDDEN'],
    [404, 'ERROR.RESOURCE_UNAVAILABLE'],
    [500, 'ERROR.SERVICE_UNAVAILABLE'],
    [502, 'ERROR.SERVICE_UNAVAILABLE'],
    [503, 'ERROR.SERVICE_UNAVAILABLE'],
    [418, 'ERROR.UNKNOWN'],
  ])('without a message: %i has the words %s', async (status, words) => {
    expect(await refusalOf(() => new Response(null, { status }))).toMatchObject({ status, words, message: null, html: null })
  })

  it('prefers the server’s message: JSON, short plain text, sanitised HTML', async () => {
    const json = { code: 'wrong_input', message: 'So nicht.', field: 'email', requestId: 'r1' }
    expect(await refusalOf(() => Response.json(json, { status: 400 }))).toMatchObject(json)
    const plain = { status: 400, headers: { 'content-type': 'text/plain' } }
    expect(await refusalOf(() => new Response('So nicht.', plain))).toMatchObject({ message: 'So nicht.' })
    const html = { status: 400, headers: { 'content-type': 'text/html' } }
    const evil = '<p onclick="x()">So <b>nicht</b><script>x()</script><a href="javascript:x()">hier</a></p>'
    expect((await refusalOf(() => new Response(evil, html)))?.html).toBe('<p>So <b>nicht</b><a>hier</a></p>')
  })

  it('never shows a long or a raw body', async () => {
    const plain = { status: 500, headers: { 'content-type': 'text/plain' } }
    expect(await refusalOf(() => new Response('x'.repeat(501), plain))).toMatchObject({ message: null, html: null })
    const broken = { status: 500, headers: { 'content-type': 'application/json' } }
    expect(await refusalOf(() => new Response('{"message": "half', broken))).toMatchObject({ message: null })
  })

  it('is also what an unreachable API gives, and is noticed', async () => {
    const { client, failures } = clientOf(() => Promise.reject(new Error('connection refused')))
    const refusal = await client.call(list).then(() => null, refusalIn)
    expect(refusal).toMatchObject({ status: 503, words: 'ERROR.SERVICE_UNAVAILABLE' })
    expect(failures()).toBe(1)
  })
})
