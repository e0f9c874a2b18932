import { API_BASE, apiAddress } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { describe, expect, it, test } from 'vitest'
import { type Options, openWebsite, visitorFrom } from '../testing/website.ts'

const ACCOUNT = 'abcdefghijklmnopqrstuv'
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
const bookmark = { id: 7, issue, page: 3, article: '42', headline: 'Am Kai', note: '<b>Für Oma</b>', at: place.at }
const noContent = () => new Response(null, { status: 204 })
const failure = (status: number, code: string) => () => Response.json({ code, requestId: 'test' }, { status })
const shelf = {
  continueReading: [{ issue, place }],
  favourites: [{ issue, name: 'Hafen & <Licht>', fresh: true }],
  recommendations: { on: true, issues: [{ issue, because: 'Moor' }] },
  newspapers: [],
  magazines: [],
}
const signedIn = {
  'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', accountReference: ACCOUNT }),
  'reader/shelf': shelf,
  'reader/bookmarks': { bookmarks: [bookmark] },
  'reader/history': { entries: [{ issue, place }], nextUrl: `${API_BASE}reader/history?after=2026-11-01T00%3A00%3A00.000Z` },
  'magazine/hafen/issues': { name: 'Hafen', issues: [issue] },
}
const reader = {
  token: 'api-token',
  assets: () => ({ script: '/reader/assets/shelf.js', modules: ['/reader/assets/m.js'], styles: [] }),
}

const requestPage = openWebsite({ reader })

async function openPage(path: string, { answers = signedIn, headers = {}, ...rest }: Options = {}) {
  const cookie = ['__Host-session=s', headers.cookie].filter(Boolean).join('; ')
  const opened = await requestPage(path, { answers, headers: { cookie, ...headers }, ...rest })
  return { ...opened, calls: opened.calls.filter((call) => !/webinfo|launch/.test(call)) }
}
const send = (path: string, form: Record<string, string>, answers: Options['answers'] = {}) =>
  openPage(path, {
    method: 'POST',
    form: { [ACCOUNT_FIELD]: ACCOUNT, ...form },
    answers: { ...signedIn, ...answers },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
/** Returns the data for the reader's script in a page. */
const readerData = (html: string) =>
  JSON.parse(/data-reader="([^"]*)"/.exec(html)![1]!.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))

describe('the shelf', () => {
  it('shows unfinished issues, new issues of favourites, and the reason of each recommendation', async () => {
    const { main } = await openPage('/reader')
    expect(main).toContain('href="/reader/issues/harbour1?p=5"')
    expect(main).toContain('Seite 5 von 20')
    expect(main).toContain('data-badge="fresh">Neu</span>')
    expect(main).toContain('Weil Sie Moor lesen')
    expect(main).toContain('href="/reader/archive/hafen"')
    expect(main).toContain('Hafen & &lt;Licht&gt;')
  })

  it('each empty row explains what will appear there, with a link', async () => {
    const empty = {
      continueReading: [],
      favourites: [],
      recommendations: { on: false, issues: [] },
      newspapers: [],
      magazines: [],
    }
    const { main } = await openPage('/reader', { answers: { ...signedIn, 'reader/shelf': empty } })
    for (const words of ['die Sie begonnen haben', 'auf das Herz', 'Empfehlungen sind ausgeschaltet'])
      expect(main).toContain(words)
    expect(main.match(/href="\/magazines"/g)).toHaveLength(2)
    expect(main).toContain('Empfehlungen einschalten')
  })

  it('starts with new issues for readers without an unfinished issue', async () => {
    const paper = { ...issue, uid: 'paper', titleLine: 'Morgenblatt' }
    const answers = (continueReading: unknown[]) => ({
      ...signedIn,
      'reader/shelf': { ...shelf, continueReading, newspapers: [paper], magazines: [{ ...issue, uid: 'magazine' }] },
    })
    const headings = (main: string) => [...main.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading).slice(0, 3)
    const withoutUnfinished = (await openPage('/reader', { answers: answers([]) })).main
    expect(headings(withoutUnfinished)).toEqual(['Aktuelle Zeitungen', 'Neue Magazine', 'Weiterlesen'])
    expect(withoutUnfinished).toContain('href="/magazines/issues/paper"')
    const withUnfinished = (await openPage('/reader', { answers: answers(shelf.continueReading) })).main
    expect(headings(withUnfinished)).toEqual(['Weiterlesen', 'Meine Magazine', 'Für Sie'])
  })

  it('has the frame of the website and marks its section', async () => {
    const { html, main } = await openPage('/reader')
    expect(html).toContain('Ihr Profil, Mara')
    expect(html).toContain('<link rel="manifest" href="/reader/manifest.webmanifest"/>')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(main).toMatch(/<a href="\/reader" aria-current="page"/)
    for (const path of ['/reader/bookmarks', '/reader/history']) expect(main).toContain(`href="${path}"`)
  })

  it('loads the reader’s script with texts, token and what may be stored, and no other', async () => {
    const { html, main, response } = await openPage('/reader')
    expect(main).toContain('<script type="module" src="/reader/assets/shelf.js">')
    expect(html.match(/<script[^>]*src=/g)).toHaveLength(1)
    const { words, ...data } = readerData(html)
    expect(data).toEqual({ language: 'de', token: 'api-token', account: true, keeps: true, shared: false })
    expect([words['OFFLINE.TITLE'], words['PUSH.SWITCH_ON'], words['SHELF.PAGE_OF']]).toEqual([
      'Auf diesem Gerät',
      'Benachrichtigen lassen',
      'Seite {page} von {count}',
    ])
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data: blob:")
    expect(response.headers.get('content-language')).toBe('de')
  })

  it.each([
    ['a shared device', 'shared_device=1', { keeps: false, shared: true }],
    ['an own device', '', { keeps: true, shared: false }],
  ])('states whether %s may store reading', async (_, cookie, expected) => {
    const { html } = await openPage('/reader', { headers: { cookie: `__Host-session=s; ${cookie}` } })
    expect(readerData(html)).toMatchObject(expected)
  })

  it('offers push messages once there is a favourite', async () => {
    const without = { ...signedIn, 'reader/shelf': { ...shelf, favourites: [] } }
    const { main, calls } = await openPage('/reader')
    expect(main).toMatch(/<div id="push"[^>]* data-offered=""/)
    // The script, not the page, requests the state of push messages.
    expect(calls).toEqual(['GET reader/shelf'])
    expect((await openPage('/reader', { answers: without })).main).toMatch(/<div id="push"[^>]*><\/div>/)
    expect((await openPage('/reader', { answers: without })).main).not.toContain('data-offered')
  })

  it('shows visitors what the browser remembers and the login, without a call for a shelf', async () => {
    const { html, main, calls, response } = await openPage('/reader', { answers: {}, headers: { cookie: 'session=over' } })
    expect(calls).toEqual([])
    expect(main).toContain('<ul id="shelf"')
    expect(main).toContain('<template id="shelf-card">')
    expect(main).toContain('href="/user/login?redirect=%2Freader"')
    expect(main).toContain('href="/user/register?redirect=%2Freader"')
    expect(readerData(html)).toMatchObject({ account: false })
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
    const before = await requestPage('/reader')
    expect(readerData(before.html)).toMatchObject({ keeps: false })
  })

  it('switches recommendations off and on', async () => {
    const { calls, location, response } = await send(
      '/reader',
      { recommendations: 'off' },
      { 'reader/recommendations': noContent },
    )
    expect(calls).toEqual(['PUT reader/recommendations on=false'])
    expect([response.status, location]).toEqual([303, '/reader#recommendations'])
  })
})

test.each(['bookmarks', 'history', 'devices'])('redirects visitors of %s to the login and back', async (section) => {
  const { location } = await openPage(`/reader/${section}`, { answers: {} })
  expect(location).toBe(`/user/login?redirect=%2Freader%2F${section}`)
})

describe('bookmarks', () => {
  it('link to their page or article, and a note is text', async () => {
    const { main } = await openPage('/reader/bookmarks')
    expect(main).toContain('href="/reader/issues/harbour1?p=3&a=42"')
    expect(main).toContain('&lt;b&gt;Für Oma&lt;/b&gt;</textarea>')
    expect(main).toContain('20. November 2026')
  })

  it('are shown thirty at a time, with links to the next page and to the first', async () => {
    const nextUrl = apiAddress(routes.bookmarks, {}, { limit: 30, after: 7 })
    const answers = { ...signedIn, 'reader/bookmarks': { bookmarks: [bookmark], nextUrl } }
    const first = await openPage('/reader/bookmarks', { answers })
    expect(first.calls).toEqual(['GET reader/bookmarks?limit=30'])
    expect(first.main).toMatch(/rel="next" href="\/reader\/bookmarks\?after=7"/)
    expect(first.main).not.toContain('Zurück zum Anfang')
    const second = await openPage('/reader/bookmarks?after=7')
    expect(second.calls).toEqual(['GET reader/bookmarks?limit=30&after=7'])
    expect(second.main).toContain('Zurück zum Anfang')
    expect(second.main).not.toContain('rel="next"')
  })

  it.each([
    ['an invalid address', failure(400, 'wrong_input')],
    ['a page that has become empty', { bookmarks: [] }],
  ])('show the first page for %s', async (_, answer) => {
    const { location } = await openPage('/reader/bookmarks?after=x', { answers: { ...signedIn, 'reader/bookmarks': answer } })
    expect(location).toBe('/reader/bookmarks')
  })

  it('link to other pages if there are none', async () => {
    const { main } = await openPage('/reader/bookmarks', { answers: { ...signedIn, 'reader/bookmarks': { bookmarks: [] } } })
    expect(main).toContain('Noch kein Lesezeichen')
    expect(main).toContain('href="/magazines"')
  })

  it('have a note that is saved and confirmed', async () => {
    const { calls, location } = await send(
      '/reader/bookmarks?after=9',
      { bookmark: '7', note: 'Neu' },
      { 'reader/bookmarks/7': noContent },
    )
    expect(calls).toEqual(['PUT reader/bookmarks/7 note=Neu'])
    expect(location).toBe('/reader/bookmarks?after=9&saved=7#bookmark-7')
    expect((await openPage('/reader/bookmarks?saved=7')).main).toContain('Notiz gespeichert')
  })

  it('keep the typed text if the note is too long, with the reason at the field', async () => {
    const note = 'x'.repeat(2001)
    const { calls, main, response } = await send('/reader/bookmarks', { bookmark: '7', note })
    expect(calls).toEqual(['GET reader/bookmarks?limit=30'])
    expect(response.status).toBe(400)
    expect(main).toMatch(/aria-invalid="true"[^>]*>x{2001}<\/textarea>/)
    expect(main).toContain('höchstens 2000 Zeichen')
  })

  it('report a removed bookmark, and removing it again is not an error', async () => {
    const gone = { 'reader/bookmarks/8': failure(404, 'not_found') }
    expect((await send('/reader/bookmarks', { bookmark: '8', note: 'x' }, gone)).main).toContain('gibt es nicht mehr')
    const { location } = await send('/reader/bookmarks', { bookmark: '8', intent: 'remove' }, gone)
    expect(location).toBe('/reader/bookmarks?removed=1')
    expect((await openPage('/reader/bookmarks?removed=1')).main).toContain('Das Lesezeichen wurde entfernt')
  })

  it('are removed', async () => {
    const form = { bookmark: '7', intent: 'remove' }
    const { calls } = await send('/reader/bookmarks', form, { 'reader/bookmarks/7': noContent })
    expect(calls).toEqual(['DELETE reader/bookmarks/7'])
  })
})

describe('the history', () => {
  it('has further pages, and erasing it needs a confirmation', async () => {
    const { main } = await openPage('/reader/history')
    expect(main).toContain('href="/reader/history?after=2026-11-01T00%3A00%3A00.000Z"')
    expect(main).not.toContain('value="all"')
    expect((await openPage('/reader/history?erase=all')).main).toContain('value="all"')
  })

  it('shows the first page for an invalid address', async () => {
    const answers = { ...signedIn, 'reader/history': failure(400, 'wrong_input') }
    const { response, location } = await openPage('/reader/history?after=-010000-01-01', { answers })
    expect([response.status, location]).toEqual([302, '/reader/history'])
  })

  it.each([
    ['harbour1', '/reader/history?erased=one', 'aus dem Verlauf gelöscht'],
    ['all', '/reader/history?erased=all', 'Der ganze Verlauf wurde gelöscht'],
  ])('deletes %s and confirms it', async (erase, location, words) => {
    const sent = await send('/reader/history', { erase }, { 'reader/history/': noContent })
    expect([sent.calls, sent.location]).toEqual([[`DELETE reader/history/${erase}`], location])
    expect((await openPage(location)).main).toContain(words)
  })

  it('does not report success if erasing fails', async () => {
    const { response, main } = await send('/reader/history', { erase: 'all' }, { 'reader/history/': failure(503, 'unavailable') })
    expect(response.status).toBe(503)
    expect(main).toContain('Der Dienst ist gerade nicht erreichbar')
  })
})

describe('the archive of a title', () => {
  it('is open for everybody, with its name in the title', async () => {
    const { 'websession/webinfo': _, ...answers } = signedIn
    const { main, title } = await openPage('/reader/archive/hafen', { answers })
    expect(main).toContain('Alle Ausgaben von Hafen')
    expect(title).toBe('Hafen – Archiv – read-it')
  })

  it('is 404 for an unknown title', async () => {
    expect((await openPage('/reader/archive/nope')).response.status).toBe(404)
  })
})

describe('at the device limit', () => {
  const device = { vendorId: 'tablet 1', name: 'Firefox · Android', lastReading: place.at }
  const devices = [device, { ...device, vendorId: 'tablet 2' }]
  const limited = { ...signedIn, 'issuecontent/harbour1/access': { read: false, because: 'devices', devices } }
  const back = '/reader/issues/harbour1?p=3'
  const gate = `/reader/devices?back=${encodeURIComponent(back)}`

  it('the devices are listed, and one is removed to read on', async () => {
    const { main } = await openPage(gate, { answers: limited })
    expect([...main.matchAll(/>([^<>]*) entfernen</g)].map(([, name]) => name)).toEqual([
      'Firefox · Android',
      'Firefox · Android (2)',
    ])
    const { calls, location } = await send(gate, { device: 'tablet 1' }, { 'user/device/': noContent })
    expect([calls, location]).toEqual([['DELETE user/device/tablet%201'], back])
  })

  it('does not report success if a device could not be removed', async () => {
    const { response, main } = await send(
      gate,
      { device: 'tablet 1' },
      { ...limited, 'user/device/': failure(429, 'too_many_requests') },
    )
    expect(response.status).toBe(429)
    expect(main).toContain('role="alert"')
    expect(main).toContain('Firefox · Android entfernen')
  })

  it('redirects to the issue if it can be read by now, and to the devices without a known issue', async () => {
    const open = { ...signedIn, 'issuecontent/harbour1/access': { read: true, because: null } }
    expect((await openPage(gate, { answers: open })).location).toBe(back)
    for (const other of ['', '?back=//evil.example', '?back=/reader/issues/../x', '?back=https://evil.example/reader/issues/x'])
      expect((await openPage(`/reader/devices${other}`, { answers: limited })).location).toBe('/user/device')
  })
})

const FORMS = [
  ['/reader', { recommendations: 'off' }],
  ['/reader/bookmarks', { bookmark: '7', intent: 'remove' }],
  ['/reader/history', { erase: 'all' }],
  ['/reader/devices', { device: 'x' }],
] as const

test('a form of another account changes nothing', async () => {
  for (const [path, form] of FORMS) {
    const { calls, response } = await send(path, { ...form, [ACCOUNT_FIELD]: 'zzzzzzzzzzzzzzzzzzzzzz' })
    expect([path, response.status, calls.filter((call) => !call.startsWith('GET'))]).toEqual([path, 409, []])
  }
})

test('a form from another site changes nothing', async () => {
  for (const [path, form] of FORMS) {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const { calls, response } = await openPage(path, { method: 'POST', form: { [ACCOUNT_FIELD]: ACCOUNT, ...form }, headers })
      expect([path, response.status, calls]).toEqual([path, 403, []])
    }
  }
})
