// The reader in Chromium on a throttled 4G line: first page, the next one when pages are turned in order, sharpness after a
// zoom; and memory while two hundred pages are turned on a slow processor.
import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import type { Row } from './row.ts'

/** "Regular 4G" of the browser's tools: 9 Mbit/s down, 1.5 Mbit/s up, 60 ms more of latency. */
const REGULAR_4G = {
  offline: false,
  latency: 60,
  downloadThroughput: (9 * 1024 * 1024) / 8,
  uploadThroughput: (1.5 * 1024 * 1024) / 8,
}
const ROUNDS = 5
const TURNS = 6
/** Memory is looked at when so many pages were turned, and again at the end. */
const LEAFED = { warm: 40, all: 200 }
/** A demonstration reader whom every page of every issue is open to. */
const PREMIUM = { username: 'swiss@example.org', password: 'Lesehalle7' }

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const { uid } = await longestIssue({ get: (address) => fetch(address) }, kiosk.url)
    const first: number[] = []
    const next: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 915 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      })
      const page = await context.newPage()
      const line: CDPSession = await context.newCDPSession(page)
      await line.send('Network.enable')
      await line.send('Network.emulateNetworkConditions', REGULAR_4G)
      await page.goto(`${kiosk.url}/reader/issues/${uid}`, { waitUntil: 'commit' })
      await pictureShown(page, 1)
      first.push(await page.evaluate(() => performance.now()))
      await page.waitForLoadState('networkidle')
      for (let turn = 2; turn <= TURNS; turn++) {
        next.push(await turnTo(page, turn))
        await page.waitForTimeout(1_200)
      }
      await context.close()
    }
    const sharp = await sharpAfterZoom(browser, `${kiosk.url}/reader/issues/${uid}`)
    const memory = await memoryOverPages(browser, kiosk.url)
    const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
    return {
      rows: [
        {
          what: 'first page shown on 4G, median',
          value: `${Math.round(middle(first))} ms`,
          budget: '< 1500 ms',
          met: middle(first) < 1500,
        },
        {
          what: 'next page shown when turned in order, median',
          value: `${Math.round(middle(next))} ms`,
          budget: '< 100 ms',
          met: middle(next) < 100,
        },
        {
          what: 'sharp after a double tap, median',
          value: `${Math.round(middle(sharp))} ms`,
          budget: '< 200 ms',
          met: middle(sharp) < 200,
        },
        ...memory,
      ],
    }
  } finally {
    await browser.close()
    await kiosk.stop()
  }
}

/** A page is shown when its picture is decoded and inside the window. */
function pictureShown(page: Page, number: number): Promise<unknown> {
  return page.waitForFunction(
    (wanted) =>
      [
        ...document.querySelectorAll<HTMLImageElement>(
          `img[src*="/pages/${wanted}/picture"], img[srcset*="/pages/${wanted}/picture"]`,
        ),
      ].some((image) => {
        const { left, right, width } = image.getBoundingClientRect()
        return image.complete && image.naturalWidth > 300 && width > 100 && left < innerWidth && right > 0
      }),
    number,
    { polling: 'raf' },
  )
}

async function turnTo(page: Page, number: number): Promise<number> {
  const start = await page.evaluate(() => performance.now())
  await page.keyboard.press('ArrowRight')
  await pictureShown(page, number)
  return (await page.evaluate(() => performance.now())) - start
}

/** Milliseconds from the second tap of a double tap to a picture with a pixel for each of the screen's, as far as one sees. */
async function sharpAfterZoom(browser: Browser, address: string): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: 2.6,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', REGULAR_4G)
  const times: number[] = []
  for (let number = 2; number < 2 + ROUNDS; number++) {
    await page.goto(`${address}?p=${number}`)
    await pictureShown(page, number)
    await page.waitForTimeout(3_000)
    await page.touchscreen.tap(200, 450)
    await page.touchscreen.tap(200, 450)
    times.push(
      await page.evaluate(
        (number) =>
          new Promise<number>((sharp, blurred) => {
            const start = performance.now()
            const look = () => {
              const image = document.querySelector<HTMLImageElement>(`[data-current] [data-page="${number}"] img`)
              const shown = (image?.getBoundingClientRect().width ?? 0) * devicePixelRatio
              // Widths end at 2480 pixels, and an enlargement of an eighth is not seen.
              const wanted = Math.min(2_480, shown / 1.125)
              if (image?.complete && shown > innerWidth * devicePixelRatio * 1.5 && image.naturalWidth >= wanted)
                sharp(performance.now() - start)
              else if (performance.now() - start > 20_000) blurred(new Error('the page stays blurred'))
              else requestAnimationFrame(look)
            }
            look()
          }),
        number,
      ),
    )
  }
  await context.close()
  return times
}

/** Turns pages to the end of the longest issue and back, on a processor four times as slow. */
async function memoryOverPages(browser: Browser, url: string): Promise<Row[]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  const token = /"token":"([^"]+)"/.exec(await (await context.request.get(`${url}/reader/offline`)).text())![1]!
  const headers = { 'x-api-token': token }
  await context.request.post(`${url}/api/v8/websession/login`, { headers, form: { type: '0', ...PREMIUM } })
  const { uid, pages } = await longestIssue(context.request, url)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`${url}/reader/issues/${uid}?p=1`)
  await pictureShown(page, 1)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const renderer = await rendererOf(browser)
  const measured: { heap: number; nodes: number; resident: number }[] = []
  let direction: 1 | -1 = 1
  for (let turned = 1, at = 1; turned <= LEAFED.all; turned++) {
    if (at + direction < 1 || at + direction > pages) direction = direction === 1 ? -1 : 1
    at += direction
    await page.keyboard.press(direction === 1 ? 'ArrowRight' : 'ArrowLeft')
    await page.waitForTimeout(220)
    if (turned !== LEAFED.warm && turned !== LEAFED.all) continue
    // Pages hold differently many words: one and the same is looked at.
    await page.keyboard.press('Home')
    ;[at, direction] = [1, 1]
    await page.waitForTimeout(1_500)
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const figure = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0
    measured.push({ heap: figure('JSHeapUsedSize') / 1e6, nodes: figure('Nodes'), resident: residentMegabytes(renderer) })
  }
  const device = (await context.cookies()).find(({ name }) => name === 'device')?.value
  if (device) await context.request.delete(`${url}/api/v8/user/device/${device}`, { headers })
  await context.close()
  const [warm, end] = measured as [(typeof measured)[0], (typeof measured)[0]]
  const row = (what: string, from: number, to: number, unit: string, most: number): Row => ({
    what: `${what} after ${LEAFED.all} pages, ${LEAFED.warm} pages: ${from.toFixed(1)}${unit}`,
    value: `${to.toFixed(1)}${unit}`,
    budget: `≤ ${most} ×`,
    met: to <= from * most,
  })
  return [
    row('script memory', warm.heap, end.heap, ' MB', 1.25),
    row('nodes', warm.nodes, end.nodes, '', 1.25),
    ...(renderer ? [row('memory of the page’s process', warm.resident, end.resident, ' MB', 1.3)] : []),
  ]
}

async function longestIssue(request: { get(address: string): Promise<{ text(): Promise<string> }> }, url: string) {
  const list = await (await request.get(`${url}/magazines/issuelinks`)).text()
  const uids = [...new Set([...list.matchAll(/\/magazines\/issues\/([\w-]+)/g)].map((match) => match[1]!))].slice(0, 40)
  const sizes = await Promise.all(
    uids.map(async (uid) => {
      const html = await (await request.get(`${url}/reader/issues/${uid}`)).text()
      return { uid, pages: Number(/"pagesOpen":(\d+)/.exec(html)?.[1] ?? 0) }
    }),
  )
  return sizes.reduce((longest, each) => (each.pages > longest.pages ? each : longest))
}

/** The process that draws the newest page; 0 where the browser does not tell. */
async function rendererOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').reduce((newest, { id }) => Math.max(newest, id), 0)
}

const residentMegabytes = (pid: number) =>
  pid ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1e3 : 0
