import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Result, RunOptions } from 'axe-core'

/** A visitor in Austria who has answered the cookie banner, with which most tests start. */
export const settledVisitor = {
  extraHTTPHeaders: { 'x-country': 'AT' },
  storageState: {
    cookies: ['consent', 'consent_social'].map((name) => ({
      name,
      value: name === 'consent' ? '1' : '0',
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    origins: [],
  },
}

export const desktop = { viewport: { width: 1280, height: 900 } }
export const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }

export const cards = (page: Page) => page.getByRole('feed').getByRole('article')

/** Opens the choices of the catalogue. */
export const openFilters = (page: Page) => page.locator('summary').filter({ hasText: 'Filtern' }).click()

/** Returns the address of the first issue of the catalogue that is open without a subscription. */
export async function firstIssue({ request }: { request: APIRequestContext }): Promise<string> {
  const html = await (await request.get('/magazines')).text()
  const open = html
    .split('data-issue="')
    .find((card) => /^[\w-]+"/.test(card) && !/Mit Abo|Subscription|Avec abonnement/.test(card))
  return /\/magazines\/issues\/[\w-]+/.exec(open ?? '')?.[0] ?? ''
}

/** Presses Tab until the name of the focused element matches. Returns the name; null after `most` presses. */
export async function tabTo(page: Page, pattern: RegExp, most = 80): Promise<string | null> {
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement
      const image = element?.querySelector('img')?.alt ?? ''
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''} ${image}`.trim()
    })
    if (pattern.test(name)) return name
  }
  return null
}

/** Returns by how much the page is wider than its window. Pixels. */
export function widthBeyondWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** A third of the size of `axe.source`. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The component library's announcements for screen readers refer to elements that may have gone since. */
const ANNOUNCEMENTS = '[data-live-announcer]'
/** A modal dialog of the desk hides the rest of the page from screen readers, with its main part and heading. */
const BEHIND_DIALOG = ['landmark-one-main', 'page-has-heading-one']

/** Expects that axe finds no violations of WCAG 2.2 AA and best practices; `state` names what was tested. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // One call: each takes processor time of three processes, and the first locator of a page loads a large script.
  const { isBehindDialog, hasAxe } = await page.evaluate(readyToTest)
  const disabled = isBehindDialog ? BEHIND_DIALOG : []
  const found = await (page.frames().length > 1 ? violationsInFrames(page, disabled) : violations(page, disabled, hasAxe))
  const messages = found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.target.join(' '))
        .join(' · ')}`,
  )
  expect.soft(messages, state).toEqual([])
}

/** Takes a fifth of the time of `AxeBuilder`, which sends all results through the browser and opens a second page for them. */
async function violations(page: Page, disabled: string[], hasAxe: boolean): Promise<Result[]> {
  // Sending it takes as long as running it, and a page that is tested again already has it.
  if (!hasAxe) await page.evaluate(AXE)
  const options: RunOptions = {
    runOnly: { type: 'tag', values: RULES },
    resultTypes: ['violations'],
    rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
  }
  return page.evaluate(
    async ({ options, exclude }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      return (await axe.run({ exclude }, options)).violations
    },
    { options, exclude: [ANNOUNCEMENTS] },
  )
}

async function violationsInFrames(page: Page, disabled: string[]): Promise<Result[]> {
  const builder = new AxeBuilder({ page }).exclude(ANNOUNCEMENTS).options({ resultTypes: ['violations'] })
  return (await builder.disableRules(disabled).withTags(RULES).analyze()).violations
}

/**
 * Waits for finite animations, two seconds at most: fading elements have too little contrast. Returns whether a modal dialog of
 * the desk is open, and whether the page has axe already. Runs in the page.
 */
async function readyToTest(): Promise<{ isBehindDialog: boolean; hasAxe: boolean }> {
  const ending = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
  const all = Promise.allSettled(ending.map(({ finished }) => finished))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2000))])
  return { isBehindDialog: document.querySelector('section[role=dialog]') !== null, hasAxe: 'axe' in window }
}

/** Each language with one theme, and the first language with both: pages whose texts differ in length need no more. */
export const languagesAndThemes = [
  ['de', ['light', 'dark']],
  ['en', ['dark']],
  ['fr', ['light']],
] as const
