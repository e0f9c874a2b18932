import { addressOf } from '@kiosk/domain/addresses'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { expect, type Page, test } from '@playwright/test'
import { ownNetwork, registerReader, signInNewReader } from './new-reader.ts'
import { expectAccessible, settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, extraHTTPHeaders: {} })

const ITALIAN_CARD = '4917 1000 0000 0235'
const SIZES = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function speak(page: Page, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
}

/** Sets the country of all further requests. */
const be = (page: Page, country: string) => page.context().setExtraHTTPHeaders(ownNetwork(country))

// Other tests check the texts of all languages: here each path is tested in the languages in which its sentences are longest.
test('a reader registered abroad can read and sees why nothing is sold there', async ({ page }) => {
  await be(page, 'IT')
  await registerReader(page.request, 'fern')
  for (const language of ['de', 'fr'] as const) {
    await speak(page, language)
    const words = checkoutMessages[language]
    await page.goto(addressOf('paymentOverview', { id: 2 }))
    await expect(title(page)).toHaveText(words['CHECKOUT.market_closed_TITLE'])
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expect(page.getByRole('main').getByRole('link', { name: words['CHECKOUT.TO_READING'] })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
      await expectAccessible(page, `rejected in ${language} at ${size.width}`)
    }
  }
  await page.getByRole('main').getByRole('link', { name: checkoutMessages.fr['CHECKOUT.TO_READING'] }).click()
  await expect(page).toHaveURL(/\/magazines/)
  // Another market: the page links to the region in the profile.
  await be(page, 'DE')
  for (const language of ['fr', 'de'] as const) {
    await speak(page, language)
    await page.goto(addressOf('paymentOverview', { id: 2 }))
    await expect(title(page)).toHaveText(checkoutMessages[language]['CHECKOUT.market_mismatch_TITLE'])
    await expectAccessible(page, `another market in ${language}`)
  }
  await page.getByRole('link', { name: checkoutMessages.de['CHECKOUT.TO_REGION'] }).click()
  await expect(page).toHaveURL(/edit=region/)
})

for (const language of ['en'] as const) {
  const words = checkoutMessages[language]
  test(`in ${language}: a traveller needs payment data from home, and a card from elsewhere is rejected`, async ({ page }) => {
    await speak(page, language)
    await be(page, 'AT')
    await signInNewReader(page.request)
    await be(page, 'IT')
    await page.goto(addressOf('paymentOverview', { id: 2 }))
    await expect(page.getByText(words['CHECKOUT.LOCAL_METHOD_TITLE'])).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
      await expectAccessible(page, `asked for payment data in ${language} at ${size.width}`)
    }
    await page.getByRole('checkbox').check()
    await page.locator('button[name="intent"][value="enter"]').click()
    await expect(page).toHaveURL(/dopay/)
    const form = page.frameLocator('main iframe').frameLocator('iframe')
    await form.locator('input[name="number"]').fill(ITALIAN_CARD)
    await form.locator('input[name="expiry"]').fill('12/33')
    await form.locator('input[name="code"]').fill('123')
    await form.locator('button.main.of-card').click()
    await expect(page.locator('[data-reason="market_closed"]')).toBeVisible()
    await expectAccessible(page, `rejected card in ${language}`)
  })
}
