import { readFileSync } from 'node:fs'
import { addressOf } from '@kiosk/domain/addresses'
import type { Language } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { SECOND_MS } from '@kiosk/domain/time'
import { issueMessages } from '@kiosk/i18n/messages/issue'
import { type APIRequestContext, expect, type Locator, type Page, type PlaywrightWorkerArgs, test } from '@playwright/test'
import { ownNetwork, signInNewReader } from './new-reader.ts'
import { type Data, dataIn, issueWith, onAPhone, readable } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'
import { becomeVisitor } from './visitors-of-journeys.ts'
import { journeys, newspaper } from './walks.ts'

test.use({ ...settledVisitor, ...onAPhone })

const LANGUAGES = ['de', 'en', 'fr'] as const

/** Rows of the table below a heading of the document, without its header. */
const rowsBelow = (heading: string) =>
  (
    readFileSync(new URL('../docs/journeys.md', import.meta.url), 'utf8')
      .split('\n## ')
      .find((part) => part.startsWith(heading)) ?? ''
  )
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(1)

type Row = string[]
const [atHome, elsewhere] = [rowsBelow('Every visitor'), rowsBelow('In other markets and languages')]

// One page for all walks with one wish: opening another one takes as long as a third of a walk.
for (const wished of new Set([...atHome.map(([, wish]) => wish!), ...elsewhere.map(([, , , wish]) => wish!)]))
  test(`visitors who want to ${wished} begin, tap and end as docs/journeys.md says`, async ({
    page,
    request,
    playwright,
    baseURL,
  }) => {
    // Up to six walks.
    test.setTimeout(300_000)
    for (const row of atHome.filter(([, wish]) => wish === wished)) {
      const [visitor, ...others] = row[0]!.split(', ')
      const also = others.length > 0 ? `; for ${others.join(' and ')}, the first button has the same text and destination` : ''
      await test.step(`${visitor} walks${also}`, async () => {
        await forget(page, baseURL!, 'AT', 'de')
        await walkAtHome(row, { page, request, playwright, baseURL: baseURL! })
      })
    }
    for (const row of elsewhere.filter(([, , , wish]) => wish === wished))
      await test.step(`${row[0]} in ${row[1]}, ${row[2]}, walks`, async () => {
        await forget(page, baseURL!, row[1]!, row[2]!)
        await walkElsewhere(row, { page, request })
      })
  })

/** Makes the page that of a new visitor. Measured walks also begin without a cache. */
async function forget(page: Page, origin: string, country: string, language: string): Promise<void> {
  if (page.url() !== 'about:blank') {
    // In a document without scripts, because the page before would write to its storage once more when it is left.
    await page.goto('/robots.txt')
    await page.evaluate(() => sessionStorage.clear())
    const tools = await page.context().newCDPSession(page)
    await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    if (process.env.SLOW_4G) await tools.send('Network.clearBrowserCache')
    await tools.detach()
  }
  await page.context().clearCookies()
  const { cookies } = settledVisitor.storageState
  await page.context().addCookies([...cookies, { ...cookies[0]!, name: 'language', value: language }])
  await page.setExtraHTTPHeaders(ownNetwork(country))
}

type Fixtures = { page: Page; request: APIRequestContext }

async function walkAtHome(
  [visitors, wish, , first, taps, end]: Row,
  { page, request, playwright, baseURL }: Fixtures & { playwright: PlaywrightWorkerArgs['playwright']; baseURL: string },
): Promise<void> {
  const [visitor, ...others] = visitors!.split(', ')
  const headers = ownNetwork('AT')
  await becomeVisitor(page.context().request, visitor!, 'AT', headers)
  if (process.env.SLOW_4G) await slowDown(page)
  const { tap, taps: counted, seconds } = countedTaps()
  const walk = { page, request, visitor: visitor!, country: 'AT', language: 'de', tap } as const
  const start = others.length > 0 ? await starts[wish!]!.at(request) : ''
  const leads = others.length > 0 && (await firstButton(wish!, start, page.context().request, headers)).leads
  expect({ ...(await journeys[wish!]!(walk)), taps: String(counted()) }).toEqual({ first, end, taps })
  if (process.env.SLOW_4G) console.log(`| ${visitor} | ${wish} | ${taps} | ${seconds().toFixed(1)} |`)
  for (const other of others) {
    const by = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { ...headers, 'accept-language': 'de' } })
    await becomeVisitor(by, other, 'AT', headers)
    expect({ other, ...(await firstButton(wish!, start, by)) }).toEqual({ other, text: first, leads })
    await by.dispose()
  }
}

async function walkElsewhere(row: Row, { page, request }: Fixtures): Promise<void> {
  const [visitor, country, language, wish, ...expected] = row
  await becomeVisitor(page.context().request, visitor!, country!, { ...ownNetwork(country!), 'accept-language': language! })
  const { tap, taps } = countedTaps()
  const walk = { page, request, visitor: visitor!, country: country!, language: language as Language, tap }
  const { first, end } = await journeys[wish!]!(walk)
  expect([plain(first), String(taps()), plain(end)]).toEqual(expected)
}

/**
 * "Slow 4G" of the browser's tools, and a processor that is four times slower: `SLOW_4G=1` prints the seconds of each walk
 * from its first tap on, for the table in the document.
 */
async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  const bytesPerSecond = (kilobits: number) => (kilobits * 1000) / 8
  const speed = { downloadThroughput: bytesPerSecond(1600), uploadThroughput: bytesPerSecond(750) }
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...speed })
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Returns functions: one that taps, and those that return how many taps there were and the seconds since the first one. */
function countedTaps() {
  let count = 0
  let since = 0
  const tap = async (element: Locator) => {
    const text = (await element.innerText()).trim() || (await element.getAttribute('aria-label'))!
    if (count === 0) since = performance.now()
    await element.tap()
    count++
    return text
  }
  return { tap, taps: () => count, seconds: () => (performance.now() - since) / SECOND_MS }
}

test('the tables have every pair of visitor, market, language and wish', () => {
  const inAustria = rowsBelow('Every visitor').flatMap(([visitors, wish]) =>
    visitors!.split(', ').map((visitor) => [visitor, 'AT', 'de', wish!]),
  )
  // The words of all visitors of an Austrian newsstand are compared in every language.
  const languages = LANGUAGES.flatMap((language) => rowsBelow('In every language').map(([, wish]) => ['', 'AT', language, wish!]))
  const rows = [...inAustria, ...languages, ...rowsBelow('In other markets and languages').map((row) => row.slice(0, 4))]
  const pairs = new Set(rows.flatMap((row) => row.flatMap((one, at) => row.slice(at + 1).map((other) => `${one} ${other}`))))
  const visitors = ['stranger', 'free', 'promo', 'magz', 'premium']
  const countries = regions.map(({ country }) => country)
  const every = (ones: readonly string[], others: readonly string[]) =>
    ones.flatMap((one) => others.map((other) => `${one} ${other}`))
  const wanted = [...every(visitors, countries), ...every(visitors, LANGUAGES), ...every(countries, LANGUAGES)]
  // There is no Magz in Luxembourg.
  expect(wanted.filter((pair) => !pairs.has(pair) && pair !== 'magz LU')).toEqual([])
  const isWalked = (wishes: RegExp, where: string) => rows.some((row) => row.includes(where) && wishes.test(row[3]!))
  for (const wish of [/^read a/, /^read today/, /^find a word/, /^follow/, /subscription|Premium/, /^(cancel|delete)/])
    for (const where of [...visitors, ...countries, ...LANGUAGES])
      expect(isWalked(wish, where), `${where}: ${wish.source}`).toBe(true)
})

const issueAddress = async (request: APIRequestContext, matches: (data: Data) => boolean) =>
  addressOf('issue', { id: (await issueWith(request, matches)).contents.uid })

type Start = { at(request: APIRequestContext): Promise<string> | string; text: RegExp }
/** Page on which a visitor with a wish begins, and what its HTML shows first. */
const starts: Record<string, Start> = {
  'read a magazine': { at: (request) => issueAddress(request, readable), text: /data-action="\w+"[^>]*>([^<]*)/ },
  'read a newspaper': { at: (request) => issueAddress(request, newspaper), text: /data-action="\w+"[^>]*>([^<]*)/ },
  'read a newspaper article': {
    at: (request) => issueAddress(request, newspaper),
    text: /data-action="read"[^>]*>([\s\S]*?)<\/a>/,
  },
  'see a front page': { at: (request) => issueAddress(request, newspaper), text: /data-action="read"[^>]*>([\s\S]*?)<\/a>/ },
  "read today's": { at: () => addressOf('home'), text: /<main[\s\S]*?class="button"[^>]*>([^<]*)/ },
  'find a word': { at: () => addressOf('home'), text: /<button[^>]*popovertarget="frame-search" aria-label="([^"]*)"/i },
  'follow a title': {
    at: (request) => issueAddress(request, readable),
    text: /<button[^>]*name="favourite"[^>]*>([\s\S]*?)<\/button>/,
  },
  'buy a subscription': { at: () => addressOf('subscriptions'), text: /data-tier="PREMIUM"[\s\S]*?<a [^>]*>([\s\S]*?)<\/a>/ },
  'cancel a subscription': { at: () => addressOf('home'), text: /<footer[\s\S]*?href="\/cancel[^>]*>([^<]*)/ },
  'delete the account': {
    at: () => addressOf('account'),
    text: /name="about" value="delete"[\s\S]*?<button[^>]*>([\s\S]*?)<\/button>/,
  },
}

/**
 * Returns what somebody sees first, from the HTML of the page at `start`, and where it leads if it is a link: to the heading of a
 * page, or to an issue with the rights of this visitor.
 */
async function firstButton(wish: string, start: string, by: APIRequestContext, headers: Record<string, string> = {}) {
  const html = await htmlAt(by, start, headers)
  const found = starts[wish]!.text.exec(html)
  const text = plain(found?.[1] ?? '')
  const tag =
    found &&
    html
      .slice(0, found.index + found[0].length)
      .split('<')
      .findLast((each) => /^(a|button) /.test(each))
  const address = /^a [^>]*href="([^"]*)"/.exec(tag ?? '')?.[1]
  if (!address) return { text, leads: null }
  const page = await htmlAt(by, address.replaceAll('&amp;', '&'), headers)
  const issue = dataIn(page)
  if (!issue) return { text, leads: plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(page)![1]!) }
  const { access, contents } = issue
  return { text, leads: { kind: contents.kind, because: access.because, whole: access.pagesOpen === contents.pages.length } }
}

const htmlAt = async (request: APIRequestContext, path: string, headers: Record<string, string> = {}) =>
  (await request.get(path, { headers })).text()

/** Returns the text of HTML. */
const plain = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ')
    .trim()

test('what is seen first, in every language', async ({ request }) => {
  for (const [visitors, wish, ...expected] of rowsBelow('In every language')) {
    // Subscribers see the same everywhere: their rows are compared with the messages.
    if (visitors !== 'stranger') {
      expect(
        LANGUAGES.map((language) => issueMessages[language]['ISSUE.READ_NOW']),
        wish,
      ).toEqual(expected)
      continue
    }
    const found = []
    const start = await starts[wish!]!.at(request)
    for (const language of LANGUAGES)
      found.push((await firstButton(wish!, start, request, { 'x-country': 'AT', 'accept-language': language })).text)
    expect.soft(found, wish).toEqual(expected)
  }
})

test('prices and ways of paying, in every market and language', async ({ playwright, request, baseURL }) => {
  const { contents } = await issueWith(request, newspaper)
  const found: string[][] = []
  for (const { country, id } of regions) {
    const context = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork(country) })
    const order = addressOf('paymentOverview', { id: plansOf(id).at(-1)!.subscriptionId })
    const pages = (path: string) =>
      Promise.all(LANGUAGES.map((language) => htmlAt(context, path, { 'x-country': country, 'accept-language': language })))
    const [issues, subscriptions] = [
      await pages(addressOf('issue', { id: contents.uid })),
      await pages(addressOf('subscriptions')),
    ]
    await signInNewReader(context, { country })
    const orders = await pages(order)
    for (const [at, language] of LANGUAGES.entries()) {
      const price = /data-action="read"[\s\S]*?<p\b[^>]*>([\s\S]*?)<\/p>/.exec(issues[at]!)?.[1] ?? ''
      const plans = [...subscriptions[at]!.matchAll(/data-tier="(?!FREE)\w+"[\s\S]*?<h2>([^<]*)</g)].map(([, name]) => name)
      const ways = [...orders[at]!.matchAll(/<input[^>]*name="way"[^>]*>\s*<span>([\s\S]*?)<\/span>/g)].map(([, way]) =>
        plain(way!),
      )
      found.push([country, language, plain(price), plans.join(', '), ways.join(', ')])
    }
    await context.dispose()
  }
  expect(found).toEqual(rowsBelow('In every market'))
})
