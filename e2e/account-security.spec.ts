import { readFile } from 'node:fs/promises'
import { accountEmailMessages } from '@kiosk/backend/accounts/emails/messages'
import { securityEmailMessages } from '@kiosk/backend/auth/emails/messages'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf } from '@kiosk/domain/addresses'
import type { Language } from '@kiosk/domain/locale'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { secondFactorLoginMessages, securityMessages } from '@kiosk/i18n/messages/security'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { messagesIn, t } from '@kiosk/i18n/translate'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { linkMailedTo, mailsTo } from './mailbox.ts'
import { logIn, ownNetwork, registerElsewhere, registerReader } from './new-reader.ts'
import { virtualAuthenticator } from './virtual-authenticator.ts'
import { expectAccessible, settledVisitor } from './visitor.ts'

test.use(settledVisitor)
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownNetwork('AT')))

const SECURITY = addressOf('security')
const bundles = [
  accountMessages,
  loginMessages,
  errorMessages,
  accountEmailMessages,
  securityMessages,
  securityEmailMessages,
  shellMessages,
  secondFactorLoginMessages,
  verificationMessages,
]

function translator(language: Language) {
  const words = messagesIn(language, bundles)
  return (key: string, values: Record<string, string | number> = {}) => t(words, key, { site: 'read-it', ...values }, language)
}

const choose = (context: BrowserContext, language: Language, url: string) =>
  context.addCookies([{ name: 'language', value: language, url }])
const section = (page: Page, id: 'sign-ins' | 'confirm' | 'passkeys' | 'factor') =>
  page.locator(`section[aria-labelledby="${id}"]`)
const logOut = (page: Page) => page.goto(addressOf('logout'))

/** Disables passkeys in form fields (conditional UI), so that only the button requests one. */
const withoutConditionalUi = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

const subjectsMailedTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

/** Returns codes of an authenticator app with the secret on the page: the current one, or that of the next 30 s. */
async function authenticatorApp(page: Page) {
  const shown = await section(page, 'factor').locator('code').innerText()
  const totp = new TOTP({ secret: Secret.fromBase32(shown.replace(/\s/g, '')), algorithm: 'SHA1', digits: 6, period: 30 })
  return (steps: 0 | 1) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Defines tests in one language; `t` returns its messages. */
function inLanguage(language: Language, tests: (t: ReturnType<typeof translator>) => void): void {
  test.describe(`in ${language}`, () => {
    test.beforeEach(({ context, baseURL }) => choose(context, language, baseURL!))
    tests(translator(language))
  })
}

inLanguage('fr', (t) => {
  test('a passkey is added and named, signs in by button and by autofill, and is removed', async ({ page }) => {
    const email = await registerReader(page.request, 'passkey')
    const authenticator = await virtualAuthenticator(page)
    const passkeys = section(page, 'passkeys')

    // An e-mailed link does not replace the password: it is required first, and a wrong one is reported at its field.
    await page.goto(SECURITY)
    await expect(passkeys.getByRole('button', { name: t('SECURITY.PASSKEY_ADD') })).toHaveCount(0)
    await passkeys.getByRole('link', { name: t('SECURITY.CONFIRM_FIRST') }).click()
    const password = page.getByLabel(t('SECURITY.CONFIRM_PASSWORD'))
    await password.fill('falsch')
    await page.getByRole('button', { name: t('SECURITY.CONFIRM_BUTTON'), exact: true }).click()
    await expect(password).toBeFocused()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(page, 'a wrong password on the security page')
    await password.fill(DEMONSTRATION_PASSWORD)
    await page.getByRole('button', { name: t('SECURITY.CONFIRM_BUTTON'), exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: t('SECURITY.DONE.confirmed') })).toBeFocused()

    // Not recognised: nothing is added, and the next attempt works.
    const name = passkeys.getByRole('textbox', { name: t('SECURITY.PASSKEY_NAME') })
    const add = passkeys.getByRole('button', { name: t('SECURITY.PASSKEY_ADD') })
    await authenticator.recognise(false)
    await name.fill('Laptop')
    await add.click()
    await expect(passkeys.getByRole('alert')).toHaveText(t('SECURITY.PASSKEY_FAILED'))
    await expectAccessible(page, 'a passkey that was not added')
    await authenticator.recognise(true)
    await add.click()
    await expect(passkeys.getByText(t('SECURITY.DONE.passkey-added'))).toBeVisible()
    await expect(passkeys.getByRole('heading', { name: 'Laptop' })).toBeVisible()
    await expect(passkeys).toContainText(t('SECURITY.PASSKEY_UNUSED'))
    expect(await authenticator.passkeys()).toBe(1)
    await expectAccessible(page, 'a passkey')

    // Renamed.
    await passkeys
      .getByRole('group')
      .filter({ hasText: t('SECURITY.RENAME') })
      .locator('summary')
      .click()
    await passkeys.getByRole('listitem').getByRole('textbox').fill('Küche & Büro')
    await passkeys.getByRole('button', { name: t('SECURITY.SAVE') }).click()
    await expect(passkeys.getByText(t('SECURITY.DONE.passkey-renamed'))).toBeVisible()
    await expect(passkeys.getByRole('heading', { name: 'Küche & Büro' })).toBeVisible()

    // Offered in the address field; the virtual authenticator selects it at once.
    await logOut(page)
    await page.goto(addressOf('login', { redirect: SECURITY }))
    await expect(page).toHaveURL(SECURITY)
    await expect(passkeys).not.toContainText(t('SECURITY.PASSKEY_UNUSED'))
    await expect(add).toBeVisible()

    // By the button, after a failed attempt; the checkboxes apply as well.
    await logOut(page)
    await withoutConditionalUi(page)
    await page.goto(addressOf('login', { redirect: SECURITY }))
    const button = page.getByRole('button', { name: t('SIGN_IN.LOGIN_PASSKEY') })
    await authenticator.recognise(false)
    await button.click()
    await expect(page.getByText(t('SIGN_IN.LOGIN_PASSKEY_FAILED'))).toBeVisible()
    await expectAccessible(page, 'a passkey that was not recognised')
    await authenticator.recognise(true)
    await page.getByLabel(t('LOGIN.SHARED')).check()
    await button.click()
    await expect(page).toHaveURL(SECURITY)
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'shared_device')).toMatchObject({ value: '1', expires: -1 })
    expect(cookies.find(({ name }) => name === 'session')).toMatchObject({ expires: -1 })

    // Removed: the passkey that the authenticator still has is rejected.
    await passkeys
      .getByRole('group')
      .filter({ hasText: t('SECURITY.PASSKEY_REMOVE') })
      .locator('summary')
      .last()
      .click()
    await expectAccessible(page, 'a passkey about to be removed')
    await passkeys.getByRole('button', { name: t('SECURITY.PASSKEY_REMOVE_YES') }).click()
    await expect(passkeys.getByText(t('SECURITY.DONE.passkey-removed'))).toBeVisible()
    await expect(passkeys).toContainText(t('SECURITY.PASSKEYS_NONE'))
    await logOut(page)
    await page.goto(addressOf('login'))
    await button.click()
    await expect(
      page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: t('ERROR.PASSKEY_REJECTED') }),
    ).toBeVisible()
    await expectAccessible(page, 'a passkey that was removed')

    const subjects = ['passkey-added', 'passkey-removed'].map((change) => t(`EMAIL.protection-changed.${change}`))
    await expect.poll(() => subjectsMailedTo(email)).toEqual(expect.arrayContaining(subjects))
  })
})

inLanguage('de', (t) => {
  test('a second factor is enabled, requires its code, accepts each recovery code once, and is disabled', async ({ page }) => {
    const email = await registerReader(page.request, 'faktor')
    const factor = section(page, 'factor')
    const code = page.getByLabel(t('SIGN_IN.CODE'))
    const submit = page.getByRole('button', { name: t('SIGN_IN.CODE_SUBMIT'), exact: true })
    await logOut(page)
    await logIn(page, email, SECURITY)
    await expect(factor).toContainText(t('SECURITY.FACTOR_OFF'))

    await factor.getByRole('button', { name: t('SECURITY.FACTOR_START') }).click()
    await expect(factor.getByRole('img', { name: t('SECURITY.FACTOR_QR') })).toBeVisible()
    await expect(factor.getByText(t('SECURITY.FACTOR_SCAN'))).toBeInViewport()
    await expectAccessible(page, 'setting up a second factor')
    const codeOf = await authenticatorApp(page)
    const first = factor.getByLabel(t('SECURITY.FACTOR_CODE'))
    await first.fill('000000')
    await factor.getByRole('button', { name: t('SECURITY.FACTOR_ENABLE') }).click()
    await expect(first).toHaveAccessibleDescription(new RegExp(t('ERROR.CODE_WRONG')))
    await expect(first).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(page, 'a wrong code while setting up')
    const used = codeOf(0)
    await first.fill(used)
    await factor.getByRole('button', { name: t('SECURITY.FACTOR_ENABLE') }).click()

    await expect(factor.getByRole('heading', { name: t('SECURITY.CODES') })).toBeInViewport()
    const recoveryCodes = await factor.getByRole('listitem').allInnerTexts()
    expect(new Set(recoveryCodes).size).toBe(10)
    await expectAccessible(page, 'recovery codes')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      factor.getByRole('link', { name: t('SECURITY.CODES_DOWNLOAD') }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${t('SECURITY.CODES_FILE')}.txt`)
    expect(await readFile(await file.path(), 'utf8')).toContain(recoveryCodes.join('\n'))
    await factor.getByRole('link', { name: t('SECURITY.CODES_KEPT') }).click()
    await expect(factor).toContainText(t('SECURITY.CODES_LEFT', { count: 10 }))

    await logOut(page)
    await logIn(page, email, SECURITY)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('SIGN_IN.CODE_TITLE'))
    await expect(code).toBeFocused()
    await expectAccessible(page, 'the code after the password')
    await code.fill(used)
    await submit.click()
    await expect(code).toHaveAccessibleDescription(new RegExp(t('ERROR.CODE_WRONG')))
    await expect(code).toBeFocused()
    await expectAccessible(page, 'a wrong code after the password')
    await code.fill(codeOf(1))
    await submit.click()
    await expect(page).toHaveURL(SECURITY)

    await logOut(page)
    await logIn(page, email, SECURITY)
    await code.fill(recoveryCodes[3]!.toUpperCase())
    await submit.click()
    await expect(factor).toContainText(t('SECURITY.CODES_LEFT', { count: 9 }))
    await logOut(page)
    await logIn(page, email, SECURITY)
    await code.fill(recoveryCodes[3]!)
    await submit.click()
    await expect(code).toHaveAccessibleDescription(new RegExp(t('ERROR.CODE_WRONG')))
    await code.fill(recoveryCodes[4]!)
    await submit.click()
    await expect(factor).toContainText(t('SECURITY.CODES_LEFT', { count: 8 }))

    await factor.getByText(t('SECURITY.FACTOR_DISABLE'), { exact: true }).click()
    await expectAccessible(page, 'a second factor about to be switched off')
    await factor.getByRole('button', { name: t('SECURITY.FACTOR_DISABLE_YES') }).click()
    await expect(factor.getByRole('status').filter({ hasText: t('SECURITY.DONE.disabled') })).toBeVisible()
    await logOut(page)
    await logIn(page, email, SECURITY)
    await expect(page).toHaveURL(SECURITY)

    const subjects = ['second-factor-enabled', 'second-factor-disabled'].map((each) => t(`EMAIL.protection-changed.${each}`))
    await expect.poll(() => subjectsMailedTo(email)).toEqual(expect.arrayContaining(subjects))
  })
})

// The other tests run in one language each.
inLanguage('fr', (t) => {
  test('two browsers list and sign out each other; an unknown one is signed out by e-mail', async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = await registerReader(page.request, 'geraete')
    await page.goto(SECURITY)
    const signIns = section(page, 'sign-ins')
    await expect(signIns).toContainText(t('SECURITY.NO_OTHERS'))

    const phone = await onAPhone(browser, baseURL!, 'fr')
    await logIn(phone, email, SECURITY)
    await expect(section(phone, 'sign-ins').getByRole('listitem')).toHaveCount(2)
    await page.reload()
    const [here, there] = [signIns.getByRole('listitem').nth(0), signIns.getByRole('listitem').nth(1)]
    await expect(here).toContainText(t('SECURITY.THIS_ONE'))
    await expect(there.getByRole('heading')).toHaveText('Safari · iPhone')
    await expect(there).toContainText(new Intl.DisplayNames('fr', { type: 'region' }).of('CH')!)
    await expectAccessible(page, 'two sign-ins')

    await there.getByText(t('SECURITY.RENAME'), { exact: true }).click()
    await there.getByLabel(t('SECURITY.DEVICE_NAME')).fill('Telefon')
    await there.getByRole('button', { name: t('SECURITY.SAVE') }).click()
    await expect(signIns.getByText(t('SECURITY.DONE.renamed'))).toBeVisible()
    await expect(there.getByRole('heading')).toHaveText('Telefon')
    await there.getByRole('button', { name: t('SECURITY.END_OF', { name: 'Telefon' }) }).click()
    await expect(signIns.getByText(t('SECURITY.DONE.ended'))).toBeVisible()
    await phone.reload()
    await expect(phone).toHaveURL(/\/user\/login\?redirect=/)

    // The phone signs out all others.
    await logIn(phone, email, SECURITY)
    await section(phone, 'sign-ins')
      .getByRole('button', { name: t('SECURITY.END_OTHERS'), exact: true })
      .click()
    await expect(section(phone, 'sign-ins')).toContainText(t('SECURITY.NO_OTHERS'))
    await page.reload()
    await expect(page).toHaveURL(/\/user\/login\?redirect=/)

    // The e-mail about the phone signs the phone out, too, and the password becomes invalid.
    await page.goto(await linkMailedTo(addressOf('disown'), email))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('DISOWN.TITLE'))
    await expectAccessible(page, 'disowning a sign-in')
    await page.getByRole('button', { name: t('DISOWN.SUBMIT') }).click()
    await expect(page.getByRole('main')).toContainText(t('NEW_PASSWORD.AFTER_DISOWNED'))
    await expectAccessible(page, 'a new password after a sign-in was disowned')
    await phone.reload()
    await expect(phone).toHaveURL(/\/user\/login\?redirect=/)
    expect(await subjectsMailedTo(email)).toContain(t('EMAIL.new-device.SUBJECT'))
    await phone.context().close()
  })
})

inLanguage('en', (t) => {
  test('an account is deleted with its password, shown as deleted at the login, and restored by e-mail', async ({ page }) => {
    const email = await registerReader(page.request, 'bleibt')
    // The export requires the password as well.
    await page.goto(addressOf('accountExport'))
    const password = page.getByLabel(t('ACCOUNT.FRESH_PASSWORD'))
    await expect(password).toBeFocused()
    await expectAccessible(page, 'the password before what is held is shown')
    await page.goto(addressOf('account'))
    const dialog = page.getByRole('dialog', { name: t('ACCOUNT.DELETE_TITLE') })
    // Waits for the scripts: without them, the question is a separate page.
    await expect(page.getByRole('button', { name: t('PASSWORD.SHOW') }).first()).toBeVisible()
    await page.getByRole('button', { name: t('ACCOUNT.DELETE_BUTTON'), exact: true }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'the question before an account is deleted')
    await dialog.getByRole('button', { name: t('ACCOUNT.DELETE_YES') }).click()
    await expect(password).toBeFocused()
    await password.fill('falsch')
    await page.getByRole('button', { name: t('ACCOUNT.DELETE_YES') }).click()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
    await expectAccessible(page, 'a wrong password before an account is deleted')
    await password.fill(DEMONSTRATION_PASSWORD)
    await page.getByRole('button', { name: t('ACCOUNT.DELETE_YES') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ACCOUNT.DELETED_TITLE'))

    await logIn(page, email, SECURITY)
    const message = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: t('ERROR.ACCOUNT_ERASING').split('{')[0]! })
    await expect(message).toBeVisible()
    await expect(page.getByText(t('ERROR.ERROR403'))).toHaveCount(0)
    await expectAccessible(page, 'a login while the account waits for its erasure')

    const link = await linkMailedTo(addressOf('accountRestore'), email)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ACCOUNT.RESTORE_TITLE'))
    await expectAccessible(page, 'bringing an account back')
    await page.getByRole('button', { name: t('ACCOUNT.RESTORE_BUTTON') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ACCOUNT.RESTORED_TITLE'))
    await expectAccessible(page, 'an account that is back')
    await page.goto(link)
    await page.getByRole('button', { name: t('ACCOUNT.RESTORE_BUTTON') }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(t('ACCOUNT.RESTORE_FAILED'))
    await expectAccessible(page, 'a link that brings nothing back')
    await logIn(page, email, SECURITY)
    await expect(page).toHaveURL(SECURITY)
  })
})

inLanguage('de', (t) => {
  test('a page of one account changes nothing after another has logged in, and shows why', async ({ page, context }) => {
    const email = await registerReader(page.request, 'erste')
    // A page that is not told of it, and does not load again.
    await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation()))
    await page.goto(SECURITY)
    const tab = await context.newPage()
    await logOut(tab)
    await registerReader(tab.request, 'zweite')
    await section(page, 'sign-ins').getByText(t('SECURITY.RENAME'), { exact: true }).click()
    await page.getByLabel(t('SECURITY.DEVICE_NAME')).fill('Werkstatt-7')
    await section(page, 'sign-ins')
      .getByRole('button', { name: t('SECURITY.SAVE') })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('FAILURE.OTHER_ACCOUNT_TITLE'))
    await expect(page.getByRole('main')).toContainText(t('ERROR.OTHER_ACCOUNT'))
    await expectAccessible(page, 'a form of another account')
    await page.getByRole('link', { name: t('FAILURE.RELOAD') }).click()
    await expect(page).toHaveURL(SECURITY)
    await expect(page.getByText('Werkstatt-7')).toHaveCount(0)
    await expect(page.getByText(email)).toHaveCount(0)
  })
})

async function onAPhone(browser: Browser, baseURL: string, language: Language): Promise<Page> {
  const context = await browser.newContext({
    ...settledVisitor,
    baseURL,
    extraHTTPHeaders: ownNetwork('CH'),
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  await choose(context, language, baseURL)
  return context.newPage()
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  const t = translator('de')

  test('passkeys are hidden, the second factor works, and sessions can be ended', async ({ page }) => {
    const email = await registerElsewhere('ohne')
    await logIn(page, email, SECURITY)
    await expect(page.getByRole('button', { name: t('SECURITY.PASSKEY_ADD') })).toBeHidden()
    await expect(section(page, 'passkeys')).toContainText(t('SECURITY.PASSKEY_NO_SCRIPT'))
    await section(page, 'sign-ins')
      .getByRole('button', { name: t('SECURITY.END_OTHERS'), exact: true })
      .click()
    await expect(section(page, 'sign-ins')).toContainText(t('SECURITY.DONE.ended-others'))

    const factor = section(page, 'factor')
    await factor.getByRole('button', { name: t('SECURITY.FACTOR_START') }).click()
    const codeOf = await authenticatorApp(page)
    await factor.getByLabel(t('SECURITY.FACTOR_CODE')).fill(codeOf(0))
    await factor.getByRole('button', { name: t('SECURITY.FACTOR_ENABLE') }).click()
    await expect(factor.getByRole('listitem')).toHaveCount(10)

    await page.context().clearCookies({ name: 'session' })
    await page.goto(addressOf('login'))
    await expect(page.getByRole('button', { name: t('SIGN_IN.LOGIN_PASSKEY') })).toBeHidden()
    await logIn(page, email, SECURITY)
    await page.getByLabel(t('SIGN_IN.CODE')).fill(codeOf(1))
    await page.getByRole('button', { name: t('SIGN_IN.CODE_SUBMIT'), exact: true }).click()
    await expect(page).toHaveURL(SECURITY)
    await factor.getByText(t('SECURITY.FACTOR_DISABLE'), { exact: true }).click()
    await factor.getByRole('button', { name: t('SECURITY.FACTOR_DISABLE_YES') }).click()
    await expect(factor).toContainText(t('SECURITY.DONE.disabled'))
  })
})
