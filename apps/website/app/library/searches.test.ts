import { expect, test } from 'vitest'
import { emptyAnswer, openWebsite, visitorFrom } from '../testing/website.ts'

const found = { search: { issues: [], pages: [] }, categories: [] }
const openPage = openWebsite({ answers: found })
const reader = {
  headers: { cookie: '__Host-session=x', 'sec-fetch-site': 'same-origin' },
  answers: {
    ...found,
    'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', accountReference: 'r1', sendSavedSearches: true }),
    'user/searches': emptyAnswer,
  },
}
const searches = [
  { id: 7, q: 'Wald & Wiese', title: { key: 'bergblick', name: 'Bergblick' }, language: 'de', at: '2026-11-20T08:00:00Z' },
  { id: 8, q: 'Luchs', language: null, at: '2026-11-21T08:00:00Z' },
]

test('a search is saved by a form, and its page leads to the saved ones', async () => {
  const path = '/magazines/wald?title=bergblick&language=de&order=newest'
  const { main } = await openPage(path, reader)
  const form = /<form(?:(?!<\/form>)[\s\S])*Suche speichern/.exec(main)?.[0]
  expect(form).toContain('action="/magazines/wald?title=bergblick&language=de&order=newest"')
  const { response, location, writes } = await openPage(path, { ...reader, method: 'POST', form: { account: 'r1' } })
  expect([response.status, location, writes]).toEqual([
    303,
    '/reader/searches?saved=1',
    ['POST user/searches q=wald&title=bergblick&language=de'],
  ])
})

test('visitors sign in first', async () => {
  const { location, writes } = await openPage('/magazines/wald', { method: 'POST', form: {} })
  expect([location, writes]).toEqual(['/user/login?redirect=%2Fmagazines%2Fwald', []])
})

test('the limit is said, and the results stay', async () => {
  const full = () => Response.json({ code: 'too_many_searches', message: 'Schon 50 Suchen.', requestId: 'x' }, { status: 409 })
  const answers = { ...reader.answers, 'user/searches': full }
  const { response, html } = await openPage('/magazines/wald', { ...reader, answers, method: 'POST', form: { account: 'r1' } })
  expect(response.status).toBe(409)
  expect(html).toContain('Schon 50 Suchen.')
  expect(html).toContain('Suche speichern')
})

test('saved searches are listed with what narrows them, and removed', async () => {
  const answers = { ...reader.answers, 'user/searches': { searches } }
  const { main, text } = await openPage('/reader/searches?saved=1', { ...reader, answers })
  expect(text).toContain('Die Suche ist gespeichert.')
  expect(text).toContain('nur in Bergblick · nur auf Deutsch · Gespeichert am')
  expect(main).toContain('href="/magazines/Wald%20%26%20Wiese?title=bergblick&language=de&order=newest"')
  expect(main).toContain('href="/magazines/Luchs?order=newest"')
  const form = { account: 'r1', search: '7' }
  const removed = await openPage('/reader/searches', {
    ...reader,
    answers: { ...answers, 'user/searches/7': emptyAnswer },
    method: 'POST',
    form,
  })
  expect([removed.location, removed.writes]).toEqual(['/reader/searches?removed=1', ['DELETE user/searches/7']])
})

test('says that the e-mails are switched off, and switches them on', async () => {
  const off = visitorFrom('AT', { firstname: 'Mara', accountReference: 'r1', sendSavedSearches: false })
  const answers = { ...reader.answers, 'user/searches': { searches: [] }, 'websession/webinfo': off }
  const { text } = await openPage('/reader/searches', { ...reader, answers })
  expect(text).toContain('E-Mails zu diesen Suchen sind ausgeschaltet.')
  expect(text).toContain('Noch keine Suche gespeichert.')
  const { writes } = await openPage('/reader/searches', {
    ...reader,
    answers: { ...answers, 'user/edit/newsletter/searches': { newsletter: true } },
    method: 'POST',
    form: { account: 'r1', intent: 'on' },
  })
  expect(writes).toEqual(['PUT user/edit/newsletter/searches newsletter=true'])
})
