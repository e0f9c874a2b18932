// An editor at the desk's shelf: finds a title by keyboard, edits it, decides who reads it, and withdraws an issue.
import { expect, test } from '@playwright/test'
import { openDesk, signInAs } from './staff.ts'
import { desktop, expectAccessible, phone, widthBeyondWindow } from './visitor.ts'

/** A title of the demonstration that no other test needs. */
const TITLE = { key: 'rebenrand', name: 'Rebenrand' }

test.describe('at a desk', () => {
  test.use(desktop)
  test('an editor creates a title and edits another', async ({ page, request }) => {
    await test.step('an editor creates a title, which readers see with its first issue', async () => {
      const key = `neu-${crypto.randomUUID().slice(0, 8)}`
      await signInAs(page, 'editor')
      await openDesk(page, '/desk/titles')
      await page.getByRole('button', { name: 'New title' }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Über den Dächern')
      await expect(dialog.getByLabel('Address')).toHaveValue('ueber-den-daechern')
      await dialog.getByLabel('Address').fill(TITLE.key)
      const create = dialog.getByRole('button', { name: 'Create' })
      await create.press('Enter')
      await expect(dialog.getByText('Choose at least one category.')).toBeVisible()
      await expect(dialog.getByRole('checkbox').first()).toBeFocused()
      await page.keyboard.press('Space')
      await create.press('Enter')
      await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/already/)
      await expectAccessible(page, 'new title')
      await dialog.getByLabel('Address').fill(key)
      await create.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Über den Dächern' })).toBeVisible()
      await expect(page).toHaveURL(`/desk/titles/${key}`)
      expect((await request.get(`/title/${key}`)).status()).toBe(404)
    })

    await test.step('an editor goes to a title, edits and undoes it, sets its plans and its last day', async () => {
      await openDesk(page, '/desk/')
      await test.step('finds the title by its first letters', async () => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('reben')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1, name: TITLE.name })).toBeVisible()
        await expectAccessible(page, 'title')
      })
      const place = page.getByRole('textbox', { name: 'Place' })
      const before = await place.inputValue()
      // Another place also when the test is repeated.
      const after = before === 'Retz' ? 'Poysdorf' : 'Retz'
      await test.step('saves by keyboard, and takes it back', async () => {
        await place.fill(after)
        await expect(page.getByText('1 change')).toBeVisible()
        await page.keyboard.press('Control+s')
        await expect(page.getByText('Saved.')).toBeVisible()
        await page.reload()
        await expect(place).toHaveValue(after)
        await expect(page.getByText('Set here: Place.')).toBeVisible()
      })
      await test.step('an age needs a reason', async () => {
        await page.getByRole('button', { name: /Age rating/ }).press('Enter')
        await page.getByRole('option', { name: 'from 12' }).press('Enter')
        await page.getByRole('button', { name: 'Save' }).press('Enter')
        await expect(page.getByText('This change decides who may read. Give a reason.').first()).toBeVisible()
        await page.getByRole('button', { name: 'Discard' }).press('Enter')
        await place.fill(before)
        await page.keyboard.press('Control+s')
        await expect(page.getByText('Saved.')).toBeVisible()
        await page.getByRole('button', { name: 'Undo' }).press('Enter')
        await expect(place).toHaveValue(after)
      })
      await test.step('takes the title out of the free plan: visitors see the front page only', async () => {
        const dialog = page.getByRole('dialog')
        await page.getByRole('button', { name: 'Change plans' }).press('Enter')
        await dialog.getByRole('button', { name: /Who reads the whole title/ }).press('Enter')
        await page.getByRole('option', { name: 'these plans only' }).press('Enter')
        const free = dialog.getByRole('checkbox', { name: 'FREE' })
        // Not again when the test is repeated.
        if (await free.isChecked()) await free.press('Space')
        await expect(dialog.getByRole('row', { name: 'without an account' })).toContainText('the front page')
        await expect(
          dialog.getByText('say that these plans open all magazines: FREE. For this title that is not true.'),
        ).toBeVisible()
        await expectAccessible(page, 'plans')
        await dialog.getByLabel('Reason').fill('Publisher')
        await dialog.getByRole('button', { name: 'Save' }).press('Enter')
        await expect(dialog).toBeHidden()
        await expect(page.getByText(/^Only with: MAGZ Austria/)).toBeVisible()
        const shown = async () => (await request.get(`/title/${TITLE.key}`, { headers: { 'accept-language': 'en' } })).text()
        await expect.poll(shown, { timeout: 2000 }).toContain('Read with a subscription')
      })
      await test.step('sets the last day, of which readers are told later, and withdraws it', async () => {
        await page.getByRole('button', { name: 'Set last day' }).press('Enter')
        await page.getByRole('dialog').getByLabel('Last day').fill('2100-12-31')
        await page.getByLabel('Reason').fill('Contract ends')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
        await expect(page.getByText(/Readers get the email on/)).toBeVisible()
        await page.getByRole('button', { name: 'The title stays' }).press('Enter')
        await page.getByLabel('Reason').fill('Renewed')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
        await expect(page.getByText('The title stays.', { exact: true })).toBeVisible()
      })
    })

    await test.step('a name that is one endless word breaks on the pages of titles and issues', async () => {
      for (const path of [`titles/${TITLE.key}`, `issues?title=${TITLE.key}`]) {
        await openDesk(page, `/desk/${path}`)
        await page.evaluate(() => {
          for (const element of document.querySelectorAll('main :is(h1, label:has([type=checkbox]), p a, td a)'))
            element.append('W'.repeat(300))
        })
        expect.soft(await widthBeyondWindow(page), path).toBe(0)
      }
    })
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('an editor finds an issue, withdraws it and publishes it again', async ({ page, request }) => {
    await signInAs(page, 'editor')
    await openDesk(page, '/desk/issues?title=hoehenluft')
    await page
      .getByRole('link', { name: /^Höhenluft, / })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Visibility' })).toBeVisible()
    await expectAccessible(page, 'issue')
    const uid = new URL(page.url()).pathname.split('/').at(-1)!
    const status = async () => (await request.get(`/magazines/issues/${uid}`)).status()
    expect(await status()).toBe(200)
    for (const [button, reason, expected] of [
      ['Withdraw', 'Wrong version', 404],
      ['Publish again', 'Right version', 200],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(status, { timeout: 2000 }).toBe(expected)
    }
  })
})
