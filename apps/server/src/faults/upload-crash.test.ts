import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { createStaff, fakeDesk } from '@kiosk/backend/staff/testing/desk'
import { type TestApi, testApi, within } from '@kiosk/backend/testing/api'
import * as routes from '@kiosk/contract/desk-routes'
import { DESK_API_BASE, type Route } from '@kiosk/contract/route'
import { makePdf } from '@kiosk/importer/testing/malformed-pdfs'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A server that is killed while a PDF is sent, read and published. The next server continues each time.

const TOKEN = 'token-of-the-test'
const PAGES = 12
let connection: Connection
let api: TestApi
let folder: string
let server: ChildProcess
let origin: string
let cookie: string

beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
  folder = await mkdtemp(join(tmpdir(), 'upload-crash-'))
  const desk = fakeDesk(api.ctx)
  await desk.signedInAs(await createStaff(api.ctx, { role: 'editor', name: 'Ida Moos' }))
  cookie = desk.cookie().replace('__Host-', '')
  await start()
})
afterAll(async () => {
  server.kill('SIGKILL')
  await api.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, API_TOKEN: TOKEN, LOG_LEVEL: 'silent', DEMO: 'false' }
  const file = fileURLToPath(new URL('../testing/kiosk-process.ts', import.meta.url))
  server = fork(file, [connection.url], { env, execArgv: [], silent: true })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  origin = `http://127.0.0.1:${port}`
}

/** Kills the server, and starts it again. */
async function crash(): Promise<void> {
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
  await start()
}

const send = (method: string, route: Route, id = '', init: RequestInit = {}) =>
  fetch(origin + DESK_API_BASE + route.path.replace('{id}', id), {
    ...init,
    method,
    headers: { cookie, 'tus-resumable': '1.0.0', ...init.headers },
  })
const patch = (id: string, at: number, part: Uint8Array) =>
  send('PATCH', routes.appendUpload, id, {
    headers: { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(part),
  })
const offsetOf = async (id: string) => Number((await send('HEAD', routes.uploadOffset, id)).headers.get('upload-offset'))
const stateOf = async (id: string) =>
  (await connection.db
    .selectFrom('uploads')
    .select(['state', 'pages_done', 'issue_uid'])
    .where('id', '=', id)
    .executeTakeFirst())!
const entries = async (action: string) =>
  (await connection.db.selectFrom('audit_entries').select('actor').where('action', '=', action).execute()).length

test('a server is killed between parts, while it reads and while it publishes: one draft, one issue', async () => {
  const file = makePdf({
    info: { Title: 'Almzeit Nr. 7' },
    pages: Array.from({ length: PAGES }, () => ({
      lines: Array(9).fill('Am Morgen lag Reif auf den Wiesen, und die Hirten kamen.'),
    })),
  })
  const third = Math.ceil(file.length / 3)
  const created = await send('POST', routes.createUpload, '', {
    headers: { 'upload-length': String(file.length), 'upload-metadata': `filename ${btoa('heft.pdf')}` },
  })
  expect(created.status).toBe(201)
  const id = created.headers.get('location')!.split('/').at(-1)!
  expect((await patch(id, 0, file.subarray(0, third))).status).toBe(204)

  // Killed between two parts while the second is on its way: that part counts as a whole or not at all.
  const underWay = patch(id, third, file.subarray(third, 2 * third)).catch(() => null)
  await crash()
  await underWay
  const at = await offsetOf(id)
  expect([third, 2 * third]).toContain(at)
  expect((await patch(id, at, file.subarray(at))).status).toBe(204)

  await within(20_000, async () => {
    const { state, pages_done } = await stateOf(id)
    return state === 'reading' && pages_done > 0
  })
  await crash()
  expect((await stateOf(id)).state).toBe('reading')
  await within(40_000, async () => (await stateOf(id)).state === 'draft')
  expect(await stateOf(id)).toMatchObject({ pages_done: PAGES })
  expect((await connection.db.selectFrom('uploads').select('id').execute()).length).toBe(1)
  expect(await entries('upload.received')).toBe(1)

  const { metadata } = (await (await send('GET', routes.upload, id)).json()) as { metadata: object }
  const newTitle = { name: 'Almzeit', kind: 'magazine', country: null, category: 'culture' }
  const body = JSON.stringify({ ...metadata, titleKey: null, newTitle, publishAt: null })
  const published = await send('POST', routes.publishUpload, id, { body, headers: { 'content-type': 'application/json' } })
  expect([published.status, await published.text()]).toEqual([204, ''])
  await crash()
  await within(40_000, async () => (await stateOf(id)).state === 'published')
  const issues = await connection.db.selectFrom('issues').select(['uid', 'revision', 'page_count']).execute()
  expect(issues).toEqual([{ uid: (await stateOf(id)).issue_uid, revision: 1, page_count: PAGES }])
  expect(await entries('issue.published')).toBe(1)
}, 240_000)
