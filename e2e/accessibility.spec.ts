import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf, type Page as PageName, pages, readerAddress } from '@kiosk/domain/addresses'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { DESKTOP, ENLARGED, expectFocusVisible, expectFocusVisibleNow, PHONE } from './hidden-focus.ts'
import { ownNetwork } from './new-reader.ts'
import { issueWith, readable } from './open-reader.ts'
import { expectAccessible, widthBeyondWindow } from './visitor.ts'
import { allowSupport, becomeVisitor } from './visitors-of-journeys.ts'
import { newspaper } from './walks.ts'

// Every public page and every page of a reader, before the question about cookies is answered.

const languages = ['de', 'en', 'fr'] as const
const themes = [
  { colorScheme: 'light', width: PHONE.width },
  { colorScheme: 'dark', width: DESKTOP.width },
] as const
/** Windows of a page in this order: axe runs before the focus moves, and the last window is the one for large text. */
const visits = [
  { viewport: PHONE, movesFocus: false },
  { viewport: DESKTOP, movesFocus: true },
  { viewport: { width: 768, height: 900 }, movesFocus: false },
  { viewport: ENLARGED, movesFocus: true },
  { viewport: PHONE, movesFocus: true },
] as const

/** Screens that are tested light on a phone and dark on a desktop. */
const screens = {
  'home and catalogue': [
    addressOf('home'),
    addressOf('catalogue'),
    addressOf('catalogue', { search: 'garten' }),
    addressOf('catalogue', { search: 'zzzzqq' }),
    addressOf('issue', { id: 'nope' }),
  ],
  'subscriptions and checkout': [
    addressOf('subscriptions'),
    addressOf('subscriptions', { unavailable: 1 }),
    addressOf('features'),
    addressOf('promoCode'),
    addressOf('login', { redirect: addressOf('paymentOverview', { id: 2 }) }),
  ],
  'texts and forms': [
    ...(['faq', 'privacy', 'imprint', 'login', 'feedback', 'newsletterUnsubscribe', 'accountDeleted', 'shelf'] as const).map(
      (page) => addressOf(page),
    ),
  ],
}
/**
 * Screens that differ only in colours and texts: each is tested once, in turn light on a phone and dark on a desktop. Only some
 * campaigns are tested, because the contrast of each one's colours is validated (`campaign-input.ts`).
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

/** Addresses of all pages without required parameters: public ones, or those of a reader. */
const pagesOf = (wanted: 'public' | 'login') =>
  (Object.keys(pages) as PageName[])
    .filter((page) => pages[page].access === wanted && !/:\w+(\/|$)/.test(pages[page].path))
    .map((page) => addressOf(page))

/** Opens a page, in another language than that of its neighbours in the list. Only the cookies of a session are kept. */
async function openPage(page: Page, path: string, place: number): Promise<string> {
  const language = languages[place % languages.length]!
  const session = (await page.context().cookies()).filter(({ name }) => /session|device/.test(name))
  await page.context().clearCookies()
  await page.context().addCookies(session)
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
  return `${path} in ${language}`
}

/** Tests a page in these themes, in every window, its focus, and with large text. */
async function expectFitsAndAccessible(
  page: Page,
  path: string,
  place: number,
  looks: readonly (typeof themes)[number][],
): Promise<void> {
  // A page that is not tested light is seen on a phone only at the end.
  const windows = looks[0]!.width === PHONE.width ? visits : visits.slice(1)
  await page.emulateMedia({ colorScheme: looks[0]!.colorScheme })
  await page.setViewportSize(windows[0]!.viewport)
  const screen = await openPage(page, path, place)
  await page.evaluate(shortenUniformLists)
  const left = [...looks]
  // Every change of the window costs a layout and a repaint, so each is used for everything that is tested in it.
  for (const { viewport, movesFocus } of windows) {
    await page.setViewportSize(viewport)
    const tooWide = await widthBeyondWindow(page)
    expect.soft(tooWide, `${screen} at ${viewport.width} px scrolls sideways`).toBeLessThanOrEqual(0)
    if (left[0]?.width === viewport.width) {
      const { colorScheme, width } = left.shift()!
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${screen}, ${colorScheme}, ${width} px`)
    }
    if (movesFocus) await expectFocusVisibleNow(page, screen)
  }
  await expectFitsAtLargeText(page, screen)
}

/** Leaves five calls and schemas in each section of the API's documentation: axe takes half a minute for all. Runs in the page. */
function shortenUniformLists() {
  for (const section of document.querySelectorAll('#calls > section'))
    for (const article of [...section.querySelectorAll('article')].slice(5)) article.remove()
}

/** Doubles the text, as a browser's text zoom does, in the present window, with the menu open. */
async function expectFitsAtLargeText(page: Page, screen: string) {
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

/** Tests screens; `pathsOf` finds their addresses and signs in. */
function testScreens(
  name: string,
  pathsOf: (page: Page) => Promise<string[]> | string[],
  looksAt: (place: number) => readonly (typeof themes)[number][],
) {
  test(`${name}: axe finds nothing, and nothing is wider than the window or hides the focus`, async ({ page }) => {
    for (const [place, path] of (await pathsOf(page)).entries()) await expectFitsAndAccessible(page, path, place, looksAt(place))
  })
}
const inBoth = () => themes
const inTurn = (place: number) => [themes[place % 2]!]

for (const [name, paths] of Object.entries(screens)) testScreens(name, () => paths, inBoth)
testScreens('an issue and its title', async ({ request }) => pagesOfIssue(request), inBoth)
for (const [name, paths] of Object.entries(pagesOfData)) testScreens(name, () => paths, inTurn)
// Uniform, and only in English.
testScreens('API documentation', () => ['/api/v8/docs'], inTurn)

async function pagesOfIssue(request: APIRequestContext): Promise<string[]> {
  const { contents } = await issueWith(request, readable)
  return [addressOf('issue', { id: contents.uid }), addressOf('title', { magazinekey: contents.magazineKey })]
}

const rooms = [
  addressOf('account', { edit: 'userdata' }),
  addressOf('account', { edit: 'newsletter' }),
  addressOf('devices'),
  addressOf('security'),
  addressOf('accountExport'),
  addressOf('promoCode'),
  addressOf('paymentOverview', { id: 2 }),
]
const library = [addressOf('shelf'), addressOf('bookmarks'), addressOf('history', { erase: 'all' })]

/** Signs in a reader of the demonstration by the cookies of the browser. */
async function signIn({ request }: Page): Promise<void> {
  const form = { intent: 'login', username: 'promo@example.org', password: DEMONSTRATION_PASSWORD }
  expect((await request.post(addressOf('login'), { form })).url()).toContain(addressOf('account'))
}
testScreens(
  'the rooms of an account',
  async (page) => {
    const [issue = ''] = await pagesOfIssue(page.request)
    await signIn(page)
    return [...rooms, issue]
  },
  inTurn,
)
testScreens(
  'the library',
  async (page) => {
    const { contents } = await issueWith(page.request, readable)
    await signIn(page)
    return [...library, addressOf('archive', { magazinekey: contents.magazineKey })]
  },
  inTurn,
)

const examined = new Set<string>([...Object.values(screens), ...Object.values(pagesOfData), rooms, library].flat())
const otherPages = (access: 'public' | 'login') => pagesOf(access).filter((path) => !examined.has(path))
for (const half of [0, 1])
  test(`the focused element is visible in every window, on every other public page: part ${half + 1} of 2`, async ({ page }) => {
    for (const [place, path] of otherPages('public')
      .filter((_, place) => place % 2 === half)
      .entries())
      await expectFocusVisible(page, await openPage(page, path, place))
  })

test('the focused element is visible in every window, in the reader and on every other page of an account', async ({
  page,
  request,
}) => {
  const { contents } = await issueWith(request, readable)
  const listed = (await issueWith(request, newspaper)).contents
  const headers = ownNetwork('AT')
  await page.setExtraHTTPHeaders(headers)
  const account = await becomeVisitor(page.request, 'magz', 'AT', headers)
  // These readers see one more bar than others.
  await allowSupport(account!)
  const inReader = [readerAddress('/reader', contents.uid, { page: 2 }), readerAddress('/reader', listed.uid)]
  for (const [place, path] of [...inReader, ...otherPages('login')].entries()) {
    await expectFocusVisible(page, await openPage(page, path, place))
    await expect(page.locator('[data-support-bar]'), path).toBeVisible()
  }
})

test('the focused element is visible with smooth scrolling, too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const path of [addressOf('home'), addressOf('catalogue')]) {
    await page.goto(path)
    await expectFocusVisible(page, path)
  }
})
