import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { plainIssue } from '@kiosk/importer/testing/malformed-pdfs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer, TOKEN } from './testing/start-server.ts'

// Two servers on one database: one answers requests, the other runs the jobs and renders pages.

const METRICS_TOKEN = 'token-of-the-metrics'
/** On a machine that runs other tests, too. */
const SETTLED_MS = 30_000

let connection: Connection
let folder: string
let web: TestServer
let helper: TestServer

beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'roles-'))
  const start = (settings: Record<string, string>) =>
    startServer({ databaseUrl: connection.url, dataDir: folder, settings: { METRICS_TOKEN, ...settings } })
  helper = await start({ ROLES: 'worker,draw' })
  web = await start({ ROLES: 'web', DRAW_URL: helper.origin })
})
afterAll(async () => {
  for (const server of [web, helper]) server?.process.kill('SIGKILL')
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (server: TestServer, path: string, init: RequestInit = {}) =>
  fetch(server.origin + path, { ...init, headers: { 'x-api-token': TOKEN, ...init.headers } })

test('a server without the role web answers checks and figures only', async () => {
  for (const path of ['/', '/api/v8/titles', '/desk', '/reader/']) expect((await ask(helper, path)).status, path).toBe(421)
  expect((await ask(helper, '/readyz')).status).toBe(200)
  const rolesOf = async (server: TestServer) => {
    const metrics = await (await ask(server, '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
    return [...metrics.matchAll(/^kiosk_role\{role="(\w+)"\} 1$/gm)].map(([, role]) => role)
  }
  expect([await rolesOf(helper), await rolesOf(web)]).toEqual([['worker', 'draw'], ['web']])
})

test('jobs of a request run on the server with that role', async () => {
  const body = new URLSearchParams({ email: 'reader@example.org', password: 'Lesehalle-7' })
  expect((await ask(web, '/api/v8/user/registration/newuser', { method: 'POST', body })).status).toBe(200)
  await expect.poll(() => readdir(join(folder, 'mail')).catch(() => []), { timeout: SETTLED_MS }).toHaveLength(1)
})

test('page images are rendered by the server with that role, and unavailable without it', async () => {
  const title = await createTitle(connection.db, { key: 'bergblick' })
  const issue = { title, uid: 'bergblick-1', pages: ['Schnee', 'Eis'], source_sha256: 'file' }
  await createIssue(connection.db, issue)
  const source = join(folder, 'files/issues/bergblick-1/1')
  await mkdir(source, { recursive: true })
  await writeFile(join(source, 'source.pdf'), plainIssue(2))
  const { signature } = await (await ask(web, '/api/v8/issuecontent/bergblick-1/access')).json()
  const picture = (page: number) => ask(web, `/api/v8/issuecontent/bergblick-1/pages/${page}/picture?width=720&${signature}`)
  const drawn = await picture(1)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(
    Buffer.from(await drawn.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  expect((await ask(web, '/draw')).status).toBe(404)
  expect((await ask(helper, '/draw')).status).toBe(403)
  helper.process.kill('SIGKILL')
  expect((await picture(2)).status).toBe(503)
  expect((await picture(1)).status).toBe(200)
})
