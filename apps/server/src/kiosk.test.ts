import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '@kiosk/api/database/connect'
import { testDatabase } from '@kiosk/api/database/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKiosk } from './kiosk.ts'
import { readSettings } from './settings.ts'

let connection: Connection
let folder: string
beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kiosk-'))
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

/** A website whose every page is the answer of one call. */
const website = {
  bundle: async () => ({
    handle: (_request: Request, { api }: { api?: (path: string) => Promise<Response> }) => api!('/api/v8/region'),
  }),
}
const settings = (more: Record<string, string> = {}) =>
  readSettings({ PORT: '0', DATA_DIR: folder, COUNTRY_HEADER: 'x-country', LOG_LEVEL: 'silent', DEMO: 'false', ...more })

test('unless told otherwise the website calls the API in its own process, as the visitor it speaks for', async () => {
  const kiosk = await openKiosk(settings(), connection, website)
  const answer = await fetch(`http://127.0.0.1:${kiosk.port}/`, { headers: { 'x-country': 'CH' } })
  expect(await answer.json()).toEqual({ id: 3 })
  await kiosk.close()
})

test('with API_URL its calls go there, with the token, the address and the country of the visitor', async () => {
  const heard: [path: string | undefined, headers: IncomingHttpHeaders][] = []
  const elsewhere = createServer((request, response) => {
    heard.push([request.url, request.headers])
    response.setHeader('content-type', 'application/json').end('{"id":2}')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const API_URL = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const kiosk = await openKiosk(settings({ API_URL, API_TOKEN: 'token-of-the-house' }), connection, website)
  const answer = await fetch(`http://127.0.0.1:${kiosk.port}/`, {
    headers: { 'x-country': 'LU', 'x-forwarded-for': '203.0.113.9' },
  })
  expect(await answer.json()).toEqual({ id: 2 })
  expect(heard).toEqual([
    [
      '/api/v8/region',
      expect.objectContaining({ 'x-api-token': 'token-of-the-house', 'x-forwarded-for': '203.0.113.9', 'x-country': 'LU' }),
    ],
  ])
  await kiosk.close()
  elsewhere.close()
})

test('the mailbox of development is there in development only', async () => {
  const mailboxIn = async (more: Record<string, string>) => {
    const kiosk = await openKiosk(settings(more), connection, website)
    const answer = await fetch(`http://127.0.0.1:${kiosk.port}/dev/mail`)
    await kiosk.close()
    return (await answer.text()).includes('No mail yet')
  }
  expect(await mailboxIn({})).toBe(true)
  expect(await mailboxIn({ ENVIRONMENT: 'staging' })).toBe(false)
  expect(await mailboxIn({ SMTP_URL: 'smtp://127.0.0.1:1' })).toBe(false)
})
