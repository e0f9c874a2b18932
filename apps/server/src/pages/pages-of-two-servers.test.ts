import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { publishIssue } from '@kiosk/backend/catalogue/publish-issue'
import { takeBack, takeDown } from '@kiosk/backend/catalogue/takedowns/take-down'
import { issueToPublish } from '@kiosk/backend/catalogue/testing/issue-to-publish'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi, within } from '@kiosk/backend/testing/api'
import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtWebsite, startServer, type TestServer } from '../testing/start-server.ts'

// The kept pages of three servers on one database, each in a process of its own; the third one asks the first for its data
// (`API_URL`).

const METRICS_TOKEN = 'token-of-the-metrics'
/** Far longer than the second within which servers agree, because here they have just started and share the machine with tests. */
const EVERYWHERE_MS = 10_000
/** Longer than a server waits before it renders pages again whose data it asks another one for. */
const SETTLED_MS = 5_500

let connection: Connection
let api: TestApi
let folder: string
const servers: TestServer[] = []

async function start(more: Record<string, string> = {}): Promise<void> {
  const settings = { LOG_LEVEL: 'silent', METRICS_TOKEN, ...more }
  servers.push(await startServer({ databaseUrl: connection.url, dataDir: folder, website: builtWebsite, settings }))
}

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  for (const [key, category] of [
    ['bergblick', 'reise'],
    ['talblick', 'reise'],
    ['seeblick', 'kochen'],
  ] as const)
    await createIssue(db, {
      title: await createTitle(db, { key, categories: [category] }),
      uid: `${key}-1`,
      issue_date: '2026-10-01',
    })
  api = await testApi(connection)
  folder = await mkdtemp(join(tmpdir(), 'two-servers-'))
  await start()
  await start()
  await start({ API_URL: servers[0]!.origin })
})
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGKILL')
  await api.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const textOf = async (origin: string, path: string, headers: Record<string, string> = {}) =>
  (await fetch(origin + path, { headers })).text()
const rendersOf = async (origin: string) => {
  const metrics = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  return Number(/^kiosk_shared_pages_total\{outcome="rendered"\} (\d+)$/m.exec(metrics)?.[1])
}

/** Returns how many pages each server has rendered, once none has rendered another one for a while. */
async function settledRenders(): Promise<number[]> {
  let before: number[] = []
  await within(EVERYWHERE_MS, async () => {
    const now = await Promise.all(servers.map(({ origin }) => rendersOf(origin)))
    const isSettled = now.every((renders, at) => renders === before[at])
    before = now
    if (!isSettled) await pause(SETTLED_MS)
    return isSettled
  })
  return before
}

/** Asks each server for its pages, one at a time, until all of them have settled: other tests need connections, too. */
async function untilEverywhere(
  paths: readonly string[],
  settled: (text: string) => boolean,
  headers: Record<string, string> = {},
): Promise<void> {
  await Promise.all(
    servers.map(async ({ origin }) => {
      for (const path of paths) await within(EVERYWHERE_MS, async () => settled(await textOf(origin, path, headers)))
    }),
  )
}

const touched = ['/', '/magazines', '/title/bergblick', '/magazines/issues/bergblick-1', '/magazines/issues/talblick-1']
const untouched = ['/title/seeblick', '/magazines/issues/seeblick-1', '/faq', '/user/subscription/pub', '/user/login']

function publish(uid: string, date: string) {
  return publishIssue(connection.db, {
    title: { key: 'bergblick', name: 'Bergblick', language: 'de' },
    issue: issueToPublish({
      uid,
      name: 'Nr. 2',
      number: '2',
      date,
    }),
    demonstration: false,
  })
}

test('a publication is on every page that shows it, and no other page is rendered again', async () => {
  for (const { origin } of servers)
    for (const path of [...touched, ...untouched]) expect(await textOf(origin, path)).toContain('</html>')
  const before = await Promise.all(servers.map(({ origin }) => rendersOf(origin)))
  await publish('bergblick-2', '2026-11-01')
  await untilEverywhere(touched, (text) => text.includes('bergblick-2'))
  const after = await settledRenders()
  for (const [at, renders] of after.entries()) expect(renders - before[at]!, String(at)).toBeGreaterThanOrEqual(touched.length)
  for (const { origin } of servers) for (const path of untouched) await textOf(origin, path)
  expect(await Promise.all(servers.map(({ origin }) => rendersOf(origin)))).toEqual(after)
})

test('what was taken down is on no page soon, and comes back', async () => {
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  const shows = (text: string) => text.includes('bergblick-2')
  await untilEverywhere(touched, shows)
  const id = await takeDown(api.ctx, actor, { uid: 'bergblick-2', reason: 'court order' })
  await untilEverywhere(touched, (text) => !shows(text))
  // A page that was rendered before does not bring it back.
  for (let round = 0; round < 3; round++)
    for (const { origin } of servers) for (const path of touched) expect(shows(await textOf(origin, path)), path).toBe(false)
  await takeBack(api.ctx, actor, { id, reason: 'settled' })
  await untilEverywhere(touched, shows)
})

test('two readers see on the kept pages of every server what was published and taken down, and their own shelf', async () => {
  const { db } = connection
  const readers = await Promise.all(
    ['Mara', 'Zoë & <b>'].map(async (firstname, at) => {
      const account = await createAccount(db, { firstname, email: `reader-${at}@two.example.org` })
      const { cookie } = await signedIn(db, account)
      return {
        firstname: ['Mara', 'Zoë &amp; &lt;b&gt;'][at]!,
        account,
        headers: { cookie: cookie.replace(SESSION_COOKIE.secure, SESSION_COOKIE.loopback) },
      }
    }),
  )
  const [mara, zoe] = [readers[0]!, readers[1]!]
  const { id } = await db.selectFrom('titles').select('id').where('key', '=', 'seeblick').executeTakeFirstOrThrow()
  await db.insertInto('favourites').values({ account_id: zoe.account.id, title_id: id }).execute()
  const heading = 'Meine Magazine'
  const asksAll = async () => {
    for (const { origin } of servers)
      for (const { firstname, headers } of [mara, zoe, mara]) {
        const text = await textOf(origin, '/', { ...headers, 'accept-language': 'de' })
        expect([text.includes(`>Willkommen, ${firstname}<`), text.includes(heading)]).toEqual([true, firstname !== 'Mara'])
      }
  }
  await asksAll()
  const headers = { ...mara.headers, 'accept-language': 'de' }
  await publish('bergblick-3', '2026-11-02')
  await untilEverywhere(['/', '/magazines', '/title/bergblick'], (text) => text.includes('bergblick-3'), headers)
  await asksAll()
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  await takeDown(api.ctx, actor, { uid: 'bergblick-3', reason: 'court order' })
  await untilEverywhere(['/', '/magazines', '/title/bergblick'], (text) => !text.includes('bergblick-3'), headers)
  await asksAll()
})

test('a page that is rendered again stays that of its country', async () => {
  const title = await createTitle(connection.db, { key: 'rheinblick', categories: ['reise'], shown_in: ['DE'] })
  await createIssue(connection.db, { title, uid: 'rheinblick-1', issue_date: '2026-10-02' })
  const german = { 'x-forwarded-for': '91.0.0.1' }
  const shows = async (origin: string, uid: string, headers = {}) => (await textOf(origin, '/magazines', headers)).includes(uid)
  await publish('bergblick-8', '2026-11-12')
  for (const { origin } of servers) await within(EVERYWHERE_MS, () => shows(origin, 'rheinblick-1', german))
  await publish('bergblick-9', '2026-11-13')
  for (const { origin } of servers) {
    await within(EVERYWHERE_MS, () => shows(origin, 'bergblick-9', german))
    expect([await shows(origin, 'rheinblick-1', german), await shows(origin, 'rheinblick-1')]).toEqual([true, false])
  }
  await settledRenders()
  for (const { origin } of servers)
    expect([await shows(origin, 'rheinblick-1', german), await shows(origin, 'rheinblick-1')]).toEqual([true, false])
})
