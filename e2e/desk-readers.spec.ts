// Customer care at the desk: finds a reader, sees why they may read what, and helps.
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { expect, test } from '@playwright/test'
import { withKioskDatabase } from './kiosk-database.ts'
import { linkMailedTo, mailsTo } from './mailbox.ts'
import { buyByCard, registerReader, signInNewReader, stranger } from './new-reader.ts'
import { expectPagesAccessible, openDesk, signInAs } from './staff.ts'
import { desktop, expectAccessible } from './visitor.ts'

test.use(desktop)

test('care finds a reader by keyboard, reads why they may read what, notes, and sends a link', async ({ page }) => {
  await signInAs(page, 'care', 'de')
  await test.step('finds the account of somebody who has written', async () => {
    const [name, email] = ['Nora Feld', 'premium@example.org']
    const title = `Rechnung ${crypto.randomUUID()}`
    await withKioskDatabase((db) =>
      db.insertInto('feedback').values({ name, email, title, content: 'Wo finde ich sie?' }).execute(),
    )
    await openDesk(page, '/desk/content/feedback')
    await page.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: 'Konto suchen' }).press('Enter')
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('PREMIUM')
  })
  await openDesk(page, '/desk/')
  await test.step('finds', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('premium@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: 'premium@example.org' })).toContainText('PREMIUM')
    await page.getByRole('link', { name: 'premium@example.org' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'premium@example.org' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Was dieses Konto lesen darf' })).toContainText('PREMIUM, wegen Abo V-')
  })
  await test.step('notes', async () => {
    const notes = page.getByRole('region', { name: 'Notizen' })
    const text = `Ruft abends an <b>${crypto.randomUUID()}</b>`
    await notes.getByLabel('Neue Notiz').fill(text)
    await notes.getByRole('button', { name: 'Notiz speichern' }).press('Enter')
    await expect(notes.getByRole('listitem').filter({ hasText: text })).toContainText('Nora Feld')
    await expect(page.getByRole('region', { name: 'Verlauf', exact: true }).last()).toContainText('Notiz geschrieben')
    await notes
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: /^Notiz vom/ })
      .press('Enter')
    // It cannot be taken back.
    await expect(page.getByRole('dialog')).toContainText(text)
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).press('Enter')
    await expect(notes.getByRole('listitem').filter({ hasText: text })).toHaveCount(0)
  })
  await test.step('allows purchases without evidence, and takes it back', async () => {
    const market = page.getByRole('region', { name: 'Wo dieses Konto kaufen darf' })
    const decide = async (button: string) => {
      await market.getByRole('button', { name: button }).press('Enter')
      await page.getByRole('dialog').getByLabel('Grund').fill(`Mietvertrag: ${button}`)
      await page.keyboard.press('Enter')
      await expect(market.getByRole('listitem').first()).toContainText(`Mietvertrag: ${button}`)
    }
    await decide('Käufe erlauben')
    await expect(market).toContainText('Österreich: ja, weil wir es erlaubt haben.')
    await decide('Entscheidung zurücknehmen')
    await expect(market).not.toContainText('weil wir es erlaubt haben')
    await expect(market.getByRole('button', { name: 'Käufe erlauben' })).toBeVisible()
  })
  await test.step('sends a link, and reads the e-mail without it', async () => {
    const before = (await mailsTo('premium@example.org')).length
    await page.getByRole('button', { name: 'Passwort-Link senden' }).press('Enter')
    await expect(page.getByText('Gesendet.')).toBeVisible()
    await expect.poll(async () => (await mailsTo('premium@example.org')).length).toBeGreaterThan(before)
    const row = page.getByRole('button', { name: /„.*“ lesen/ }).first()
    await expect(async () => {
      await page.reload()
      await expect(row).toBeVisible({ timeout: 1000 })
    }).toPass()
    await openDesk(page, page.url())
    await row.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('/…')
    await expect(page.getByRole('dialog')).not.toContainText('token=')
    await expectAccessible(page, 'an e-mail')
    await page.keyboard.press('Escape')
  })
  await test.step('asks for a reason before an account is closed', async () => {
    await page.getByRole('button', { name: 'Konto schließen' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Konto schließen' }).press('Enter')
    const reason = page.getByRole('dialog').getByLabel('Grund')
    await expect(reason).toBeFocused()
    await page.keyboard.type('Vertippt')
    await page.keyboard.press('Escape')
    // What was typed is not lost by a press too many.
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).press('Enter')
    await expect(reason).toBeFocused()
    await expect(reason).toHaveValue('Vertippt')
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'typed text')
    await page.getByRole('button', { name: 'Verwerfen' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Konto schließen' })).toBeFocused()
  })
  await test.step('cannot erase an account with a subscription', async () => {
    await page.getByRole('button', { name: 'Konto löschen' }).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Beenden Sie es zuerst.')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Konto löschen' })).toBeDisabled()
  })
})

test('care looks at an account with permission, cannot reach payment, and sees nothing more once the reader ends it', async ({
  page,
  browser,
}) => {
  const reader = await stranger(browser, { locale: 'de-AT' })
  const email = await registerReader(reader.request, 'einblick')
  const part = page.getByRole('region', { name: 'Mit den Augen der Leserin oder des Lesers' })
  const withReason = async (button: string) => {
    await part.getByRole('button', { name: button }).press('Enter')
    await page.getByRole('dialog').getByLabel('Grund').fill('Das Regal ist leer')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await test.step('asks', async () => {
    await signInAs(page, 'care', 'de')
    await openDesk(page, `/desk/readers?search=${encodeURIComponent(email)}`)
    await page.getByRole('link', { name: email }).press('Enter')
    await withReason('Um Erlaubnis bitten')
    await expect(part).toContainText('Nora Feld hat')
  })
  const bar = reader.getByRole('complementary', { name: 'Einblick des Supports' })
  await test.step('the reader allows it, and sees it on every page', async () => {
    await reader.goto(await linkMailedTo('/user/security', email))
    await expect(reader.getByText('Nora Feld vom Support hat Sie darum gebeten')).toBeVisible()
    await reader.getByLabel('Ihr Passwort').fill(DEMONSTRATION_PASSWORD)
    await reader.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await reader.getByRole('button', { name: '30 Minuten lang erlauben' }).click()
    await expect(bar).toContainText('Bisher hat niemand hingesehen')
    await expectAccessible(reader, 'security with a permission')
    await reader.goto('/magazines')
    await expect(bar).toBeVisible()
  })
  await test.step('looks at the shelf, and at nothing about payment', async () => {
    // The page at the desk follows by itself.
    await withReason('Konto ansehen')
    const mark = page.getByRole('complementary', { name: 'Ansicht eines fremden Kontos' })
    await expect(mark).toContainText(email)
    await page.locator('summary', { hasText: 'einblick' }).press('Enter')
    await page.getByRole('link', { name: 'Mein Regal' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mein Regal')
    await expect(mark).toContainText('Nur ansehen')
    const shelf = page.url()
    // Axe needs scripts, which the policy of the view forbids.
    await page.route(shelf, async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.reload()
    await expectAccessible(page, 'shelf of another account')
    await page.unroute(shelf)
    await page.goto(new URL('user/payment/overview?subscription=2', shelf).href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite zeigt die Ansicht nicht')
    await page.goto(shelf)
  })
  await test.step('the reader ends it, and the next press is refused', async () => {
    await reader.reload()
    await expect(bar).toContainText('Zuletzt hingesehen: Nora Feld')
    await bar.getByRole('button', { name: 'Beenden' }).press('Enter')
    await expect(reader.getByText('Beendet. Der Support sieht Ihr Konto nicht mehr an.')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await page.getByRole('link', { name: 'Magazine', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Ansicht gibt es nicht mehr')
  })
  await reader.context().close()
})

test('finance refunds a part of a payment: the subscription goes on, and the reader has the credit note', async ({
  page,
  browser,
}) => {
  const reader = await stranger(browser, { locale: 'de-AT' })
  const email = await signInNewReader(reader.request)
  await buyByCard(reader.request, 2, '4242 4242 4242 4242')
  await signInAs(page, 'finance', 'en')
  await openDesk(page, `/desk/readers?search=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: email }).press('Enter')
  const money = page.getByRole('region', { name: 'Money', exact: true })
  await money.getByRole('button', { name: /^Refund payment of/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('At most €19.99')
  const amount = dialog.getByLabel('Amount (EUR)')
  await amount.fill('20')
  await dialog.getByLabel('Reason').fill('Outage on Sunday')
  await page.keyboard.press('Enter')
  await expect(amount).toHaveAccessibleDescription(/€19\.99/)
  await expect(amount).toBeFocused()
  await expectAccessible(page, 'refund')
  await amount.fill('5,50')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(money.getByRole('row').filter({ hasText: 'Credit note' })).toContainText('€5.50')
  await expect(money.getByRole('row').filter({ hasText: 'Refund' }).filter({ hasText: 'refunded' })).toContainText('€5.50')
  await expect(page.getByRole('article')).toContainText('active')
  await reader.goto('/invoice')
  await expect(reader.getByRole('row').filter({ hasText: '5,50' })).toBeVisible()
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(1)
  await reader.context().close()
})

test('an editor sees nothing of readers, and an auditor changes nothing', async ({ page }) => {
  await signInAs(page, 'editor', 'en')
  await openDesk(page, '/desk/')
  await expect(page.getByRole('link', { name: 'Issues', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Readers', exact: true })).toHaveCount(0)
  await openDesk(page, '/desk/readers?search=premium')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('premium@example.org')).toHaveCount(0)
  await page.context().clearCookies()
  await signInAs(page, 'auditor', 'en')
  await openDesk(page, '/desk/readers?search=premium@example.org')
  await page.getByRole('link', { name: 'premium@example.org' }).click()
  await expect(page.getByRole('heading', { name: 'premium@example.org' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /close|erase|save note|refund/i })).toHaveCount(0)
})

test('the pages of readers pass axe and fit the window', async ({ page }) => {
  await signInAs(page, 'owner', 'fr')
  const list = 'readers?search=premium@example.org'
  const { readers } = await (await page.request.get(`/desk/api/${list}`)).json()
  await expectPagesAccessible(page, [list, `readers/${readers[0].id}`])
  await expect(page.getByRole('heading', { name: 'premium@example.org' })).toBeVisible()
})
