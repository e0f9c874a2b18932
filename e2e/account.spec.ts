import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf, type Page as PageName } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { messagesIn, t } from '@kiosk/i18n/translate'
import { expect, type Page, test } from '@playwright/test'
import { signInNewReader } from './new-reader.ts'
import { all, type Element, first, having, named, press, textOf, visit } from './plain-visitor.ts'
import { phone, settledVisitor } from './visitor.ts'

test.use(settledVisitor)

async function logIn(page: Page, email: string, secret = DEMONSTRATION_PASSWORD): Promise<void> {
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
  test(`a ${kind} reader sees the matching account pages, in every language`, async ({ request }) => {
    const login = await visit(request, addressOf('login', { redirect: addressOf('account') }))
    const isPassword = (form: Element) => all(form, 'input', having('name', 'username')).length > 0
    const button = first(first(login.document, 'form', isPassword), 'button', having('type', 'submit'))
    let account = await press(request, login, button, { username: email, password: DEMONSTRATION_PASSWORD })
    expect(account.path).toBe(addressOf('account'))
    const mainOf = async (page: PageName) => first((await visit(request, addressOf(page))).document, 'main')
    for (const language of languages) {
      const words = messagesIn(language, [accountMessages, subscriptionMessages])
      /** Returns a text up to its first placeholder, as it is on a page. */
      const begins = (key: string, values = {}) => t(words, key, values).split('{')[0]!.replace(/\s+/g, ' ').trim()
      await request.post('/preferences', { form: { language } })
      account = await visit(request, addressOf('account'))
      const main = first(account.document, 'main')
      expect(textOf(first(main, '*', having('data-field', 'email')))).toContain(email)
      expect(all(main, 'button', named(begins('ACCOUNT.DELETE_BUTTON')))).toHaveLength(deletable ? 1 : 0)
      if (!deletable) expect(textOf(main)).toContain(begins('ACCOUNT.DELETE_BLOCKED'))
      expect(textOf(await mainOf('devices'))).toContain(begins('DEVICES.LEAD', { count: devices }))
      const codes = await mainOf('promoCode')
      expect(textOf(codes)).toContain(begins(promo))
      expect(all(codes, 'label', named(begins('PROMO.CODE')))).toHaveLength(promo === 'PROMO.FREE' ? 1 : 0)
    }
    const left = await visit(request, addressOf('logout'), account)
    expect(all(left.document, 'a', having('href', /^\/user\/login/)).length).toBeGreaterThan(0)
    expect(textOf(left.document)).not.toContain('Lesezeit')
    expect(textOf(await mainOf('promoCode'))).toContain(messagesIn('fr', [subscriptionMessages])['PROMO.ANONYMOUS']!)
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

test('what is typed before the scripts run stays in the field and is saved', async ({ page }) => {
  await signInNewReader(page.context().request)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(addressOf('account', { edit: 'lastname' }), { waitUntil: 'commit' })
  const field = row(page, 'lastname').getByRole('textbox')
  await field.fill('Ohneland')
  scripts.resolve()
  // Set by the first rendering with scripts.
  await expect(row(page, 'lastname')).toHaveAttribute('novalidate')
  await expect(field).toHaveValue('Ohneland')
  await row(page, 'lastname').getByRole('button', { name: 'Speichern' }).click()
  await expect(row(page, 'lastname')).toContainText(/Ohneland\s*Gespeichert/)
})

test('messages to the newsstand, and leaving its newsletter', async ({ page }) => {
  await test.step('the link of a newsletter unsubscribes when it is opened, and shows alternatives', async () => {
    await page.goto(addressOf('newsletterUnsubscribe', { email: 'magz@example.org' }))
    await expect(page.getByRole('main')).toContainText('bis zu eine Woche')
    await page.goto(addressOf('releasesUnsubscribe', { email: 'nobody-here@example.org' }))
    await expect(page.getByRole('alert')).toContainText('ließen sich für diese Adresse nicht abbestellen')
  })

  await test.step('feedback is sent from its page and from the home page', async () => {
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
})
