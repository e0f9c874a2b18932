// The operator's desk: who gets in, what they see, and by keyboard.
import { expect, type Page, test } from '@playwright/test'
import { withKioskDatabase } from './kiosk-database.ts'
import { linkMailedTo } from './mailbox.ts'
import { acceptByPassword, expectPagesAccessible, invite, openDesk, STAFF_PASSWORD, signInAs } from './staff.ts'
import { virtualAuthenticator } from './virtual-authenticator.ts'
import { desktop, expectAccessible } from './visitor.ts'

test.use(desktop)

test('the first owner sets up a sign-in, invites an editor by e-mail, who enters with a passkey and sees less', async ({
  page,
  browser,
}) => {
  const email = `owner-${crypto.randomUUID()}@example.org`
  await openDesk(page, await invite({ email, name: 'Nora Feld', role: 'owner', language: 'de' }))
  const app = await acceptByPassword(page)
  await expect(page.getByRole('heading', { name: 'Guten Tag, Nora Feld' })).toBeVisible()

  const editor = `editor-${crypto.randomUUID()}@example.org`
  const reason = `Hat aufgehört <img src=x onerror=alert(1)> ${editor}`
  await test.step('invites', async () => {
    await page.getByRole('link', { name: 'Team', exact: true }).click()
    await page.getByRole('button', { name: 'Jemanden einladen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-Mail-Adresse').fill(editor)
    await dialog.getByLabel('Name').fill('Ida Moos')
    await dialog.getByLabel('Grund').fill('Neu in der Redaktion')
    await dialog.getByRole('button', { name: 'Einladung senden' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: editor })).toContainText('eingeladen')
  })

  const other = await (await browser.newContext({ locale: 'de-AT' })).newPage()
  await test.step('accepts with a passkey', async () => {
    await virtualAuthenticator(other)
    await openDesk(other, await linkMailedTo('/desk/invitation#', editor))
    await other.getByRole('button', { name: 'Passkey anlegen' }).click()
    await expect(other.getByRole('heading', { name: 'Guten Tag, Ida Moos' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)
    await openDesk(other, '/desk/staff')
    await expect(other.getByRole('heading', { name: 'Dafür reicht Ihre Rolle nicht' })).toBeVisible()
    await other.getByRole('navigation').getByRole('link', { name: 'Titel' }).click()
    await expect(other.getByRole('heading', { name: 'Titel', level: 1 })).toBeVisible()
    await openDesk(other, '/desk/offers/campaigns/nowhere')
    await expect(other.getByRole('heading', { name: 'Diese Seite gibt es nicht' })).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Bereiche' })).toBeVisible()
  })

  await test.step('signs out, and comes back to the requested page with the passkey', async () => {
    await openDesk(other, '/desk/')
    await other.getByRole('button', { name: 'Abmelden' }).click()
    await expect(other.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
    await openDesk(other, '/desk/security')
    await other.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
    await expect(other).toHaveURL(/\/desk\/security$/)
  })

  const confirmation = (on: Page) => on.getByRole('dialog', { name: 'Bestätigen Sie, dass Sie es sind' })
  const forgetConfirmation = (person: string) =>
    withKioskDatabase((db) =>
      db
        .updateTable('staff_sessions')
        .set({ confirmed_at: new Date(0) })
        .where('staff_id', 'in', db.selectFrom('staff').select('id').where('email', '=', person))
        .execute(),
    )
  await test.step('is asked to confirm the identity with the passkey only, which is the last way in and stays', async () => {
    await forgetConfirmation(editor)
    await other.getByRole('button', { name: 'entfernen' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click()
    const withPasskey = confirmation(other).getByRole('button', { name: 'Mit Passkey bestätigen' })
    await expect(withPasskey).toBeVisible()
    await expect(confirmation(other).getByLabel('Passwort')).toHaveCount(0)
    await withPasskey.click()
    await expect(confirmation(other)).toBeHidden()
    await expect(other.getByRole('dialog').getByRole('alert')).toBeVisible()
  })

  await test.step('loses the access at once', async () => {
    await page.getByRole('row').filter({ hasText: editor }).getByRole('button', { name: 'Ida Moos ändern' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch', { name: 'Darf sich anmelden' }).press('Space')
    await dialog.getByLabel('Grund').fill(reason)
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByRole('row').filter({ hasText: editor })).toContainText('gesperrt')
    await expect(dialog).toBeHidden()
    await openDesk(other, '/desk/')
    await expect(other.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  })

  await test.step('finds everything in the audit log, by keyboard', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('prot')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Protokoll' })).toBeVisible()
    const changed = page.getByRole('row').filter({ hasText: reason })
    await expect(changed).toContainText('Nora Feld')
    await expect(changed).toContainText('Rolle oder Zugang geändert')
    await expect(page.getByRole('status')).toContainText('alle unverändert')
  })

  await test.step('signs in with password and code, and a wrong code stays there', async () => {
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await page.getByLabel('Passwort').fill(STAFF_PASSWORD)
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Mit Passwort anmelden' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    // Each code is accepted once; the next one is accepted half a minute early.
    await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'Mit Passwort anmelden' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Guten Tag, Nora Feld' })).toBeVisible()
  })

  await test.step('is not offered a passkey to confirm the identity, having none', async () => {
    await openDesk(page, '/desk/security')
    await forgetConfirmation(email)
    await page.getByRole('button', { name: 'Neue Codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Neue Codes' }).click()
    await expect(confirmation(page).getByLabel('Passwort')).toBeVisible()
    await expect(confirmation(page).getByLabel('Code')).toHaveAccessibleDescription(/oder ein Wiederherstellungscode/)
    await expect(confirmation(page).getByRole('button', { name: /Passkey/ })).toHaveCount(0)
  })
})

const pages = [
  '',
  'front',
  'takedowns',
  'newsletters',
  'titles',
  'issues',
  'publishers',
  'readers',
  'uploads',
  'operations',
  'operations/alarms',
  'operations/rebuilds',
  'staff',
  'audit',
  'security',
]

test('every page passes axe and fits the window', async ({ page }) => {
  await expectPagesAccessible(page, ['sign-in'])
  await signInAs(page, 'owner', 'fr')
  await expectPagesAccessible(page, pages)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(28, 26, 23)')
  await expect(page.getByRole('navigation').or(page.getByRole('banner'))).toHaveCount(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'palette')
})

test('no page of the website loads a byte of the desk', async ({ request }) => {
  for (const path of ['/', '/magazines', '/user/login', '/reader', '/faq'])
    expect(await (await request.get(path)).text(), path).not.toMatch(/["'(]\/desk/)
})

test('an editor keeps typed text and the navigation while the server does not answer, and changes their name', async ({
  page,
}) => {
  // Takes as long as three other tests.
  test.setTimeout(300_000)
  await test.step('what an editor typed is kept while the server does not answer, and when the session has ended', async () => {
    await signInAs(page, 'editor', 'en')
    await openDesk(page, '/desk/publishers')
    const name = `Verlag ${crypto.randomUUID().slice(0, 8)}`
    await page.getByRole('button', { name: 'New publisher' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const save = () => dialog.getByRole('button', { name: 'Save' }).press('Enter')
    // In the language of the desk, which may not be the browser's.
    await save()
    await expect(dialog).toContainText('Please fill in this field.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    // The browser asks before a reload.
    const question = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await page.route('**/desk/api/**', (route) => route.abort())
    await save()
    await expect(dialog.getByRole('alert')).toContainText('The server did not answer.')
    await page.unrouteAll()
    await page.context().clearCookies()
    await save()
    await expect(dialog.getByRole('alert')).toContainText('Your session has ended.')
    await expect(dialog.getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank')
    await signInAs(page, 'editor', 'en')
    await save()
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  })

  await test.step('a page that cannot be loaded leaves the navigation, and is loaded again', async () => {
    await page.addInitScript(() => performance.setResourceTimingBufferSize(1000))
    await openDesk(page, '/desk/')
    // The scripts of all pages follow the first page.
    await expect(page.locator('link[rel=modulepreload][href*="/publishers-screen-"]')).toBeAttached()
    const areLoaded = () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].every(
        ({ href }) => performance.getEntriesByName(href).length > 0,
      )
    await expect.poll(() => page.evaluate(areLoaded)).toBe(true)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Publishers' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    await page.context().setOffline(false)
    await page.route('**/*.data*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await page.getByRole('link', { name: 'Titles', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Titles', level: 1 })).toBeVisible()
  })

  await test.step('an editor changes their name, the language of the desk, and the recovery codes', async () => {
    await openDesk(page, '/desk/security')
    await test.step('is asked before the recovery codes are replaced', async () => {
      const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
      await page.getByRole('button', { name: 'New codes' }).press('Enter')
      await expect(dialog).toContainText('Your current codes will then no longer work.')
      await dialog.getByRole('button', { name: 'New codes' }).press('Enter')
      await expect(dialog.getByRole('listitem')).toHaveCount(10)
      await dialog.getByRole('button', { name: 'I have saved the codes' }).press('Enter')
      await expect(dialog).toBeHidden()
    })
    await page.getByRole('textbox', { name: 'Name' }).fill('Nora Waldner')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'French' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ma connexion')
    await expect(page.getByRole('status').filter({ hasText: 'Enregistré.' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await page.getByRole('link', { name: 'Aujourd’hui' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Nora Waldner')
    await test.step('and the frame shows who signed in meanwhile, in another tab', async () => {
      await expect(page.getByRole('banner')).toContainText('Nora Waldner')
      await signInAs(page, 'finance', 'en')
      await page.getByRole('link', { name: 'Titres', exact: true }).click()
      await expect(page.getByRole('banner')).toContainText('Nora Feld')
      await expect(page.getByRole('link', { name: 'Money', exact: true })).toBeVisible()
    })
  })
})

test('an editor follows the uploads and sets the home page', async ({ page }) => {
  // Takes as long as two other tests.
  test.setTimeout(300_000)
  await test.step('a list that follows the work of the server stays while it does not answer', async () => {
    const { email } = await signInAs(page, 'editor', 'en')
    const fileName = `${'sonderausgabe_'.repeat(4)}${crypto.randomUUID()}.pdf`
    await withKioskDatabase(async (db) => {
      const { id } = await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      const at = new Date()
      const upload = { staff_id: id, file_name: fileName, bytes: 1, state: 'waiting', created_at: at, changed_at: at }
      await db.insertInto('uploads').values(upload).execute()
    })
    await openDesk(page, '/desk/uploads')
    await page.route('**/desk/**', (route) => route.fulfill({ status: 503, body: '' }))
    for (let round = 0; round < 2; round++) await page.waitForRequest('**/desk/api/session')
    await expect(page.getByRole('heading', { name: 'Upload', level: 1 })).toBeVisible()
    await page.unrouteAll()
    const discard = page
      .getByRole('row')
      .filter({ hasText: fileName })
      .getByRole('button', { name: /^Discard/ })
    await test.step('with its actions and all sections in sight on a tablet, however long the name of a file is', async () => {
      await page.setViewportSize({ width: 768, height: 1024 })
      await openDesk(page, '/desk/uploads')
      await expect(discard).toBeInViewport({ ratio: 1 })
      for (const name of ['Go to …', 'Sign out']) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      for (const link of await page.getByRole('banner').getByRole('link').all())
        if (await link.isVisible()) await expect(link).toBeInViewport({ ratio: 1 })
    })
    await discard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(page.getByRole('row').filter({ hasText: fileName })).toHaveCount(0)
  })

  await test.step('an editor sets the row of the home page by keyboard, undoes a step and plans another', async () => {
    await page.setViewportSize(desktop.viewport)
    await openDesk(page, '/desk/front/web_ch')
    const row = page.getByRole('grid', { name: 'Row of covers' })
    const names = () => row.getByRole('row').locator('strong').allInnerTexts()
    await expect(row.getByRole('row').first()).toBeVisible()
    const before = await names()
    const titleOf = (name: string) => name.replace(/^\d+\. /, '')

    await test.step('moves and removes, and undoes the removal', async () => {
      await page.getByRole('button', { name: `Move ${titleOf(before[0]!)} back` }).press('Enter')
      await page.getByRole('button', { name: `Remove ${titleOf(before[2]!)}` }).press('Enter')
      await expect(row.getByRole('row')).toHaveCount(before.length - 1)
      await page.keyboard.press('Control+z')
      await expect(row.getByRole('row')).toHaveCount(before.length)
      expect((await names()).map(titleOf).slice(0, 2)).toEqual([titleOf(before[1]!), titleOf(before[0]!)])
    })

    await test.step('is asked before the changes are left for another page', async () => {
      const question = page.getByRole('dialog', { name: 'Discard the changes?' })
      await page.getByRole('link', { name: 'Titles', exact: true }).press('Enter')
      await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
      await expect(question).toBeHidden()
      expect((await names()).map(titleOf).slice(0, 2)).toEqual([titleOf(before[1]!), titleOf(before[0]!)])
    })

    await test.step('publishes, and the home page follows', async () => {
      await page.getByRole('button', { name: 'Show now' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Show now' })).toBeDisabled()
      await expect(page.getByRole('status').filter({ hasText: 'Now on the home page.' })).toBeVisible()
      const html = await (await page.request.get('/', { headers: { 'x-country': 'CH' } })).text()
      expect(html.indexOf(`>${titleOf(before[1]!)}`)).toBeGreaterThan(0)
    })

    await test.step('adds a title by its name and plans the row', async () => {
      const found = page.waitForResponse(/\/titles\?search=a$/)
      await page.getByRole('combobox', { name: 'Add a title' }).fill('a')
      await found
      const option = page.getByRole('option').first()
      const added = (await option.locator('[slot=label]').innerText()).trim()
      await option.click()
      await expect.poll(async () => (await names()).map(titleOf)).toContain(added)
      const dialog = page.getByRole('dialog')
      // A list that is still closing takes the first press.
      await expect(async () => {
        if (await dialog.isHidden()) await page.getByRole('button', { name: 'Schedule' }).click({ timeout: 1000 })
        await expect(dialog).toBeVisible({ timeout: 1000 })
      }).toPass()
      await page.getByRole('dialog').getByLabel('Show from').fill('2030-01-02T06:00')
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('listitem').filter({ hasText: 'by Nora Feld' }).first()).toContainText(added)
      await page
        .getByRole('button', { name: /^Withdraw the schedule/ })
        .first()
        .click()
      await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
    })
  })
})
