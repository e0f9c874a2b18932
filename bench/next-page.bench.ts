// Time from the click on a link to the next page, in Chromium on a throttled 4G line, with a mouse that rests on the link as long
// as people do before they press. Visitors' browsers prerender the next page meanwhile, those of signed-in readers prefetch it
// (ADR-0276); both have the compression dictionary of the pages before (ADR-0272). The yardstick is a browser that loads nothing
// ahead.
import { setTimeout as pause } from 'node:timers/promises'
import { type Event, type PlainBrowser, plainBrowser } from '../e2e/plain-browser.ts'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import { percentile } from './percentile.ts'
import { cookiesOf, warmCovers } from './prepare-pages.ts'
import type { Row } from './row.ts'
import { REGULAR_4G, slowDown } from './slow-device.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 4)
/** Share of the clicks that must meet the budget. */
const SHARE = 0.75
const CLICK_TO_PAINT_MS = 200
const HTML_BYTES = 4_000
/** From the moment the pointer rests on a link until the button is pressed, and from then until it is released. Milliseconds. */
const HOVER_MS = 300
const PRESS_MS = 80
/** Pages add their rules two seconds after they have loaded, and the dictionary loads when the browser is idle. Milliseconds. */
const READING_MS = 3_500
/** Time after the next page has loaded in which its largest image is painted. Milliseconds. */
const PAINTING_MS = 800
const TIMEOUT_MS = 30_000

/** `link`: selector of the links to follow, a different one each round. */
type Way = { what: string; from: string; link: string }
const ISSUE = 'a[href^="/magazines/issues/"]'
const WAYS: readonly Way[] = [
  { what: 'home → issue', from: '/', link: `main ${ISSUE}` },
  { what: 'home → catalogue', from: '/', link: 'header a[href="/magazines"]' },
  { what: 'catalogue → issue', from: '/magazines', link: `[role=feed] ${ISSUE}` },
  { what: 'issue → title', from: 'issue', link: 'main a[href^="/title/"]' },
  { what: 'issue → issue', from: 'issue', link: `main ${ISSUE}` },
  { what: 'search → issue', from: '/magazines?search=garten', link: `main ${ISSUE}` },
]
type Who = 'visitor' | 'reader'
/** `first`, `largest`: from the click to this paint, in milliseconds. `ahead`: how the page was loaded. `bytes`: HTML as sent. */
type Followed = { first: number; largest: number; ahead: string; bytes: number }

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  try {
    const rows: Row[] = []
    for (const who of ['visitor', 'reader'] as const) {
      const without = await followAll(kiosk.url, who, { ahead: false })
      const withAhead = await followAll(kiosk.url, who, { ahead: true })
      for (const { what } of WAYS) rows.push(...rowsOf(`${what}, ${who}`, withAhead.get(what)!, without.get(what)!))
    }
    return { rows }
  } finally {
    await kiosk.stop()
  }
}

function rowsOf(what: string, followed: readonly Followed[], plain: readonly Followed[]): Row[] {
  const at = (figure: 'first' | 'largest' | 'bytes', of = followed) =>
    percentile(
      of.map((each) => each[figure]),
      SHARE,
    )
  const [first, largest, bytes] = [at('first'), at('largest'), at('bytes')]
  const loaded = [...new Set(followed.map(({ ahead }) => ahead))].join(', ')
  return [
    {
      what: `${what}: click to first and largest paint, p75 of ${followed.length} (${loaded})`,
      value: `${Math.round(first)} ms, ${Math.round(largest)} ms`,
      yardstick: `nothing loaded ahead ${Math.round(at('first', plain))} ms, ${Math.round(at('largest', plain))} ms`,
      ratio: largest / at('largest', plain),
      budget: `both ≤ ${CLICK_TO_PAINT_MS} ms`,
      met: largest <= CLICK_TO_PAINT_MS,
    },
    {
      what: `${what}: HTML of the next page, p75`,
      value: `${bytes} bytes`,
      budget: `≤ ${HTML_BYTES} bytes`,
      met: bytes <= HTML_BYTES,
    },
  ]
}

/** Follows each way in one browser, as often as there are rounds. `ahead`: the pages may tell the browser what to load. */
async function followAll(url: string, who: Who, { ahead }: { ahead: boolean }): Promise<Map<string, Followed[]>> {
  const clicks: number[] = []
  const onEvent = ({ method, params }: Event) => {
    if (method === 'Runtime.bindingCalled' && params.name === 'noteClick') clicks.push(Number(params.payload))
  }
  const browser = await plainBrowser({
    onEvent,
    prepare(send, session) {
      void slowDown((method, params) => send(method, params, session), REGULAR_4G)
      void send('Page.enable', {}, session)
      void send('Runtime.enable', {}, session)
      void send('Runtime.addBinding', { name: 'noteClick' }, session)
      const setting = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false }
      void send('Emulation.setDeviceMetricsOverride', setting, session)
      const source = ahead ? NOTE_CLICKS : `${NOTE_CLICKS};${NO_RULES}`
      void send('Page.addScriptToEvaluateOnNewDocument', { source }, session)
    },
  })
  try {
    for (const cookie of await cookiesOf(url, who)) await browser.send('Network.setCookie', cookie, browser.page)
    const followed = new Map<string, Followed[]>()
    const tab: Tab = { browser, session: browser.page, clicks }
    const issue = await firstLink(tab, `${url}/magazines`, `[role=feed] ${ISSUE}`)
    // Otherwise the catalogue would be revalidated, and its size would be that of this visit, without the dictionary.
    await browser.send('Network.clearBrowserCache', {}, browser.page)
    for (const way of WAYS) {
      const from = way.from === 'issue' ? issue : url + way.from
      const each: Followed[] = []
      await warmTargets(tab, from, way.link)
      for (let round = 0; round < ROUNDS; round++) each.push(await follow(tab, from, way.link, round))
      followed.set(way.what, each)
    }
    return followed
  } finally {
    browser.close()
  }
}

const NOTE_CLICKS = `addEventListener('click', ({ timeStamp }) => noteClick(String(performance.timeOrigin + timeStamp)), { capture: true })`
/** The website's script adds rules only where the browser says that it supports them. */
const NO_RULES = 'HTMLScriptElement.supports = () => false'

/** The session changes when a prerendered page takes the place of the one before. */
type Tab = { browser: PlainBrowser; session: string; clicks: number[] }

const linksOf = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((link) => link.checkVisibility() && link.offsetWidth > 0)`

async function visit(tab: Tab, address: string): Promise<void> {
  await tab.browser.send('Page.navigate', { url: address }, tab.session)
  await until(tab, `document.readyState === 'complete'`)
}

async function firstLink(tab: Tab, address: string, selector: string): Promise<string> {
  await visit(tab, address)
  return (await tab.browser.evaluate(`${linksOf(selector)}[0].href`, tab.session)) as string
}

/** The pages to which the links lead have been visited by others: they are kept, and their covers exist. */
async function warmTargets(tab: Tab, from: string, selector: string): Promise<void> {
  await visit(tab, from)
  const script = `[...new Set(${linksOf(selector)}.map((link) => link.href))].slice(0, ${ROUNDS})`
  for (const address of (await tab.browser.evaluate(script, tab.session)) as string[]) await warmCovers(address)
}

async function follow(tab: Tab, from: string, selector: string, round: number): Promise<Followed> {
  const { browser, clicks } = tab
  await visit(tab, from)
  await pause(READING_MS)
  const script = `(() => {
    const links = ${linksOf(selector)}.filter((link, at, all) => all.findIndex(({ href }) => href === link.href) === at)
    const link = links[${round} % links.length]
    link.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = link.getClientRects()[0]
    return { x: x + width / 2, y: y + Math.min(height / 2, 40), address: link.href }
  })()`
  const { x, y, address } = (await browser.evaluate(script, tab.session)) as { x: number; y: number; address: string }
  const mouse = (type: string, button = {}) => browser.send('Input.dispatchMouseEvent', { type, x, y, ...button }, tab.session)
  const left = { button: 'left', clickCount: 1 }
  await pause(300)
  await mouse('mouseMoved')
  await pause(HOVER_MS)
  await mouse('mousePressed', left)
  await pause(PRESS_MS)
  clicks.length = 0
  // The answer comes from a page that may be gone by then.
  void mouse('mouseReleased', left)
  await arrive(tab, new URL(address).pathname)
  await pause(PAINTING_MS)
  const figures = (await browser.evaluate(FIGURES, tab.session)) as Figures
  const click = clicks.at(-1)
  if (click === undefined) throw new Error(`nothing was clicked on ${from}`)
  const after = (paint: number) => Math.max(0, figures.origin + Math.max(paint, figures.activated) - click)
  const ahead = figures.activated > 0 ? 'prerendered' : figures.fetchedAhead ? 'prefetched' : 'requested'
  return { first: after(figures.first), largest: after(figures.largest), ahead, bytes: figures.bytes }
}

/** `origin`: Unix time of the navigation. All others but bytes: milliseconds since then. `activated` 0 = not prerendered. */
type Figures = { origin: number; activated: number; first: number; largest: number; fetchedAhead: boolean; bytes: number }
const FIGURES = `new Promise((resolve) => {
  let largest = 0
  new PerformanceObserver((list) => { largest = list.getEntries().at(-1).startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  const report = () => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    if (!painted) return setTimeout(report, 100)
    const [navigation] = performance.getEntriesByType('navigation')
    resolve({
      origin: performance.timeOrigin,
      activated: navigation.activationStart,
      first: painted.startTime,
      largest,
      fetchedAhead: navigation.deliveryType === 'navigational-prefetch',
      bytes: navigation.encodedBodySize,
    })
  }
  setTimeout(report, 100)
})`

/** Waits for the next page, in the session of the tab or in that of a page that was prerendered. */
async function arrive(tab: Tab, path: string): Promise<void> {
  const isThere = `location.pathname === ${JSON.stringify(path)} && !document.prerendering && document.readyState === 'complete'`
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(20)) {
    const sessions = new Set([
      tab.session,
      ...tab.browser.targets.filter(({ type }) => type === 'page').map(({ session }) => session),
    ])
    for (const session of sessions) {
      const there = await Promise.race([tab.browser.evaluate(isThere, session), pause(500)])
      if (there !== true) continue
      tab.session = session
      return
    }
  }
  throw new Error(`${path} did not open`)
}

async function until(tab: Tab, condition: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(50))
    if (await tab.browser.evaluate(condition, tab.session)) return
  throw new Error(`never met: ${condition}`)
}
