import { addressOf } from '@kiosk/domain/addresses'
import { bankAuthenticationMessages } from '@kiosk/i18n/messages/bank-authentication'
import { expect, type Page, test } from '@playwright/test'
import { linkMailedTo, mailsTo } from './mailbox.ts'
import { makeRenewalDue } from './make-renewal-due.ts'
import { buyByCard, logIn, ownNetwork, signInNewReader, stranger, submitCard } from './new-reader.ts'
import { expectAccessible, languagesAndThemes, settledVisitor, widthBeyondWindow } from './visitor.ts'

// Bank authentication of a renewal: by the link in its e-mail, and after other payment data were entered.

test.use({ ...settledVisitor, extraHTTPHeaders: {} })

const ASKS_AT_RENEWALS = '4917 1000 0000 0135'
const DECLINES_RENEWALS = '4917 1000 0000 0085'
const ASKS_AT_CHARGES = '4917 1000 0000 0077'
const CONFIRM = addressOf('confirmPayment')
const SIZES = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]
const de = bankAuthenticationMessages.de
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')

/** Registers a reader who bought with this card, and makes the renewal due. @returns the e-mail address */
async function renewing(page: Page, card: string): Promise<string> {
  await page.context().setExtraHTTPHeaders(ownNetwork('AT'))
  const email = await signInNewReader(page.request)
  await buyByCard(page.request, 2, card)
  await makeRenewalDue(email)
  return email
}

const bankAnswers = (page: Page, answer: 'pass' | 'fail') => page.locator(`button[value=${answer}]`).click()
const speak = (page: Page, language: string) =>
  page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
const goToBank = (page: Page) => main(page).getByRole('button', { name: de['AUTHENTICATION.BUTTON'] }).click()

test('the e-mail opens the authentication without a login; it can be repeated after a failure, and success renews', async ({
  page,
  browser,
}) => {
  const email = await renewing(page, ASKS_AT_RENEWALS)
  const link = await linkMailedTo(`${CONFIRM}?`, email)
  const guest = await stranger(browser)
  await guest.goto(link)
  await expect(title(guest)).toHaveText(de['AUTHENTICATION.TITLE'])
  for (const fact of ['19,99 €', 'read-it PREMIUM', 'Visa •••• 0135']) await expect(main(guest)).toContainText(fact)
  await expect(main(guest)).not.toContainText(email)
  await test.step('the page fits every window, theme and language', async () => {
    for (const [language, themes] of languagesAndThemes) {
      await speak(guest, language)
      await guest.goto(link)
      await expect(title(guest)).toHaveText(bankAuthenticationMessages[language]['AUTHENTICATION.TITLE'])
      for (const viewport of SIZES) {
        await guest.setViewportSize(viewport)
        expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
        for (const colorScheme of themes) {
          await guest.emulateMedia({ colorScheme })
          await expectAccessible(guest, `${language} ${colorScheme} ${viewport.width}`)
        }
      }
    }
    await speak(guest, 'de')
    await guest.goto(link)
  })

  await goToBank(guest)
  await expect(guest.getByText('19,99')).toBeVisible()
  await bankAnswers(guest, 'fail')
  await expect(main(guest)).toContainText(de['AUTHENTICATION.NOT_YET_TITLE'])
  await expectAccessible(guest, 'an authentication that failed')

  await goToBank(guest)
  await bankAnswers(guest, 'pass')
  await expect(title(guest)).toHaveText(de['AUTHENTICATION.PAID_TITLE'])
  await expectAccessible(guest, 'a renewal that is paid')
  await guest.goto(link)
  await expect(title(guest)).toHaveText(de['AUTHENTICATION.PAID_TITLE'])
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toMatch(/^Ihre Rechnung/)
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).toContainText('Nächste Abbuchung')
  await guest.context().close()
})

test('without scripts it works with two buttons', async ({ page, browser }) => {
  const email = await renewing(page, ASKS_AT_RENEWALS)
  const guest = await stranger(browser, { javaScriptEnabled: false })
  await guest.goto(await linkMailedTo(`${CONFIRM}?`, email))
  await goToBank(guest)
  await main(guest).getByRole('button', { name: 'Weiter zur Bank' }).click()
  await bankAnswers(guest, 'pass')
  await guest.getByRole('link').first().click()
  await expect(title(guest)).toHaveText(de['AUTHENTICATION.PAID_TITLE'])
  await guest.context().close()
})

test('the subscription page links to the authentication, also after a login, and an invented link to nothing', async ({
  page,
  browser,
}) => {
  const email = await renewing(page, ASKS_AT_RENEWALS)
  await expect
    .poll(async () => {
      await page.goto(addressOf('currentSubscription'))
      return main(page).getByRole('link', { name: 'Zahlung freigeben' }).count()
    })
    .toBe(1)
  await expectAccessible(page, 'a subscription that waits for the bank')
  await test.step('its facts fit a tablet with text of twice the size, and the list of invoices aligns its button', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await widthBeyondWindow(page)).toBe(0)
    await page.goto(addressOf('invoices'))
    const filter = main(page).locator('form').locator('select, button')
    const [year, show] = await filter.evaluateAll((both) => both.map((each) => each.getBoundingClientRect().bottom))
    expect(show).toBeCloseTo(year!, 0)
    await page.goto(addressOf('currentSubscription'))
  })
  const guest = await stranger(browser)
  await test.step('a stranger with an invented link is told that it is not valid', async () => {
    await guest.goto(addressOf('confirmPayment', { token: 'erfunden' }))
    await expect(title(guest)).toHaveText(de['AUTHENTICATION.LINK_TITLE'])
    await expect(guest.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(guest, 'a link that is no longer valid')
  })
  await test.step('a reader who returns by login continues with the authentication', async () => {
    const way = (await main(page).getByRole('link', { name: 'Zahlung freigeben' }).getAttribute('href'))!
    await guest.goto(way)
    await expect(guest).toHaveURL(/\/user\/login/)
    await logIn(guest, email, way)
    await expect(title(guest)).toHaveText(de['AUTHENTICATION.TITLE'])
  })
  await main(page).getByRole('link', { name: 'Zahlung freigeben' }).click()
  await goToBank(page)
  await bankAnswers(page, 'pass')
  await expect(title(page)).toHaveText(de['AUTHENTICATION.PAID_TITLE'])
  await guest.context().close()
})

test('a new card for an overdue subscription is authenticated at once, and the page after it shows the result', async ({
  page,
}) => {
  const email = await renewing(page, DECLINES_RENEWALS)
  await linkMailedTo(addressOf('paymentEdit'), email)
  for (const [decision, message] of [
    ['fail', de['AUTHENTICATION.FAILED_TITLE']],
    ['pass', de['AUTHENTICATION.PAID_TITLE']],
  ] as const) {
    await page.goto(addressOf('paymentEdit'))
    await submitCard(page, ASKS_AT_CHARGES)
    await bankAnswers(page, decision)
    await expect(title(page)).toHaveText(message)
    await expectAccessible(page, `a new card after the bank’s decision: ${decision}`)
  }
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).toContainText('•••• 0077')
  await expect(main(page)).not.toContainText('fehlgeschlagen')
})
