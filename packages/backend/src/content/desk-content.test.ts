import * as routes from '@kiosk/contract/desk-routes'
import { linkList, terms, textDocument, topic } from '@kiosk/domain/content/endpoints'
import { houseAdvertisements } from '@kiosk/domain/reading/endpoints'
import type { Edition, TextRow, Text as WrittenText } from '@kiosk/domain/staff/content-endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { lastEntry } from '../audit/testing/last-entry.ts'
import { createCategory, createIssue } from '../catalogue/testing/titles-and-issues.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { testApi, within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { announceEdition } from './text-handlers.ts'

let now = new Date('2026-11-21T12:00:00Z')
const { connection, api } = await openTestApi({ now: () => now, requestsPerMinute: 0 })
const other = await testApi(connection, { now: () => now, requestsPerMinute: 0 })
afterAll(() => other.close())
const { db } = connection
const { ctx } = api
const editor = await createStaff(ctx, { role: 'editor', name: 'Ida Moos' })
const desk = fakeDesk(ctx)

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  await desk.signedInAs(editor)
  await db.deleteFrom('documents').execute()
})
type Editions = {
  shown: Record<'de' | 'en' | 'fr', WrittenText | null>
  shipped: Record<'de' | 'en' | 'fr', { markdown: string } | null>
  editions: Edition[]
}
const editionsOf = async (key = 'terms', region?: number) =>
  (await desk.call(routes.textEditions, { params: { key }, query: { ...(region && { region }) } })) as unknown as Editions
const draft = (markdown: string, before: number | null = null) => ({ title: 'Bedingungen', description: '', markdown, before })
const publish = (texts: object, more: object = {}, key = 'terms') =>
  desk.call(routes.publishText, { params: { key }, body: { texts, ...more } })

describe('a text', () => {
  test('is published in three languages together, sanitised, with one entry in the log', async () => {
    const { shown } = await editionsOf()
    expect(shown.fr).toMatchObject({ edition: null })
    expect(shown.fr!.markdown).toContain('## ')
    const texts = { de: draft('## Neu <script>alert(1)</script>'), en: draft('## New'), fr: draft('## Nouveau') }
    expect(await publish(texts)).toMatchObject({ status: 200, faults: [] })
    for (const [language, word] of [
      ['de', 'Neu'],
      ['en', 'New'],
      ['fr', 'Nouveau'],
    ] as const)
      await within(2000, async () => (await api.answer(terms, 'terms', { language })).content.includes(`<h2>${word}`))
    expect((await api.answer(terms, 'terms')).content).not.toContain('script')
    const { editions, shipped } = await editionsOf()
    // The text before the first edition can be published again.
    expect(shipped.fr!.markdown).toBe(shown.fr!.markdown)
    expect(editions.map(({ language, version, state }) => [language, version, state])).toEqual([
      ['de', '2026-11-21', 'shown'],
      ['en', '2026-11-21', 'shown'],
      ['fr', '2026-11-21', 'shown'],
    ])
    expect(await lastEntry(db)).toMatchObject({ action: 'content.published', actor: 'Ida Moos' })
  })

  test('is shown from its minute on, on all servers, although both have cached the one before', async () => {
    await publish({ de: draft('## Heute') })
    for (const server of [api, other])
      await within(2000, async () => (await server.answer(terms, 'terms')).content.includes('Heute'))
    const shownFrom = new Date(now.getTime() + HOUR_MS).toISOString()
    // The same day has an edition already.
    const { id } = (await editionsOf()).editions[0]!
    expect(await publish({ de: draft('## Abend', id) }, { shownFrom })).toMatchObject({ status: 409, code: 'edition_exists' })
    const tomorrow = new Date(now.getTime() + DAY_MS)
    expect(await publish({ de: draft('## Morgen', id) }, { shownFrom: tomorrow.toISOString() })).toMatchObject({ faults: [] })
    expect((await editionsOf()).editions.map(({ state }) => state)).toEqual(['later', 'shown'])
    const texts = ((await desk.call(routes.texts)) as unknown as { texts: TextRow[] }).texts
    expect(texts.find(({ key }) => key === 'terms')).toMatchObject({ nextAt: tomorrow.toISOString() })
    const job = await db
      .selectFrom('graphile_worker.jobs' as never)
      .select('run_at' as never)
      .where('key' as never, 'like', 'edition-begins%' as never)
      .execute()
    expect(job).toEqual([{ run_at: tomorrow }])
    now = new Date(tomorrow.getTime() - 1000)
    for (const server of [api, other]) expect((await server.answer(terms, 'terms')).content).toContain('Heute')
    now = tomorrow
    await announceEdition(ctx)
    for (const server of [api, other])
      await within(2000, async () => (await server.answer(terms, 'terms')).content.includes('Morgen'))
  })

  test('that is planned can be withdrawn, one that is shown cannot', async () => {
    await publish({ de: draft('## Heute') })
    const { id } = (await editionsOf()).editions[0]!
    await publish({ de: draft('## Morgen', id) }, { shownFrom: new Date(now.getTime() + DAY_MS).toISOString() })
    const [planned] = (await editionsOf()).editions
    const withdraw = (each: number) => desk.call(routes.withdrawEdition, { params: { id: each } })
    expect(await withdraw(id)).toMatchObject({ status: 409, code: 'edition_shown' })
    expect(await withdraw(planned!.id)).toMatchObject({ status: 204 })
    expect(await withdraw(planned!.id)).toMatchObject({ status: 404 })
    expect(await lastEntry(db)).toMatchObject({ action: 'content.withdrawn', subject_id: 'terms.de' })
    expect((await editionsOf()).editions).toHaveLength(1)
  })

  test('that only the demonstration has keeps its name where nothing is shown', async () => {
    ctx.operator.demonstration = false
    try {
      const found = await editionsOf('contest-recipe')
      expect(found).toMatchObject({ name: 'Teilnahmebedingungen: Rezepte', shown: { de: null, en: null, fr: null } })
    } finally {
      ctx.operator.demonstration = true
    }
  })

  test('is not published over what somebody else has published meanwhile', async () => {
    const both = await Promise.all(['Eins', 'Zwei'].map((words) => publish({ de: draft(words) })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'changed_meanwhile' })
  })

  test('of one market does not replace the general one', async () => {
    await publish({ de: draft('Allgemein') })
    expect(await publish({ de: draft('Schweiz') }, { region: 3 })).toMatchObject({ faults: [] })
    await within(2000, async () => (await api.answer(terms, 'terms?region=3')).content === '<p>Schweiz</p>')
    expect((await api.answer(terms, 'terms?region=1')).content).toBe('<p>Allgemein</p>')
    expect((await editionsOf('terms', 3)).shown).toMatchObject({ de: { markdown: 'Schweiz' }, en: null, fr: null })
    const { texts } = (await desk.call(routes.texts)) as unknown as { texts: TextRow[] }
    expect(texts.find(({ region }) => region === 3)!.versions).toMatchObject({ de: { isOwn: true }, en: null })
  })

  test.each([
    ['[hier](/nirgendwo/da)', { problem: 'link-dead', value: '/nirgendwo/da' }],
    ['[hier](/keine-kampagne)', { problem: 'link-dead', value: '/keine-kampagne' }],
    ['Von {firma}', { problem: 'placeholder-unknown', value: '{firma}' }],
  ])('%s is rejected with its language and changes nothing', async (markdown, fault) => {
    const result = await publish({ de: draft('gut'), fr: draft(markdown) })
    expect(result).toMatchObject({ status: 200, faults: [{ language: 'fr', ...fault }] })
    expect((await editionsOf()).editions).toEqual([])
  })

  test('is previewed as the page shows it, with faults, and changes nothing', async () => {
    const preview = (markdown: string) =>
      desk.call(routes.previewText, { body: { key: 'imprint', language: 'de', markdown } }) as unknown as Promise<{
        html: string
        placeholders: Record<string, string>
      }>
    const { html } = await preview('## {company}\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))')
    expect(html).toContain(api.operator.company.name)
    expect(html).not.toMatch(/onerror|javascript/)
    expect((await preview('x')).placeholders).toMatchObject({ company: api.operator.company.name, debitTerms: '' })
    expect(await preview('{nichts}')).toMatchObject({ fault: { problem: 'placeholder-unknown' } })
  })

  test('is not changed by other roles', async () => {
    await desk.signedInAs(await createStaff(ctx, { role: 'finance' }))
    expect(await publish({ de: draft('x') })).toMatchObject({ status: 403, code: 'not_permitted' })
    expect(await publish({}, {}, 'nowhere')).toMatchObject({ status: 403 })
  })

  test('with an unknown key, a past time or no language is rejected', async () => {
    expect(await publish({ de: draft('x') }, {}, 'nowhere')).toMatchObject({ status: 404, field: 'key' })
    expect(await publish({ de: draft('x') }, { shownFrom: '2026-11-20T00:00:00Z' })).toMatchObject({
      status: 409,
      field: 'shownFrom',
    })
    expect(await publish({})).toMatchObject({ status: 400, field: 'texts' })
  })

  test('that was imported before has its HTML to edit', async () => {
    await db
      .insertInto('documents')
      .values({ key: 'faq', language: 'de', version: '2026-11-01', title: 'Fragen', html: '<p>Alt</p>' })
      .execute()
    const { shown } = await editionsOf('faq')
    expect(shown.de!.markdown).toBe('<p>Alt</p>')
    await publish({ de: draft(`${shown.de!.markdown}\n\nNeu`, shown.de!.edition) }, {}, 'faq')
    await within(2000, async () => (await api.answer(textDocument, 'content/faq')).content.endsWith('<p>Neu</p>'))
  })
})

const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()
const picture = { name: 'see.png', base64: png.toString('base64') }

describe('a topic', () => {
  const body = {
    uid: 'stadtbaeume',
    language: 'de',
    headline: 'Stadtbäume',
    text: 'Mehr Schatten.',
    released: '2026-11-20',
    trend: 80,
    page: 1,
  }

  test('is published with a picture, kept when it is changed without one, and removed', async () => {
    const issue = await createIssue(db, { articles: [{ headline: 'Bäume', html: '<p>x</p>', firstPage: 1, lastPage: 1 }] })
    const send = (more: object) =>
      desk.call(routes.publishTopic, {
        body: { ...body, issue: issue.uid, article: 'Bäume', regions: null, picture: null, ...more },
      })
    expect(await send({ picture })).toMatchObject({ status: 204 })
    await within(2000, async () => (await api.ask('trendingtopics/topic/stadtbaeume')).status === 200)
    const first = await api.answer(topic, 'trendingtopics/topic/stadtbaeume')
    expect((await api.ask(first.imageUrl)).headers.get('content-type')).toBe('image/webp')
    expect(await send({ headline: 'Bäume in der Stadt' })).toMatchObject({ status: 204 })
    await within(
      2000,
      async () => (await api.answer(topic, 'trendingtopics/topic/stadtbaeume')).headline === 'Bäume in der Stadt',
    )
    expect((await api.answer(topic, 'trendingtopics/topic/stadtbaeume')).imageUrl).toBe(first.imageUrl)
    expect(await send({ isNew: true })).toMatchObject({ status: 409, code: 'content_key_taken', field: 'uid' })
    expect(await send({ issue: 'nothing' })).toMatchObject({ status: 404, field: 'issue' })
    expect(await send({ article: 'Gibt es nicht' })).toMatchObject({ status: 404, field: 'article' })
    expect(await send({ picture: { name: 'x.png', base64: 'bm8=' } })).toMatchObject({ status: 400, code: 'picture_invalid' })
    expect(await desk.call(routes.deskTopics)).toMatchObject({
      topics: [{ uid: 'stadtbaeume', article: 'Bäume', hasPicture: true }],
      next: null,
    })
    expect(await desk.call(routes.removeTopic, { params: { uid: 'stadtbaeume' } })).toMatchObject({ status: 204 })
    expect(await lastEntry(db)).toMatchObject({ action: 'topic.removed', before: { headline: 'Bäume in der Stadt' } })
  })
})

test('links are published, listed page by page, and removed', async () => {
  const link = (key: string, posted: string) => ({ key, title: key, target: '/faq', posted, issue: null, picture })
  for (let each = 0; each < 52; each++)
    expect(
      await desk.call(routes.publishLink, { body: link(`l-${each}`, `2026-10-${String((each % 28) + 1).padStart(2, '0')}`) }),
    ).toMatchObject({ status: 204 })
  expect(await desk.call(routes.publishLink, { body: { ...link('l-1', '2026-10-01'), isNew: true } })).toMatchObject({
    code: 'content_key_taken',
    field: 'key',
  })
  const first = (await desk.call(routes.deskLinks)) as unknown as { links: { key: string }[]; next: string }
  const second = (await desk.call(routes.deskLinks, { query: { before: first.next } })) as unknown as { links: { key: string }[] }
  expect([first.links.length, second.links.length]).toEqual([50, 2])
  expect(new Set([...first.links, ...second.links].map(({ key }) => key)).size).toBe(52)
  expect(await desk.call(routes.publishLink, { body: { ...link('bad', '2026-10-01'), target: 'javascript:x' } })).toMatchObject({
    status: 400,
    field: 'target',
  })
  expect(await desk.call(routes.publishLink, { body: { ...link('bad', '2026-10-01'), target: '/nirgends/da' } })).toMatchObject({
    status: 404,
    field: 'target',
  })
  for (const issue of [null, ''])
    expect(await desk.call(routes.publishLink, { body: { ...link('bad', '2026-10-01'), picture: null, issue } })).toMatchObject({
      status: 400,
      field: 'picture',
    })
  expect(await desk.call(routes.removeLink, { params: { key: first.links[0]!.key } })).toMatchObject({ status: 204 })
  await within(2000, async () => !JSON.stringify(await api.answer(linkList, 'ig-linklist')).includes(first.links[0]!.key))
})

test('an advertisement is published with its picture, paused, counted and removed', async () => {
  const body = {
    key: 'sommer',
    language: 'de',
    headline: 'Sommer',
    body: 'Lesen.',
    target: '/faq',
    markets: [1],
    categories: null,
    from: '2026-11-01',
    until: null,
    weight: 2,
    dailyCap: null,
    alt: 'Ein See',
    picture,
  }
  const send = (more: object = {}) => desk.call(routes.publishAdvertisement, { body: { ...body, ...more } })
  const shown = async () => (await api.answer(houseAdvertisements, 'reader/advertisements')).advertisements
  expect(await send({ alt: '' })).toMatchObject({
    status: 400,
    field: 'alt',
    message: 'Beschreiben Sie das Bild für alle, die es nicht sehen.',
  })
  expect(await send({ categories: ['nope'] })).toMatchObject({ status: 404, field: 'categories' })
  expect(await send({ until: '2026-10-01' })).toMatchObject({ status: 400, field: 'until' })
  for (const target of ['/nirgends/da', '/keine-kampagne'])
    expect(await send({ target })).toMatchObject({
      status: 404,
      field: 'target',
      message: expect.stringContaining('weder eine Seite'),
    })
  expect(await send({ target: '/reader/issues/21g48d8n7b6c?p=3' })).toMatchObject({ status: 204 })
  expect(await send()).toMatchObject({ status: 204 })
  const [before] = await shown()
  expect(before?.picture).toMatchObject({ alt: 'Ein See', width: 60, height: 40 })
  expect(await send({ isNew: true })).toMatchObject({ code: 'content_key_taken', field: 'key' })
  const { image_path } = await db.selectFrom('advertisements').select('image_path').executeTakeFirstOrThrow()
  expect(await send({ headline: 'Spätsommer', picture: null })).toMatchObject({ status: 204 })
  expect(await db.selectFrom('advertisements').select(['image_path', 'headline']).execute()).toEqual([
    { image_path, headline: 'Spätsommer' },
  ])
  const { id } = before!
  await api.ask(`reader/advertisements/${id}/count`, { form: { what: 'seen' } })
  await createCategory(db, { uid: 'reise', names: { de: 'Reise', en: 'Travel', fr: 'Voyage' } })
  expect(await desk.call(routes.advertisements)).toMatchObject({
    categories: expect.arrayContaining([{ uid: 'reise', names: { de: 'Reise', en: 'Travel', fr: 'Voyage' } }]),
    advertisements: [{ key: 'sommer', markets: [1], isActive: true, days: [{ day: '2026-11-21', impressions: 1, clicks: 0 }] }],
  })
  const states = async () =>
    ((await desk.call(routes.advertisements)) as unknown as { advertisements: { state: string }[] }).advertisements.map(
      ({ state }) => state,
    )
  expect(await states()).toEqual(['running'])
  await send({ key: 'winter', weight: 1, from: '2026-11-22' })
  await send({ key: 'herbst', weight: 1, until: '2026-11-20' })
  expect(await states()).toEqual(['running', 'over', 'later'])
  const pause = (isActive: boolean) => desk.call(routes.switchAdvertisement, { params: { id }, body: { isActive } })
  expect(await pause(false)).toMatchObject({ status: 204 })
  expect(await shown()).toEqual([])
  expect(await states()).toEqual(['over', 'later', 'paused'])
  expect(await lastEntry(db)).toMatchObject({
    action: 'advertisement.switched',
    before: { active: true },
    after: { active: false },
  })
  expect(await desk.call(routes.removeAdvertisement, { params: { id } })).toMatchObject({ status: 204 })
  expect(await pause(true)).toMatchObject({ status: 404 })
})

test('a message is open until it is marked as answered, by roles that may', async () => {
  const row = { email: 'mara@example.org', name: 'Mara', title: 'Lob', content: 'Schön.' }
  const { id } = await db.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()
  const mark = (isAnswered: boolean) => desk.call(routes.markFeedback, { params: { id }, body: { isAnswered } })
  const open = async () =>
    ((await desk.call(routes.feedbackMessages)) as unknown as { messages: { id: number }[] }).messages.map((each) => each.id)
  expect(await open()).toEqual([id])
  expect(await mark(true)).toMatchObject({ status: 204 })
  expect(await open()).toEqual([])
  const entry = await lastEntry(db)
  expect(entry).toMatchObject({ action: 'feedback.marked', before: { answered: false }, after: { answered: true } })
  expect(JSON.stringify(entry)).not.toContain('Mara')
  // Marking it again changes nothing.
  await mark(true)
  expect((await lastEntry(db)).id).toBe(entry.id)
  expect(await desk.call(routes.feedbackMessages, { query: { state: 'answered' } })).toMatchObject({
    messages: [{ id, title: 'Lob' }],
  })
  await mark(false)
  expect(await open()).toEqual([id])
  await desk.signedInAs(await createStaff(ctx, { role: 'finance' }))
  expect(await mark(true)).toMatchObject({ status: 403 })
  expect(await desk.call(routes.feedbackMessages)).toMatchObject({ status: 403 })
})
