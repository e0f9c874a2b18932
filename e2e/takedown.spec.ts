// An editor takes an issue, a page and an article down at the desk, and restores them.
import { expect, type Page, test } from '@playwright/test'
import { openDesk, signInAs } from './staff.ts'
import { desktop, expectAccessible, phone } from './visitor.ts'

/** The newest issue of a title of the demonstration that no other test needs. */
async function issueOf(page: Page, title: string): Promise<{ uid: string; article: string }> {
  return page.evaluate(async (title) => {
    const get = async (path: string) => (await fetch(`/desk/api/${path}`)).json()
    const [{ uid }] = (await get(`takedowns/issues?search=${title}`)).issues
    const { articles } = await get(`takedowns/issues/${uid}/articles`)
    return { uid, article: articles[0].headline }
  }, title)
}

async function choose(page: Page, uid: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Find the issue' }).fill(uid)
  await page.getByRole('option').filter({ hasText: uid }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Opens the dialog and chooses the issue, and the kind of what is taken down from it. */
async function begin(page: Page, uid: string, kind: 'A page' | 'An article'): Promise<void> {
  await page.getByRole('button', { name: 'Take something down' }).click()
  await choose(page, uid)
  await page
    .getByRole('button', { name: /^What|The whole issue/ })
    .last()
    .press('Enter')
  await page.getByRole('option', { name: kind }).click()
}

// The dialog is the same for everything that is taken down: its fields are tested with a page in one window, and with an article
// in the other.
for (const [name, window, title, part] of [
  ['at a desk', desktop, 'Fernrohr', 'a page'],
  ['on a phone', phone, 'Gartenpforte', 'an article'],
] as const) {
  test.describe(name, () => {
    test.use(window)
    test(`an editor takes down an issue and ${part}, and restores each`, async ({ page, request }) => {
      await signInAs(page, 'editor')
      await openDesk(page, '/desk/takedowns')
      const { uid, article } = await issueOf(page, title)
      const status = async () => (await request.get(`/magazines/issues/${uid}`)).status()
      expect(await status()).toBe(200)

      await test.step('the whole issue, by keyboard', async () => {
        await page.getByRole('button', { name: 'Take something down' }).press('Enter')
        await choose(page, uid)
        await expectAccessible(page, 'take down')
        await page.getByLabel('Reason').fill('court order')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(page.getByRole('row').filter({ hasText: uid }).first()).toContainText('The whole issue')
        await expect.poll(status, { timeout: 1000 }).toBe(404)
      })
      await test.step('restores the whole issue', async () => {
        await page
          .getByRole('row')
          .filter({ hasText: uid })
          .getByRole('button', { name: /^Restore / })
          .first()
          .press('Enter')
        await page.getByLabel('Reason').fill('settled')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(page.getByRole('row').filter({ hasText: uid }).first()).toContainText('settled')
        await expect.poll(status, { timeout: 1000 }).toBe(200)
      })
      await test.step('the whole issue from its page, without finding it again', async () => {
        await openDesk(page, `/desk/issues/${uid}`)
        await page.getByRole('button', { name: 'Take something down' }).press('Enter')
        await page.getByLabel('Reason').fill('from the page')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(page.getByRole('listitem').filter({ hasText: 'from the page' })).toContainText('The whole issue')
        await expect.poll(status, { timeout: 1000 }).toBe(404)
        await openDesk(page, '/desk/takedowns')
        const row = page.getByRole('row').filter({ hasText: uid }).filter({ hasText: 'from the page' })
        await row.getByRole('button', { name: /^Restore / }).press('Enter')
        await page.getByLabel('Reason').fill('settled')
        await page.keyboard.press('Enter')
        await expect.poll(status, { timeout: 1000 }).toBe(200)
      })
      if (part === 'a page') {
        await test.step('a page; one that does not exist stays in the dialog', async () => {
          await begin(page, uid, 'A page')
          await page.getByLabel('Page number').fill('9999')
          await page.getByLabel('Reason').fill('wrong advertisement')
          await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
          await expect(page.getByLabel('Page number')).toHaveAttribute('aria-invalid', 'true')
          await page.getByLabel('Page number').fill('2')
          await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
          await expect(page.getByRole('dialog')).toBeHidden()
          await expect(page.getByRole('row').filter({ hasText: 'wrong advertisement' }).first()).toContainText('Page 2')
          await restoreFirst(page, uid)
        })
      } else {
        await test.step('an article; none chosen stays in the dialog', async () => {
          await begin(page, uid, 'An article')
          const dialog = page.getByRole('dialog')
          // Once the articles are loaded.
          const choice = dialog.getByRole('button', { name: /Article$/ })
          await expect(choice).toBeVisible()
          await page.getByLabel('Reason').fill('wrong facts')
          await dialog.getByRole('button', { name: 'Take down' }).click()
          await expect(dialog).toContainText('Please fill in this field.')
          await choice.press('Enter')
          await page.getByRole('option').filter({ hasText: article }).first().click()
          await dialog.getByRole('button', { name: 'Take down' }).click()
          await expect(page.getByRole('dialog')).toBeHidden()
          await expect(page.getByRole('row').filter({ hasText: 'wrong facts' }).first()).toContainText(article)
          await restoreFirst(page, uid)
        })
      }
    })
  })
}

async function restoreFirst(page: Page, uid: string): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: uid })
    .getByRole('button', { name: /^Restore / })
    .first()
    .click()
  await page.getByLabel('Reason').fill('settled')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test.describe('a reader', () => {
  test.use(desktop)
  test('a reader who has the issue open learns at the next page that it is gone', async ({ page, playwright, baseURL }) => {
    const desk = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: { origin: baseURL! } })
    await signInAs({ request: desk }, 'editor')
    const { issues } = await (await desk.get('/desk/api/takedowns/issues?search=Ladehub')).json()
    const { uid } = issues[0]
    await page.goto(`/reader/issues/${uid}`)
    const send = async (path: string, data: object) => {
      const response = await desk.post(`/desk/api/${path}`, { data })
      expect(response.ok(), await response.text()).toBe(true)
      return response.status() === 204 ? {} : response.json()
    }
    const { id } = await send('takedowns', { uid, reason: 'court order' })
    // Pages that are near have been loaded before.
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/nicht gefunden|not found/, { timeout: 500 })
    }).toPass()
    await send(`takedowns/${id}/restoration`, { reason: 'settled' })
    await expect.poll(async () => (await page.reload())?.status(), { timeout: 5000 }).toBe(200)
    await desk.dispose()
  })
})
