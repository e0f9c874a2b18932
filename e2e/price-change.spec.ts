import { addressOf } from '@kiosk/domain/addresses'
import { priceChangeMessages } from '@kiosk/i18n/messages/price-change'
import { expect, type Page, test } from '@playwright/test'
import { announcePrice, expirePriceLinks } from './announce-price.ts'
import { linkMailedTo, mailsTo } from './mailbox.ts'
import { buyByCard, logIn, ownNetwork, signInNewReader, stranger } from './new-reader.ts'
import { expectAccessible, languagesAndThemes, settledVisitor } from './visitor.ts'

// The page about a new price, by the link in its e-mail: agreeing, cancelling, and invalid links.

test.use({ ...settledVisitor, extraHTTPHeaders: {} })
// A plan has one campaign at a time: announcing a price closes the campaign of the previous test.
test.describe.configure({ mode: 'default' })

const CARD = '4242 4242 4242 4242'
const PRICE = addressOf('priceChange')
const SIZES = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]
const de = priceChangeMessages.de
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const agree = (page: Page) => main(page).getByRole('button', { name: de['PRICE.AGREE'] })
const leave = (page: Page) => main(page).getByRole('button', { name: de['PRICE.CANCEL'] })

/** Registers a reader who pays less than the list price and is informed of it. @returns the e-mail address */
async function notifiedReader(page: Page, campaign: Parameters<typeof announcePrice>[1]): Promise<string> {
  await page.context().setExtraHTTPHeaders(ownNetwork('AT'))
  const email = await signInNewReader(page.request)
  await buyByCard(page.request, 2, CARD)
  await announcePrice(email, campaign)
  return email
}
const speak = (page: Page, language: string) =>
  page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
const linkOf = (email: string) => linkMailedTo(`${PRICE}?`, email)

test('the e-mail links to old price, new price and date; agreeing is confirmed and possible once', async ({ page, browser }) => {
  const email = await notifiedReader(page, { rule: 'consent', withoutConsent: 'end' })
  const link = await linkOf(email)
  const guest = await stranger(browser)
  await guest.goto(link)
  await expect(title(guest)).toHaveText(de['PRICE.TITLE'])
  for (const fact of ['14,99 €', '19,99 €', 'read-it PREMIUM']) await expect(main(guest)).toContainText(fact)
  const [mail] = (await mailsTo(email)).filter(({ text }) => text.includes(PRICE))
  const day = /Gilt ab: (.+)/.exec(mail!.text)![1]!
  await expect(main(guest).getByText(day, { exact: true })).toBeVisible()
  await expect(main(guest)).not.toContainText(email)
  // The button to cancel is next to the one to agree, and opening the link is not consent.
  await expect(leave(guest)).toBeVisible()
  await guest.reload()
  await expect(agree(guest)).toBeVisible()
  await test.step('the page fits every window, theme and language', async () => {
    const broken = addressOf('priceChange', { token: 'erfunden' })
    for (const [language, themes] of languagesAndThemes) {
      await speak(guest, language)
      for (const address of [broken, link]) {
        await guest.goto(address)
        await expect(title(guest)).toHaveText(priceChangeMessages[language]['PRICE.TITLE'])
        for (const viewport of SIZES) {
          await guest.setViewportSize(viewport)
          expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
          // The invalid link is checked below.
          for (const colorScheme of address === link ? themes : []) {
            await guest.emulateMedia({ colorScheme })
            await expectAccessible(guest, `${language} ${colorScheme} ${viewport.width}`)
          }
        }
      }
    }
    await speak(guest, 'de')
    await guest.goto(link)
  })

  await agree(guest).click()
  await expect(main(guest)).toContainText(de['PRICE.AGREED_TITLE'])
  await expectAccessible(guest, 'a new price that was agreed to')
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toContain('neue')
  await guest.goto(link)
  await expect(main(guest)).toContainText(de['PRICE.AGREED_TITLE'])
  await expect(main(guest).getByRole('button')).toHaveCount(0)
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).toContainText(de['BILLING.PRICE_AGREED'])
  await guest.context().close()
})

test('a reader who does not want the new price cancels by the link, also without scripts, and can read to the end', async ({
  page,
  browser,
}) => {
  const email = await notifiedReader(page, { rule: 'object', withoutConsent: 'keep' })
  const link = await linkOf(email)
  const guest = await stranger(browser, { javaScriptEnabled: false })
  await guest.goto(link)
  await expect(agree(guest)).toHaveCount(0)
  await leave(guest).click()
  await expect(main(guest)).toContainText(de['PRICE.CANCELLED_TITLE'])
  await expect(main(guest)).toContainText('Sie können bis')
  await expect.poll(async () => (await mailsTo(email))[0]?.subject).toMatch(/gekündigt|Kündigung/)
  await guest.context().close()
  const again = await stranger(browser)
  await again.goto(link)
  await expect(main(again)).toContainText(de['PRICE.CANCELLED_TITLE'])
  await expect(main(again).getByRole('button')).toHaveCount(0)
  await expectAccessible(again, 'a subscription that was cancelled for its price')
  await again.context().close()
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).not.toContainText('Nächste Abbuchung')
})

test('a used, invented or missing link explains what to do; after a login the price is shown', async ({ page, browser }) => {
  const email = await notifiedReader(page, { rule: 'consent', withoutConsent: 'keep' })
  const link = await linkOf(email)
  await expirePriceLinks(email)
  const guest = await stranger(browser)
  for (const [address, state] of [
    [link, 'a link of a price that is spent'],
    [addressOf('priceChange', { token: 'erfunden' }), 'a link of a price that is made up'],
  ] as const) {
    await guest.goto(address)
    await expect(main(guest).getByRole('alert')).toHaveText(de['PRICE.LINK_FAILED'])
    await expect(guest.getByRole('dialog')).toHaveCount(0)
    await expect(main(guest).getByRole('button')).toHaveCount(0)
    await expect(main(guest)).not.toContainText('€')
    await expectAccessible(guest, state)
  }
  await guest.goto(PRICE)
  await expect(main(guest)).toContainText(de['PRICE.SIGN_IN'])
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(guest, 'a page of a price without a link')
  const way = main(guest).getByRole('link', { name: de['PRICE.TO_LOGIN'] })
  await logIn(guest, email, new URL((await way.getAttribute('href'))!, guest.url()).searchParams.get('redirect')!)
  await expect(agree(guest)).toBeVisible()
  await guest.context().close()

  // Another reader has no announced price.
  const other = await stranger(browser)
  await signInNewReader(other.request)
  await other.goto(PRICE)
  await expect(main(other)).toContainText(de['PRICE.NONE'])
  await expectAccessible(other, 'no price was announced')
  await other.context().close()
})
