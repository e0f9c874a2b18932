import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'
import { signInNewReader } from './new-reader.ts'
import { expectAccessible, phone, settledVisitor } from './visitor.ts'

test.use(settledVisitor)

const newAddress = (name: string) => `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.org`
const main = (page: Page) => page.locator('main')
const scrollTop = (page: Page) => page.evaluate(() => scrollY)
const send = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

/** Finds the visible field: the hidden dialog for a forgotten password has one, too. */
const address = (page: Page) => page.getByRole('textbox', { name: 'E-Mail-Adresse', exact: true })

async function register(page: Page, email: string, password: string): Promise<void> {
  await address(page).fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByLabel('Passwort wiederholen', { exact: true }).fill(password)
  await page.getByLabel(/Nutzungsbedingungen/).check()
  await send(page, 'Konto erstellen').click()
  await expect(main(page)).toContainText(`Wir haben eine E-Mail an ${email} geschickt`)
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await address(page).fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await send(page, 'Anmelden').click()
}

// Its pages at a desk: account-journey.spec.ts and account-security.spec.ts.
for (const [kind, options] of [
  ['on a phone', phone],
  ['without scripts', { javaScriptEnabled: false }],
] as const) {
  test.describe(kind, () => {
    test.use(options)

    test('an account: registration, verification, logout, login, forgotten and new password', async ({ page }) => {
      const email = newAddress('mara')
      await page.goto('/user/register?utm_source=test&redirect=/features')
      await register(page, email, 'kaffeehaus')
      await main(page).getByRole('link', { name: 'Anmelden' }).click()

      await logIn(page, email, 'kaffeehaus')
      await expect(main(page)).toContainText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')

      await page.goto(await linkMailedTo('/user/verify?', email))
      if (kind === 'without scripts') await send(page, 'Jetzt bestätigen').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Konto ist bereit')
      await expect(page).not.toHaveURL(/token/)
      await main(page).getByRole('link', { name: 'Fortfahren' }).click()
      await expect(page).toHaveURL('/features')

      await page.goto('/user/logout?redirect=/faq')
      await expect(page).toHaveURL('/faq')
      await page.goto('/user/device')
      await expect(page).toHaveURL('/user/login?redirect=%2Fuser%2Fdevice')
      await logIn(page, email, 'falsches-wort')
      await expect(main(page)).toContainText('E-Mail-Adresse oder Passwort stimmt nicht')
      await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
      await logIn(page, email, 'kaffeehaus')
      await expect(page).toHaveURL('/user/device')
      await expect.poll(() => scrollTop(page)).toBe(0)
      await page.goto('/user/logout')

      await page.goto('/user/login')
      await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
      await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
      const before = await scrollTop(page)
      const dialog = page.getByRole('dialog', { name: 'Passwort vergessen?' })
      await dialog.getByLabel('E-Mail-Adresse').fill(email)
      await dialog.getByRole('button', { name: 'Link senden' }).click()
      await expect(dialog).toContainText('ist unterwegs')
      await expect(dialog.getByRole('button', { name: 'Link senden' })).toBeDisabled()
      // An answer on the same page keeps the place; another page starts at its top.
      if (kind !== 'without scripts') expect(await scrollTop(page)).toBe(before)

      await page.goto(await linkMailedTo('/createNewPassword?', email))
      if (kind !== 'without scripts') await expect(send(page, 'Passwort speichern')).toBeDisabled()
      await page.getByLabel('Neues Passwort', { exact: true }).fill('melange-und-zeitung')
      await page.getByLabel('Neues Passwort wiederholen', { exact: true }).fill('melange-und-zeitung')
      await send(page, 'Passwort speichern').click()
      await expect(main(page)).toContainText('Neues Passwort gespeichert')
      await main(page).getByRole('link', { name: 'Anmelden' }).click()
      await page.evaluate(() => {
        const events: string[] = []
        Object.assign(globalThis, { events })
        for (const name of ['userdata-changed', 'automatic-login']) addEventListener(name, () => events.push(name))
      })
      await logIn(page, email, 'melange-und-zeitung')
      await expect(page).toHaveURL('/user/account')
      if (kind === 'without scripts') return
      // The page shows the reader without a reload: the listeners from before have recorded the events.
      expect(await page.evaluate(() => (globalThis as { events?: string[] }).events)).toEqual([
        'userdata-changed',
        'automatic-login',
      ])
      await expect(
        page
          .getByRole('banner')
          .locator('summary', { hasText: /^mara/ })
          .or(page.getByRole('navigation', { name: 'Schnellzugriff' }).getByRole('link', { name: 'Profil' }))
          .first(),
      ).toBeAttached()
    })
  })
}

test('forms say at their fields what is wrong or missing', async ({ page }) => {
  await test.step('registration is validated while typing: errors show when a field loses the focus, the button is disabled', async () => {
    await page.goto('/user/register')
    const button = send(page, 'Konto erstellen')
    await expect(button).toBeDisabled()
    const email = address(page)
    await email.fill('abc')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await email.blur()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(/gültige E-Mail-Adresse/)
    await email.fill(newAddress('tippt'))
    await expect(email).not.toHaveAttribute('aria-invalid')
    const password = page.getByLabel('Passwort', { exact: true })
    const repeat = page.getByLabel('Passwort wiederholen', { exact: true })
    for (const [typed, words] of [
      ['12345', 'Bitte geben Sie mehr Zeichen ein'],
      ['abc def', 'keine Leerzeichen'],
      ['x'.repeat(101), 'Bitte kürzen Sie Ihre Eingabe'],
    ] as const) {
      await password.fill(typed)
      await password.blur()
      await expect(password).toHaveAccessibleDescription(new RegExp(words))
    }
    await password.fill('kaffee-am-graben-um-vier')
    await expect(main(page)).toContainText('Passwortstärke: sehr gut')
    await repeat.fill('anders')
    await repeat.blur()
    await expect(repeat).toHaveAccessibleDescription(/stimmen nicht überein/)
    await expectAccessible(page, 'registration with an error')
    await repeat.fill('kaffee-am-graben-um-vier')
    await expect(button).toBeDisabled()
    const terms = page.getByLabel(/Nutzungsbedingungen/)
    await repeat.press('Enter')
    await expect(terms).toBeFocused()
    await expect(terms).toHaveAccessibleDescription(/stimmen Sie den Nutzungsbedingungen zu/)
    await terms.check()
    await expect(button).toBeEnabled()
    await page.getByRole('button', { name: 'Passwort anzeigen' }).first().click()
    await expect(password).toHaveAttribute('type', 'text')
  })

  await test.step('pressing the button of an incomplete form shows what is missing, at its field', async () => {
    for (const [path, name, label, words] of [
      [addressOf('login'), 'Anmelden', 'E-Mail-Adresse', /füllen Sie dieses Feld aus/],
      [addressOf('register'), 'Konto erstellen', 'E-Mail-Adresse', /füllen Sie dieses Feld aus/],
      [addressOf('feedback'), 'Abschicken', 'Ihr Name', /füllen Sie dieses Feld aus/],
    ] as const) {
      await page.goto(path)
      const button = main(page).getByRole('button', { name, exact: true })
      const field = main(page).getByRole('textbox', { name: label, exact: true })
      await expect(
        main(page).locator('form[novalidate]', { has: page.getByRole('button', { name, exact: true }) }),
      ).toBeAttached()
      await expect(field).not.toHaveAttribute('aria-invalid')
      // The button is marked as disabled, but a press explains why.
      await button.click({ force: true })
      await expect(field).toBeFocused()
      await expect(field).toHaveAccessibleDescription(words)
      await expect(page).toHaveURL(path)
    }
  })

  await test.step('login and the dialog for a forgotten password are validated while typing', async () => {
    await page.goto('/user/login')
    const button = send(page, 'Anmelden')
    await expect(button).toBeDisabled()
    const password = page.getByLabel('Passwort', { exact: true })
    await address(page).fill('abc')
    await address(page).blur()
    await expect(address(page)).toHaveAccessibleDescription(/gültige E-Mail-Adresse/)
    await expect(main(page)).not.toContainText('Bitte geben Sie Ihr Passwort ein.')
    await password.focus()
    await password.blur()
    await expect(password).toHaveAccessibleDescription(/Bitte geben Sie Ihr Passwort ein\./)
    await password.fill('kaffeehaus')
    await expect(button).toBeDisabled()
    await address(page).fill('mara@example.org')
    await expect(button).toBeEnabled()
    await password.fill('')
    await expect(button).toBeDisabled()
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Passwort vergessen?' })
    const email = dialog.getByLabel('E-Mail-Adresse')
    const link = dialog.getByRole('button', { name: 'Link senden' })
    await expect(link).toBeEnabled()
    for (const [typed, words] of [
      ['abc', /gültige E-Mail-Adresse/],
      ['', /füllen Sie dieses Feld aus/],
    ] as const) {
      await email.fill(typed)
      await expect(link).toBeDisabled()
      await email.blur()
      await expect(email).toHaveAccessibleDescription(words)
    }
  })

  await test.step('the dialog for a forgotten password takes over the typed address, keeps the focus and closes with Escape', async () => {
    await page.goto('/user/login')
    await expect(send(page, 'Anmelden')).toBeDisabled()
    await address(page).fill('niemand@example.org')
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Passwort vergessen?' })
    const email = dialog.getByLabel('E-Mail-Adresse')
    await expect(email).toBeFocused()
    await expect(email).toHaveValue('niemand@example.org')
    await expectAccessible(page, 'forgotten password')
    await page.keyboard.press('Enter')
    await expect(email).toHaveAccessibleDescription(/kennen wir nicht/)
    await expect(email).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Passwort vergessen?' })).toBeFocused()
  })
})

test('a token in the address signs in and is removed from it; only login and verification pages report a login', async ({
  page,
  request,
}) => {
  const email = newAddress('weiter')
  const token = /"token":"([^"]+)"/.exec(await (await request.get('/reader/offline')).text())![1]!
  await page.goto('/user/register')
  await register(page, email, 'kaffeehaus')
  const events: string[] = []
  await page.exposeFunction('tell', (name: string) => events.push(name))
  await page.addInitScript(() => {
    addEventListener('automatic-login', ({ type }) => (globalThis as unknown as { tell(name: string): void }).tell(type))
  })
  await page.goto(await linkMailedTo('/user/verify?', email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Konto ist bereit')
  await expect.poll(() => events).toEqual(['automatic-login'])
  const handed = await page.request.post('/api/v8/websession/webAppSessiontoken', {
    headers: { 'x-api-token': token, origin: new URL(page.url()).origin },
    form: { token: '' },
  })
  const { sessionToken } = (await handed.json()) as { sessionToken: string }
  await page.context().clearCookies({ name: 'session' })
  await page.goto(`/faq?sessionToken=${sessionToken}`)
  await expect(page).toHaveURL('/faq')
  await expect(page.locator('a[href="/user/logout"]').first()).toBeAttached()
  await page.goto(`/faq?sessionToken=${sessionToken}`)
  await expect(main(page)).toContainText('Dieses Konto gibt es nicht')
  const overlay = page.getByRole('dialog', { name: 'Ein Fehler ist aufgetreten' })
  await expectAccessible(page, 'overlay of a 403')
  await overlay.getByRole('button', { name: 'Schließen' }).click()
  await expect(overlay).toBeHidden()
  await page.goto('/faq')
  await expect(page.locator('a[href="/user/logout"]')).toHaveCount(0)
  expect(events).toEqual(['automatic-login'])
})

test('a taken address is reported at its field, which gets the focus, and to the page', async ({ page }) => {
  const email = newAddress('zweimal')
  await page.addInitScript(() => {
    const tracked: unknown[] = []
    Object.assign(globalThis, { tracked })
    addEventListener('registration', (event) => tracked.push((event as CustomEvent).detail))
  })
  await page.goto('/user/register')
  const tracked = () => page.evaluate(() => (globalThis as { tracked?: unknown[] }).tracked)
  await register(page, email, 'kaffeehaus')
  // Reported by the script, or by the page that follows the form if it was sent before the script was loaded.
  await expect.poll(tracked).toEqual([{ successful: true }])
  await page.goto('/user/register')
  // A confirmed address: an unconfirmed one may be registered again.
  await address(page).fill('free@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('kaffeehaus')
  await page.getByLabel('Passwort wiederholen', { exact: true }).fill('kaffeehaus')
  await page.getByLabel(/Nutzungsbedingungen/).check()
  await send(page, 'Konto erstellen').click()
  const field = address(page)
  await expect(field).toHaveAccessibleDescription(/bereits vergeben/)
  await expect(field).toBeFocused()
  await expect.poll(tracked).toEqual([{ successful: false }])
})

test('without consent no other company is contacted: the buttons explain it, and consent enables them', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost[:/]|data:)/.test(request.url())) requested.push(request.url())
  })
  await page.goto('/user/login')
  const facebook = page.getByRole('button', { name: /Weiter mit Facebook/ })
  await expect(facebook).toHaveAttribute('aria-disabled', 'true')
  // Forced, because Playwright would wait until the button is enabled.
  await facebook.click({ force: true })
  const dialog = page.getByRole('dialog', { name: 'Soziale Netzwerke' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'missing consent')
  await dialog.getByRole('button', { name: 'Cookie-Einstellungen' }).click()
  await expect(page.getByRole('dialog', { name: 'Cookie-Einstellungen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Schließen' }).first().click()
  await expect(dialog).toBeHidden()
  await facebook.click({ force: true })
  await dialog.getByRole('button', { name: 'Soziale Netzwerke erlauben' }).click()
  await expect(page.getByRole('link', { name: /Weiter mit Facebook/ })).toBeVisible()
  expect(requested).toEqual([])
})

test('a foreign page cannot log anybody out', async ({ page, baseURL }) => {
  await signInNewReader(page.request)
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/user/logout">go</a>` }),
  )
  await page.goto('https://elsewhere.example/')
  await page.getByRole('link', { name: 'go' }).click()
  await expect(page).toHaveURL(`${baseURL}/user/logout`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Möchten Sie sich abmelden?')
  await expectAccessible(page, 'logging out, asked by another page')
  await main(page).getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).first()).toBeAttached()
})
