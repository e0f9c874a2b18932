import { readFile } from 'node:fs/promises'
import { accountEmailMessages } from '@kiosk/backend/accounts/emails/messages'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf } from '@kiosk/domain/addresses'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { exportMessages } from '@kiosk/i18n/messages/account-export'
import { issueMessages } from '@kiosk/i18n/messages/issue'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { messagesIn, t as translate } from '@kiosk/i18n/translate'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, firstIssue, settledVisitor } from './visitor.ts'

test.use(settledVisitor)

const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`)

// One language: tests next to the screens check the texts of every row in all three, and other-sign-ins.spec.ts uses the others.
for (const language of ['de'] as const) {
  test(`a free reader changes all settings, exports the data and deletes the account (${language})`, async ({
    page,
    baseURL,
  }) => {
    // Takes as long as five other tests.
    test.setTimeout(300_000)
    const bundles = [
      accountMessages,
      loginMessages,
      validationMessages,
      verificationMessages,
      subscriptionMessages,
      exportMessages,
      shellMessages,
      issueMessages,
    ]
    const words = messagesIn(language, bundles)
    const t = (key: string, values = {}) => translate(words, key, values)
    const email = `wanderer-${language}-${Date.now()}@example.org`
    const main = page.getByRole('main')
    const save = (field: string) => row(page, field).getByRole('button', { name: t('ACCOUNT.SAVE') })
    /** Opens a row once its link does so without loading the page. */
    const open = (field: string, label: string) =>
      expect(async () => {
        const link = row(page, field).getByRole('link', { name: t('ACCOUNT.CHANGE_OF', { field: label }) })
        await link.click({ timeout: 1000 })
        await expect(save(field)).toBeVisible({ timeout: 1000 })
      }).toPass()
    await page.context().addCookies([{ name: 'language', value: language, url: baseURL! }])

    await test.step('registers and confirms', async () => {
      await page.goto(addressOf('register'))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await page.getByRole('textbox', { name: t('LOGIN.EMAIL') }).fill(email)
      await main.getByLabel(t('LOGIN.PASSWORD'), { exact: true }).fill(DEMONSTRATION_PASSWORD)
      await main.getByLabel(t('REGISTRATION.REPEAT')).fill(DEMONSTRATION_PASSWORD)
      await page.getByRole('checkbox', { name: t('REGISTRATION.TERMS_LINK') }).check()
      await main.getByRole('button', { name: t('REGISTRATION.SUBMIT') }).click()
      await expect(main).toContainText(email)
      await page.goto(await linkInMail(page, email, '/user/verify'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('VERIFICATION.SUCCESS'))
      await page.goto(addressOf('logout', { redirect: addressOf('login') }))
      await page.getByRole('textbox', { name: t('LOGIN.EMAIL') }).fill(email)
      await main.getByLabel(t('LOGIN.PASSWORD'), { exact: true }).fill(DEMONSTRATION_PASSWORD)
      await main.getByRole('button', { name: t('LOGIN.SUBMIT'), exact: true }).click()
      await expect(page).toHaveURL(addressOf('account'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ACCOUNT.TITLE'))
    })

    await test.step('gives a name, discards another, chooses from lists', async () => {
      const label = t('ACCOUNT.firstname')
      await open('firstname', label)
      await row(page, 'firstname').getByLabel(label).fill('Wanda')
      await save('firstname').click()
      await expect(row(page, 'firstname')).toContainText(new RegExp(`Wanda\\s*${t('ACCOUNT.SAVED')}`))
      await expect(row(page, 'firstname').getByRole('link')).toBeFocused()
      await expect(page.getByRole('banner')).toContainText('Wanda')
      await open('firstname', label)
      await expect(row(page, 'firstname').getByLabel(label)).toBeFocused()
      await row(page, 'firstname').getByLabel(label).fill('')
      await expect(save('firstname')).toBeDisabled()
      await row(page, 'firstname')
        .getByRole('link', { name: t('ACCOUNT.DISCARD') })
        .click()
      await expect(row(page, 'firstname')).toContainText('Wanda')
      await open('lastname', t('ACCOUNT.lastname'))
      await row(page, 'lastname').getByLabel(t('ACCOUNT.lastname')).fill('Ohneland')
      await save('lastname').click()
      await expect(row(page, 'lastname')).toContainText(new RegExp(`Ohneland\\s*${t('ACCOUNT.SAVED')}`))
      for (const [field, key] of [
        ['agegroup', 'ACCOUNT.agegroup'],
        ['gender', 'ACCOUNT.gender'],
        ['federalstate', 'ACCOUNT.STATE'],
      ] as const) {
        await open(field, t(key))
        await row(page, field).getByLabel(t(key)).selectOption({ index: 2 })
        await save(field).click()
        await expect(row(page, field)).toContainText(t('ACCOUNT.SAVED'))
      }
      await page.reload()
      await expect(row(page, 'firstname')).toContainText('Wanda')
      await expect(row(page, 'federalstate')).not.toContainText(t('ACCOUNT.NOTHING_YET'))
    })

    await test.step('switches, and finds the switch by its address', async () => {
      const names = ['newsletter', 'releases', 'agerestriction'] as const
      const before = new Map<string, boolean>()
      for (const name of names) {
        await page.goto(addressOf('account', { edit: name }), { waitUntil: 'networkidle' })
        const one = page.getByRole('switch', { name: t(`ACCOUNT.${name}`) })
        await expect(one).toBeFocused()
        before.set(name, await one.isChecked())
        await one.click()
        await expect(page.locator(`[data-switch="${name}"]`)).toContainText(t('ACCOUNT.SAVED'))
      }
      await page.reload()
      for (const name of names)
        await expect(page.getByRole('switch', { name: t(`ACCOUNT.${name}`) })).toBeChecked({ checked: !before.get(name) })
    })

    await test.step('moves to Switzerland only after a yes', async () => {
      await page.setExtraHTTPHeaders({ 'x-country': 'CH' })
      await page.goto(addressOf('account'))
      await open('region', t('ACCOUNT.region'))
      await page.getByLabel(t('ACCOUNT.region'), { exact: true }).selectOption('3')
      await save('region').click()
      const dialog = page.getByRole('dialog', { name: t('ACCOUNT.REGION_TITLE') })
      await expectAccessible(page, 'asked for the region')
      await dialog.getByRole('button', { name: t('ACCOUNT.DISCARD') }).click()
      await save('region').click()
      await dialog.getByRole('button', { name: t('ACCOUNT.REGION_YES') }).click()
      await expect(row(page, 'region')).toContainText({ de: 'Schweiz', en: 'Switzerland', fr: 'Suisse' }[language])
      await expect(row(page, 'federalstate')).toContainText(new RegExp(`${t('ACCOUNT.CANTON')}\\s*${t('ACCOUNT.NOTHING_YET')}`))
    })

    await test.step('changes the password: a wrong old one is reported at its field', async () => {
      const section = page.getByRole('region', { name: t('ACCOUNT.PASSWORD') })
      const fill = async (old: string, fresh: string, repeat: string) => {
        await section.getByLabel(t('ACCOUNT.PASSWORD_OLD')).fill(old)
        await section.getByLabel(t('ACCOUNT.PASSWORD_NEW'), { exact: true }).fill(fresh)
        await section.getByLabel(t('ACCOUNT.PASSWORD_REPEAT')).fill(repeat)
      }
      const button = section.getByRole('button', { name: t('ACCOUNT.SAVE') })
      for (const [old, fresh, repeat, message] of [
        [DEMONSTRATION_PASSWORD, 'ab', 'ab', 'ACCOUNT.PASSWORD_TOO_SHORT'],
        [DEMONSTRATION_PASSWORD, 'a b c', 'a b c', 'VALIDATION.passwordPattern'],
        [DEMONSTRATION_PASSWORD, 'x'.repeat(101), 'x'.repeat(101), 'VALIDATION.maxlength'],
        [DEMONSTRATION_PASSWORD, 'Bergauf8', 'Bergauf9', 'VALIDATION.passwordsDontMatch'],
        ['', 'Bergauf8', 'Bergauf8', 'VALIDATION.required'],
      ] as const) {
        await fill(old, fresh, repeat)
        await section.getByLabel(t('ACCOUNT.PASSWORD_REPEAT')).blur()
        await expect(section).toContainText(t(message))
        await expect(button).toBeDisabled()
      }
      await fill('ganz-falsch', 'Bergauf8', 'Bergauf8')
      await button.click()
      await expect(section).toContainText(t('VALIDATION.passwordInvalid'))
      await expect(section.getByLabel(t('ACCOUNT.PASSWORD_OLD'))).toBeFocused()
      await fill(DEMONSTRATION_PASSWORD, 'Bergauf8', 'Bergauf8')
      await button.click()
      await expect(section).toContainText(t('ACCOUNT.PASSWORD_CHANGED'))
      await expect(section.getByLabel(t('ACCOUNT.PASSWORD_OLD'))).toHaveValue('')
    })

    const moved = `neu-${email}`
    await test.step('moves to another address by the link in its mail', async () => {
      await open('email', t('ACCOUNT.email'))
      await row(page, 'email').getByLabel(t('ACCOUNT.email')).fill(moved)
      await save('email').click()
      await expect(row(page, 'email')).toContainText(t('ACCOUNT.EMAIL_PENDING', { email: moved }))
      await page.goto(await linkInMail(page, moved, '/user/verifyEmail'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('EMAIL_VERIFICATION.SUCCESS'))
      await page.goto(addressOf('account'))
      await expect(row(page, 'email')).toContainText(moved)
    })

    await test.step('redeems a promo code, and keeps a magazine', async () => {
      await page.goto(addressOf('promoCode'))
      await page.getByLabel(t('PROMO.CODE')).fill('nichtda')
      await page.getByRole('button', { name: t('PROMO.REDEEM') }).click()
      await expect(main).toContainText(t('PROMO.INVALID'))
      await page.getByLabel(t('PROMO.CODE')).fill('lesezeit')
      await page.getByRole('button', { name: t('PROMO.REDEEM') }).click()
      await expect(main).toContainText(t('PROMO.DONE_TITLE'))
      await page.goto(await firstIssue(page))
      await page.getByRole('button', { name: t('ISSUE.FAVOURITE') }).click()
      const following = page.getByRole('button', { name: t('ISSUE.FAVOURITE_OFF') })
      await expect(following).not.toHaveAttribute('aria-disabled')
      await page.reload()
      await expect(following).toBeVisible()
    })

    await test.step('takes the data along', async () => {
      await page.goto(addressOf('accountExport'))
      await expect(main).toContainText(moved)
      await expectAccessible(page, 'export')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t('EXPORT.DOWNLOAD') }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^read-it-\d{4}-\d\d-\d\d\.json$/)
      const file = JSON.parse(await readFile(await download.path(), 'utf8'))
      expect(file.account).toMatchObject({
        email: moved,
        firstname: 'Wanda',
        lastname: 'Ohneland',
        regionId: 3,
        ageRestricted: true,
      })
      expect([file.favourites.length, file.promoCodes.length]).toEqual([1, 1])
    })

    await test.step('sees this device, and leaves only after a yes', async () => {
      await page.goto(addressOf('devices'))
      await expect(page.getByRole('table').getByText(t('DEVICES.CURRENT'))).toBeVisible()
      await page.goto(addressOf('account'))
      const dialog = page.getByRole('dialog', { name: t('ACCOUNT.DELETE_TITLE') })
      const button = page.getByRole('button', { name: t('ACCOUNT.DELETE_BUTTON'), exact: true })
      await expect(async () => {
        await button.click({ timeout: 1000 })
        await expect(dialog).toBeVisible({ timeout: 1000 })
      }).toPass()
      await dialog.getByRole('button', { name: t('ACCOUNT.DELETE_NO') }).click()
      await expect(page).toHaveURL(addressOf('account'))
      await button.click()
      await dialog.getByRole('button', { name: t('ACCOUNT.DELETE_YES') }).click()
      await expect(page).toHaveURL(addressOf('accountDeleted'))
      await expect(main).toContainText(t('ACCOUNT.DELETED_BODY'))
      await expect(
        page
          .getByRole('banner')
          .getByRole('link', { name: t('SHELL.LOGIN') })
          .first(),
      ).toBeVisible()
      await expect(page.locator('body')).not.toContainText('Wanda')
      await page.goto(addressOf('account'))
      await expect(page).toHaveURL(/\/user\/login/)
      const goodbye = translate(messagesIn(language, [accountEmailMessages]), 'EMAIL.erasure-requested.SUBJECT', {
        site: 'read-it',
      })
      await expect.poll(async () => (await page.request.get(`/dev/mail?to=${moved}`)).text()).toContain(goodbye)
    })
  })
}

/** Returns the link to `path` in the newest e-mail to an address, from the development mailbox. */
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
