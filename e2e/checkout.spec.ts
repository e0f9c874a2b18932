import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { codeMailedTo } from './mailbox.ts'
import { ownNetwork, readerIn, signInNewReader, submitCard } from './new-reader.ts'
import { type Data, expectImage, issueWith, onAPhone, open } from './open-reader.ts'
import { all, attribute, first, having, named, type PlainPage, press, textOf, visit } from './plain-visitor.ts'
import { newAddress } from './reader-like.ts'
import { expectAccessible, settledVisitor, tabTo } from './visitor.ts'

test.use({ ...settledVisitor, ...onAPhone, extraHTTPHeaders: { 'x-country': 'DE' } })
test.beforeEach(({ page }) => page.setExtraHTTPHeaders(ownNetwork('DE')))

const DECLINED = '4917 1000 0000 0028'
const GERMAN_ACCOUNT = 'DE66 1000 0000 0000 0001 01'
const ORDER = addressOf('paymentOverview', { id: 5 })

const main = (page: Page) => page.getByRole('main')
const orderButton = (page: Page) => main(page).getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true })
const provider = (page: Page) => page.frameLocator('main iframe').frameLocator('iframe')
const closedAfterFront = ({ access, contents }: Data) =>
  access.pagesOpen === 1 && access.because === 'subscribe' && contents.pages.length > 2

/** Counts what a visitor has to do. */
function counted() {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    async tap(element: Locator) {
      await element.tap()
      count.taps++
    },
    async type(field: Locator, text: string) {
      await field.fill(text)
      count.fields++
    },
  }
}

/**
 * Expects the bars of the checkout: no navigation except home, help, the legal pages, the language and the link to the content.
 */
async function expectCheckout(page: Page): Promise<void> {
  const bars = page.getByRole('banner').or(page.getByRole('contentinfo'))
  await expect(page.getByRole('banner').getByRole('link')).toHaveText([/read-it/, 'Hilfe'])
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(1)
  for (const legal of ['imprint', 'terms', 'privacy', 'withdraw', 'cancel'] as const) {
    await expect(bars.locator(`a[href="${addressOf(legal)}"]`)).toBeVisible()
  }
  await expect(bars.getByRole('button', { name: 'Français' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toHaveCount(1)
}

/** Fills in the registration in the checkout and sends it. */
async function createAccount(page: Page, email: string): Promise<void> {
  await main(page).getByLabel('E-Mail-Adresse').first().fill(email)
  await main(page).locator('input[autocomplete="new-password"]').fill(DEMONSTRATION_PASSWORD)
  await main(page)
    .getByRole('checkbox', { name: /Nutzungsbedingungen/ })
    .check()
  await main(page).getByRole('button', { name: 'Konto erstellen und weiter' }).click()
}

test('from a gate a stranger subscribes with at most 8 taps and 5 fields, and reads on where the gate was', async ({
  page,
  request,
}) => {
  const { contents } = await issueWith(request, closedAfterFront)
  await open(page, contents.uid, { page: 1 })
  await expectImage(page, 1)
  await page.keyboard.press('ArrowRight')
  const gate = page.locator('[data-current] [data-gate]')
  await expect(gate).toBeInViewport()

  const { count, tap, type } = counted()
  const email = newAddress('kassa')
  await tap(gate.getByRole('link', { name: 'Abos ansehen' }))
  await tap(main(page).getByRole('link', { name: 'Premium wählen' }))
  await expect(main(page)).toContainText('Erste Zahlung')
  await expectCheckout(page)
  await expectAccessible(page, 'the checkout of a stranger')
  await type(main(page).getByLabel('E-Mail-Adresse').first(), email)
  await type(main(page).locator('input[autocomplete="new-password"]'), DEMONSTRATION_PASSWORD)
  await tap(main(page).getByRole('checkbox', { name: /Nutzungsbedingungen/ }))
  await tap(main(page).getByRole('button', { name: 'Konto erstellen und weiter' }))
  const code = main(page).getByLabel('Code aus der E-Mail')
  await expect(code).toBeFocused()
  await expectCheckout(page)
  await expectAccessible(page, 'the code in the checkout')
  await type(code, await codeMailedTo(email))
  await tap(main(page).getByRole('radio', { name: 'SEPA-Lastschrift' }))
  await expectCheckout(page)
  await expectAccessible(page, 'the payment in the checkout')
  await tap(main(page).getByRole('checkbox', { name: /Ich verlange ausdrücklich/ }))
  await tap(orderButton(page))
  await type(provider(page).getByLabel('IBAN'), GERMAN_ACCOUNT)
  await type(provider(page).getByLabel(/Kontoinhaber/), 'Mara Auer')
  await expectCheckout(page)
  await tap(provider(page).getByRole('button', { name: 'Mandat erteilen' }))
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Vielen Dank!')
  expect(count.taps).toBeLessThanOrEqual(8)
  expect(count.fields).toBeLessThanOrEqual(5)

  await main(page).getByRole('link', { name: 'Weiterlesen' }).tap()
  await expect(page).toHaveURL(readerAddress('/reader', contents.uid, { page: 2 }))
  await expectImage(page, 2)
})

test('after a decline one tap leads to the form of another card, and two to that of a bank account', async ({ page }) => {
  await signInNewReader(page.request, { country: 'DE' })
  await page.goto(ORDER)
  await main(page).getByRole('checkbox').check()
  await orderButton(page).tap()
  await submitCard(page, DECLINED)
  await expect(page).toHaveURL(/overview\?id=5&attempt=/)
  await expect(main(page)).toContainText('Das Konto ist für diesen Betrag nicht ausreichend gedeckt.')
  await expectCheckout(page)
  const card = counted()
  await card.tap(orderButton(page))
  await expect(provider(page).getByLabel('Kartennummer', { exact: true })).toBeVisible()
  expect(card.count.taps).toBe(1)

  await page.goBack()
  const debit = counted()
  await debit.tap(main(page).getByRole('radio', { name: 'SEPA-Lastschrift' }))
  await debit.tap(orderButton(page))
  await expect(provider(page).getByLabel('IBAN')).toBeVisible()
  expect(debit.count.taps).toBe(2)
})

test('an order without a login: what it costs, and signing in', async ({ page }) => {
  await test.step('the order page of a stranger says the total twice: in its line and as the sum', async () => {
    await page.goto(ORDER)
    await expect(page).toHaveURL(addressOf('login', { redirect: ORDER }))
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Ihre Bestellung')
    await expect(main(page).getByRole('row', { name: /read-it PREMIUM/ })).toContainText('14,99 €')
    await expect(main(page).getByText('Erste Zahlung')).toHaveCount(1)
    await expect(main(page).getByText('14,99 €', { exact: true })).toHaveCount(2)
    await expect(main(page)).toContainText(/Ab \d+\. \S+ \d+\s*14,99\s€ alle 30 Tage, bis Sie kündigen/)
  })

  await test.step('an address that has an account leads to signing in with it', async () => {
    const email = await readerIn('DE')
    await createAccount(page, email)
    await expect(main(page)).toContainText('Für diese E-Mail-Adresse gibt es schon ein Konto.')
    await expect(main(page).locator('input[name="username"]')).toHaveValue(email)
  })

  await test.step('a customer with an account signs in at the checkout, also by keyboard, and a wrong password stays there', async () => {
    const email = await readerIn('DE')
    await page.goto(ORDER)
    expect(await tabTo(page, /Ich habe schon ein Konto/)).not.toBeNull()
    await page.keyboard.press('Enter')
    const username = main(page).locator('input[name="username"]')
    const signIn = main(page).getByRole('button', { name: 'Anmelden', exact: true })
    await username.fill(email)
    await main(page).locator('input[autocomplete="current-password"]').fill('falsch-9')
    await signIn.click()
    await expect(main(page)).toContainText('E-Mail-Adresse oder Passwort stimmt nicht')
    await expect(main(page)).toContainText('Erste Zahlung')
    await expectAccessible(page, 'a wrong password in the checkout')
    await main(page).locator('input[autocomplete="current-password"]').fill(DEMONSTRATION_PASSWORD)
    await signIn.click()
    await expect(page).toHaveURL(ORDER)
    await expect(orderButton(page)).toBeVisible()
  })
})

test('without scripts a stranger registers with the code in the checkout, and a wrong code stays there', async ({
  playwright,
  baseURL,
}) => {
  const by = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork('DE') })
  const button = ({ document }: PlainPage, name: string) => first(first(document, 'main'), 'button', named(name))
  const email = newAddress('kassa')
  let at = await visit(by, ORDER)
  const terms = attribute(first(at.document, 'input', having('name', 'terms')), 'value')!
  const typed = { email, password: DEMONSTRATION_PASSWORD, terms }
  at = await press(by, at, button(at, 'Konto erstellen und weiter'), typed)
  expect(all(at.document, 'label', named('Code aus der E-Mail'))).toHaveLength(1)
  const mailed = await codeMailedTo(email)
  const wrong = mailed === '123 456' ? '654 321' : '123 456'
  at = await press(by, at, button(at, 'Bestätigen und weiter'), { code: wrong })
  expect(textOf(first(at.document, 'main'))).toContain('Erste Zahlung')
  expect(attribute(first(at.document, 'input', having('name', 'code')), 'aria-invalid')).toBe('true')
  at = await press(by, at, button(at, 'Bestätigen und weiter'), { code: mailed })
  expect(at.path).toBe(ORDER)
  expect(all(at.document, 'button', named('Zahlungspflichtig bestellen'))).toHaveLength(1)
  await by.dispose()
})
