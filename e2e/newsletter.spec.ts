// Newsletters at the desk: written, previewed, tested and sent; received, and unsubscribed without a login.
import { expect, test } from '@playwright/test'
import { confirmedReader } from './confirmed-reader.ts'
import { linkMailedTo } from './mailbox.ts'
import { openDesk, signInAs } from './staff.ts'
import { desktop } from './visitor.ts'

test.use(desktop)

test('an editor writes a newsletter by keyboard; a reader gets it and unsubscribes without a login', async ({
  page,
  browser,
}) => {
  const reader = await confirmedReader()
  const { email } = await signInAs(page, 'editor', 'de')
  await openDesk(page, '/desk/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('newsl')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Newsletter schreiben' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Newsletter vom \d/ })).toBeVisible()
  const subject = `Herbst ${crypto.randomUUID().slice(0, 8)}`

  await test.step('writes, and sees the e-mail while writing', async () => {
    await page.getByLabel('Name').fill(subject)
    await page.getByLabel('Betreff').fill(subject)
    await page.getByLabel('Text (Markdown)').fill('Ein **gutes** Heft im [Regal](/magazines).')
    const preview = page.frameLocator('iframe[title="Vorschau"]')
    await expect(preview.locator('strong')).toHaveText('gutes')
    await expect(page.getByRole('status').filter({ hasText: /bekomm(t|en) ihn/ })).toBeVisible()
    await page.getByRole('radio', { name: 'Nur Text' }).press('Space')
    await expect(page.locator('pre')).toContainText('Ein gutes Heft im Regal (http')
  })

  await test.step('is told which link leads nowhere, and nothing is saved', async () => {
    await page.getByLabel('Text (Markdown)').fill('[Regal](magazines)')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert').first()).toContainText('Ein Link führt nirgendwohin')
    await page.getByLabel('Text (Markdown)').fill('Ein **gutes** Heft im [Regal](/magazines).')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
  })

  await test.step('gets the test', async () => {
    await page.getByRole('button', { name: 'Test an mich' }).press('Enter')
    await expect(page.getByText(`Der Test geht an ${email}.`)).toBeVisible()
    expect(await linkMailedTo('/magazines', email)).toContain('/magazines')
  })

  await test.step('sees how many readers will get it, and sends it', async () => {
    await page.getByRole('button', { name: 'Senden …' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status')).toContainText(/bekomm(t|en) ihn/)
    await dialog.getByLabel('Nachrichten pro Minute').fill('6000')
    await dialog.getByRole('button', { name: 'Jetzt senden' }).press('Enter')
    await expect(page.getByText('Gesendet', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  })

  await test.step('a reader gets it and unsubscribes by its link, which is counted', async () => {
    const link = await linkMailedTo('/user/newsletter/unsubscribe', reader)
    const visitor = await (await browser.newContext({ locale: 'de-AT' })).newPage()
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Abbestellt' })).toBeVisible()
    await page.reload()
    await expect(page.locator('dl > div').filter({ hasText: 'Dadurch abbestellt' })).toContainText('1')
  })

  await test.step('leaves entries in the audit log', async () => {
    await page.context().clearCookies()
    await signInAs(page, 'auditor', 'de')
    await openDesk(page, '/desk/audit')
    const entries = page.getByRole('row').filter({ hasText: subject })
    await expect(entries.filter({ hasText: 'Newsletter gesendet' })).toBeVisible()
    await openDesk(page, '/desk/newsletters')
    await expect(page.getByRole('link', { name: subject })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Newsletter schreiben' })).toHaveCount(0)
  })
})
