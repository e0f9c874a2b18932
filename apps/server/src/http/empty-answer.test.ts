import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { TEST_TOKEN, type TestApi, testApi } from '@kiosk/backend/testing/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestGate } from '../gate/request-gate.ts'
import { PageCache } from '../pages/page-cache.ts'
import { listen } from './listen.ts'

const PUBLIC_URL = 'https://kiosk.example.org'
let connection: Connection
let api: TestApi
let server: { port: number; close(): Promise<void> }
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
  const absent = async () => new Response(null, { status: 404 })
  server = await listen(
    {
      api: api.fetch,
      reader: absent,
      desk: absent,
      website: absent,
      service: absent,
      files: [],
      pages: new PageCache(),
      gate: createRequestGate({ publicUrl: PUBLIC_URL, allowedHosts: [], development: false }),
      visitorOf: () => ({ address: '203.0.113.9', country: 'AT' }),
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
})
afterAll(async () => {
  await server.close()
  await api.close()
  await connection.close()
})

async function send(method: string, path: string, headers: Record<string, string>) {
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    method,
    path: `/api/v8/${path}`,
    agent: false,
    headers: { host: 'kiosk.example.org', 'x-api-token': TEST_TOKEN, ...headers },
  }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode, headers: received } = answer
  return { status: statusCode, headers: received, body: Buffer.concat(await answer.toArray()).toString() }
}

test('a specified call without a response body succeeds with an empty 200: no type, length 0', async () => {
  const headers = await signedIn(connection.db, await createAccount(connection.db))
  const answer = await send('POST', 'websession/logout', headers)
  expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } })
  expect(answer.headers).not.toHaveProperty('content-type')
  expect(answer.headers).not.toHaveProperty('transfer-encoding')
  expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-session=; Max-Age=0;/)])
})

test('an extension succeeds with 204', async () => {
  const headers = await signedIn(connection.db, await createAccount(connection.db))
  const answer = await send('DELETE', 'reader/push', headers)
  expect(answer).toMatchObject({ status: 204, body: '' })
  expect(answer.headers).not.toHaveProperty('content-type')
})
