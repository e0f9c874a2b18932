import { addressOf } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { messagesIn, t } from '@kiosk/i18n/translate'
import { expect, type Page, test } from '@playwright/test'
import { phone, settledVisitor } from './visitor.ts'

test.use(settledVisitor)

/** Password of the demonstration's readers. */
const password = 'Lesehalle7'
async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto(addressOf('login', { redirect: addressOf('account') }))
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
  await page.getByRole('main').getByLabel('Passwort', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page).toHaveURL(addressOf('account'))
}

const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`)

for (const { kind, email, devices, deletable, promo } of [
  { kind: 'free', email: 'free@example.org', devices: 2, deletable: true, promo: 'PROMO.FREE' },
  { kind: 'MAGZ', email: 'magz@example.org', devices: 3, deletable: false, promo: 'PROMO.PAID' },
  { kind: 'PREMIUM', email: 'premium@example.org', devices: 5, deletable: false, promo: 'PROMO.PAID' },
  { kind: 'promo', email: 'promo@example.org', devices: 2, deletable: true, promo: 'PROMO.ACTIVE' },
] as const) {
  test(`a ${kind} reader sees the matching account pages, in every language`, async ({ page, baseURL }) => {
    const main = page.getByRole('main')
    await logIn(page, email)
    for (const language of languages) {
      const words = messagesIn(language, [accountMessages, subscriptionMessages])
      /** Returns a text up to its first placeholder. */
      const begins = (key: string, values = {}) => t(words, key, values).split('{')[0]!
      await page.context().addCookies([{ name: 'language', value: language, url: baseURL! }])
      await page.goto(addressOf('account'))
      await expect(row(page, 'email')).toContainText(email)
      await expect(page.getByRole('button', { name: begins('ACCOUNT.DELETE_BUTTON'), exact: true })).toHaveCount(
        deletable ? 1 : 0,
      )
      if (!deletable) await expect(main).toContainText(begins('ACCOUNT.DELETE_BLOCKED'))
      await page.goto(addressOf('devices'))
      await expect(main).toContainText(begins('DEVICES.LEAD', { count: devices }))
      await page.goto(addressOf('promoCode'))
      await expect(main).toContainText(begins(promo))
      await expect(page.getByLabel(begins('PROMO.CODE'))).toHaveCount(promo === 'PROMO.FREE' ? 1 : 0)
    }
    await page.goto('/user/logout')
    await expect(page.locator('a[href^="/user/login"]').first()).toBeAttached()
    await expect(page.locator('body')).not.toContainText('Lesezeit')
    await page.goto(addressOf('promoCode'))
    await expect(main).toContainText(messagesIn('fr', [subscriptionMessages])['PROMO.ANONYMOUS']!)
  })
}

test.describe('without scripts', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('rows, switches and devices work with full page loads', async ({ page }) => {
    await logIn(page, 'free@example.org')
    await row(page, 'lastname')
      .getByRole('link', { name: /ändern/i })
      .click()
    await expect(page).toHaveURL(addressOf('account', { edit: 'lastname' }))
    const name = `Ottenschlag ${String.fromCharCode(65 + (Date.now() % 26))}`
    await row(page, 'lastname').getByLabel('Nachname').fill(name)
    await row(page, 'lastname').getByRole('button', { name: 'Speichern' }).click()
    await expect(row(page, 'lastname')).toContainText(name)
    const releases = page.locator('[data-switch="releases"]')
    const before = await releases.getByRole('switch').isChecked()
    await releases.getByRole('switch').click()
    await releases.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.locator('[data-switch="releases"]').getByRole('switch')).toBeChecked({ checked: !before })
    await page.getByRole('button', { name: 'Konto löschen' }).click()
    await expect(page.getByRole('main')).toContainText('Konto wirklich löschen?')
    await page.getByRole('link', { name: 'Abbrechen' }).click()
    await page.goto(addressOf('devices'))
    await page
      .getByRole('button', { name: /entfernen$/i })
      .first()
      .click()
    await expect(page.getByRole('main')).toContainText('Gerät entfernen?')
    await page.getByRole('main').getByRole('button', { name: 'Entfernen' }).click()
    await expect(page).toHaveURL(/\/user\/(login|device)/)
  })
})

test('feedback is sent from its page and from the home page', async ({ page }) => {
  for (const [path, consent] of [
    [addressOf('feedback'), true],
    [addressOf('home', {}, '#feedback'), false],
  ] as const) {
    await page.goto(path)
    const form = page.locator('form').filter({ has: page.getByLabel('Ihre Nachricht') })
    await expect(form).toBeInViewport()
    await form.getByLabel('Ihr Name').fill('Mara')
    await form.getByLabel('Ihre E-Mail-Adresse').fill('mara@example.org')
    await form.getByLabel('Worum geht es?').fill('Lob')
    await form.getByLabel('Ihre Nachricht').fill('Schön hier.')
    if (consent) await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Abschicken' }).click()
    await expect(page.getByRole('main')).toContainText('Danke für Ihre Nachricht')
  }
})

test('the link of a newsletter unsubscribes when it is opened, and shows alternatives', async ({ page }) => {
  await page.goto(addressOf('newsletterUnsubscribe', { email: 'magz@example.org' }))
  await expect(page.getByRole('main')).toContainText('bis zu eine Woche')
  await page.goto(addressOf('releasesUnsubscribe', { email: 'nobody-here@example.org' }))
  await expect(page.getByRole('alert')).toContainText('ließen sich für diese Adresse nicht abbestellen')
})
