import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, signedIn } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { endpoints } from '../endpoints.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { type BuiltIssue, buildIssue, buildTitle } from './build-catalogue.ts'

// Decision 16: what is rated 18 is nowhere, unless the account that asks allows it.

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
  open = await buildIssue(db, { title: await buildTitle(db, { key: 'offen', categories: ['natur'] }), pages: ['Mondlicht'] })
  const title = await buildTitle(db, { key: 'nachtblatt', name: 'Nachtblatt', categories: ['natur'], age_rating: 18 })
  const articles = [{ headline: 'Nachtblatt innen', html: '<p>Nachtblatt</p>', firstPage: 1, lastPage: 1 }]
  older = await buildIssue(db, { uid: 'nachtblatt-alt', title, pages: ['Mondlicht'], issue_date: '2026-10-01' })
  rated = await buildIssue(db, { uid: 'nachtblatt-neu', title, pages: ['Mondlicht'], articles })
  articleId = (await db.selectFrom('articles').select('id').where('issue_id', '=', rated.id).executeTakeFirstOrThrow()).id
  await db.insertInto('content_sets').values({ key: 'web_at' }).execute()
  await db.insertInto('content_set_entries').values({ set_key: 'web_at', position: 1, title_id: title.id }).execute()
  await db.insertInto('related_issues').values({ issue_id: open.id, position: 1, related_issue_id: rated.id }).execute()
  await db.insertInto('readers_also_read').values({ title_id: open.title_id, other_id: title.id, score: 1 }).execute()
  api = await testApi(connection, { now: () => new Date('2026-11-21T12:00:00Z') })
  await api.files.write(`${issueFolder(rated.uid, 1)}cover.webp`, Buffer.from('Nachtblatt'))
  const without = await buildAccount(db)
  account = await buildAccount(db, { allow_age_restricted: true })
  // Kept from a time when the switch was on.
  await db.insertInto('favourites').values({ account_id: without.id, title_id: title.id }).execute()
  askers['an account without the switch'] = await signedIn(db, without)
  askers['an account with the switch'] = await signedIn(db, account)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

/** Addresses of every call of the catalogue and of the reader that could show something of the rated title. */
const paths: Record<string, () => string[]> = {
  'contentset/{key}/detail': () => ['contentset/web_at/detail'],
  categories: () => ['categories'],
  'issues/category/{id}': () => ['issues/category/natur'],
  'issues/all': () => ['issues/all'],
  'issues/related/{uid}': () => [`issues/related/${open.uid}`],
  'issues/{uid}': () => [`issues/${rated.uid}`, `issues/${older.uid}`],
  'issuedetail/{uid}': () => [`issuedetail/${open.uid}`, `issuedetail/${rated.uid}`],
  search: () => ['search?q=nachtblatt', 'search?q=mondlicht'],
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

/** Calls of the catalogue that tell nothing of a title. */
const silent = ['subscription/models']

test('every call of the catalogue is looked at', () => {
  const declared = endpoints.catalogue.map((served) => served.declared.path)
  expect(declared.filter((path) => !(path in paths) && !silent.includes(path))).toEqual([])
})

describe.each(['a visitor', 'an account without the switch'] as const)('for %s', (asker) => {
  test.each(Object.keys(paths))('a title rated 18 is absent from %s', async (path) => {
    for (const address of paths[path]!()) {
      const response = await api.ask(address, { headers: askers[asker] })
      const text = await response.text()
      expect([200, 404], address).toContain(response.status)
      expect(text, address).not.toMatch(/nachtblatt/i)
      if (address.includes(rated.uid)) expect(response.status, address).toBe(404)
    }
  })

  test('nothing of it is noted, kept or signed', async () => {
    const headers = askers[asker]
    const reading = await api.ask(`issuecontent/${rated.uid}/reading`, { form: { page: '1' }, headers })
    expect(reading.status).toBe(404)
    const picture = await api.ask(`issuecontent/${rated.uid}/pages/1/picture?until=9999999999&pages=1&signature=x&width=160`, {
      headers,
    })
    expect(picture.status).toBeGreaterThanOrEqual(400)
  })
})

test('a favourite from before is not shown to an account without the switch', async () => {
  const headers = askers['an account without the switch']
  expect(await (await api.ask('user/favourites', { headers })).json()).toEqual([])
})

describe('for an account with the switch', () => {
  test.each(Object.keys(paths))('a title rated 18 is there in %s', async (path) => {
    for (const address of paths[path]!()) {
      const response = await api.ask(address, { headers: askers['an account with the switch'] })
      expect(response.status, address).toBe(200)
      if (!address.endsWith('/access') && !address.includes('/search?'))
        expect(await response.text(), address).toMatch(/nachtblatt/i)
    }
  })

  test('it goes with the switch, at once', async () => {
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
