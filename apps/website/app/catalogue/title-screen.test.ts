import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import type { FakeShelf } from './testing/fake-api.ts'
import { cards, openCatalogue, publicUrl, title } from './testing/open-catalogue.ts'
import { sampleDetails, sampleIssue } from './testing/sample-issues.ts'

const openPage = openCatalogue()

const issues = [
  sampleIssue({ uid: 'new', detailLine: 'Nr. 2', releaseDate: '2026-11-20' }),
  sampleIssue({ uid: 'old', detailLine: 'Nr. 1', releaseDate: '2025-11-20' }),
]
const shelf: FakeShelf = { issues }
const path = '/title/berg-und-tal'

test('shows the latest issue, what is in it, and all issues of a title', async () => {
  const { status, main, text, html } = await openPage(path, shelf)
  expect(status).toBe(200)
  expect(main).toMatch(/<h1[^>]*>Berg & &lt;Tal&gt;<\/h1>/)
  expect(text).toContain('Neueste Ausgabe: Nr. 2')
  expect(text).toContain('monatlich')
  expect(cards(main)).toEqual(expect.arrayContaining(['new', 'old']))
  for (const href of ['/reader/issues/new', '/magazines/issues/new']) expect(main).toContain(`href="${href}"`)
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}${path}"/>`)
  expect(html).toContain('href="/feeds/magazines/berg-und-tal.xml"')
  expect(html).toContain('"@type":"Periodical"')
})

test('says nothing of a rhythm that nobody has chosen', async () => {
  const irregular = { details: sampleDetails({ frequency: 'irregular', expectedNext: null }), readersReadIssues: { issues: [] } }
  for (const page of [path, '/magazines/issues/new'])
    expect((await openPage(page, { ...shelf, details: () => irregular })).text).not.toMatch(/regelmäßig|Erscheint/)
})

test('narrows the issues to a year, with links', async () => {
  const all = await openPage(path, shelf)
  expect(all.main).toContain(`href="${path}?year=2025#issues"`)
  const { main, calls, text } = await openPage(`${path}?year=2025`, shelf)
  expect(calls).toContain('issues/all?limit=20&magazine=berg-und-tal&year=2025')
  expect(text).toContain('Ausgaben von 2025')
  expect(cards(main.slice(main.indexOf('id="issues"'))).slice(0, 1)).toEqual(['old'])
  expect((await openPage(`${path}?year=99999`, shelf)).text).toContain('Alle Ausgaben')
})

test('searches in the title, without JavaScript too', async () => {
  const { main } = await openPage(path, shelf)
  expect(main).toContain('<input type="hidden" name="title" value="berg-und-tal"/>')
  expect((await openPage('/magazines?search=haus&title=berg-und-tal&new=1', shelf)).location).toBe(
    '/magazines/haus?title=berg-und-tal',
  )
})

test('names the price where the front page alone is open', async () => {
  const { text } = await openPage(path, { issues: issues.map((issue) => ({ ...issue, opens: 'one' as const })) })
  expect(text).toContain('Mit Abo lesen')
  expect(text).toContain('Ab 9,99 € alle 30 Tage')
  expect(text).not.toContain('Gratis lesen')
})

test('is 404 for an unknown title', async () => {
  expect((await openPage('/title/unbekannt', shelf)).status).toBe(404)
})

test.each(languages)('has a title and its words in every language (%s)', async (language) => {
  const { html, text } = await openPage(path, shelf, { cookie: `language=${language}` })
  expect(title(html)).toContain('Berg')
  expect(text).not.toMatch(/TITLE\.|ISSUE\./)
})
