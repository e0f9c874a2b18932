import * as routes from '@kiosk/contract/routes'
import { describe, expect, it } from 'vitest'
import { createApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'

function clientOf(answer: (request: Request) => Response | Promise<Response>) {
  const requested: Request[] = []
  const client = createApiClient({
    fetch: async (path, init) => {
      const request = new Request(`http://api.test${path}`, init)
      requested.push(request)
      request.signal.throwIfAborted()
      return answer(request)
    },
    headers: { 'accept-language': 'fr', 'x-api-token': 't' },
    credentials: 'same-origin',
  })
  return { client, requested }
}
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: unknown) => thrown as ApiError,
  )

describe('a call', () => {
  it('sends path, query, form body and headers as declared', async () => {
    const { client, requested } = clientOf(() => Response.json({ bytes: 1, parts: 2 }))
    const answer = await client.call(routes.downloadSize, { params: { uid: 'a/b?' }, query: { width: 1200 } })
    expect(answer).toEqual({ bytes: 1, parts: 2 })
    await client.call(routes.editBookmark, { params: { id: 7 }, body: { note: 'Grüß Gott & so' } })
    const [read, written] = requested
    expect(read?.method).toBe('GET')
    expect(read?.url).toBe('http://api.test/api/v8/issuecontent/a%2Fb%3F/download?width=1200')
    expect(read?.headers.get('accept-language')).toBe('fr')
    expect(read?.headers.get('accept')).toBe('application/json')
    expect(read?.headers.get('x-api-token')).toBe('t')
    expect(read?.credentials).toBe('same-origin')
    expect(written?.method).toBe('PUT')
    expect(written?.url).toBe('http://api.test/api/v8/reader/bookmarks/7')
    expect(written?.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(await written?.text()))).toEqual({ note: 'Grüß Gott & so' })
  })

  it('takes headers, cache, keepalive and a signal of its own', async () => {
    const { client, requested } = clientOf(() => new Response(null, { status: 204 }))
    const headers = { 'x-offline': 'visit', 'accept-language': 'de' }
    await client.call(routes.logout, {}, { headers, keepalive: true, cache: 'no-store' })
    const [request] = requested
    expect(request?.headers.get('x-offline')).toBe('visit')
    expect(request?.headers.get('accept-language')).toBe('de')
    expect(request?.headers.get('x-api-token')).toBe('t')
    expect([request?.keepalive, request?.cache]).toEqual([true, 'no-store'])
  })

  it.each([200, 204])('does not parse an empty %i answer as JSON', async (status) => {
    const { client } = clientOf(() => new Response(null, { status }))
    expect(await client.call(routes.logout)).toBeUndefined()
  })

  it('fails on a page that came in place of JSON', async () => {
    const { client } = clientOf(() => new Response('<p>Login to the network</p>', { headers: { 'content-type': 'text/html' } }))
    await expect(client.call(routes.categories)).rejects.toThrow(SyntaxError)
  })

  it('hands over the answer to pass on, whatever its status', async () => {
    const { client } = clientOf(() => new Response('no', { status: 404 }))
    const answer = await client.send(routes.pushState)
    expect([answer.status, await answer.text()]).toEqual([404, 'no'])
  })
})

describe('an error of a call', () => {
  it('has status, code, field, answer and body', async () => {
    const body = { code: 'wrong_input', message: 'So nicht.', field: 'email', requestId: 'r1' }
    const { client } = clientOf(() => Response.json(body, { status: 400, headers: { 'retry-after': '5' } }))
    const error = await errorOf(client.call(routes.categories))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, code: 'wrong_input', field: 'email', body: JSON.stringify(body) })
    expect(error?.response?.headers.get('retry-after')).toBe('5')
  })

  it.each(['', 'null', '"text"', '{"code": 7}', '<html>'])('has no code if the body is %j', async (body) => {
    const { client } = clientOf(() => new Response(body, { status: 502 }))
    expect(await errorOf(client.call(routes.categories))).toMatchObject({ status: 502, code: '', field: undefined, body })
  })

  it('has status 0 where the API cannot be reached or takes too long', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('connection refused')))
    const unreachable = await errorOf(client.call(routes.categories))
    expect(unreachable).toMatchObject({ status: 0, response: null, cause: { message: 'connection refused' } })
    const silent = clientOf(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ).client
    const late = await errorOf(silent.call(routes.categories, {}, { signal: AbortSignal.timeout(20) }))
    expect(late).toBeInstanceOf(ApiError)
    expect(late).toMatchObject({ status: 0, cause: { name: 'TimeoutError' } })
  })

  it('is not an error of the API where the caller itself gave up', async () => {
    const gone = new AbortController()
    gone.abort()
    const { client } = clientOf(() => Response.json([]))
    const error = await errorOf(client.call(routes.categories, {}, { signal: gone.signal }))
    expect(error).not.toBeInstanceOf(ApiError)
    expect(error?.name).toBe('AbortError')
  })
})
