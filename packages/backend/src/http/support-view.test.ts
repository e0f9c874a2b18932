import { API_BASE } from '@kiosk/contract/route'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signedIn } from '../accounts/testing/accounts.ts'
import { createFullAccount } from '../accounts/testing/full-account.ts'
import { unexplainedTables, watchChangedRows } from '../audit/testing/changed-rows.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { open } from '../db/connect.ts'
import { REQUEST_LIMITS } from '../db/connections.ts'
import { TEST_ORIGIN, TEST_TOKEN } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { endpoints } from './endpoints.ts'

// What a support view may call, for every call of the API (ADR-0220).

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const { db } = connection
const declared = Object.values(endpoints).flatMap((each) => each.map((one) => one.declared))
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const reader = await createFullAccount(db)
const title = await createTitle(db, { categories: ['garten'] })
const issue = await createIssue(db, { title, pages: ['Garten und Berg'] })
await createIssue(db, { title, issue_date: '2026-10-01' })
await db
  .insertInto('content_sets')
  .values({ key: 'web_at' })
  .onConflict((conflict) => conflict.doNothing())
  .execute()
await api.ctx.catalogueCache.reload()
const now = () => new Date()

async function grant(accountId: number, minutes = 30): Promise<number> {
  const [granted_at, ends_at] = [now(), new Date(Date.now() + minutes * MINUTE_MS)]
  const { id } = await db
    .insertInto('support_grants')
    .values({ account_id: accountId, granted_at, ends_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const grantId = await grant(reader.account.id)

/** Every call that a view may make, with an address that it answers. */
const VIEWABLE: Record<string, string> = {
  'GET contentset/{key}/detail': 'contentset/web_at/detail',
  'GET categories': 'categories',
  'GET issues/category/{id}': 'issues/category/garten',
  'GET issues/all': 'issues/all',
  'GET titles': 'titles?since=2026-01-01',
  'GET issues/{uid}': `issues/${issue.uid}`,
  'GET issuedetail/{uid}': `issuedetail/${issue.uid}`,
  'GET issues/related/{uid}': `issues/related/${issue.uid}`,
  'GET search': 'search?q=garten',
  'GET magazine/{magazinekey}/details': `magazine/${title.key}/details`,
  'GET magazine/{magazinekey}/issues': `magazine/${title.key}/issues`,
  'GET subscription/models': 'subscription/models',
  'GET reader/shelf': 'reader/shelf',
  'GET reader/history': 'reader/history',
  'GET reader/bookmarks': 'reader/bookmarks',
  'GET user/searches': 'user/searches',
  'GET websession/webinfo': 'websession/webinfo',
  'GET region': 'region',
  'GET user/registration/agegroups': 'user/registration/agegroups',
  'GET user/registration/gender': 'user/registration/gender',
  'GET user/registration/federalstates': 'user/registration/federalstates',
  'GET user/registration/regions': 'user/registration/regions',
  'GET user': 'user',
  'GET user/device/all': 'user/device/all',
  'GET user/favourites': 'user/favourites',
  'GET campaign/pricing/': 'campaign/pricing/',
  'GET trendingtopics/topics': 'trendingtopics/topics',
  'GET terms': 'terms',
  'GET privacypolicy': 'privacypolicy',
  'GET content/{key}': 'content/about',
}

type Sent = { method?: string; headers?: Record<string, string>; as?: number }
async function view(path: string, { method = 'GET', headers = {}, as = grantId }: Sent = {}) {
  const form = method === 'GET' || method === 'OPTIONS' ? {} : { body: new URLSearchParams({ on: 'true' }) }
  const init = { method, headers: { 'x-api-token': TEST_TOKEN, 'accept-language': 'de', ...headers }, ...form }
  const support = { address: '203.0.113.7', country: 'AT', counted: false, support: { grantId: as } }
  const response = await api.fetch(new Request(TEST_ORIGIN + API_BASE + path, init), support)
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

test('the calls of a view are those of the table: they read, and none is about money, security or data to take away', () => {
  const allowed = declared.filter(({ inSupportView }) => inSupportView)
  expect(allowed.map(nameOf).sort()).toEqual(Object.keys(VIEWABLE).sort())
  for (const { method, path } of allowed) {
    expect(method).toBe('GET')
    expect(path).not.toMatch(
      /payment|psp|billing|invoice|paypal|contract|security|passkey|session\/(?!webinfo)|token|export|support/i,
    )
  }
})

test('every call of the API: a view may make those of the table and no other, and nothing is changed by any', async () => {
  await watchChangedRows(connection)
  const jobs = () => sql<{ all: number }>`select count(*)::int as all from graphile_worker._private_jobs`.execute(db)
  const before = await jobs()
  const wrong: unknown[] = []
  // A session of the reader in the same request changes nothing about it.
  for (const headers of [{}, reader.headers, { authorization: 'Bearer something' }] as Record<string, string>[])
    for (const each of declared) {
      const path = VIEWABLE[nameOf(each)] ?? each.path.replace(/\{\w+\}/g, issue.uid)
      const { status, body } = await view(path, { method: each.method, headers })
      const isAllowed = Object.hasOwn(VIEWABLE, nameOf(each))
      if (isAllowed ? status !== 200 : status !== 403 || body.code !== 'view_only')
        wrong.push({ call: nameOf(each), status, code: body.code })
    }
  expect(wrong).toEqual([])
  expect(await unexplainedTables(db)).toEqual([])
  expect((await jobs()).rows).toEqual(before.rows)
})

test('a view sees what the reader sees', async () => {
  for (const path of ['user', 'reader/shelf', 'reader/bookmarks', 'reader/history', 'user/favourites']) {
    const own = await api.ask(path, { headers: reader.headers })
    const { lastVisit: _, support: __, ...seen } = (await own.json()) as Record<string, unknown>
    const { body } = await view(path)
    expect(body).toEqual(Array.isArray(body) ? Object.values(seen) : seen)
  }
  expect((await view('websession/webinfo')).body).toMatchObject({ email: reader.account.email })
  expect((await view('websession/webinfo')).body).not.toHaveProperty('support')
})

test('a view ends with the permission, and is of its account alone', async () => {
  const other = await createFullAccount(db)
  const ended = await grant(other.account.id)
  expect((await view('user', { as: ended })).body).toMatchObject({ email: other.account.email })
  await db.updateTable('support_grants').set({ ended_at: now() }).where('id', '=', ended).execute()
  const over = await db
    .insertInto('support_grants')
    .values({ account_id: other.account.id, granted_at: new Date(Date.now() - MINUTE_MS), ends_at: new Date(Date.now() - 1) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const as of [ended, over.id, 0, 999_999_999])
    for (const path of ['user', 'websession/webinfo', 'titles'])
      expect(await view(path, { as })).toMatchObject({ status: 403, body: { code: 'view_only' } })
})

test('no permission lasts longer than half an hour', async () => {
  await expect(grant(reader.account.id, 31)).rejects.toThrow(/check constraint/)
})

test('a request cannot ask for a view', async () => {
  const { cookie } = await signedIn(db, reader.account)
  const headers = { 'x-support': String(grantId), cookie: `support=${grantId}; desk=${grantId}` }
  expect((await api.ask(`user?support=${grantId}&grantId=${grantId}`, { headers })).status).toBe(401)
  expect((await api.ask('reader/history', { headers: { cookie } })).status).toBe(200)
})

test('connections of views cannot write', async () => {
  const views = open(connection.url, 1, REQUEST_LIMITS, 'views', { readOnly: true })
  const { id } = reader.account
  await expect(views.db.updateTable('accounts').set({ firstname: 'x' }).where('id', '=', id).execute()).rejects.toMatchObject({
    code: '25006',
  })
  await views.close()
})
