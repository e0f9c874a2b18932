import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { buyByCard, ownNetwork, signInNewReader, submitCard } from './new-reader.ts'
import { all, first, having, named, textOf, visit } from './plain-visitor.ts'
import { expectAccessible, phone, settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, extraHTTPHeaders: {} })

const SUCCEEDS = '4242 4242 4242 4242'
const INSUFFICIENT = '4917 1000 0000 0028'
const NOT_VALIDATED = '4917 1000 0000 0044'
const ASKS_WHEN_LEFT = '4917 1000 0000 0069'
const ASKS_AT_CHARGES = '4917 1000 0000 0077'
const GERMAN_ACCOUNT = 'DE66 1000 0000 0000 0001 01'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const order = (page: Page) => main(page).getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true })

/** Registers and signs in a reader of a country. */
async function newReader(page: Page, country: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'x-country': country })
  await signInNewReader(page.request, { country, headers: ownNetwork(country) })
}

const anotherCard = (page: Page) => page.getByRole('radio', { name: 'Andere Kreditkarte' })

/** Step 1: checks the price, accepts and orders. `leftCard`: end of the number of a card entered before; another one is chosen. */
async function orderBy(page: Page, query: Record<string, string | number>, costs: string, leftCard = ''): Promise<void> {
  await page.goto(addressOf('paymentOverview', query))
  await expect(title(page)).toHaveText('Ihre Bestellung')
  await expect(page.getByRole('region', { name: /Heute zu zahlen/ })).toContainText(costs)
  if (leftCard) {
    await expect(page.getByRole('radio', { name: leftCard })).toBeChecked()
    await anotherCard(page).check()
  }
  await page.getByRole('checkbox').check()
  await order(page).click()
}

/** Returns the provider's page, in the frame of our own. */
const provider = (page: Page) => page.frameLocator('main iframe').frameLocator('iframe')

async function leaveCard(page: Page, number: string): Promise<void> {
  await expect(page).toHaveURL(/dopay|payment\/edit/)
  await submitCard(page, number)
}

async function expectBought(page: Page, name: string): Promise<void> {
  // A failure prints the whole text, with the reason that the page gives.
  await expect(main(page)).toContainText('Vielen Dank!')
  await expect(title(page)).toHaveText('Vielen Dank!')
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).toContainText(name)
}

for (const [country, id, costs, then] of [
  ['AT', 2, '19,99 €', '19,99 € alle 30 Tage'],
  ['DE', 5, '14,99 €', '14,99 € alle 30 Tage'],
  ['CH', 8, 'CHF 29.90', 'CHF 29.90 alle 30 Tage'],
  ['LU', 9, '9,99 €', '9,99 € alle 30 Tage'],
] as const) {
  test(`a purchase by card in ${country} charges the price shown next to the button`, async ({ playwright, baseURL }) => {
    const by = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork(country) })
    await signInNewReader(by, { country })
    const textAt = async (path: string) => textOf(first((await visit(by, path)).document, 'main'))
    const order = first((await visit(by, addressOf('paymentOverview', { id }))).document, 'main')
    expect(textOf(first(order, 'h1'))).toBe('Ihre Bestellung')
    const region = first(order, 'section', having('aria-labelledby', /\bcheckout-total\b/))
    const total = textOf(first(region, 'div', having('id', 'checkout-total')))
    for (const part of ['Heute zu zahlen', costs]) expect(total).toContain(part)
    expect(textOf(region)).toContain(then)
    expect(all(region, 'button', named('Zahlungspflichtig bestellen'))).toHaveLength(1)
    await buyByCard(by, id, SUCCEEDS)
    const bought = await textAt(addressOf('currentSubscription'))
    for (const part of ['PREMIUM', '•••• 4242', costs]) expect(bought).toContain(part)
    await by.dispose()
  })
}

test('a purchase by debit in Germany gives access while the debit is pending', async ({ page }) => {
  await newReader(page, 'DE')
  await page.goto(addressOf('paymentOverview', { id: 3 }))
  await expect(main(page)).toContainText('7,99 €')
  await page.getByRole('radio', { name: 'SEPA-Lastschrift' }).check()
  await expect(main(page)).toContainText('mindestens einen Tag davor')
  await expect(page.getByRole('region', { name: /Erste Lastschrift/ })).toContainText('in ein paar Tagen')
  await expect(main(page).getByText('Heute zu zahlen')).toBeHidden()
  await page.getByRole('checkbox').check()
  await order(page).click()
  const form = provider(page)
  // The frame is as high as the provider's page in it.
  const shown = () => form.locator('html').evaluate((html) => (html as HTMLElement).offsetHeight)
  const framed = () => page.locator('main iframe').evaluate((frame) => frame.clientHeight)
  await expect.poll(async () => Math.abs((await framed()) - (await shown()))).toBeLessThan(2)
  await form.getByLabel('IBAN').fill(GERMAN_ACCOUNT)
  await form.getByLabel(/Kontoinhaber/).fill('Mara Auer')
  await form.getByRole('button', { name: 'Mandat erteilen' }).click()
  await expect(main(page)).toContainText('Ihre Zahlung ist unterwegs')
  await expectBought(page, 'MAGZ')
})

test('authentication when a card is entered can be repeated after a rejection or cancellation, and then the purchase completes', async ({
  page,
}) => {
  await newReader(page, 'AT')
  await orderBy(page, { id: 2 }, '19,99 €')
  await leaveCard(page, ASKS_WHEN_LEFT)
  await provider(page).locator('button[value=fail]').click()
  await expect(provider(page).getByText('Ihre Bank hat die Freigabe abgelehnt.')).toBeVisible()
  await leaveCard(page, ASKS_WHEN_LEFT)
  await provider(page).locator('button[value=abandon]').click()
  await expect(provider(page).getByText('Die Freigabe wurde abgebrochen.')).toBeVisible()
  await leaveCard(page, ASKS_WHEN_LEFT)
  await provider(page).locator('button[value=pass]').click()
  await expectBought(page, 'PREMIUM')
})

test('authentication at the charge fails, is abandoned, and succeeds', async ({ page }) => {
  await newReader(page, 'AT')
  for (const [decision, message] of [
    ['fail', 'Die Freigabe bei Ihrer Bank ist nicht gelungen.'],
    ['abandon', 'Die Zahlung wurde nicht abgeschlossen.'],
    ['pass', null],
  ] as const)
    await test.step(`authentication at the charge, with the result ${decision}`, async () => {
      await orderBy(page, { id: 2 }, '19,99 €', decision === 'fail' ? '' : '•••• 0077')
      await leaveCard(page, ASKS_AT_CHARGES)
      await page.locator(`button[value=${decision}]`).click()
      if (message === null) return expectBought(page, 'PREMIUM')
      await expect(title(page)).toHaveText(decision === 'abandon' ? 'Ihre Bestellung' : 'Die Zahlung hat nicht geklappt')
      await expect(main(page)).toContainText(message)
      await page.goto(addressOf('currentSubscription'))
      await expect(page).toHaveURL(addressOf('subscriptions'))
    })
})

test('a declined card shows the reason, and another card completes the purchase', async ({ page }) => {
  await newReader(page, 'AT')
  await orderBy(page, { id: 2 }, '19,99 €')
  await leaveCard(page, NOT_VALIDATED)
  await expect(page).toHaveURL(/overview\?id=2&attempt=/)
  await expect(main(page).locator('[data-reason="CC_ACCOUNT_VALIDATION"]')).toContainText(
    'Ihre Bank konnte die Karte nicht bestätigen.',
  )
  await expect(main(page)).not.toContainText('CC_ACCOUNT_VALIDATION')
  await expect(main(page).getByRole('link', { name: 'Fehler melden' })).toHaveAttribute('href', '/#feedback')
  await expectAccessible(page, 'a payment that failed')
  // Another way is selected and the acceptance stays checked: one tap leads to the form of another card.
  await expect(anotherCard(page)).toBeChecked()
  await order(page).click()
  await leaveCard(page, INSUFFICIENT)
  await expect(main(page)).toContainText('nicht ausreichend gedeckt')
  await page.getByRole('radio', { name: 'SEPA-Lastschrift' }).check()
  await order(page).click()
  await expect(provider(page).getByLabel('IBAN')).toBeVisible()
  await page.goBack()
  await anotherCard(page).check()
  await page.getByRole('checkbox').check()
  await order(page).click()
  await leaveCard(page, SUCCEEDS)
  await expectBought(page, 'PREMIUM')
})

test('a voucher changes the price and shows the following one; an invalid code stays in its field', async ({ page }) => {
  await newReader(page, 'AT')
  await page.goto(addressOf('paymentOverview', { id: 10 }))
  await page.getByText('Haben Sie einen Gutschein?').click()
  await page.getByLabel('Gutscheincode').fill('UNSINN')
  await page.getByRole('button', { name: 'Einlösen' }).click()
  await expect(main(page)).toContainText('Der eingegebene Code ist ungültig.')
  await page.getByLabel('Gutscheincode').fill('lesefreude')
  await page.getByRole('button', { name: 'Einlösen' }).click()
  await expect(main(page)).toContainText('Der ermäßigte Preis ist eingerechnet.')
  await expect(main(page)).toContainText('2 × 2,99 €, danach 9,99 € alle 30 Tage')
  await expectAccessible(page, 'an order with a voucher')
  await page.getByRole('checkbox').check()
  await order(page).click()
  await leaveCard(page, SUCCEEDS)
  await expectBought(page, 'MAGZ')
  await expect(main(page)).toContainText('2,99 €')
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the special offer links from its card to the order', async ({ page }) => {
    await newReader(page, 'AT')
    await page.goto(addressOf('subscriptions'))
    const card = page.locator('[data-tier="PREMIUM"]')
    await expect(card).toContainText('3 × 3,99 €')
    await expect(card).toContainText('danach 19,99 € alle 30 Tage')
    await card.getByRole('link', { name: 'Premium wählen' }).click()
    await expect(main(page)).toContainText('noch 2 × 3,99 €, alle 30 Tage')
    await order(page).click()
    await expect(main(page)).toContainText('Bitte bestätigen Sie unsere Widerrufsbedingungen.')
    await page.getByRole('checkbox').check()
    await order(page).click()
    await leaveCard(page, SUCCEEDS)
    await expectBought(page, 'PREMIUM')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a purchase by card, and another one with the saved card after a confirmation', async ({ page }) => {
    await newReader(page, 'AT')
    await orderBy(page, { id: 10 }, '9,99 €')
    await leaveCard(page, SUCCEEDS)
    await provider(page).locator('a[target=_top]').click()
    await expectBought(page, 'MAGZ')
    await main(page).getByRole('link', { name: 'Auf Premium umsteigen' }).click()
    await page.getByRole('checkbox').check()
    await order(page).click()
    await expect(main(page)).toContainText('Stimmen diese Zahlungsdaten?')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await main(page).locator('button[value=pay]').click()
    await expectBought(page, 'PREMIUM')
  })
})

test('an upgrade with credit, a cancellation, its withdrawal, and a new card', async ({ page }) => {
  await newReader(page, 'AT')
  await orderBy(page, { id: 10 }, '9,99 €')
  await leaveCard(page, SUCCEEDS)
  await expectBought(page, 'MAGZ')

  await main(page).getByRole('link', { name: 'Auf Premium umsteigen' }).click()
  await expect(main(page)).toContainText('Guthaben aus Ihrem bisherigen Abo')
  await page.getByRole('checkbox').check()
  await order(page).click()
  // In a dialog, or in the page if the button was pressed before the scripts were loaded.
  const question = page.locator('div', { has: page.locator('> h2', { hasText: 'Stimmen diese Zahlungsdaten?' }) }).last()
  await expect(question).toContainText('•••• 4242')
  await expectAccessible(page, 'the question about the data left before')
  await question.getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true }).dblclick()
  await expectBought(page, 'PREMIUM')
  await expect(main(page).getByRole('link', { name: 'Auf Premium umsteigen' })).toHaveCount(0)

  // Pressed before the scripts are loaded, the button asks in a page of its own.
  await expect(async () => {
    await page.goto(addressOf('currentSubscription'), { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Abo kündigen' }).click()
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('dialog').getByRole('button', { name: 'Abo behalten' }).click()
  await page.getByRole('button', { name: 'Abo kündigen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kündigen' }).click()
  await expect(main(page)).toContainText('Ihr Abo ist gekündigt. Die Bestätigung kommt per E-Mail.')
  await expect(main(page)).toContainText('Läuft bis')
  await expectAccessible(page, 'a subscription that is cancelled')
  await page.getByRole('button', { name: 'Doch verlängern' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Weiterführen' }).click()
  await expect(main(page)).toContainText('Nächste Abbuchung')

  await main(page).getByRole('link', { name: 'Zahlungsdaten ändern' }).click()
  await expect(main(page)).toContainText('Jetzt wird nichts abgebucht.')
  await leaveCard(page, '5200 0000 0000 0015')
  await expect(main(page)).toContainText('Ihre Zahlungsdaten sind geändert.')
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).toContainText('•••• 0015')
})

test('a subscription of another country is not sold, and the one of this country is shown', async ({ playwright, baseURL }) => {
  const by = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork('DE') })
  await signInNewReader(by, { country: 'DE' })
  const main = first((await visit(by, addressOf('paymentOverview', { id: 8 }))).document, 'main')
  expect(textOf(main)).toContain('Dieses Abo gibt es in Ihrer Region nicht.')
  expect(all(main, '*', having('data-region', '2'))).toHaveLength(1)
  await by.dispose()
})

test('an order without a connection says at the top of the page that it may have arrived', async ({ page, context }) => {
  await newReader(page, 'AT')
  await page.setViewportSize(phone.viewport)
  await page.goto(addressOf('paymentOverview', { id: 2 }))
  await page.getByRole('checkbox').check()
  // Without the page's scripts, the browser itself shows that there is no connection.
  await page.waitForFunction(() => Object.keys(document.querySelector('main form')!).some((name) => name.startsWith('__react')))
  await context.setOffline(true)
  await order(page).click()
  await expect(title(page)).toHaveText('Keine Verbindung')
  await expect(title(page)).toBeInViewport()
  await expect(main(page)).toContainText('vielleicht trotzdem angekommen')
  await context.setOffline(false)
  await main(page).getByRole('link', { name: 'Seite neu laden' }).click()
  await expect(title(page)).toHaveText('Ihre Bestellung')
})
