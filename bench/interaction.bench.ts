// How fast pages answer a tap or a key on a cheap phone: Interaction to Next Paint in Chromium, on a slow 4G line and a processor
// four times as slow, with the cache empty; and how they load there. `PAGES=home,reader` measures only these, ROUNDS sets the
// number of visits.
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { type BenchmarkKiosk, startKiosk } from './kiosk-for-benchmarks.ts'
import {
  blockingTime,
  type EventEntry,
  interactionTimes,
  type LoadEntries,
  layoutShift,
  observePage,
  SHORTEST_EVENT_MS,
} from './page-figures.ts'
import { percentile } from './percentile.ts'
import { cookiesOf, openIssue, warmCovers } from './prepare-pages.ts'
import type { Row } from './row.ts'
import { commandsOf, PHONE, SLOW_4G, SLOW_PROCESSOR, slowDown, startBrowser } from './slow-device.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const P98_MS = 100
const LARGEST_PAINT_MS = 1_000
const BLOCKING_MS = 30
const SHIFT = 0.02
/** Pause after a page has loaded: what it does then must not count as the answer to an input. Milliseconds. */
const SETTLING_MS = 2_500
/** Between two inputs. Milliseconds. */
const PAUSE_MS = 500
/** Timeout for anything, generous for busy machines. */
const TIMEOUT_MS = 60_000

/** The hands of a user. Each tap and key is one interaction. */
type Hands = {
  page: Page
  tap(selector: string): Promise<void>
  press(...keys: string[]): Promise<void>
  /** Waits for the page to which the last tap leads. */
  arrive(): Promise<void>
}
type Visited = {
  what: string
  path: string
  /** Who visits: somebody who has never been here, a visitor who has answered the consent dialog, or a reader. */
  by: 'newcomer' | 'visitor' | 'reader'
  use(hands: Hands): Promise<void>
}
type Loaded = { largestPaint: number; blocking: number; shift: number }

const MENU = 'details[data-menu]:has(button[name=theme])'

async function themes({ tap }: Hands): Promise<void> {
  await tap(`${MENU} > summary`)
  for (const theme of ['dark', 'light', 'system']) await tap(`${MENU} button[name=theme][value=${theme}]`)
  await tap(`${MENU} > summary`)
}

async function search({ tap, press }: Hands): Promise<void> {
  await tap('button[popovertarget=frame-search]')
  await press(...'garten')
  await press('ArrowDown', 'ArrowDown', 'Escape')
}

const pagesOf = (issue: string, readable: string): Visited[] => [
  {
    what: 'home: menu, themes, rows, language',
    path: '/',
    by: 'visitor',
    async use(hands) {
      await themes(hands)
      await hands.tap('main ul a[href^="/magazines/issues/"]')
      await hands.arrive()
      await hands.page.goBack()
      await hands.arrive()
      await hands.tap(`${MENU} > summary`)
      await hands.tap(`${MENU} button[name=language][value=en]`)
      await hands.arrive()
    },
  },
  {
    what: 'home: consent dialog',
    path: '/',
    by: 'newcomer',
    async use({ tap, arrive }) {
      await tap('[data-banner] [popovertarget=cookie-settings]')
      await tap('#consent-social')
      await tap('#consent-social')
      await tap('#cookie-settings [popovertargetaction=hide]')
      await tap('[data-banner] button[value=necessary]')
      await arrive()
    },
  },
  {
    what: 'catalogue: filters, more, categories, search',
    path: '/magazines',
    by: 'visitor',
    async use(hands) {
      const { page, tap, press } = hands
      const filters = 'main details:has(nav) > summary'
      await tap(filters)
      for (const category of [0, 1]) await tap(`[data-category]:nth-of-type(${category + 1}) > summary`)
      await tap(filters)
      await page.locator('[data-endless] a[rel=next]').scrollIntoViewIfNeeded()
      await tap('[data-endless] a[rel=next]')
      await page.locator('[role=feed] a').first().focus()
      await press('PageDown', 'PageDown')
      await search(hands)
    },
  },
  {
    what: 'issue: contents, themes, search',
    path: issue,
    by: 'visitor',
    async use(hands) {
      const contents = 'main section[aria-labelledby=contents] details > summary'
      if ((await hands.page.locator(contents).count()) > 0) {
        await hands.tap(contents)
        await hands.tap(contents)
      }
      await themes(hands)
      await search(hands)
    },
  },
  {
    what: 'issue, signed in: heart',
    path: issue,
    by: 'reader',
    async use({ page, tap }) {
      for (let time = 0; time < 2; time++) {
        const before = await page.locator('button[name=favourite]').getAttribute('value')
        await tap('button[name=favourite]')
        await page.locator(`button[name=favourite]:not([value=${before}])`).waitFor()
      }
    },
  },
  {
    what: 'reader: turning, bars, panels',
    path: readable,
    by: 'reader',
    async use({ page, tap, press }) {
      await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft')
      for (const panel of ['o', 's', 't']) await press(panel, 'Escape')
      await tap('[data-stage]')
      await page.waitForTimeout(PAUSE_MS)
      await press('ArrowRight', 'End', 'Home')
    },
  },
]

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  const browser = await startBrowser(kiosk)
  const open = () => browser.newContext({ ...PHONE, deviceScaleFactor: 1.75, locale: 'de-AT' })
  try {
    const { issue, readable } = await openIssue(kiosk.url)
    const least = await leastInteraction(await open())
    const rows: Row[] = []
    const requested = process.env.PAGES?.split(',')
    for (const visited of pagesOf(issue, readable)) {
      if (requested && !requested.some((name) => visited.what.startsWith(name))) continue
      await warmCovers(kiosk.url + visited.path)
      const times: number[] = []
      const entries: EventEntry[] = []
      const loads: Loaded[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const visit = await oneVisit(await open(), kiosk, visited)
        times.push(...visit.times)
        entries.push(...visit.entries)
        loads.push(visit.loaded)
      }
      rows.push(interactionRow(visited.what, { times, entries, least }), loadRow(visited.what, loads))
    }
    return { rows }
  } finally {
    await browser.close()
    await kiosk.stop()
  }
}

type Interactions = { times: readonly number[]; entries: readonly EventEntry[]; least: number }

function interactionRow(what: string, { times, entries, least }: Interactions): Row {
  const p98 = percentile(times, 0.98)
  const slowest = entries.filter(({ interaction }) => interaction !== 0).sort((a, b) => b.duration - a.duration)[0]
  const of = slowest ? ` (${slowest.event})` : ''
  return {
    what: `${what}, ${times.length} taps and keys`,
    value: `p98 ${p98} ms${of}, p50 ${percentile(times, 0.5)} ms`,
    yardstick: `a button that changes a word ${least} ms`,
    ratio: p98 / least,
    budget: `p98 ≤ ${P98_MS} ms`,
    met: p98 <= P98_MS,
  }
}

function loadRow(what: string, loads: readonly Loaded[]): Row {
  const [paint, blocking, shift] = (['largestPaint', 'blocking', 'shift'] as const).map((figure) =>
    percentile(
      loads.map((load) => load[figure]),
      0.5,
    ),
  ) as [number, number, number]
  return {
    what: `LCP, CLS, TBT of ${what.split(':')[0]}, median of ${loads.length}`,
    value: `${Math.round(paint)} ms, ${shift.toFixed(3)}, ${Math.round(blocking)} ms`,
    budget: `≤ ${LARGEST_PAINT_MS} ms, < ${SHIFT}, ≤ ${BLOCKING_MS} ms`,
    met: paint <= LARGEST_PAINT_MS && shift < SHIFT && blocking <= BLOCKING_MS,
  }
}

async function oneVisit(context: BrowserContext, kiosk: BenchmarkKiosk, { path, by, use }: Visited) {
  try {
    await context.addCookies(await cookiesOf(kiosk.url, by))
    const { page, entries, session } = await observedPage(context)
    await slowDown(commandsOf(session), SLOW_4G, SLOW_PROCESSOR)
    await page.goto(kiosk.url + path, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLING_MS)
    const figures = await page.evaluate(() => (window as unknown as { figures: LoadEntries }).figures)
    const loaded = { largestPaint: figures.largestPaint, blocking: blockingTime(figures), shift: layoutShift(figures.shifts) }
    const { hands, inputs } = handsOn(page)
    await use(hands)
    await page.waitForTimeout(PAUSE_MS)
    return { times: interactionTimes(entries, inputs()), entries, loaded }
  } finally {
    await context.close()
  }
}

/** Opens a page that reports the events of its interactions. */
async function observedPage(context: BrowserContext): Promise<{ page: Page; entries: EventEntry[]; session: CDPSession }> {
  context.setDefaultTimeout(TIMEOUT_MS)
  const entries: EventEntry[] = []
  await context.exposeFunction('noteEvents', (found: EventEntry[]) => void entries.push(...found))
  await context.addInitScript(observePage, SHORTEST_EVENT_MS)
  const page = await context.newPage()
  return { page, entries, session: await context.newCDPSession(page) }
}

function handsOn(page: Page): { hands: Hands; inputs(): number } {
  let inputs = 0
  const hands: Hands = {
    page,
    async tap(selector) {
      await page.locator(selector).locator('visible=true').first().tap({ noWaitAfter: true })
      inputs++
      await page.waitForTimeout(PAUSE_MS)
    },
    async press(...keys) {
      for (const key of keys) {
        await page.keyboard.press(key, { delay: 60 })
        inputs++
        await page.waitForTimeout(PAUSE_MS)
      }
    },
    async arrive() {
      await page.waitForTimeout(PAUSE_MS)
      await page.waitForLoadState('load')
      await page.waitForTimeout(SETTLING_MS)
    },
  }
  return { hands, inputs: () => inputs }
}

/** Measures the shortest interaction that is possible on this machine, on a page with one button. Milliseconds. */
async function leastInteraction(context: BrowserContext): Promise<number> {
  try {
    const { page, entries, session } = await observedPage(context)
    await page.goto('data:text/html,<button onclick="this.append(1)">1</button>')
    await slowDown(commandsOf(session), SLOW_4G, SLOW_PROCESSOR)
    const { hands, inputs } = handsOn(page)
    for (let time = 0; time < 10; time++) await hands.tap('button')
    return percentile(interactionTimes(entries, inputs()), 0.98)
  } finally {
    await context.close()
  }
}
