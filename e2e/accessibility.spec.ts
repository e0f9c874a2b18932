import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './visitor.ts'

/** Each distinct screen once in every language, theme and width, pairwise. */
const screens = [
  ['home', addressOf('home')],
  ['catalogue', addressOf('catalogue')],
  ['search', addressOf('catalogue', { search: 'garten' })],
  ['nothing found', addressOf('catalogue', { search: 'zzzzqq' })],
  ['issue', 'issue'],
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
  ['description of the API', '/api/v8/docs'],
] as const
const ways = [
  { lang: 'de', colorScheme: 'light', width: 360 },
  { lang: 'en', colorScheme: 'dark', width: 360 },
  { lang: 'fr', colorScheme: 'light', width: 768 },
  { lang: 'de', colorScheme: 'dark', width: 1440 },
] as const

async function anyIssue(page: Page): Promise<string> {
  await page.goto('/magazines')
  return (await page.locator('a[href*="/magazines/issues/"]').first().getAttribute('href')) ?? ''
}

for (const [name, address] of screens) {
  test(`${name}: axe finds nothing, and nothing is wider than the window`, async ({ page }) => {
    const path = address === 'issue' ? await anyIssue(page) : address
    for (const { lang, colorScheme, width } of ways) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      await page.context().clearCookies()
      await expectAccessible(page, `${name} in ${lang}, ${colorScheme}, ${width} px`)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect.soft(tooWide, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
    }
  })
}

test('nothing is wider than a window of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const issue = await anyIssue(page)
  for (const path of ['/', '/magazines', issue, '/user/subscription/pub', '/features', '/faq']) {
    await page.goto(path)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('the rooms of an account: axe finds nothing, and nothing is wider than the window', async ({ page }) => {
  await page.goto(addressOf('login', { redirect: addressOf('account') }))
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('promo@example.org')
  await page.getByRole('main').getByLabel('Passwort', { exact: true }).fill('Lesehalle7')
  await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page).toHaveURL(addressOf('account'))
  const session = (await page.context().cookies()).filter(({ name }) => /session|device/.test(name))
  for (const path of [
    addressOf('account', { edit: 'userdata' }),
    addressOf('account', { edit: 'newsletter' }),
    addressOf('devices'),
    addressOf('accountExport'),
    addressOf('promoCode'),
    await anyIssue(page),
  ]) {
    for (const { lang, colorScheme, width } of ways) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.context().clearCookies()
      await page.context().addCookies(session)
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      await expectAccessible(page, `${path} in ${lang}, ${colorScheme}, ${width} px`)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect.soft(tooWide, `${path} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
})
