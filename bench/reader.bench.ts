// The reader in Chromium on a throttled 4G line: time to the first page, to the next one when pages are turned in order, to a page
// far away, and to a sharp page after a zoom; and memory while two hundred pages are turned on a slow processor.
import { readFileSync } from 'node:fs'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import { percentile } from './percentile.ts'
import type { Row } from './row.ts'
import { commandsOf, PHONE, REGULAR_4G, slowDown, startBrowser } from './slow-device.ts'

const ROUNDS = 5
const TURNS = 6
/** Time a reader looks at a page before zooming in. `passing`: right after turning to it. Milliseconds. */
const LOOKED = { at: 3_000, passing: 150 }
/** Numbers of turned pages at which memory is measured. */
const LEAFED = { warm: 40, all: 200 }
/** Number of turns whose bytes are counted, and the time on each page. */
const COUNTED_TURNS = 100
const COUNTED_LOOK_MS = 1_500
/** Timeout for anything, generous for busy machines. */
const TIMEOUT_MS = 90_000
/** A demonstration reader who may read every page of every issue. */
const PREMIUM = { username: 'swiss@example.org', password: DEMONSTRATION_PASSWORD }
type Issue = { uid: string; pages: number }
type Requested = { get(address: string): Promise<{ text(): Promise<string> }> }

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  const browser = await startBrowser(kiosk)
  try {
    const issue = await longestIssue({ get: (address) => fetch(address) }, kiosk.url)
    const address = `${kiosk.url}/reader/issues/${issue.uid}`
    const { first, next } = await firstAndNext(browser, address, Math.min(TURNS, issue.pages))
    const { something, sharp: jumped } = await afterJump(browser, address, issue.pages)
    const looked = await sharpAfterZoom(browser, address, LOOKED.at)
    const passing = await sharpAfterZoom(browser, address, LOOKED.passing)
    return {
      rows: [
        duration('first page shown on 4G', first, 400),
        duration('next page shown when turned in order', next, 30),
        duration('something of the page, at least its thumbnail, shown after a jump with the slider', something, 100),
        duration('page itself shown after a jump with the slider', jumped, 100),
        duration(
          'sharp after a double tap on a page one looks at',
          looked,
          80,
          `; ${Math.round(middle(passing))} ms where the page was turned to just before`,
        ),
        await bytesOfTurns(browser, kiosk.url),
        ...(await memoryOverPages(browser, kiosk.url)),
      ],
    }
  } finally {
    await browser.close()
    await kiosk.stop()
  }
}

const middle = (times: readonly number[]) => percentile(times, 0.5)

function duration(what: string, times: readonly number[], most: number, more = ''): Row {
  const value = `${Math.round(middle(times))} ms, at worst ${Math.round(Math.max(...times))} ms${more}`
  return { what: `${what}, median of ${times.length}`, value, budget: `< ${most} ms`, met: middle(times) < most }
}

async function onPhone(browser: Browser, deviceScaleFactor: number): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...PHONE, deviceScaleFactor })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await slowDown(commandsOf(await context.newCDPSession(page)), REGULAR_4G)
  return { context, page }
}

async function firstAndNext(browser: Browser, address: string, pages: number) {
  const first: number[] = []
  const next: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await onPhone(browser, 2)
    await page.goto(address, { waitUntil: 'commit' })
    first.push(await shownAfter(page, 1, 'navigation'))
    await page.waitForTimeout(2_500)
    for (let turn = 2; turn <= pages; turn++) {
      await noteTime(page, 'keydown')
      await page.keyboard.press('ArrowRight')
      next.push(await shownAfter(page, turn, 'noted'))
      await page.waitForTimeout(1_200)
    }
    await context.close()
  }
  return { first, next }
}

/** Moves the slider to pages whose neighbours have not been shown. */
async function afterJump(browser: Browser, address: string, pages: number) {
  const [something, sharp]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await onPhone(browser, 2)
    await page.goto(address)
    await shownAfter(page, 1, 'navigation')
    await page.waitForTimeout(2_500)
    for (const number of new Set([Math.ceil(pages * 0.6), pages])) {
      await noteTime(page, 'input')
      await page.locator('[data-bar=bottom] input[type=range]').fill(String(number), { force: true })
      something.push(await shownAfter(page, number, 'noted', 1))
      sharp.push(await shownAfter(page, number, 'noted'))
      await page.waitForTimeout(1_200)
    }
    await context.close()
  }
  return { something, sharp }
}

/** Makes the page record the time of events of this kind; the last one counts. Resolves when the page listens. */
const noteTime = (page: Page, kind: 'keydown' | 'pointerup' | 'input') =>
  page.evaluate((kind) => {
    const note = (at: number) => Object.assign(window, { noted: at })
    note(0)
    addEventListener(kind, ({ timeStamp }) => void note(timeStamp), { capture: true })
  }, kind)

/**
 * Returns the milliseconds from a navigation, or from the recorded event, to the frame in which a page's image is visible.
 * Measured in the page.
 * @param leastWidth pixels that the image has at least; thumbnails are narrower than the default
 */
function shownAfter(page: Page, number: number, from: 'navigation' | 'noted', leastWidth = 301): Promise<number> {
  return page.evaluate(
    async ({ number, from, leastWidth, timeoutMs }) => {
      const start = from === 'navigation' ? 0 : (window as unknown as { noted: number }).noted
      const isShown = () =>
        [...document.querySelectorAll<HTMLImageElement>(`img[src*="/pages/${number}/picture"]`)].some((image) => {
          const { left, right, width } = image.getBoundingClientRect()
          return image.complete && image.naturalWidth >= leastWidth && width > 100 && left < innerWidth && right > 0
        })
      while (!isShown()) {
        if (performance.now() - start > timeoutMs) throw new Error(`page ${number} did not appear`)
        await new Promise(requestAnimationFrame)
      }
      return performance.now() - start
    },
    { number, from, leastWidth, timeoutMs: TIMEOUT_MS },
  )
}

/**
 * Returns the milliseconds from the end of a double tap until the image has a pixel for each of the screen's, as far as visible.
 * Measured in the page.
 */
async function sharpAfterZoom(browser: Browser, address: string, looked: number): Promise<number[]> {
  const { context, page } = await onPhone(browser, 2.6)
  const times: number[] = []
  for (let number = 2; number < 2 + ROUNDS; number++) {
    await page.goto(`${address}?p=${number}`)
    await shownAfter(page, number, 'navigation')
    await page.waitForTimeout(looked)
    await noteTime(page, 'pointerup')
    await page.touchscreen.tap(200, 450)
    await page.touchscreen.tap(200, 450)
    const sharp = await page.evaluate(
      async ({ number, timeoutMs }) => {
        const start = (window as unknown as { noted: number }).noted
        for (;;) {
          const image = document.querySelector<HTMLImageElement>(`[data-current] [data-page="${number}"] img`)
          const shown = (image?.getBoundingClientRect().width ?? 0) * devicePixelRatio
          // Images are at most 2480 pixels wide, and an enlargement by an eighth is not noticed.
          const neededWidth = Math.min(2_480, shown / 1.125)
          if (image?.complete && shown > innerWidth * devicePixelRatio * 1.5 && image.naturalWidth >= neededWidth) break
          if (performance.now() - start > timeoutMs) throw new Error('the page stays blurred')
          await new Promise(requestAnimationFrame)
        }
        return performance.now() - start
      },
      { number, timeoutMs: TIMEOUT_MS },
    )
    times.push(sharp)
  }
  await context.close()
  return times
}

/** Measures memory while pages of the longest issue are turned to its end and back, on a processor four times as slow. */
async function memoryOverPages(browser: Browser, url: string): Promise<Row[]> {
  const options = { viewport: PHONE.viewport, deviceScaleFactor: 2, reducedMotion: 'reduce' } as const
  return asPremium(browser, url, options, (context) => leafThrough(browser, context, url))
}

/** Does something in a new context of the browser, signed in as a reader of everything. */
async function asPremium<Done>(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<Done>,
): Promise<Done> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(TIMEOUT_MS)
  const token = /"token":"([^"]+)"/.exec(await (await context.request.get(`${url}/reader/offline`)).text())![1]!
  const headers = { 'x-api-token': token }
  await context.request.post(`${url}/api/v8/websession/login`, { headers, form: { type: '0', ...PREMIUM } })
  try {
    return await work(context)
  } finally {
    const device = (await context.cookies()).find(({ name }) => name === 'device')?.value
    if (device) await context.request.delete(`${url}/api/v8/user/device/${device}`, { headers })
    await context.close()
  }
}

async function leafThrough(browser: Browser, context: BrowserContext, url: string): Promise<Row[]> {
  const { uid, pages } = await longestIssue(context.request, url)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`${url}/reader/issues/${uid}?p=1`)
  await shownAfter(page, 1, 'navigation')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const renderer = await rendererOf(browser)

  /** Measures the memory after a garbage collection; `withPictures`: before the browser dropped its decoded images. */
  async function held() {
    // Pages have different numbers of words, so the same page is measured each time.
    await page.keyboard.press('Home')
    await page.waitForTimeout(1_500)
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    const withImages = residentMegabytes(renderer)
    // The browser drops decoded images only when memory is short, which is simulated from here on.
    await session.send('Memory.simulatePressureNotification', { level: 'critical' })
    await page.waitForTimeout(1_500)
    const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
    return { heap, nodes, listeners: jsEventListeners, resident: residentMegabytes(renderer), withPictures: withImages }
  }
  const measured: Awaited<ReturnType<typeof held>>[] = []
  let direction: 1 | -1 = 1
  for (let turned = 1, at = 1; turned <= LEAFED.all; turned++) {
    if (at + direction < 1 || at + direction > pages) direction = direction === 1 ? -1 : 1
    at += direction
    await page.keyboard.press(direction === 1 ? 'ArrowRight' : 'ArrowLeft')
    await page.waitForTimeout(220)
    if (turned !== LEAFED.warm && turned !== LEAFED.all) continue
    measured.push(await held())
    ;[at, direction] = [1, 1]
  }
  const [warm, end] = measured as [(typeof measured)[0], (typeof measured)[0]]
  const row = (what: string, from: number, to: number, unit: string, most: number, more = ''): Row => ({
    what: `${what} after ${LEAFED.all} pages of ${pages}, ${LEAFED.warm} pages: ${from.toFixed(1)}${unit}`,
    value: `${to.toFixed(1)}${unit}${more}`,
    budget: `≤ ${most} ×`,
    met: to <= from * most,
  })
  const images = `; ${Math.round(warm.withPictures)} MB before the browser is notified of low memory`
  return [
    row('script memory', warm.heap, end.heap, ' MB', 1.25),
    row('nodes', warm.nodes, end.nodes, '', 1.25),
    row('listeners', warm.listeners, end.listeners, '', 1.1),
    ...(renderer ? [row('memory of the page’s process', warm.resident, end.resident, ' MB', 1.15, images)] : []),
  ]
}

/** Measures what a reader loads by turning a hundred pages on a phone without zooming, with all images rendered before. */
function bytesOfTurns(browser: Browser, url: string): Promise<Row> {
  const phone = { ...PHONE, viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 }
  return asPremium(browser, url, phone, async (context) => {
    let [bytes, turned] = [0, 0]
    for (const { uid, pages } of await longestIssues(context.request, url)) {
      if (turned >= COUNTED_TURNS) break
      const address = `${url}/reader/issues/${uid}?p=1`
      const signature = /"signature":"([^"]+)"/
        .exec(await (await context.request.get(address)).text())![1]!
        .replaceAll('\\u0026', '&')
      const turns = Math.min(pages - 1, COUNTED_TURNS - turned)
      for (let number = 1; number <= turns + 1; number++)
        await context.request.get(`${url}/api/v8/issuecontent/${uid}/pages/${number}/picture?width=2480&${signature}`)
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await page.goto(address)
      await shownAfter(page, 1, 'navigation')
      for (let turn = 1; turn <= turns; turn++) {
        await page.keyboard.press('ArrowRight')
        await page.waitForTimeout(COUNTED_LOOK_MS)
      }
      turned += turns
      await page.close()
    }
    const megabytes = bytes / 1e6
    const what = `loaded for ${turned} turns on a phone, ${COUNTED_LOOK_MS / 1000} s a page`
    return { what, value: `${megabytes.toFixed(1)} MB`, budget: '≤ 25 MB', met: turned === COUNTED_TURNS && megabytes <= 25 }
  })
}

const longestIssue = async (request: Requested, url: string): Promise<Issue> => (await longestIssues(request, url))[0]!

/** Returns the issues with pages open to the requesting reader, those with the most first. */
async function longestIssues(request: Requested, url: string): Promise<Issue[]> {
  const list = await (await request.get(`${url}/magazines/issuelinks`)).text()
  const uids = [...new Set([...list.matchAll(/\/magazines\/issues\/([\w-]+)/g)].map((match) => match[1]!))]
  const issues: Issue[] = []
  for (let from = 0; from < uids.length; from += 8) {
    const sizes = await Promise.all(
      uids.slice(from, from + 8).map(async (uid) => {
        const html = await (await request.get(`${url}/reader/issues/${uid}`)).text()
        return { uid, pages: Number(/"pagesOpen":(\d+)/.exec(html)?.[1] ?? 0) }
      }),
    )
    issues.push(...sizes.filter(({ pages }) => pages > 1))
  }
  return issues.sort((one, other) => other.pages - one.pages)
}

/** Returns the process id of the page's renderer, which has worked most: the newest one may be a spare. 0 if it is not reported. */
async function rendererOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const [busiest] = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)
  return busiest?.id ?? 0
}

const residentMegabytes = (pid: number) =>
  pid ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1e3 : 0
