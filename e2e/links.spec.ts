import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { pages } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { expect, test } from '@playwright/test'
import { crawl } from './crawl.ts'

const fixedPages = (access: 'public' | 'login') =>
  Object.values(pages).flatMap((page) => (page.access === access && !page.path.includes('/:') ? [page.path as string] : []))
const forMachines = ['/sitemap.xml', '/robots.txt', '/opds', '/feeds/issues.xml', '/feeds/topics.xml']
const origin = () => new URL(test.info().project.use.baseURL!).origin

for (const [place, language] of languages.entries()) {
  test(`no link, fragment, picture, feed or sitemap entry of the whole site is broken (${language})`, async () => {
    const { broken, pages } = await crawl({
      origin: origin(),
      headers: { 'x-country': 'AT', 'accept-language': language },
      start: [...fixedPages('public'), ...forMachines],
      ofAKind: place === 0 ? 5 : 2,
    })
    expect(broken).toEqual([])
    expect(pages.size).toBeGreaterThan(fixedPages('public').length * 2)
  })
}

test('no link of the account pages is broken', async () => {
  const form = new URLSearchParams({ intent: 'login', username: 'swiss@example.org', password: DEMONSTRATION_PASSWORD })
  const headers = { 'x-country': 'CH', 'accept-language': 'de' }
  const door = await fetch(`${origin()}/user/login`, { method: 'POST', redirect: 'manual', headers, body: form })
  const cookie = door.headers.getSetCookie().map((each) => each.split(';')[0])
  const { broken, pages } = await crawl({
    origin: origin(),
    headers: { ...headers, cookie: cookie.join('; ') },
    start: fixedPages('login'),
    ofAKind: 2,
    // An opened issue would count as a reading device; one page redirects to the home page, as specified.
    skip: /^\/(reader|opds|user\/logout|user\/payment\/failed\/rr\/cancel)/,
  })
  expect(broken.filter((each) => !each.startsWith('/user/payment/failed/rr/cancel'))).toEqual([])
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['/user/account', '/user/device', '/invoice']))
})
