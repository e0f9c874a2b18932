import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { issueFolder } from '../adapters/storage/port.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { endpoints } from '../http/endpoints.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { type BuiltIssue, createIssue, createTitle } from './testing/titles-and-issues.ts'

// ADR-0171: titles rated 18 are hidden everywhere unless the requesting account allows them.

let connection: Connection
let api: TestApi
let open: BuiltIssue
let rated: BuiltIssue
let older: BuiltIssue
let articleId: number
let account: { id: number }
const askers: Record<'a visitor' | 'an account without the switch' | 'an account with the switch', Record<string, string>> = {
  'a visitor': {},
  'an account without the switch': {},
  'an account with the switch': {},
}
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  open = await createIssue(db, { title: await createTitle(db, { key: 'offen', categories: ['natur'] }), pages: ['Mondlicht'] })
  const title = await createTitle(db, { key: 'nachtblatt', name: 'Nachtblatt', categories: ['natur'], age_rating: 18 })
  const articles = [{ headline: 'Nachtblatt innen', html: '<p>Nachtblatt</p>', firstPage: 1, lastPage: 1 }]
  older = await createIssue(db, { uid: 'nachtblatt-alt', title, pages: ['Mondlicht'], issue_date: '2026-10-01' })
  rated = await createIssue(db, { uid: 'nachtblatt-neu', title, pages: ['Mondlicht'], articles })
  articleId = (await db.selectFrom('articles').select('id').where('issue_id', '=', rated.id).executeTakeFirstOrThrow()).id
  await db.insertInto('content_sets').values({ key: 'web_at' }).execute()
  await db.insertInto('content_set_entries').values({ set_key: 'web_at', position: 1, title_id: title.id }).execute()
  await db.insertInto('related_issues').values({ issue_id: open.id, position: 1, related_issue_id: rated.id }).execute()
  await db.insertInto('readers_also_read').values({ title_id: open.title_id, other_id: title.id, score: 1 }).execute()
  api = await testApi(connection, { now: () => new Date('2026-11-21T12:00:00Z') })
  await api.files.write(`${issueFolder(rated.uid, 1)}cover.webp`, Buffer.from('Nachtblatt'))
  const without = await createAccount(db)
  account = await createAccount(db, { allow_age_restricted: true })
  // Set while the preference was on.
  await db.insertInto('favourites').values({ account_id: without.id, title_id: title.id }).execute()
  askers['an account without the switch'] = await signedIn(db, without)
  askers['an account with the switch'] = await signedIn(db, account)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

/** Addresses of every catalogue and reader call that could show the rated title. */
const paths: Record<string, () => string[]> = {
  'contentset/{key}/detail': () => ['contentset/web_at/detail'],
  categories: () => ['categories'],
  'issues/category/{id}': () => ['issues/category/natur'],
  'issues/all': () => ['issues/all'],
  'issues/related/{uid}': () => [`issues/related/${open.uid}`],
  'issues/{uid}': () => [`issues/${rated.uid}`, `issues/${older.uid}`],
  'issuedetail/{uid}': () => [`issuedetail/${open.uid}`, `issuedetail/${rated.uid}`],
  search: () => ['search?q=nachtblatt', 'search?q=mondlicht'],
  'search/suggestions': () => ['search/suggestions?q=nachtblatt'],
  titles: () => ['titles'],
  'magazine/{magazinekey}/details': () => ['magazine/nachtblatt/details'],
  'issuecontent/cover/magazine/{magazineId}': () => [
    'issuecontent/cover/magazine/nachtblatt',
    `issuecontent/cover/magazine/${rated.title_id}`,
  ],
  'issuecontent/{uid}/cover': () => [`issuecontent/${rated.uid}/cover`],
  issuelinks: () => ['issuelinks'],
  'issuecontent/{uid}/contents': () => [`issuecontent/${rated.uid}/contents`],
  'issuecontent/{uid}/search': () => [`issuecontent/${rated.uid}/search?q=mondlicht`],
  'issuecontent/{issueUid}/article/{issueArticleId}': () => [`issuecontent/${rated.uid}/article/${articleId}`],
  'issuecontent/{uid}/access': () => [`issuecontent/${rated.uid}/access`],
}

/** Catalogue calls that return nothing about a title. */
const silent = ['subscription/models']

test('the test covers every call of the catalogue', () => {
  const declared = endpoints.catalogue.map((served) => served.declared.path)
  expect(declared.filter((path) => !(path in paths) && !silent.includes(path))).toEqual([])
})

describe.each(['a visitor', 'an account without the switch'] as const)('for %s', (asker) => {
  test.each(Object.keys(paths))('%s hides a title rated 18', async (path) => {
    for (const address of paths[path]!()) {
      const response = await api.ask(address, { headers: askers[asker] })
      const text = await response.text()
      expect([200, 404], address).toContain(response.status)
      expect(text, address).not.toMatch(/nachtblatt/i)
      if (address.includes(rated.uid)) expect(response.status, address).toBe(404)
    }
  })

  test('rejects reading events and signed page addresses of it', async () => {
    const headers = askers[asker]
    const reading = await api.ask(`issuecontent/${rated.uid}/reading`, { form: { page: '1' }, headers })
    expect(reading.status).toBe(404)
    const image = await api.ask(`issuecontent/${rated.uid}/pages/1/picture?until=9999999999&pages=1&signature=x&width=160`, {
      headers,
    })
    expect(image.status).toBeGreaterThanOrEqual(400)
  })
})

test('hides a favourite that was set while the preference was on', async () => {
  const headers = askers['an account without the switch']
  expect(await (await api.ask('user/favourites', { headers })).json()).toEqual([])
})

describe('for an account with the switch', () => {
  test.each(Object.keys(paths))('%s shows a title rated 18', async (path) => {
    for (const address of paths[path]!()) {
      const response = await api.ask(address, { headers: askers['an account with the switch'] })
      expect(response.status, address).toBe(200)
      if (!address.endsWith('/access') && !address.includes('/search?'))
        expect(await response.text(), address).toMatch(/nachtblatt/i)
    }
  })

  test('switching the preference off hides the title at once', async () => {
    const headers = askers['an account with the switch']
    const flip = (agerestriction: string) =>
      api.ask('user/edit/agerestriction', { method: 'PUT', headers, form: { agerestriction } })
    await flip('false')
    expect((await api.ask(`issues/${rated.uid}`, { headers })).status).toBe(404)
    expect(await (await api.ask('issues/all', { headers })).text()).not.toMatch(/nachtblatt/i)
    await flip('true')
    expect((await api.ask(`issues/${rated.uid}`, { headers })).status).toBe(200)
  })
})
