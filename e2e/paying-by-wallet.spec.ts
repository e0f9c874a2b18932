// PayPal in the demonstration: the sandbox's wallet, whose script takes the place of PayPal's.
import { addressOf } from '@kiosk/domain/addresses'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { ownNetwork, signInNewReader } from './new-reader.ts'
import { first, textOf, visit } from './plain-visitor.ts'
import { expectAccessible, phone, settledVisitor } from './visitor.ts'

const main = (page: Page) => page.getByRole('main')
const box = (page: Page) => main(page).locator('input[name=accepted]')
const accept = async (page: Page) => {
  await main(page).getByRole('radio', { name: 'PayPal' }).check()
  await box(page).check()
}
const walletButton = (page: Page) => main(page).getByRole('button', { name: /PayPal.* Sandbox$/ })
const waiting = (page: Page) => main(page).getByText('Das Fenster von PayPal ist offen.')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Registers a reader of a country and opens the order. `violations`: messages about violations of the Content Security Policy. */
async function atOrder(page: Page, country = 'AT', id = 2): Promise<{ violations: string[] }> {
  const violations: string[] = []
  page.on('console', (line) => line.text().includes('Content Security Policy') && violations.push(line.text()))
  await page.context().setExtraHTTPHeaders(ownNetwork(country))
  await signInNewReader(page.request, { country })
  await page.goto(addressOf('paymentOverview', { id }))
  return { violations }
}

/** Presses the wallet's button. @returns its window */
async function openWindow(page: Page, context: BrowserContext): Promise<Page> {
  await accept(page)
  await expect(walletButton(page)).toBeEnabled()
  const [window] = await Promise.all([context.waitForEvent('page'), walletButton(page).click()])
  await window.waitForURL(/\/wallet\/approve\/(?!wait)/)
  return window
}

async function expectSubscribed(page: Page, tier = 'PREMIUM'): Promise<void> {
  await page.goto(addressOf('currentSubscription'))
  await expect(main(page)).toContainText(tier)
  await expect(main(page)).toContainText('PayPal')
}

/** Waits for a subscription that starts after the buyer has left the wallet, and expects the same. */
async function expectSubscribedSoon(page: Page, tier = 'PREMIUM'): Promise<void> {
  const shown = async () => textOf(first((await visit(page.request, addressOf('currentSubscription'))).document, 'main'))
  await expect.poll(shown, { timeout: 60_000 }).toContain(tier)
  await expectSubscribed(page, tier)
}

// German is the language of the tests below.
for (const [language, heading, approve] of [['fr', 'Autoriser un paiement par abonnement', 'Autoriser']] as const)
  test.describe(`in ${language}`, () => {
    test.use({ ...settledVisitor, extraHTTPHeaders: {} })

    test('an approval in the window of the wallet completes the purchase, with accessible pages', async ({ page, context }) => {
      const { violations } = await atOrder(page)
      await page.goto(addressOf('paymentOverview', { id: 2, lang: language }))
      // No third party is contacted before the buyer has accepted.
      expect(await page.evaluate(() => document.querySelector('script[src*="/wallet/sdk/js"]'))).toBeNull()
      const window = await openWindow(page, context)
      await expect(title(window)).toHaveText(heading)
      await expect(window.locator('html')).toHaveAttribute('lang', language)
      await expect(window.locator('.note')).toContainText(/Sandbox|Bac à sable/)
      await expect(window.locator('dl')).toContainText(/19[,.]99/)
      await expectAccessible(window, `the window of the wallet, ${language}`)
      await expectAccessible(page, `an order that waits for the wallet, ${language}`)
      await window.getByRole('button', { name: approve, exact: true }).click()
      await page.waitForURL(new RegExp(addressOf('paymentSuccess')))
      await expect.poll(() => window.isClosed()).toBe(true)
      await expectSubscribed(page)
      expect(violations).toEqual([])
    })
  })

test.describe('in the window of the wallet', () => {
  test.use({ ...settledVisitor, extraHTTPHeaders: {} })

  test('after cancelling or closing it nothing is bought, and the buyer may try again', async ({ page, context }) => {
    await atOrder(page)
    const cancelled = await openWindow(page, context)
    await cancelled.getByRole('button', { name: 'Abbrechen' }).click()
    await expect.poll(() => cancelled.isClosed()).toBe(true)
    await expect(waiting(page)).toBeHidden()
    await expect(main(page).getByRole('status')).toContainText(['PayPal meldet keine Freigabe.'])

    const closed = await openWindow(page, context)
    await closed.close()
    await expect(waiting(page)).toBeHidden()

    const left = await openWindow(page, context)
    await left.getByRole('button', { name: 'Schließen, ohne zu antworten' }).click()
    await expect.poll(() => left.isClosed()).toBe(true)
    await expect(waiting(page)).toBeHidden()
    await expect(page).toHaveURL(new RegExp(addressOf('paymentOverview')))

    await page.goto(addressOf('currentSubscription'))
    await expect(main(page)).not.toContainText('PREMIUM')

    await page.goto(addressOf('paymentOverview', { id: 2 }))
    const approved = await openWindow(page, context)
    await approved.getByRole('button', { name: 'Freigeben', exact: true }).click()
    await expect(title(page)).toHaveText('Vielen Dank!')
  })

  test('an approval with the tab of the order closed still starts the subscription', async ({ page, context }) => {
    await atOrder(page)
    const window = await openWindow(page, context)
    await page.close()
    await window.getByRole('button', { name: /^Freigeben, ohne/ }).click()
    await expect(title(window)).toHaveText('Freigegeben, und niemand hat es erfahren')
    await expectSubscribedSoon(await context.newPage())
  })

  test('a price that was changed in the browser buys nothing', async ({ page, context }) => {
    await atOrder(page)
    const window = await openWindow(page, context)
    await window.getByText('hat den Preis im Browser').click()
    await window.getByRole('button', { name: 'Freigeben', exact: true }).click()
    // The order page says what happened and offers another way of paying.
    await page.waitForURL(new RegExp(`${addressOf('paymentOverview')}\\?.*attempt=`))
    await page.goto(addressOf('currentSubscription'))
    await expect(main(page)).not.toContainText('PREMIUM')
  })

  test('a subscription that the wallet activates later still starts; without the wallet’s script it is not upgraded', async ({
    page,
    context,
  }) => {
    await atOrder(page, 'AT', 10)
    const window = await openWindow(page, context)
    await window.getByText('lars@sandbox.example').click()
    await window.getByRole('button', { name: 'Freigeben', exact: true }).click()
    await page.waitForURL(new RegExp(addressOf('paymentSuccess')))
    await expectSubscribedSoon(page, 'MAGZ')

    const script = /\/wallet\/sdk\/js/
    await page.route(script, (route) => route.abort())
    await page.goto(addressOf('paymentOverview', { id: 2 }))
    await box(page).check()
    await expect(main(page)).toContainText('Ihr bisheriges Abo läuft unverändert weiter')
    await expect(main(page)).not.toContainText('andere Zahlungsart')
    const again = main(page).getByRole('button', { name: 'Noch einmal versuchen' })
    await again.press('Enter')
    await expect(again.locator('xpath=ancestor::*[@role="status"]')).toBeFocused()
    await page.unroute(script)
    await again.click()
    await expect(walletButton(page)).toBeEnabled()
  })

  test('it is not offered for francs, and its page cannot be opened directly', async ({ page }) => {
    await atOrder(page, 'CH', 8)
    const answer = await page.reload()
    const { 'content-security-policy': policy, 'cross-origin-opener-policy': opener } = answer!.headers()
    expect(policy).toContain("frame-src 'none'")
    expect(policy).not.toMatch(/https?:/)
    expect(opener).toBe('same-origin')
    await expect(main(page)).toContainText('CHF 29.90')
    await expect(main(page)).not.toContainText('PayPal')
  })
})

test.describe('on a phone', () => {
  test.use({ ...settledVisitor, ...phone, extraHTTPHeaders: {} })

  test('the wallet works by keyboard and touch', async ({ page, context }) => {
    await atOrder(page)
    await main(page).getByRole('radio', { name: 'PayPal' }).check()
    // Without the acceptance, the button leads to its box, as that of the other ways of paying does.
    await main(page).getByRole('button', { name: 'Mit PayPal bestellen und bezahlen' }).press('Enter')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveAccessibleDescription(/Bitte bestätigen Sie/)
    await page.keyboard.press('Space')
    await walletButton(page).focus()
    const [window] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
    await window.waitForURL(/\/wallet\/approve\/(?!wait)/)
    expect(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(window, 'the window of the wallet on a phone')
    await window.getByRole('button', { name: 'Freigeben', exact: true }).tap()
    await expect(title(page)).toHaveText('Vielen Dank!')
  })
})
