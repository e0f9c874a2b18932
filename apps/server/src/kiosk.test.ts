import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { readConfig } from '@kiosk/backend/config'
import type { Connection } from '@kiosk/backend/db/connect'
import { createClient } from '@kiosk/backend/db/connections'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openKiosk } from './kiosk.ts'
import { websiteOfOneCall } from './testing/website-of-one-call.ts'

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

const website = websiteOfOneCall('/api/v8/region')
const settings = (more: Record<string, string> = {}) =>
  readConfig({ PORT: '0', DATA_DIR: folder, COUNTRY_HEADER: 'x-country', LOG_LEVEL: 'silent', DEMO: 'false', ...more })

test('by default the website calls the API in its own process, on behalf of the visitor', async () => {
  const kiosk = await openKiosk(settings(), connection, website)
  const answer = await fetch(`http://127.0.0.1:${kiosk.port}/`, { headers: { 'x-country': 'CH' } })
  expect(await answer.json()).toEqual({ id: 3 })
  await kiosk.close()
})

test('with API_URL the website calls it with token, address and country of the visitor', async () => {
  const received: [path: string | undefined, headers: IncomingHttpHeaders][] = []
  const elsewhere = createServer((request, response) => {
    received.push([request.url, request.headers])
    response.setHeader('content-type', 'application/json').end('{"id":2}')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const API_URL = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const kiosk = await openKiosk(settings({ API_URL, API_TOKEN: 'api-token' }), connection, website)
  const answer = await fetch(`http://127.0.0.1:${kiosk.port}/`, {
    headers: { 'x-country': 'LU', 'x-forwarded-for': '203.0.113.9', traceparent: `00-${'4b'.repeat(16)}-00f067aa0ba902b7-01` },
  })
  expect(await answer.json()).toEqual({ id: 2 })
  expect(received).toEqual([
    [
      '/api/v8/region',
      expect.objectContaining({
        'x-api-token': 'api-token',
        'x-forwarded-for': '203.0.113.9',
        'x-country': 'LU',
        traceparent: expect.stringMatching(new RegExp(`^00-${'4b'.repeat(16)}-(?!00f067aa)[0-9a-f]{16}-01$`)),
      }),
    ],
  ])
  await kiosk.close()
  elsewhere.close()
})

test('the first process of a server that starts purges everything at its CDN, also if it runs jobs; others leave it to that one', async () => {
  const purged: unknown[] = []
  const varnish = createServer((request, response) => {
    purged.push(request.headers['xkey-purge'])
    response.end()
  }).listen(0, '127.0.0.1')
  await once(varnish, 'listening')
  const CDN_PURGE_URLS = `http://127.0.0.1:${(varnish.address() as AddressInfo).port}`
  const ofCdn = settings({ CDN: 'varnish', CDN_PURGE_URLS })
  const second = await openKiosk(ofCdn, connection, website, { runsJobs: false })
  // Pending purges are sent first.
  await second.close()
  expect(purged).toEqual([])
  const kiosk = await openKiosk(ofCdn, connection, website)
  await expect.poll(() => purged).toContain('everything')
  await kiosk.close()
  varnish.close()
})

test('while the database does not answer, a server is alive but not ready, and says so after a second', async () => {
  const kiosk = await openKiosk(settings(), connection, website)
  const probe = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${kiosk.port}${path}`)
    return [answer.status, ((await answer.json()) as { status: string }).status]
  }
  expect(await probe('/readyz')).toEqual([200, 'ready'])
  const holder = createClient({ url: connection.url, name: 'holder' })
  await holder.connect()
  await holder.query('begin; lock table migrations')
  const askedAt = Date.now()
  expect(await probe('/readyz')).toEqual([503, 'no database'])
  expect(Date.now() - askedAt).toBeLessThan(2_500)
  expect(await probe('/livez')).toEqual([200, 'alive'])
  await holder.end()
  await expect.poll(() => probe('/readyz')).toEqual([200, 'ready'])
  await kiosk.close()
})

test('the development mailbox exists only in development', async () => {
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

test('health details and mailbox are shown to this machine, not through a proxy', async () => {
  const kiosk = await openKiosk(settings({ METRICS_TOKEN: 'token-of-the-metrics' }), connection, website)
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${kiosk.port}${path}`, { headers })
  const stranger = { 'x-forwarded-for': '203.0.113.9' }
  expect(Object.keys(await (await ask('/health')).json())).toEqual(['status', 'version', 'environment', 'schema'])
  for (const headers of [stranger, { 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=203.0.113.9' }])
    expect(await (await ask('/health', headers)).json()).toEqual({ status: 'ready' })
  const known = await ask('/health', { ...stranger, authorization: 'Bearer token-of-the-metrics' })
  expect(await known.json()).toMatchObject({ status: 'ready', schema: expect.any(String) })
  const measured = await ask('/metrics', { ...stranger, authorization: 'Bearer token-of-the-metrics' })
  expect(await measured.text()).toContain('\nkiosk_jobs_stalled 0\n')
  expect((await ask('/dev/mail')).status).toBe(200)
  expect((await ask('/dev/mail', stranger)).status).toBe(404)
  expect((await ask('/dev/mail', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
  await kiosk.close()
})

test('HSTS is sent only if PUBLIC_URL is https', async () => {
  const hstsAt = async (more: Record<string, string>) => {
    const kiosk = await openKiosk(settings(more), connection, website)
    const answers = await Promise.all(
      ['/', '/', '/health', '/api/v8/region', '/reader', '/nothing.css'].map((path) =>
        fetch(`http://127.0.0.1:${kiosk.port}${path}`),
      ),
    )
    const rejected = await fetch(`http://127.0.0.1:${kiosk.port}/`, { method: 'PUT' })
    await kiosk.close()
    return [...new Set([...answers, rejected].map(({ headers }) => headers.get('strict-transport-security')))]
  }
  expect(await hstsAt({ PUBLIC_URL: 'https://kiosk.example.org', ENVIRONMENT: 'staging' })).toEqual(['max-age=31536000'])
  expect(await hstsAt({})).toEqual([null])
})

test('a page requested while its title changes is not cached with the old one', async () => {
  const { db } = connection
  const title = await createTitle(db, { key: 'bergblick', name: 'Old name' })
  await createIssue(db, { title, uid: 'berg1', issue_date: '2026-10-01', pages: ['Vorwort'] })
  const shelf = {
    bundle: async () => ({
      async handle(_request: Request, { api }: { api?: (path: string) => Promise<Response> }) {
        const body = await (await api!('/api/v8/issues/all')).text()
        return new Response(body, { headers: { 'content-type': 'text/html', 'cache-control': 'public, no-cache' } })
      },
    }),
  }
  const kiosk = await openKiosk(settings(), connection, shelf)
  const page = async () => (await fetch(`http://127.0.0.1:${kiosk.port}/`)).text()
  await vi.waitFor(async () => expect(await page()).toContain('Old name'), 5_000)
  for (const name of ['Second name', 'Third name']) {
    await db.updateTable('titles').set({ name }).where('key', '=', 'bergblick').execute()
    await sql`select pg_notify('catalogue', '')`.execute(db)
    // Requested continuously, so that a page is rendered after the notification but before the API has reloaded.
    await vi.waitFor(async () => expect(await page()).toContain(name), { timeout: 10_000, interval: 5 })
  }
  await kiosk.close()
})
