import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { wholeChromium } from './chromium.ts'
import { registerReader } from './new-reader.ts'
import config from './playwright.config.ts'
import { firstIssue, settledVisitor } from './visitor.ts'

const { launchOptions } = config.use ?? {}
test.use({
  ...settledVisitor,
  launchOptions: {
    ...launchOptions,
    executablePath: wholeChromium(),
    // Playwright switches off what is tested here.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

const isRestored = (page: Page) => page.evaluate(() => (window as { restored?: boolean }).restored)
const noteRestored = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      ;(window as { restored?: boolean }).restored = persisted
    }),
  )

test('back restores public pages as they were, with the scroll position', async ({ page }) => {
  await noteRestored(page)
  const issue = await firstIssue(page)
  await page.goto(issue)
  const title = (await page.locator('main a[href^="/title/"]').first().getAttribute('href'))!
  for (const path of [addressOf('home'), addressOf('catalogue'), addressOf('catalogue', { search: 'und' }), issue, title]) {
    await page.goto(path)
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await page.goto(addressOf('faq'))
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => isRestored(page).catch(() => null), path).toBe(true)
    expect([new URL(page.url()).pathname, await page.evaluate(() => scrollY)]).toEqual([path, before])
  }
})

test('back after signing out in another tab shows no page of the reader', async ({ page, context }) => {
  await registerReader(page.request, 'zurueck')
  await page.goto(addressOf('catalogue'))
  const account = page.locator('html[data-account]')
  await expect(account).toHaveCount(1)
  await page.goto(addressOf('faq'))
  await page.goBack({ waitUntil: 'commit' })
  await expect(account).toHaveCount(1)
  await page.goto(addressOf('faq'))
  const other = await context.newPage()
  await other.goto(addressOf('logout'))
  await expect(other.locator('a[href="/user/logout"]')).toHaveCount(0)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(addressOf('catalogue'))
  await expect(account).toHaveCount(0)
  await expect(page.locator('a[href="/user/logout"]')).toHaveCount(0)
})

/** Chromium without Playwright, which forbids it to render pages ahead. Commands go to its DevTools, through a pipe. */
function plainBrowser(): { send: Send; targets: Target[]; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-browser-'))
  const args = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${folder}`, '--no-sandbox', '--disable-gpu']
  const browser: ChildProcess = spawn(wholeChromium(), [...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [commands, answers] = [browser.stdio[3] as NodeJS.WritableStream, browser.stdio[4] as NodeJS.ReadableStream]
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  const targets: Target[] = []
  let rest = ''
  answers.on('data', (data: Buffer) => {
    const messages = (rest + data).split('\0')
    rest = messages.pop()!
    for (const text of messages) {
      const { id, method, params, result = {} } = JSON.parse(text)
      if (method === 'Target.attachedToTarget') targets.push({ session: params.sessionId, ...params.targetInfo })
      waiting.get(id)?.(result)
      waiting.delete(id)
    }
  })
  let last = 0
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve)
      commands.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
  const close = () => {
    browser.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    browser.kill()
  }
  return { send, targets, close }
}
type Target = { session: string; targetId: string; type: string; subtype?: string }
// biome-ignore lint/suspicious/noExplicitAny: results of DevTools have no types here
type Send = (method: string, params?: object, sessionId?: string) => Promise<any>

test('a hovered link is rendered ahead, and opened without another request', async ({ baseURL }) => {
  const { send, targets, close } = plainBrowser()
  try {
    const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] })
    const tab = await send('Target.attachToTarget', { targetId: targetInfos[0].targetId, flatten: true })
    await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, tab.sessionId)
    await expect.poll(() => targets.some(({ type }) => type === 'page')).toBe(true)
    const page = targets.find(({ type }) => type === 'page')!.session
    const evaluate = async (expression: string, session: string) =>
      (await send('Runtime.evaluate', { expression, returnByValue: true }, session)).result?.value
    await send('Network.setCookie', { name: 'consent', value: '1', url: baseURL! }, page)
    await send('Page.navigate', { url: baseURL! + addressOf('catalogue') }, page)
    const link = `document.querySelector('[role=feed] article a')`
    // The rules follow once the page has loaded.
    await expect.poll(() => evaluate(`!!document.querySelector('script[type=speculationrules]') && !!${link}`, page)).toBe(true)
    const rectangle = `(({ x, y, width }) => [x + width / 2, y + 30])(${link}.getBoundingClientRect())`
    const [x, y] = await evaluate(rectangle, page)
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, page)
    await expect.poll(() => targets.some(({ subtype }) => subtype === 'prerender')).toBe(true)
    const ahead = targets.find(({ subtype }) => subtype === 'prerender')!.session
    await expect.poll(() => evaluate(`document.prerendering && document.readyState === 'complete'`, ahead)).toBe(true)
    // Nothing is stored by a page that nobody has opened.
    await evaluate(`localStorage.setItem('website.account-searches', '1')`, page)
    for (const type of ['mousePressed', 'mouseReleased'])
      await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, page)
    await expect.poll(() => evaluate(`performance.getEntriesByType('navigation')[0].activationStart`, ahead)).toBeGreaterThan(0)
    expect(await evaluate('location.pathname', ahead)).toMatch(/^\/magazines\/issues\//)
    // What it does once somebody opens it, it has done now.
    expect(await evaluate(`localStorage.getItem('website.account-searches')`, ahead)).toBe(null)
  } finally {
    close()
  }
})
