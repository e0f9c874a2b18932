import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import { expect, test } from '@playwright/test'

/** Pages that need an id of the catalogue, or that always redirect. */
const special = new Set<Page>(['issue', 'currentIssue', 'title', 'topic', 'archive', 'logout'])
const publicPages = (Object.keys(pages) as Page[]).filter((page) => pages[page].access === 'public' && !special.has(page))
const loginPages = (Object.keys(pages) as Page[]).filter((page) => pages[page].access === 'login')
/** Pages that redirect to the home page in regions without the offer. */
const awayInLuxembourg = new Set<Page>(['easter', 'readAtHome', 'blackFriday', 'christmas'])

/** Requests a page without cookies; those of responses are discarded. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, test.info().project.use.baseURL), {
    redirect: 'manual',
    headers: { 'x-country': 'AT', 'accept-language': 'de', ...headers },
  })
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

test('every public page opens for visitors, in every language and region, with a title', async () => {
  test.setTimeout(180_000)
  const untranslated: string[] = []
  for (const page of publicPages) {
    const titles = new Map<string, string>()
    for (const language of languages) {
      for (const { country, id } of regions) {
        if (id === 4 && awayInLuxembourg.has(page)) continue
        const answer = await get(addressOf(page), { 'accept-language': language, 'x-country': country })
        const html = await answer.text()
        expect.soft(answer.status, `${page} in ${language} for ${country}`).toBe(200)
        expect.soft(html, `${page} in ${language}`).toContain(`<html lang="${language}"`)
        expect.soft(titleOf(html), `${page} in ${language}`).toMatch(/\S.* – read-it$|^read-it/)
        titles.set(language, titleOf(html))
      }
    }
    if (new Set(titles.values()).size === 1) untranslated.push(`${page}: ${titles.get('de')}`)
  }
  // Names of partners, and the German sales page, are the same in every language.
  expect(untranslated.length, untranslated.join('\n')).toBeLessThan(12)
})

test('every page that requires a login redirects visitors there and back', async () => {
  for (const page of loginPages) {
    const path = addressOf(page, { regionId: 'r1', id: '7' })
    const answer = await get(path)
    const to = new URL(answer.headers.get('location') ?? '/', 'http://kiosk')
    expect.soft([page, answer.status, to.pathname, to.searchParams.get('redirect')]).toEqual([page, 302, '/user/login', path])
  }
})

test('unknown pages redirect to the home page; unknown calls and files give 404', async () => {
  for (const path of ['/does/not/exist', '/magazin', '/user/nothing']) {
    const answer = await get(path)
    expect.soft([path, answer.status >= 300 && answer.status < 400, answer.headers.get('location')]).toEqual([path, true, '/'])
  }
  expect((await get('/home')).headers.get('location')).toBe('/')
  expect((await get('/api/v8/nothing')).status).toBe(404)
  expect((await get('/assets/nothing-1234.js')).status).toBe(404)
  for (const path of ['/api', '/assets', '/assets/', '/feeds', '/feeds/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('the language is that of the cookie, else ?lang, else the browser’s, else German', async () => {
  const languageOf = async (path: string, headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec(await (await get(path, headers)).text())?.[1]
  expect(await languageOf('/', { 'accept-language': 'it' })).toBe('de')
  expect(await languageOf('/', { 'accept-language': 'it, fr;q=0.8, en;q=0.4' })).toBe('fr')
  expect(await languageOf('/?lang=en', { 'accept-language': 'fr' })).toBe('en')
  expect(await languageOf('/?lang=en', { 'accept-language': 'de', cookie: 'language=fr' })).toBe('fr')
  const set = (await get('/?lang=fr')).headers.get('set-cookie')
  expect(set).toMatch(/language=fr/)
})

test('a cached page is not shown to visitors with another variant', async () => {
  const priceIn = async (country: string) => (await get('/user/subscription/pub', { 'x-country': country })).text()
  for (let round = 0; round < 2; round++) {
    expect(await priceIn('CH')).toContain('CHF\u00a029.90')
    expect(await priceIn('DE')).toContain('14,99')
    expect(await priceIn('AT')).toContain('19,99')
    const luxembourg = await priceIn('LU')
    expect(luxembourg).toContain('9,99')
    expect(luxembourg).not.toMatch(/MAGZ/)
  }
})

test('a page requested again with its ETag is not sent again', async () => {
  const first = await get('/magazines')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"/)
  expect((await get('/magazines', { 'if-none-match': etag })).status).toBe(304)
})
