// A page without the framework brings the rules that it uses (ADR-0269): nothing changes when the style sheet arrives.
import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { firstIssue, settledVisitor } from './visitor.ts'

test.use(settledVisitor)

const PAGES = [
  addressOf('home'),
  addressOf('catalogue'),
  '/magazines/garten',
  '/magazines/zzzzqq',
  'issue',
  'title',
  addressOf('subscriptions'),
  addressOf('faq'),
  addressOf('terms'),
  addressOf('feedback'),
  addressOf('cancel'),
  '/does-not-exist',
]

for (const { width, height } of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])
  test(`pages look the same before and after their style sheet arrives, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    // Other things that change a page while it loads.
    for (const other of ['**/*.woff2', '**/assets/*.js']) await page.route(other, (route) => route.abort())
    for (const path of PAGES) {
      const arrived = Promise.withResolvers<void>()
      await page.route('**/assets/style-*.css', async (route) => {
        await arrived.promise
        await route.continue()
      })
      await page.goto(await addressIn(page, path), { waitUntil: 'commit' })
      await page.locator('body > script').last().waitFor({ state: 'attached' })
      await page.evaluate(complete)
      const before = await page.evaluate(looks)
      arrived.resolve()
      await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href !== null))
      const after = await page.evaluate(looks)
      expect.soft(after.rules, `${path}: the style sheet has arrived`).toBeGreaterThan(before.rules)
      expect.soft(differences(before.elements, after.elements), path).toEqual([])
      await page.unroute('**/assets/style-*.css')
    }
  })

async function addressIn(page: Page, path: string): Promise<string> {
  if (path !== 'issue' && path !== 'title') return path
  const issue = await firstIssue(page)
  if (path === 'issue') return issue
  return /\/title\/[\w-]+/.exec(await (await page.request.get(issue)).text())![0]
}

const differences = (before: readonly string[], after: readonly string[]) =>
  after.flatMap((look, place) => (look === before[place] ? [] : [`${before[place]} → ${look}`])).slice(0, 5)

/** Lays out all sections, and waits for their images. Runs in the page. */
async function complete(): Promise<void> {
  for (const section of document.querySelectorAll<HTMLElement>('.later')) section.style.contentVisibility = 'visible'
  for (const image of document.images) image.loading = 'eager'
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
}

/** Returns the number of rules of all sheets, and name, place and style of every element that is shown. Runs in the page. */
function looks(): { rules: number; elements: string[] } {
  const PROPERTIES = [
    'display',
    'position',
    'color',
    'background-color',
    'border-color',
    'font',
    'opacity',
    'padding',
    'text-align',
  ]
  const rules = [...document.styleSheets].reduce((sum, { cssRules }) => sum + cssRules.length, 0)
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    if (!element.checkVisibility() || element.matches('script, link')) return []
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const look = PROPERTIES.map((name) => style.getPropertyValue(name)).join('|')
    return `${element.tagName} ${element.className} ${[x, y, width, height].map(Math.round).join(' ')} ${look}`
  })
  return { rules, elements }
}
