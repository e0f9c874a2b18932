// The reader in Chromium on a throttled 4G line: first page, and the next one when pages are turned in order.
import { type CDPSession, chromium, type Page } from 'playwright-core'
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

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const list = await (await fetch(`${kiosk.url}/magazines`)).text()
    const uid = /\/magazines\/issues\/([\w-]+)/.exec(list)?.[1] ?? ''
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
