import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

export type Data = { access: Access; contents: Contents }
type Fits = (data: Data) => boolean

/** Returns what the page of an issue gives to the reader; null for other pages. */
export const dataIn = (html: string): Data | null => {
  const found = /<script type="application\/json" id="reader-data">([\s\S]*?)<\/script>/.exec(html)?.[1]
  return found ? (JSON.parse(found) as Data) : null
}
/** Data of the issues opened so far, by reader. */
const metBy = new WeakMap<object, Map<string, Data | null>>()
const anybody = {}
/** Uid of the issue that last met a condition: it most likely meets it again, for any reader. */
const foundLast = new WeakMap<Fits, string>()

/**
 * Finds an issue that meets the condition of a test, with the rights of the reader `by`; default: a visitor. Issues that show
 * only the cover have no pages.
 */
export async function issueWith(request: APIRequestContext, fits: Fits, by: object = anybody): Promise<Data> {
  const met = metBy.get(by) ?? new Map<string, Data | null>()
  metBy.set(by, met)
  const list = await (await request.get(addressOf('issueLinks'))).text()
  const last = foundLast.get(fits)
  const uids = new Set([
    ...(last ? [last] : []),
    ...[...list.matchAll(/\/magazines\/issues\/([\w-]+)/g)].map((match) => match[1]!),
  ])
  for (const uid of uids) {
    if (!met.has(uid)) met.set(uid, dataIn(await (await request.get(readerAddress('/reader', uid))).text()))
    const data = met.get(uid)
    if (data && fits(data)) {
      foundLast.set(fits, uid)
      return data
    }
  }
  throw new Error(`None of the ${uids.size} issues of the newsstand has what the test needs.`)
}
export const readable: Fits = ({ access, contents }) =>
  contents.kind === 'magazine' && contents.pages.length >= 8 && access.pagesOpen >= 8 && contents.textLayer !== 'none'

export async function open(page: Page, uid: string, at: { page?: number; article?: string } = {}): Promise<void> {
  // A picture that a test holds back must not hold back the page.
  await page.goto(readerAddress('/reader', uid, at), { waitUntil: 'domcontentloaded' })
  await expect(page.locator('[data-stage]')).toBeVisible()
}
export const shown = (page: Page, number: number) => page.locator(`[data-current] [data-page="${number}"]`)

/** Expects the page's image to be decoded and in the viewport. */
export async function expectImage(page: Page, number: number): Promise<void> {
  await expect(shown(page, number)).toBeInViewport()
  await expect
    .poll(() =>
      shown(page, number)
        .locator('img[data-width]')
        .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)),
    )
    .toBeGreaterThan(300)
}

/** Shows the bars, which hide while one reads. */
export async function callTools(page: Page): Promise<void> {
  const bar = page.locator('[data-bar="top"]')
  const { width } = page.viewportSize()!
  await expect(async () => {
    if ((await bar.getAttribute('data-shown')) !== null) return
    if (width < 600) await page.touchscreen.tap(width / 2, 80)
    else await page.mouse.move(width / 2, 12 + Math.random() * 20)
    await expect(bar).toHaveAttribute('data-shown', 'true', { timeout: 500 })
  }).toPass()
}

/** Clicks a tool of the bars, which hide again by themselves. */
export async function clickTool(page: Page, tool: Locator): Promise<void> {
  await expect(async () => {
    await callTools(page)
    await tool.click({ timeout: 2_000 })
  }).toPass()
}

/** Simulates other rights of the reader; images still follow the real rights. */
export async function withAccess(page: Page, changed: Partial<Access>): Promise<void> {
  await page.route(/\/reader\/issues\//, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const data = dataIn(html)
    if (!data) return route.fulfill({ response })
    const access = { ...data.access, ...changed }
    const body = html.replace(JSON.stringify(data.access).replaceAll('<', '\\u003c'), JSON.stringify(access))
    expect(body).not.toBe(html)
    return route.fulfill({ response, body })
  })
  await page.route('**/api/v8/issuecontent/*/access', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), ...changed } })
  })
}

/** Browser settings of a phone and of a desktop. */
export const onAPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
export const atADesk = { viewport: { width: 1440, height: 900 } }
