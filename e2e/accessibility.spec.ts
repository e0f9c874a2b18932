import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './visitor.ts'

const screens = [
  ['home', addressOf('home')],
  ['catalogue', addressOf('catalogue')],
  ['search', addressOf('catalogue', { search: 'garten' })],
  ['nothing found', addressOf('catalogue', { search: 'zzzzqq' })],
  ['issue', 'issue'],
  ['title', 'title'],
  ['unknown issue', addressOf('issue', { id: 'nope' })],
  ['subscriptions', addressOf('subscriptions')],
  ['a subscription of elsewhere', addressOf('subscriptions', { unavailable: 1 })],
  ['features', addressOf('features')],
  ['faq', addressOf('faq')],
  ['privacy', addressOf('privacy')],
  ['imprint', addressOf('imprint')],
  ['login', addressOf('login')],
  ['promo code', addressOf('promoCode')],
  ['feedback', addressOf('feedback')],
  ['unsubscribing', addressOf('newsletterUnsubscribe')],
  ['account deleted', addressOf('accountDeleted')],
  ['shelf of a visitor', addressOf('shelf')],
  ['checkout of a visitor', addressOf('login', { redirect: addressOf('paymentOverview', { id: 2 }) })],
] as const
const languages = ['de', 'en', 'fr'] as const
const widths = [320, 360, 768, 1440]

/** Returns two variants of a screen: light on a phone and dark on a desktop, in two of the three languages in turn. */
function waysOf(screen: number) {
  return [
    { lang: languages[screen % 3]!, colorScheme: 'light', width: 360 },
    { lang: languages[(screen + 1) % 3]!, colorScheme: 'dark', width: 1440 },
  ] as const
}

async function expectFitsAndAccessible(page: Page, screen: string, path: string, way: ReturnType<typeof waysOf>[number]) {
  const { lang, colorScheme, width } = way
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
  await page.evaluate(shortenUniformLists)
  await expectAccessible(page, `${screen} in ${lang}, ${colorScheme}, ${width} px`)
  for (const each of widths) {
    await page.setViewportSize({ width: each, height: 900 })
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(tooWide, `${screen} in ${lang} at ${each} px scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await expectFitsAtLargeText(page, `${screen} in ${lang}`)
}

/** Leaves five calls and schemas in each section of the API's documentation: axe takes half a minute for all. Runs in the page. */
function shortenUniformLists() {
  for (const section of document.querySelectorAll('#calls > section'))
    for (const article of [...section.querySelectorAll('article')].slice(5)) article.remove()
}

/** Doubles the text, as a browser's text zoom does, in a window as narrow as a phone, with the menu open. */
async function expectFitsAtLargeText(page: Page, screen: string) {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const [tooWide, cutOff] = await page.evaluate(() => {
    for (const menu of document.querySelectorAll('header details')) menu.setAttribute('open', '')
    const { scrollWidth, clientWidth } = document.documentElement
    const navigation = [...document.querySelectorAll('header summary, nav[data-fixed] a, nav[data-fixed] a span')]
    const isCutOff = (each: Element) => {
      const { left, right, width } = each.getBoundingClientRect()
      return width > 0 && (left < 0 || right > clientWidth || each.scrollWidth > Math.ceil(width) + 1)
    }
    return [scrollWidth - clientWidth, navigation.filter(isCutOff).map((each) => each.textContent)]
  })
  expect.soft(tooWide, `${screen} scrolls sideways at 200 % text`).toBeLessThanOrEqual(0)
  expect.soft(cutOff, `${screen}: navigation at 200 % text`).toEqual([])
}

async function anyIssue(page: Page): Promise<string> {
  await page.goto('/magazines')
  return (await page.locator('a[href*="/magazines/issues/"]').first().getAttribute('href')) ?? ''
}

async function anyTitle(page: Page): Promise<string> {
  await page.goto(await anyIssue(page))
  return (await page.locator('main a[href^="/title/"]').first().getAttribute('href')) ?? ''
}

/** Returns the address of a title's archive, from the favourite button of an issue; the page must be signed in. */
async function anyArchive(page: Page): Promise<string> {
  await page.goto(await anyIssue(page))
  return addressOf('archive', { magazinekey: await page.locator('main input[name="title"]').first().getAttribute('value') })
}

for (const [place, [name, address]] of screens.entries()) {
  test(`${name}: axe finds nothing, and nothing is wider than the window`, async ({ page }) => {
    const path = address === 'issue' ? await anyIssue(page) : address === 'title' ? await anyTitle(page) : address
    for (const way of waysOf(place)) {
      await page.context().clearCookies()
      await expectFitsAndAccessible(page, name, path, way)
    }
  })
}

/**
 * Screens that differ in colours and texts only: each is tested once, in turn light on a phone and dark on a desktop. Of the
 * campaigns some: the contrast of the colours of each is validated (`campaign-input.ts`).
 */
const pagesOfData = {
  'campaigns of partners': [
    ...(['sonne', 'magentaMoments', 'promo', 'partner'] as const).map((page) => addressOf(page)),
    addressOf('iamstudent'),
    addressOf('iamstudentAt', { step: '1' }),
    addressOf('iamstudentCh', { step: '2b' }),
  ],
  'seasons and texts': [
    ...(['christmas', 'readAtHome', 'videoAdvertising', 'apk'] as const).map((page) => addressOf(page)),
    ...(['about', 'press', 'marketing', 'thirdParty', 'holidayContest', 'linkInBio'] as const).map((page) => addressOf(page)),
    addressOf('faq', { search: 'Premium' }),
  ],
}
for (const [name, paths] of Object.entries(pagesOfData)) {
  test(`${name}: axe finds nothing, and nothing is wider than the window`, async ({ page }) => {
    for (const [place, path] of paths.entries()) {
      await page.context().clearCookies()
      await expectFitsAndAccessible(page, path, path, waysOf(place)[place % 2]!)
    }
  })
}

// Uniform and English only: one variant is enough.
test('API documentation: axe finds nothing, and nothing is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto('/api/v8/docs')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectFitsAndAccessible(page, 'description of the API', '/api/v8/docs', waysOf(1)[0])
})

/** Tests pages as a signed-in reader, in turn light on a phone and dark on a desktop; `pathsOf` finds their addresses. */
function testSignedIn(name: string, pathsOf: (page: Page) => Promise<string[]>) {
  test(`${name}: axe finds nothing, and nothing is wider than the window`, async ({ page }) => {
    await page.goto(addressOf('login', { redirect: addressOf('account') }))
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('promo@example.org')
    await page.getByRole('main').getByLabel('Passwort', { exact: true }).fill('Lesehalle7')
    await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page).toHaveURL(addressOf('account'))
    const session = (await page.context().cookies()).filter(({ name }) => /session|device/.test(name))
    for (const [place, path] of (await pathsOf(page)).entries()) {
      await page.context().clearCookies()
      await page.context().addCookies(session)
      await expectFitsAndAccessible(page, path, path, waysOf(place)[place % 2]!)
    }
  })
}

testSignedIn('the rooms of an account', async (page) => [
  addressOf('account', { edit: 'userdata' }),
  addressOf('account', { edit: 'newsletter' }),
  addressOf('devices'),
  addressOf('security'),
  addressOf('accountExport'),
  addressOf('promoCode'),
  await anyIssue(page),
  addressOf('paymentOverview', { id: 2 }),
])
testSignedIn('the library', async (page) => [
  addressOf('shelf'),
  addressOf('bookmarks'),
  addressOf('history', { erase: 'all' }),
  await anyArchive(page),
])
