import { readFile } from 'node:fs/promises'
import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, firstIssue, phone, settledVisitor } from './visitor.ts'

test.use(settledVisitor)

/** Readers of the demonstration, one of every kind. */
const password = 'Lesehalle7'
async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto(addressOf('login', { redirect: addressOf('account') }))
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
  await page.getByRole('main').getByLabel('Passwort', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page).toHaveURL(addressOf('account'))
}

const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`)
/** Opens a row once its link does so without loading the page. */
async function open(page: Page, field: string): Promise<void> {
  await expect(async () => {
    await row(page, field)
      .getByRole('link', { name: /ändern/i })
      .click({ timeout: 1000 })
    await expect(row(page, field).getByRole('button', { name: 'Speichern' })).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('a free reader changes everything, takes the data along, and leaves for good', async ({ page }) => {
  const email = `wanderer-${Date.now()}@example.org`
  await test.step('registers and confirms', async () => {
    await page.goto(addressOf('register'))
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
    await page.getByRole('main').getByLabel('Passwort', { exact: true }).fill(password)
    await page
      .getByRole('main')
      .getByLabel(/Passwort wiederholen/)
      .fill(password)
    await page.getByRole('checkbox', { name: /Nutzungsbedingungen/ }).check()
    await page.getByRole('main').getByRole('button', { name: 'Konto anlegen' }).click()
    await expect(page.getByRole('main')).toContainText(email)
    await page.goto(await linkInMail(page, email, '/user/verify'))
    await expect(page.getByRole('main')).toContainText(/bestätigt/i)
    await page.goto(addressOf('account'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mein Konto')
  })

  await test.step('gives a name, discards another, chooses from lists', async () => {
    await open(page, 'firstname')
    await row(page, 'firstname').getByLabel('Vorname').fill('Wanda')
    await row(page, 'firstname').getByRole('button', { name: 'Speichern' }).click()
    await expect(row(page, 'firstname')).toContainText(/Wanda\s*Gespeichert\./)
    await expect(row(page, 'firstname').getByRole('link')).toBeFocused()
    await expect(page.getByRole('banner')).toContainText('Wanda')
    await open(page, 'firstname')
    await expect(row(page, 'firstname').getByLabel('Vorname')).toBeFocused()
    await row(page, 'firstname').getByLabel('Vorname').fill('')
    await expect(row(page, 'firstname').getByRole('button', { name: 'Speichern' })).toBeDisabled()
    await row(page, 'firstname').getByRole('link', { name: 'Verwerfen' }).click()
    await expect(row(page, 'firstname')).toContainText('Wanda')
    for (const [field, label] of [
      ['agegroup', 'Altersgruppe'],
      ['gender', 'Geschlecht'],
      ['federalstate', 'Bundesland'],
    ] as const) {
      await open(page, field)
      await row(page, field).getByLabel(label).selectOption({ index: 2 })
      await row(page, field).getByRole('button', { name: 'Speichern' }).click()
      await expect(row(page, field)).toContainText('Gespeichert.')
    }
    await page.reload()
    await expect(row(page, 'firstname')).toContainText('Wanda')
    await expect(row(page, 'federalstate')).not.toContainText('Noch keine Angabe')
  })

  await test.step('switches, and finds the switch by its address', async () => {
    await page.goto(addressOf('account', { edit: 'agerestriction' }))
    const age = page.getByRole('switch', { name: 'Titel ab 18 Jahren zeigen' })
    await expect(age).toBeFocused()
    await expect(age).not.toBeChecked()
    await expect(async () => {
      await age.click({ timeout: 1000 })
      await expect(page.locator('[data-switch="agerestriction"]')).toContainText('Gespeichert.', { timeout: 2000 })
    }).toPass()
    await page.reload()
    await expect(age).toBeChecked()
  })

  await test.step('moves to Switzerland only after a yes', async () => {
    await page.goto(addressOf('account'))
    await open(page, 'region')
    await page.getByLabel('Region', { exact: true }).selectOption({ label: 'Schweiz' })
    await row(page, 'region').getByRole('button', { name: 'Speichern' }).click()
    const dialog = page.getByRole('dialog', { name: 'Region ändern?' })
    await expectAccessible(page, 'asked for the region')
    await dialog.getByRole('button', { name: 'Verwerfen' }).click()
    await row(page, 'region').getByRole('button', { name: 'Speichern' }).click()
    await dialog.getByRole('button', { name: 'Region ändern' }).click()
    await expect(row(page, 'region')).toContainText('Schweiz')
    await expect(row(page, 'federalstate')).toContainText(/Kanton\s*Noch keine Angabe/)
  })

  await test.step('changes the password: a wrong old one is said at its field', async () => {
    const section = page.getByRole('region', { name: 'Passwort ändern' })
    const fill = async (old: string, fresh: string, repeat: string) => {
      await section.getByLabel('Bisheriges Passwort').fill(old)
      await section.getByLabel('Neues Passwort', { exact: true }).fill(fresh)
      await section.getByLabel('Neues Passwort wiederholen').fill(repeat)
    }
    const save = section.getByRole('button', { name: 'Speichern' })
    await fill(password, 'ab', 'ab')
    await expect(section).toContainText('Das Passwort ist zu kurz')
    await expect(save).toBeDisabled()
    await fill('ganz-falsch', 'Bergauf8', 'Bergauf8')
    await save.click()
    await expect(section).toContainText('Das Passwort stimmt nicht.')
    await expect(section.getByLabel('Bisheriges Passwort')).toBeFocused()
    await fill(password, 'Bergauf8', 'Bergauf8')
    await save.click()
    await expect(section).toContainText('Ihr Passwort ist geändert.')
    await expect(section.getByLabel('Bisheriges Passwort')).toHaveValue('')
  })

  await test.step('redeems a promo code, and keeps a magazine', async () => {
    await page.goto(addressOf('promoCode'))
    await page.getByLabel('Ihr Code').fill('nichtda')
    await page.getByRole('button', { name: 'Einlösen' }).click()
    await expect(page.getByRole('main')).toContainText('Ungültiger Code.')
    await page.getByLabel('Ihr Code').fill('lesezeit')
    await page.getByRole('button', { name: 'Einlösen' }).click()
    await expect(page.getByRole('main')).toContainText('Sie nehmen an der Aktion')
    await page.goto(await firstIssue(page))
    await page.getByRole('button', { name: /^Zu meinen Magazinen/ }).click()
    const kept = page.getByRole('button', { name: /^Aus meinen Magazinen nehmen/ })
    await expect(kept).not.toHaveAttribute('aria-disabled')
    await page.reload()
    await expect(kept).toBeVisible()
  })

  await test.step('takes the data along', async () => {
    await page.goto(addressOf('accountExport'))
    await expect(page.getByRole('main')).toContainText(email)
    await expectAccessible(page, 'export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /herunterladen/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^read-it-\d{4}-\d\d-\d\d\.json$/)
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file.account).toMatchObject({ email, firstname: 'Wanda', regionId: 3, ageRestricted: true })
    expect([file.favourites.length, file.promoCodes.length]).toEqual([1, 1])
  })

  await test.step('sees this device, and leaves only after a yes', async () => {
    await page.goto(addressOf('devices'))
    await expect(page.getByRole('table').getByText('Dieses Gerät')).toBeVisible()
    await page.goto(addressOf('account'))
    const dialog = page.getByRole('dialog', { name: 'Konto wirklich löschen?' })
    await expect(async () => {
      await page.getByRole('button', { name: 'Konto löschen' }).click({ timeout: 1000 })
      await expect(dialog).toBeVisible({ timeout: 1000 })
    }).toPass()
    await dialog.getByRole('button', { name: 'Behalten' }).click()
    await expect(page).toHaveURL(addressOf('account'))
    await page.getByRole('button', { name: 'Konto löschen' }).click()
    await dialog.getByRole('button', { name: 'Ja, endgültig löschen' }).click()
    await expect(page).toHaveURL(addressOf('accountDeleted'))
    await expect(page.getByRole('main')).toContainText('innerhalb weniger Stunden')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).first()).toBeVisible()
    await page.goto(addressOf('account'))
    await expect(page).toHaveURL(/\/user\/login/)
  })
})

/** The link of a kind in the newest mail to an address, from the mailbox of development. */
async function linkInMail(page: Page, email: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}\\?token=[\\w.-]+`)
  let found = ''
  await expect(async () => {
    const list = await (await page.request.get(`/dev/mail?to=${encodeURIComponent(email)}`)).text()
    const mail = /href="(\/dev\/mail\/[^"?]+)"/.exec(list)?.[1]
    found = pattern.exec(await (await page.request.get(`${mail}/html`)).text())?.[0] ?? ''
    expect(found).not.toBe('')
  }).toPass({ timeout: 30_000 })
  return found
}

for (const { kind, email, devices, deletable, promo } of [
  { kind: 'free', email: 'free@example.org', devices: 2, deletable: true, promo: 'Lösen Sie ihn hier ein' },
  { kind: 'MAGZ', email: 'magz@example.org', devices: 3, deletable: false, promo: 'ohnehin werbefrei' },
  { kind: 'PREMIUM', email: 'premium@example.org', devices: 5, deletable: false, promo: 'ohnehin werbefrei' },
  { kind: 'promo', email: 'promo@example.org', devices: 2, deletable: true, promo: 'Ihre Aktion „Lesezeit geschenkt“ läuft bis' },
] as const) {
  test(`a ${kind} reader finds the rooms of the account as they are meant for them`, async ({ page }) => {
    await logIn(page, email)
    await expect(row(page, 'email')).toContainText(email)
    await expect(page.getByRole('button', { name: 'Konto löschen' })).toHaveCount(deletable ? 1 : 0)
    if (!deletable) await expect(page.getByRole('main')).toContainText('Mit einem aktiven Premium-Vertrag')
    await page.goto(addressOf('devices'))
    await expect(page.getByRole('main')).toContainText(`Auf bis zu ${devices} Geräten`)
    await page.goto(addressOf('promoCode'))
    await expect(page.getByRole('main')).toContainText(promo)
    await page.goto('/user/logout')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).first()).toBeVisible()
  })
}

test.describe('without scripts', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('rows, switches and devices work by loading the page', async ({ page }) => {
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
    await page.getByRole('link', { name: 'Behalten' }).click()
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

test('a message to the house is sent from its page and from the front page', async ({ page }) => {
  for (const [path, consent] of [
    [addressOf('feedback'), true],
    [addressOf('home', {}, '#feedback'), false],
  ] as const) {
    await page.goto(path)
    const form = page.locator('form').filter({ has: page.getByLabel('Ihre Nachricht') })
    await form.getByLabel('Ihr Name').fill('Mara')
    await form.getByLabel('Ihre E-Mail-Adresse').fill('mara@example.org')
    await form.getByLabel('Worum geht es?').fill('Lob')
    await form.getByLabel('Ihre Nachricht').fill('Schön hier.')
    if (consent) await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Abschicken' }).click()
    await expect(page.getByRole('main')).toContainText('Danke für Ihre Nachricht')
  }
})

test('the link of a newsletter unsubscribes when somebody looks at it, and says what else helps', async ({ page }) => {
  await page.goto(addressOf('newsletterUnsubscribe', { email: 'magz@example.org' }))
  await expect(page.getByRole('main')).toContainText('bis zu eine Woche')
  await page.goto(addressOf('releasesUnsubscribe', { email: 'nobody-here@example.org' }))
  await expect(page.getByRole('alert')).toContainText('ließen sich für diese Adresse nicht abbestellen')
})
