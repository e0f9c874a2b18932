import { expect, type Page, test } from '@playwright/test'
import { desktop, expectAccessible, phone, settledVisitor } from './visitor.ts'

// Cancellation and withdrawal without a login: the two pages in the footer, and their receipts.

test.use(settledVisitor)

let count = 0
const newAddress = (name: string) => `${name}-${Date.now()}-${++count}@example.org`
const main = (page: Page) => page.getByRole('main')

async function receiptFor(page: Page, address: string): Promise<{ subject: string; text: string }> {
  let found: { subject: string; text: string } | undefined
  await expect
    .poll(async () => {
      const mails = await page.request.get(`/dev/mail?to=${address}`, { headers: { accept: 'application/json' } })
      found = ((await mails.json()) as { subject: string; text: string }[])[0]
      return found?.text ?? ''
    })
    .toContain('Nummer')
  return found!
}

for (const [kind, options] of [
  ['at a desk', desktop],
  ['on a phone', phone],
  ['without scripts', { javaScriptEnabled: false }],
] as const) {
  test.describe(kind, () => {
    test.use(options)

    test('a contract is cancelled from the footer: the receipt is shown at once and sent by e-mail', async ({ page }) => {
      const email = newAddress('kuendigt')
      await page.goto('/imprint')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Verträge hier kündigen' }).click()
      await expect(page).toHaveURL('/cancel')
      const button = main(page).getByRole('button', { name: 'Jetzt kündigen' })
      await expect(button).toBeVisible()
      if (kind === 'at a desk') await expect(button).toBeInViewport()
      await expect(main(page).getByRole('button')).toHaveCount(1)
      if (kind !== 'without scripts') await expectAccessible(page, `cancelling ${kind}`)
      await page.getByLabel('Ihr Name').fill('Mira Holm')
      await page.getByLabel('Ihre E-Mail-Adresse').fill(email)
      await page.getByLabel('Welcher Vertrag').fill('V-000042')
      await button.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Kündigung ist eingegangen')
      const number = /K-\d{8}-\d+/.exec(await main(page).innerText())?.[0] ?? 'none'
      for (const part of ['Mira Holm', email, 'V-000042']) await expect(main(page)).toContainText(part)
      if (kind !== 'without scripts') await expectAccessible(page, `cancelled ${kind}`)
      const { subject, text } = await receiptFor(page, email)
      expect(subject).toMatch(/^Eingangsbestätigung: Ihre Kündigung vom/)
      expect(text).toContain(number)
      // No contract has this address: the page shows the entered data, but the e-mail does not contain them.
      for (const part of ['Mira Holm', 'V-000042']) expect(text).not.toContain(part)
      expect(text).toMatch(/\d\d:\d\d:\d\d/)
    })

    test('a withdrawal takes one more button and no more data', async ({ page }) => {
      const email = newAddress('widerruft')
      await page.goto('/imprint')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
      await expect(page).toHaveURL('/withdraw')
      await expect(main(page).getByRole('textbox')).toHaveCount(3)
      await page.getByLabel('Ihr Name').fill('Jonas Berg')
      await page.getByLabel('Ihre E-Mail-Adresse').fill(email)
      if (kind !== 'without scripts') await expectAccessible(page, `withdrawing ${kind}`)
      await main(page).getByRole('button', { name: 'Widerruf bestätigen' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Widerruf ist eingegangen')
      expect((await receiptFor(page, email)).subject).toMatch(/^Eingangsbestätigung: Ihr Widerruf vom/)
    })
  })
}

test('the page for confirming a declaration explains what to do without a link or with an invalid one', async ({ page }) => {
  await page.goto('/contract/confirm')
  await expect(main(page)).toContainText('Öffnen Sie den Link aus der E-Mail, oder melden Sie sich an.')
  await expectAccessible(page, 'confirming without a link')
  await page.goto('/contract/confirm?token=erfunden')
  await expect(main(page)).toContainText('Dieser Link gilt nicht mehr.')
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await expectAccessible(page, 'confirming by an invalid link')
  await main(page).getByRole('link', { name: 'Anmelden' }).click()
  await expect(page).toHaveURL('/user/login?redirect=%2Fcontract%2Fconfirm')
})

test('missing data are reported at their field, which gets the focus; typed text is kept', async ({ page }) => {
  await page.goto('/cancel')
  await page.getByLabel('Ihr Name').fill('Mira Holm')
  await page.getByLabel('Ihre E-Mail-Adresse').fill('mira@example.org')
  await main(page).getByText('Wichtiger Grund oder gewünschtes Ende').click()
  await page.getByLabel('Außerordentlich, aus wichtigem Grund').check()
  await main(page).getByRole('button', { name: 'Jetzt kündigen' }).click()
  const reason = page.getByLabel('Grund', { exact: true })
  await expect(reason).toHaveAccessibleDescription(/Nennen Sie bitte den Grund/)
  await expect(reason).toBeFocused()
  await expect(page.getByLabel('Ihr Name')).toHaveValue('Mira Holm')
  await expect(page.getByLabel('Außerordentlich, aus wichtigem Grund')).toBeChecked()
  await expectAccessible(page, 'cancelling with an error')
})
