// Categories, as editors change them at the desk and readers browse by them.

import * as routes from '@kiosk/contract/desk-routes'
import { categories, issuesOfCategory } from '@kiosk/domain/catalogue/endpoints'
import type { CategoryRow } from '@kiosk/domain/staff/category-endpoints'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { within } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createCategory, createIssue, createTitle } from '../testing/titles-and-issues.ts'

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const { db } = connection
const { ctx } = api
const editor = await createStaff(ctx, { role: 'editor', name: 'Ida Moos' })
const auditor = await createStaff(ctx, { role: 'auditor', name: 'Paul Au' })
const desk = fakeDesk(ctx)

beforeEach(async () => {
  await db.deleteFrom('titles').execute()
  await db.deleteFrom('advertisements').execute()
  await db.deleteFrom('categories').execute()
  for (const [at, uid] of ['news', 'travel', 'culture'].entries()) await createCategory(db, { uid, position: at + 1 })
  await desk.signedInAs(editor)
})
const listed = async () => ((await desk.call(routes.deskCategories)) as unknown as { categories: CategoryRow[] }).categories
const uids = async () => (await listed()).map(({ uid }) => uid)
const namesOf = (name: string) => ({ de: `${name} (de)`, en: `${name} (en)`, fr: `${name} (fr)` })
const add = (uid: string, names: object = namesOf(uid)) => desk.call(routes.addCategory, { body: { uid, names } })
const order = (to: string[], before: string[]) => desk.call(routes.orderCategories, { body: { uids: to, before } })
const remove = (uid: string, moveTo: string | null = null) =>
  desk.call(routes.removeCategory, { params: { uid }, body: { moveTo } })
async function categoriesOf(titleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('title_categories')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('uid')
    .where('title_id', '=', titleId)
    .orderBy('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}
const shown = async (language: 'de' | 'en' | 'fr') =>
  (await api.answer(categories, 'categories', { language })).map(({ title }) => title)

test('a new category is the last one, in three languages, and on the website with its first title', async () => {
  expect(await add('climbing', { de: 'Klettern', en: 'Climbing', fr: 'Escalade' })).toMatchObject({ status: 204 })
  expect((await listed()).at(-1)).toEqual({
    uid: 'climbing',
    titles: 0,
    advertisements: 0,
    names: { de: 'Klettern', en: 'Climbing', fr: 'Escalade' },
  })
  expect(await lastEntry(db)).toMatchObject({ action: 'category.added', actor: 'Ida Moos', subject_id: 'climbing' })
  await createIssue(db, { title: await createTitle(db, { categories: ['climbing'] }) })
  await within(2000, async () => (await shown('fr')).includes('Escalade'))
})

test.each([
  ['an address that another one has', 'travel', {}, { status: 409, code: 'category_key_taken', field: 'uid' }],
  [
    'a name that another one has',
    'trips',
    { fr: 'TRAVEL (fr)' },
    { status: 409, code: 'category_name_taken', field: 'names.fr' },
  ],
  ['a language without a name', 'trips', { en: '' }, { status: 400, code: 'wrong_input', field: 'names.en' }],
  ['an address with other signs', 'Reise & Natur', {}, { status: 400, code: 'wrong_input', field: 'uid' }],
])('%s is rejected', async (_, uid, names, answer) => {
  expect(await add(uid, { ...namesOf('trips'), ...names })).toMatchObject(answer)
  expect(await listed()).toHaveLength(3)
})

test('a renamed category keeps its address and its titles; a person who saw another name gets an error', async () => {
  const title = await createTitle(db, { categories: ['travel'] })
  await createIssue(db, { title })
  const rename = (names: object) =>
    desk.call(routes.renameCategory, { params: { uid: 'travel' }, body: { names, before: namesOf('travel') } })
  const names = { de: 'Unterwegs', en: 'On the road', fr: 'En route' }
  expect(await rename(names)).toMatchObject({ status: 204 })
  await within(2000, async () => (await shown('en'))[0] === 'On the road')
  expect((await api.answer(issuesOfCategory, 'issues/category/travel')).issues).toHaveLength(1)
  expect(await lastEntry(db)).toMatchObject({ action: 'category.renamed', before: namesOf('travel'), after: names })
  expect(await rename(namesOf('x'))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  // Its own name is not taken, in another spelling.
  const other = { ...names, de: 'UNTERWEGS' }
  expect(
    await desk.call(routes.renameCategory, { params: { uid: 'travel' }, body: { names: other, before: names } }),
  ).toMatchObject({ status: 204 })
})

test('the website shows them in the order of the desk; an order of other ones is rejected', async () => {
  for (const category of ['news', 'travel']) await createIssue(db, { title: await createTitle(db, { categories: [category] }) })
  expect(await order(['travel', 'culture', 'news'], ['news', 'travel', 'culture'])).toMatchObject({ status: 204 })
  expect(await uids()).toEqual(['travel', 'culture', 'news'])
  await within(2000, async () => (await shown('de')).join() === 'travel (de),news (de)')
  expect(await lastEntry(db)).toMatchObject({ action: 'category.ordered', after: { order: ['travel', 'culture', 'news'] } })
  expect(await order(['news', 'travel', 'culture'], ['news', 'travel', 'culture'])).toMatchObject({ status: 409 })
  for (const wrong of [
    ['travel', 'culture'],
    ['travel', 'culture', 'culture'],
    ['travel', 'culture', 'sport'],
  ])
    expect(await order(wrong, ['travel', 'culture', 'news'])).toMatchObject({ status: 400, field: 'uids' })
})

describe('a category that is removed', () => {
  test('leaves its titles and advertisements in the one that was named, each once', async () => {
    const only = await createTitle(db, { categories: ['travel'] })
    const both = await createTitle(db, { categories: ['travel', 'news'] })
    const ad = {
      key: 'ad',
      language: 'de',
      headline: 'H',
      body: 'B',
      target_url: '/faq',
      category_uids: ['travel', 'news'],
    }
    await db.insertInto('advertisements').values(ad).execute()
    expect((await listed())[1]).toMatchObject({ uid: 'travel', titles: 2, advertisements: 1 })
    expect(await remove('travel')).toMatchObject({ status: 409, code: 'category_in_use', field: 'moveTo' })
    expect(await remove('travel', 'travel')).toMatchObject({ status: 400, field: 'moveTo' })
    expect(await remove('travel', 'sport')).toMatchObject({ status: 404, field: 'moveTo' })
    expect(await remove('travel', 'news')).toMatchObject({ status: 204 })
    for (const title of [only, both]) expect(await categoriesOf(title.id)).toEqual(['news'])
    expect(await db.selectFrom('advertisements').select('category_uids').execute()).toEqual([{ category_uids: ['news'] }])
    expect(await lastEntry(db)).toMatchObject({ action: 'category.removed', before: { titles: 2 }, after: { movedTo: 'news' } })
  })

  test('is not the last one, of two people at once either', async () => {
    expect(await remove('culture')).toMatchObject({ status: 204 })
    const both = await Promise.all([remove('news'), remove('travel')])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await listed()).toHaveLength(1)
  })

  test('never leaves a title without one that was made at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await createCategory(db, { uid: 'short' })
      const body = { key: `neu-${round}`, name: 'Neu', kind: 'magazine', language: 'de', categories: ['short'] }
      const made = desk.call(routes.createTitle, { body })
      const gone = remove('short', 'news')
      const { status } = await made
      expect([204, 404]).toContain(status)
      expect(await gone).toMatchObject({ status: 204 })
      if (status === 404) continue
      const title = await db.selectFrom('titles').select('id').where('key', '=', body.key).executeTakeFirstOrThrow()
      expect(await categoriesOf(title.id)).toEqual(['news'])
    }
  })
})

test('auditors see them, and change none', async () => {
  await desk.signedInAs(auditor)
  expect(await uids()).toEqual(['news', 'travel', 'culture'])
  expect(await add('climbing')).toMatchObject({ status: 403 })
  expect(await remove('culture')).toMatchObject({ status: 403 })
})
