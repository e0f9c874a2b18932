import type { Operator } from '@kiosk/domain/operator'
import { expect, test, vi } from 'vitest'
import operatorFile from '../../../../operator.json' with { type: 'json' }
import { type ApiFetch, handle } from '../server.ts'

vi.mock('../document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: () => ({ script: '/reader/assets/shelf.js', modules: [], styles: [] }),
}))

const issue = {
  uid: 'harbour1',
  titleLine: 'Hafen & <Licht>',
  detailLine: 'Nr. 7',
  magazineKey: 'hafen',
  coverURL: '/c',
  coverWidth: 300,
  coverHeight: 400,
  coverColour: '#123456',
  pageCount: 20,
}
const place = { page: 5, article: null, fraction: 0, furthestPage: 7, at: '2026-11-20T10:00:00.000Z' }
const answers: Record<string, unknown> = {
  'reader/shelf': {
    continueReading: [{ issue, place }],
    favourites: [{ issue, name: 'Hafen & <Licht>', fresh: true }],
    recommendations: { on: true, issues: [{ issue, because: 'Moor' }] },
  },
  'reader/bookmarks': {
    bookmarks: [{ id: 7, issue, page: 3, article: '42', headline: 'Am Kai', note: '<b>Für Oma</b>', at: place.at }],
  },
  'reader/history': { entries: [{ issue, place }], nextUrl: '/api/v8/reader/history?after=2026-11-01T00%3A00%3A00.000Z' },
  'reader/push': { key: 'BA', told: null },
  'magazine/hafen/issues': { name: 'Hafen', issues: [issue] },
}

async function ask(
  path: string,
  given: { answers?: Record<string, unknown>; form?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const asked: string[] = []
  const api: ApiFetch = async (address, init) => {
    const call = address.replace('/api/v8/', '')
    asked.push(`${init?.method ?? 'GET'} ${call} ${init?.body ?? ''}`.trim())
    if (init?.method && init.method !== 'GET') return new Response(null, { status: 204 })
    const answer = (given.answers ?? answers)[call.split('?')[0]!]
    if (answer instanceof Response) return answer
    return answer ? Response.json(answer) : Response.json({ code: 'not_signed_in' }, { status: 401 })
  }
  const init = given.form
    ? { method: 'POST', body: new URLSearchParams(given.form), headers: given.headers ?? {} }
    : { headers: given.headers ?? {} }
  const response = await handle(new Request(`https://kiosk.example/reader${path}`, init), {
    api,
    operator: operatorFile as Operator,
    token: 'token',
    publicUrl: 'https://kiosk.example',
  })
  return { response, asked, html: await response.text() }
}

test('the shelf shows where one left off, new issues of favourites, and why something is recommended', async () => {
  const { html } = await ask('', { headers: { cookie: '__Host-session=s' } })
  expect(html).toContain('href="/reader/issues/harbour1?p=5"')
  expect(html).toContain('Seite 5 von 20')
  expect(html).toContain('<span class="mark">Neu</span>')
  expect(html).toContain('Weil Sie Moor lesen')
  expect(html).toContain('Hafen &amp; &lt;Licht&gt;')
  expect(html).not.toContain('<Licht>')
})

test('somebody without an account keeps the shelf of their browser; the other rooms lead to the login and back', async () => {
  const { html } = await ask('', { answers: {}, headers: { cookie: 'session=over' } })
  expect(html).toContain('id="shelf"')
  for (const room of ['bookmarks', 'history']) {
    const { response } = await ask(`/${room}`, { answers: {} })
    expect(response.headers.get('location')).toBe(`/user/login?redirect=%2Freader%2F${room}`)
  }
})

test('bookmarks lead to their page or article, and a note is only text', async () => {
  const { html } = await ask('/bookmarks')
  expect(html).toContain('href="/reader/issues/harbour1?p=3&amp;a=42"')
  expect(html).toContain('&lt;b&gt;Für Oma&lt;/b&gt;</textarea>')
})

test('a place in the history that is none leads to its beginning', async () => {
  const wrong = { 'reader/history': Response.json({ code: 'wrong_input' }, { status: 400 }) }
  const { response } = await ask('/history?after=-010000-01-01', { answers: wrong, headers: { cookie: '__Host-session=x' } })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/reader/history'])
})

test('the history goes on, and everything is erased only after a question', async () => {
  const { html } = await ask('/history')
  expect(html).toContain('/reader/history?after=2026-11-01T00%3A00%3A00.000Z')
  expect(html).not.toContain('value="all"')
  expect((await ask('/history?erase=all')).html).toContain('value="all"')
})

test('the archive of a title is there for everybody', async () => {
  expect((await ask('/archive/hafen')).html).toContain('Alle Ausgaben von Hafen')
})

test.each([
  ['/bookmarks', { id: '7', note: 'Neu' }, 'PUT reader/bookmarks/7 note=Neu', '/reader/bookmarks'],
  ['/bookmarks', { remove: '7' }, 'DELETE reader/bookmarks/7', '/reader/bookmarks'],
  ['/history', { erase: 'all' }, 'DELETE reader/history/all', '/reader/history'],
  ['/recommendations', { on: 'false' }, 'PUT reader/recommendations on=false', '/reader'],
  ['/devices', { free: 'a b', back: '/reader/issues/x?p=3' }, 'DELETE user/device/a%20b', '/reader/issues/x?p=3'],
  ['/devices', { free: 'a', back: '//evil.example' }, 'DELETE user/device/a', '/reader'],
])('a form at %s %j is one call, and then the room again', async (path, form, call, location) => {
  const { response, asked } = await ask(path, { form, headers: { 'sec-fetch-site': 'same-origin' } })
  expect(asked).toEqual([call])
  expect([response.status, response.headers.get('location')]).toEqual([303, location])
})

test('being told of new issues is offered once there is a favourite, and asked for by a press only', async () => {
  const shelf = answers['reader/shelf'] as object
  const headers = { cookie: '__Host-session=s' }
  const { html, asked } = await ask('', { headers })
  expect(html).toContain('<div id="push" data-offered></div>')
  expect(asked).toEqual(['GET reader/shelf'])
  const without = await ask('', { headers, answers: { 'reader/shelf': { ...shelf, favourites: [] } } })
  expect(without.html).toContain('<div id="push"></div>')
})

test.each([
  [
    { endpoint: 'https://push.example.org/x', p256dh: 'p', auth: 'a' },
    'POST reader/push endpoint=https%3A%2F%2Fpush.example.org%2Fx&p256dh=p&auth=a',
  ],
  [{ off: '1' }, 'DELETE reader/push'],
])('what a page or the worker says about push messages is one call: %j', async (form, call) => {
  const { response, asked } = await ask('/push', { form, headers: { 'sec-fetch-site': 'same-origin' } })
  expect([response.status, asked]).toEqual([204, [call]])
  const foreign = await ask('/push', { form, headers: { 'sec-fetch-site': 'cross-site' } })
  expect([foreign.response.status, foreign.asked]).toEqual([403, []])
})

test('how push messages stand is told to who is signed in', async () => {
  const { response, html } = await ask('/push')
  expect([response.status, JSON.parse(html)]).toEqual([200, { key: 'BA', told: null }])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await ask('/push', { answers: {} })).response.status).toBe(401)
})

test('a form from a foreign page changes nothing', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const { response, asked } = await ask('/history', { form: { erase: 'all' }, headers })
    expect([response.status, asked]).toEqual([403, []])
  }
})

test('where all places are taken, an issue shows which device to free', async () => {
  const devices = [{ vendorId: 'tablet-1', name: 'Firefox · Android', lastReading: place.at }]
  const access = {
    read: false,
    pagesOpen: 0,
    because: 'devices',
    devices,
    ads: false,
    offline: false,
    audio: false,
    signature: '',
    until: 0,
  }
  const { html } = await ask('/issues/harbour1?p=3', {
    answers: {
      'issuecontent/harbour1/access': access,
      'issuecontent/harbour1/contents': { uid: 'harbour1', articles: [], pages: [] },
    },
  })
  expect(html).toContain('Firefox · Android freigeben')
  expect(html).toContain('name="back" value="/reader/issues/harbour1?p=3"')
})
