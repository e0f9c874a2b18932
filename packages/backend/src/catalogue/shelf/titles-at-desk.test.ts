import * as routes from '@kiosk/contract/desk-routes'
import { allIssues } from '@kiosk/domain/catalogue/endpoints'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { expect, test } from 'vitest'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createCategory, createIssue, createTitle } from '../testing/titles-and-issues.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api

await createCategory(db, { uid: 'natur', position: 1 })
await createCategory(db, { uid: 'reise', position: 2 })
const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'editor', name: 'Ida Moos' }))

type Title = { key: string; name: string; newest: string | null }
const find = async (query: Record<string, unknown>) => {
  const answer = await desk.call(routes.shelfTitles, { query })
  return { ...answer, more: answer.more, keys: (answer.titles as Title[]).map(({ key }) => key) }
}
const show = (key: string) => desk.call(routes.shelfTitle, { params: { key } })
const change = (key: string, body: Record<string, unknown>) => desk.call(routes.changeTitle, { params: { key }, body })
const countEntries = async () => (await db.selectFrom('audit_entries').select('id').execute()).length

test('creates a title, which readers see with its first issue', async () => {
  const body = { key: 'gipfel', name: 'Gipfel', kind: 'magazine', language: 'de', categories: ['natur'] }
  expect(await desk.call(routes.createTitle, { body })).toMatchObject({ status: 204 })
  expect(await lastEntry(db)).toMatchObject({ action: 'title.created', subject_id: 'gipfel', actor: 'Ida Moos' })
  expect(await show('gipfel')).toMatchObject({ status: 200, newest: null, fields: { name: 'Gipfel', categories: ['natur'] } })
  expect(await desk.call(routes.createTitle, { body })).toMatchObject({ status: 409, code: 'title_key_taken', field: 'key' })
  const wrong = { ...body, key: 'Zwei Wörter' }
  expect(await desk.call(routes.createTitle, { body: wrong })).toMatchObject({ status: 400, field: 'key' })
  const unknown = { ...body, key: 'zwei', categories: ['nirgends'] }
  expect(await desk.call(routes.createTitle, { body: unknown })).toMatchObject({ status: 404, field: 'categories' })
  expect(await db.selectFrom('titles').select('id').where('key', '=', 'zwei').execute()).toEqual([])
})

test('changes what a person changed, records it, and is undone by the opposite change', async () => {
  const { key } = await createTitle(db, { name: 'Talblick', categories: ['natur'], publisher: 'Verlag im Tal' })
  const other = await createTitle(db, { name: 'Talblick Plus' })
  const before = { name: 'Talblick', place: null, categories: ['natur'], supplementOf: null }
  const changes = { name: 'Talrundschau', place: 'Tal', categories: ['natur', 'reise'], supplementOf: other.key }
  expect(await change(key, { changes, before })).toMatchObject({ status: 204 })
  expect((await show(key)).fields).toMatchObject(changes)
  expect(await lastEntry(db)).toMatchObject({ action: 'title.changed', subject: 'Talrundschau', before, after: changes })
  expect(await change(key, { changes: before, before: changes })).toMatchObject({ status: 204 })
  expect(await show(key)).toMatchObject({ fields: before, publisher: 'Verlag im Tal' })
  expect((await show(key)).deskFields).toEqual(['categories', 'name', 'place', 'supplement_of'])
})

test('a description can be taken away again', async () => {
  const { key } = await createTitle(db, { name: 'Wortkarg', description: 'Zu viele Worte.' })
  expect(await change(key, { changes: { description: '' }, before: { description: 'Zu viele Worte.' } })).toMatchObject({
    status: 204,
  })
})

test('rejects what does not fit, names the field, and changes nothing', async () => {
  const { key } = await createTitle(db, { name: 'Nordwind' })
  const entries = await countEntries()
  for (const [changes, field, more] of [
    [{ issn: '12' }, 'changes.issn', {}],
    [{ name: '' }, 'changes.name', {}],
    [{ publisherId: 987_654 }, 'changes.publisherId', { status: 404 }],
    [{ editionOf: key }, 'changes.editionOf', { status: 404 }],
    [{ categories: ['nirgends'] }, 'changes.categories', { status: 404 }],
    [{ country: 'Österreich' }, 'changes.country', {}],
    [{ ageRating: 18 }, 'reason', {}],
    [{ shownIn: ['AT'] }, 'reason', {}],
    [{ offersEpub: true }, 'reason', {}],
  ] as const)
    expect(await change(key, { changes: { place: 'Kiel', ...changes } })).toMatchObject({ status: 400, field, ...more })
  expect(await change(key, { changes: { name: 'Südwind' }, before: { name: 'Ostwind' } })).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
  })
  expect(await change('nirgends', { changes: { name: 'x' } })).toMatchObject({ status: 404 })
  expect((await show(key)).fields).toMatchObject({ name: 'Nordwind', place: null, ageRating: 0 })
  expect(await countEntries()).toBe(entries)
})

test('if two people change the same field, one gets an error; changes of different fields both count', async () => {
  const { key } = await createTitle(db, { name: 'Doppelt' })
  const both = await Promise.all(['Eins', 'Zwei'].map((name) => change(key, { changes: { name }, before: { name: 'Doppelt' } })))
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  await Promise.all([
    change(key, { changes: { place: 'Graz' }, before: { place: null } }),
    change(key, { changes: { country: 'AT' }, before: { country: null } }),
  ])
  expect((await show(key)).fields).toMatchObject({ place: 'Graz', country: 'AT' })
})

test('a changed country or age decides at once who sees the title', async () => {
  const title = await createTitle(db, { name: 'Grenzland' })
  await createIssue(db, { title })
  const seen = async () => {
    await ctx.catalogueCache.reload()
    return (await api.answer(allIssues, `issues/all?magazine=${title.key}`)).issues.length
  }
  expect(await seen()).toBe(1)
  await change(title.key, { changes: { shownIn: ['DE'] }, reason: 'Rechte nur in Deutschland' })
  expect(await lastEntry(db)).toMatchObject({ reason: 'Rechte nur in Deutschland', after: { shownIn: ['DE'] } })
  expect(await seen()).toBe(0)
  await change(title.key, { changes: { shownIn: null }, reason: 'Wieder überall' })
  expect(await seen()).toBe(1)
})

test('finds titles by words of name and publisher, by state, and page by page in every order', async () => {
  const day = dayInVienna(new Date())
  for (let number = 0; number < 60; number++) {
    const title = await createTitle(db, { key: `seite-${number}`, name: `Blatt ${String(number).padStart(2, '0')}` })
    if (number % 2 === 0) await createIssue(db, { title, issue_date: addDays('2026-01-01', number) })
  }
  await createTitle(db, { key: 'geht', name: 'Blätter gehen', available_until: addDays(day, 3), publisher: 'Órgano Ünlü' })
  await createTitle(db, { key: 'ging', name: 'Blätter gingen', available_until: addDays(day, -3) })
  expect((await find({ search: 'organo geh' })).keys).toEqual(['geht'])
  expect((await find({ state: 'leaving' })).keys).toEqual(['geht'])
  expect((await find({ state: 'left' })).keys).toEqual(['ging'])
  expect((await find({ search: 'Blatt', state: 'shown' })).keys).toHaveLength(30)
  for (const order of ['name', 'newest', 'created']) {
    const first = await find({ search: 'Blatt', order })
    const second = await find({ search: 'Blatt', order, after: first.keys.at(-1) })
    expect([order, first.keys.length, first.more, second.more]).toEqual([order, 50, true, false])
    expect(new Set([...first.keys, ...second.keys])).toHaveProperty('size', 62)
  }
  expect((await find({ search: 'Blatt', order: 'newest' })).keys.slice(0, 2)).toEqual(['seite-58', 'seite-56'])
  expect(await find({ search: "%' or 1=1 --" })).toMatchObject({ titles: [] })
})

test('the palette finds titles by their first letters, and issues by title and name', async () => {
  const title = await createTitle(db, { key: 'zirbe', name: 'Zirbelholz' })
  const { uid } = await createIssue(db, { title, name: 'Nr. 7' })
  const places = await desk.call(routes.findOnShelf, { query: { search: 'zir' } })
  expect(places).toMatchObject({ titles: [{ key: 'zirbe' }], issues: [{ uid, name: 'Nr. 7' }] })
  expect(await desk.call(routes.findOnShelf, { query: { search: 'zirbel nr. 7' } })).toMatchObject({ issues: [{ uid }] })
  expect(await desk.call(routes.findOnShelf, { query: { search: '' } })).toMatchObject({ titles: [], issues: [] })
})

test('publishers are created, changed and found; a name is there once, and one with titles is not removed', async () => {
  const fields = { name: 'Felsenverlag', address: 'Steig 1\n1010 Wien', contact: 'Mara Fels', email: 'mara@fels.example' }
  const { id } = (await desk.call(routes.createPublisher, { body: fields })) as unknown as { id: number }
  const entry = await lastEntry(db)
  expect(entry).toMatchObject({ action: 'publisher.created', subject: 'Felsenverlag' })
  expect(JSON.stringify(entry)).not.toMatch(/Mara|mara@/)
  const again = await desk.call(routes.createPublisher, { body: { name: 'FELSENVERLAG' } })
  expect(again).toMatchObject({ status: 409, code: 'publisher_name_taken', field: 'name' })
  const bad = await desk.call(routes.createPublisher, { body: { name: 'Anderer', website: 'javascript:alert(1)' } })
  expect(bad).toMatchObject({ status: 400, field: 'website' })
  // The dialog of the desk sends every field, even empty ones.
  const bare = { name: 'Moosverlag', address: '', contact: '', email: '', phone: '', website: '' }
  expect(await desk.call(routes.createPublisher, { body: bare })).toMatchObject({ status: 200 })
  const { key } = await createTitle(db, { name: 'Fels' })
  await change(key, { changes: { publisherId: id } })
  const params = { id }
  expect(await desk.call(routes.removePublisher, { params })).toMatchObject({ status: 409, code: 'publisher_has_titles' })
  const renamed = { ...fields, name: 'Fels & Söhne' }
  expect(await desk.call(routes.changePublisher, { params, body: renamed })).toMatchObject({ status: 204 })
  expect(await desk.call(routes.publishers, { query: { search: 'sohne' } })).toMatchObject({
    publishers: [{ id, titles: 1, contact: 'Mara Fels' }],
  })
  await change(key, { changes: { publisherId: null } })
  expect(await desk.call(routes.removePublisher, { params })).toMatchObject({ status: 204 })
  expect(await desk.call(routes.removePublisher, { params })).toMatchObject({ status: 404 })
})
