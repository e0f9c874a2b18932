import { readFile } from 'node:fs/promises'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { exportMessages } from '@kiosk/i18n/messages/account-export'
import { messagesIn } from '@kiosk/i18n/translate'
import { expect, type Page, test } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'
import { ownNetwork } from './new-reader.ts'
import { expectAccessible, settledVisitor } from './visitor.ts'

/** A visitor who has consented to social networks. */
const agreeing = {
  ...settledVisitor,
  storageState: {
    ...settledVisitor.storageState,
    cookies: settledVisitor.storageState.cookies.map((cookie) => ({ ...cookie, value: '1' })),
  },
}
test.use(agreeing)
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownNetwork('AT')))

const unique = (name: string) => `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`

/** Fills in the login form of the provider, and consents. */
async function logInAtProvider(page: Page, who: string): Promise<void> {
  const form = page.getByPlaceholder(/login/i)
  const goesOn = page.getByRole('button', { name: /continue/i })
  const back = page.locator('main')
  // The provider may remember the person and the consent.
  await expect(form.or(goesOn).or(back).first()).toBeVisible()
  if (await form.isVisible()) {
    await form.fill(who)
    await page.getByPlaceholder(/password/i).fill('any')
    await page.getByRole('button', { name: /sign-in/i }).click()
    await expect(goesOn.or(back).first()).toBeVisible()
  }
  if (await goesOn.isVisible()) await goesOn.click()
}

async function acceptTerms(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/user\/register\/acceptTerms/)
  await page.locator('main input[type="checkbox"][required]').check()
  await page.locator('main form button').last().click()
}

test('Facebook signs in a new reader after the terms, and the same reader again without them', async ({ page }) => {
  const who = unique('mira')

  await test.step('Facebook: the provider asks for consent, the terms are accepted, and the reader returns to the first page', async () => {
    await page.goto('/user/login?redirect=/promocode')
    await page.getByRole('link', { name: /Facebook/ }).click()
    await logInAtProvider(page, who)
    await acceptTerms(page)
    await expect(page).toHaveURL('/promocode')
    await page.goto('/user/account')
    await expect(page.getByText(`${who}@example.org`).first()).toBeVisible()
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  })

  await test.step('the second login does not ask for the terms, and leads to the account', async () => {
    await page.context().clearCookies({ name: /^(session|_)/ })
    await page.goto('/user/login')
    await page.getByRole('link', { name: /Facebook/ }).click()
    // The provider may remember the person and only ask to continue, or not even that.
    const goesOn = page.getByRole('button', { name: /continue/i })
    const form = page.getByPlaceholder(/login/i)
    await expect(
      goesOn
        .or(form)
        .or(page.getByRole('heading', { level: 1 }))
        .first(),
    ).toBeVisible()
    if (await form.isVisible()) await logInAtProvider(page, who)
    else if (await goesOn.isVisible()) await goesOn.click()
    await expect(page).toHaveURL('/user/account')
  })
})

// Tests next to the screens check all texts in all languages. Here each provider has one language; account-journey.spec.ts has
// the third.
for (const [provider, language, start] of [
  ['Facebook', 'en', '/user/login'],
  ['Apple', 'fr', '/user/register?redirect=/user/account'],
] as const) {
  test(`a reader from ${provider} has no password to change, exports the data and deletes the account (${language})`, async ({
    page,
    baseURL,
  }) => {
    const words = messagesIn(language, [accountMessages, exportMessages])
    const who = unique('ida')
    await page.context().addCookies([{ name: 'language', value: language, url: baseURL! }])
    await page.goto(start)
    await page.getByRole('link', { name: provider }).click()
    await logInAtProvider(page, who)
    await acceptTerms(page)
    await expect(page).toHaveURL('/user/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['ACCOUNT.TITLE']!)
    await expect(page.getByText(`${who}@example.org`).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: words['ACCOUNT.PASSWORD']! })).toHaveCount(0)
    await page.goto('/user/account/export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: words['EXPORT.DOWNLOAD']! }).click(),
    ])
    const { account } = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(account).toMatchObject({ email: `${who}@example.org`, [`${provider.toLowerCase()}Id`]: who })
    await page.goto('/user/account')
    await expect(async () => {
      // In a dialog, or on the page if the button was pressed before the scripts were loaded.
      const yes = page.getByRole('button', { name: words['ACCOUNT.DELETE_YES']! })
      if (!(await yes.isVisible()))
        await page.getByRole('button', { name: words['ACCOUNT.DELETE_BUTTON']!, exact: true }).click({ timeout: 1000 })
      await yes.click({ timeout: 3000 })
    }).toPass()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['ACCOUNT.DELETED_TITLE']!)
  })
}

test('Apple, whose response is a form that posts itself: to the home page if no other page was requested', async ({ page }) => {
  await page.goto('/user/register')
  await page.getByRole('link', { name: /Apple/ }).click()
  await logInAtProvider(page, unique('levi'))
  await acceptTerms(page)
  await expect(page).toHaveURL('/')
})

test('a login rejected at the provider is shown on the login page', async ({ page }) => {
  await page.goto('/user/login')
  await page.getByRole('link', { name: /Facebook/ }).click()
  await page.getByRole('link', { name: /cancel/i }).click()
  await expect(page).toHaveURL(/\/user\/login\?denied=1$/)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'login denied by the provider')
})

test('an address not verified by the provider is verified by our e-mail first', async ({ page }) => {
  const who = unique('unproved-nora')
  await page.goto('/user/login')
  await page.getByRole('link', { name: /Facebook/ }).click()
  await logInAtProvider(page, who)
  await expect(page.getByText(/bestätigen/i).first()).toBeVisible()
  expect((await page.context().cookies()).some(({ name }) => name === 'session')).toBe(false)

  await page.goto(await linkMailedTo('/user/verify?', `${who}@example.org`))
  await page.getByRole('checkbox', { name: /Künftig auch über Facebook anmelden/ }).check()
  await expectAccessible(page, 'a login at a provider that waits for its address')
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(page.getByText(/bestätigt/i).first()).toBeVisible()
  await page.goto('/user/login')
  await page.getByRole('link', { name: /Facebook/ }).click()
  await logInAtProvider(page, who)
  await acceptTerms(page)
  await expect(page).toHaveURL('/user/account')
})

test('the owner of an account with that address is asked after the login whether to link Facebook', async ({ page }) => {
  const who = unique('unproved-olga')
  const byFacebook = async () => {
    await page.goto('/user/login')
    await page.getByRole('link', { name: /Facebook/ }).click()
    await logInAtProvider(page, who)
  }
  await byFacebook()
  await expect(page.getByText(/bestätigen/i).first()).toBeVisible()
  await page.goto(await linkMailedTo('/user/verify?', `${who}@example.org`))
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  const main = page.getByRole('main')
  await expect(page).toHaveURL(/createNewPassword\?token/)
  await page.getByLabel('Neues Passwort', { exact: true }).fill('Sommerwind7')
  await page.getByLabel('Neues Passwort wiederholen', { exact: true }).fill('Sommerwind7')
  await main.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(main).toContainText('Neues Passwort gespeichert')

  await byFacebook()
  await expect(page.getByText(/schon ein Konto/).first()).toBeVisible()
  await page.goto('/user/login?redirect=/promocode')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(`${who}@example.org`)
  await main.getByLabel('Passwort', { exact: true }).fill('Sommerwind7')
  await main.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await acceptTerms(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Facebook mit Ihrem Konto verbinden?')
  await expectAccessible(page, 'the question whether a login at a provider is linked')
  await page.getByRole('button', { name: 'Mit Facebook verbinden' }).click()
  await expect(page).toHaveURL('/promocode')
  await page.context().clearCookies({ name: /^session$/ })
  await byFacebook()
  await expect(page).toHaveURL('/user/account')
})

test.describe('without scripts', () => {
  test.use({ ...agreeing, javaScriptEnabled: false })
  test('the Facebook login works with links and forms', async ({ page }) => {
    await page.goto('/user/login')
    await page.getByRole('link', { name: /Facebook/ }).click()
    await logInAtProvider(page, unique('ada'))
    await page.locator('main form button').first().click()
    await acceptTerms(page)
    await expect(page).toHaveURL('/user/account')
  })
})
