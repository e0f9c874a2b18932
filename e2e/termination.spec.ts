import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { all, attribute, first, follow, named, press, textOf, visit } from './plain-visitor.ts'
import { desktop, expectAccessible, phone, settledVisitor } from './visitor.ts'

// Cancellation and withdrawal without a login: the two pages in the footer, and their receipts.

test.use(settledVisitor)

let count = 0
const newAddress = (name: string) => `${name}-${Date.now()}-${++count}@example.org`
const main = (page: Page) => page.getByRole('main')

async function receiptFor(by: APIRequestContext, address: string): Promise<{ subject: string; text: string }> {
  let found: { subject: string; text: string } | undefined
  await expect
    .poll(async () => {
      const mails = await by.get(`/dev/mail?to=${address}`, { headers: { accept: 'application/json' } })
      found = ((await mails.json()) as { subject: string; text: string }[])[0]
      return found?.text ?? ''
    })
    .toContain('Nummer')
  return found!
}

/** Expects the receipt of a cancellation. No contract has its address: the page shows the entered data, the e-mail does not. */
async function expectReceipt(by: APIRequestContext, email: string, number: string): Promise<void> {
  const { subject, text } = await receiptFor(by, email)
  expect(subject).toMatch(/^Eingangsbestätigung: Ihre Kündigung vom/)
  expect(text).toContain(number)
  for (const part of ['Mira Holm', 'V-000042']) expect(text).not.toContain(part)
  expect(text).toMatch(/\d\d:\d\d:\d\d/)
}

/** Expects that axe finds nothing in either window. */
async function expectAccessibleInBoth(page: Page, state: string): Promise<void> {
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, `${state}, ${viewport.width} px`)
  }
}

test('a contract is cancelled from the footer: the receipt is shown at once and sent by e-mail; a withdrawal asks for three fields', async ({
  page,
}) => {
  await test.step('a contract is cancelled at a desk', async () => {
    await page.setViewportSize(desktop.viewport)
    const email = newAddress('kuendigt')
    await page.goto('/imprint')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Verträge hier kündigen' }).click()
    await expect(page).toHaveURL('/cancel')
    const button = main(page).getByRole('button', { name: 'Jetzt kündigen' })
    await expect(button).toBeVisible()
    await expect(button).toBeInViewport()
    await expect(main(page).getByRole('button')).toHaveCount(1)
    await expectAccessibleInBoth(page, 'cancelling')
    await page.getByLabel('Ihr Name').fill('Mira Holm')
    await page.getByLabel('Ihre E-Mail-Adresse').fill(email)
    await page.getByLabel('Welcher Vertrag').fill('V-000042')
    await button.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Kündigung ist eingegangen')
    const number = /K-\d{8}-\d+/.exec(await main(page).innerText())?.[0] ?? 'none'
    for (const part of ['Mira Holm', email, 'V-000042']) await expect(main(page)).toContainText(part)
    await expectAccessibleInBoth(page, 'cancelled')
    await expectReceipt(page.request, email, number)
  })

  await test.step('a withdrawal from the footer asks for three fields and sends a receipt, on a phone', async () => {
    const email = newAddress('widerruft')
    await page.setViewportSize(phone.viewport)
    await page.goto('/imprint')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
    await expect(page).toHaveURL('/withdraw')
    await expect(main(page).getByRole('textbox')).toHaveCount(3)
    await page.getByLabel('Ihr Name').fill('Jonas Berg')
    await page.getByLabel('Ihre E-Mail-Adresse').fill(email)
    await expectAccessibleInBoth(page, 'withdrawing')
    await main(page).getByRole('button', { name: 'Widerruf bestätigen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Widerruf ist eingegangen')
    expect((await receiptFor(page.request, email)).subject).toMatch(/^Eingangsbestätigung: Ihr Widerruf vom/)
  })
})

test('without scripts, a contract is cancelled and withdrawn from', async ({ request }) => {
  const imprint = await visit(request, '/imprint')
  const send = async (link: string, path: string, button: string, typed: Record<string, string>) => {
    const page = await follow(request, imprint, first(first(imprint.document, 'footer'), 'a', named(link)))
    expect(page.path).toBe(path)
    const main = first(page.document, 'main')
    const buttons = all(main, 'button')
    expect(buttons.map(textOf)).toEqual([button])
    const answer = await press(request, page, buttons[0]!, typed)
    const fields = all(main, 'input', (input) => attribute(input, 'type') !== 'hidden').map((input) => attribute(input, 'name'))
    return { fields, title: textOf(first(answer.document, 'h1')), main: textOf(first(answer.document, 'main')) }
  }
  const [cancels, withdraws] = [newAddress('kuendigt'), newAddress('widerruft')]
  const contract = { name: 'Mira Holm', email: cancels, contract: 'V-000042' }
  const cancelled = await send('Verträge hier kündigen', '/cancel', 'Jetzt kündigen', contract)
  expect(cancelled.title).toBe('Ihre Kündigung ist eingegangen')
  for (const part of Object.values(contract)) expect(cancelled.main).toContain(part)
  await expectReceipt(request, cancels, /K-\d{8}-\d+/.exec(cancelled.main)?.[0] ?? 'none')
  const withdrawn = await send('Vertrag widerrufen', '/withdraw', 'Widerruf bestätigen', { name: 'Jonas Berg', email: withdraws })
  expect(withdrawn.fields).toEqual(['name', 'email', 'contract'])
  expect(withdrawn.title).toBe('Ihr Widerruf ist eingegangen')
  expect((await receiptFor(request, withdraws)).subject).toMatch(/^Eingangsbestätigung: Ihr Widerruf vom/)
})

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
