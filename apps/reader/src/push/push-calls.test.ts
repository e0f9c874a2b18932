import type { ApiFetch } from '@kiosk/api-client/api-client'
import { API_BASE } from '@kiosk/contract/route'
import type { Operator } from '@kiosk/domain/operator'
import { expect, test } from 'vitest'
import operatorFile from '../../../../operator.json' with { type: 'json' }
import { handle } from '../server.ts'

/** Requests the push endpoint; `signedIn`: whether the API knows the session. */
async function callPush({
  form,
  headers = {},
  signedIn = true,
}: {
  form?: Record<string, string>
  headers?: Record<string, string>
  signedIn?: boolean
} = {}) {
  const requested: string[] = []
  const api: ApiFetch = async (address, init) => {
    requested.push(`${init?.method ?? 'GET'} ${address} ${init?.body ?? ''}`.trim())
    if (!signedIn) return Response.json({ code: 'not_signed_in' }, { status: 401 })
    return init?.method !== 'GET' ? new Response(null, { status: 204 }) : Response.json({ key: 'BA', told: null })
  }
  const init = form && { method: 'POST', body: new URLSearchParams(form) }
  const response = await handle(new Request('https://kiosk.example/reader/push', { ...init, headers }), {
    api,
    operator: operatorFile as unknown as Operator,
    token: 'token',
    publicUrl: 'https://kiosk.example',
  })
  return { response, requested }
}

test.each([
  [
    { endpoint: 'https://push.example.org/x', p256dh: 'p', auth: 'a' },
    `POST ${API_BASE}reader/push endpoint=https%3A%2F%2Fpush.example.org%2Fx&p256dh=p&auth=a`,
  ],
  [{ off: '1' }, `DELETE ${API_BASE}reader/push`],
])('a push request of page or worker makes one call: %j', async (form, call) => {
  const { response, requested } = await callPush({ form, headers: { 'sec-fetch-site': 'same-origin' } })
  expect([response.status, requested]).toEqual([204, [call]])
})

test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
  'rejects a push request from another origin: %j',
  async (headers) => {
    const { response, requested } = await callPush({ form: { off: '1' }, headers })
    expect([response.status, requested]).toEqual([403, []])
  },
)

test('returns the push state to signed-in readers only', async () => {
  const { response } = await callPush()
  expect([response.status, await response.json()]).toEqual([200, { key: 'BA', told: null }])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await callPush({ signedIn: false })).response.status).toBe(401)
})
