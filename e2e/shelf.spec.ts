import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { readerAddress } from '@kiosk/domain/addresses'
import { bookmarkMessages } from '@kiosk/i18n/messages/bookmarks'
import { readerToolsMessages } from '@kiosk/i18n/messages/reader-tools'
import { readingMessages } from '@kiosk/i18n/messages/reading'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { t as translate } from '@kiosk/i18n/translate'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { signInNewReader, stranger } from './new-reader.ts'
import { atADesk, callTools, expectImage, issueWith, onAPhone, open, readable } from './open-reader.ts'
import { device } from './reader-device.ts'
import { premiumReader } from './reader-like.ts'
import { expectAccessible } from './visitor.ts'

const messages = { ...shelfMessages.de, ...bookmarkMessages.de, ...readerToolsMessages.de, ...readingMessages.de }
const t = (key: keyof typeof messages, values = {}) => translate(messages, key, values)
const API = '/api/v8'

/** Waits for the response that says that the server has stored the position. */
async function positionSaved(page: Page, uid: string, number: number): Promise<void> {
  const saved = await page.waitForResponse(
    (answer) =>
      answer.url().includes(`${API}/reader/places/${uid}`) &&
      answer.request().method() === 'PUT' &&
      new URLSearchParams(answer.request().postData() ?? '').get('page') === String(number),
  )
  expect(saved.status()).toBe(200)
}

/** Opens a page and waits until the server has stored the position. */
async function readUntilSaved(page: Page, uid: string, number: number): Promise<void> {
  await Promise.all([positionSaved(page, uid, number), open(page, uid, { page: number })])
}

test('two devices read one issue in turn; the shelf shows the position, bookmarks and back issues, and deletes them', async ({
  browser,
  baseURL,
}) => {
  const account = { email: await premiumReader(), password: DEMONSTRATION_PASSWORD }
  const train = await device(browser, baseURL!, onAPhone, account)
  const home = await device(browser, baseURL!, atADesk, account)
  const { contents } = await issueWith(train.page.request, readable, train)
  const { uid } = contents
  const card = home.page.locator('section', { hasText: t('SHELF.CONTINUE') }).locator(`a[href*="${uid}"]`)

  await test.step('starts on the train, continues at home', async () => {
    await readUntilSaved(train.page, uid, 4)
    await home.page.goto('/reader')
    await expect(card.first()).toBeVisible()
    await expect(home.page.getByRole('main')).toContainText(t('SHELF.PAGE_OF', { page: 4, count: contents.pages.length }))
    await expectAccessible(home.page, 'shelf of a reader')
    await card.first().click()
    await expectImage(home.page, 4)
  })

  await test.step('on the train again, continues at the position from home', async () => {
    await readUntilSaved(home.page, uid, 6)
    await open(train.page, uid)
    await expectImage(train.page, 6)
  })

  await test.step('a bookmark set on the train has its note at home', async () => {
    await callTools(train.page)
    await train.page.clock.install()
    await train.page.getByRole('button', { name: t('SHELF.BOOKMARK'), exact: true }).click()
    await expect(train.page.getByRole('button', { name: t('SHELF.REMOVE_BOOKMARK') })).toHaveAttribute('aria-pressed', 'true')
    await train.page.getByRole('button', { name: t('SHELF.ADD_NOTE') }).click()
    await train.page.getByRole('textbox', { name: t('SHELF.BOOKMARK_NOTE') }).fill('Für die Bahn')
    await train.page.getByRole('button', { name: t('SHELF.SAVE_NOTE') }).click()
    await expect(train.page.getByText(t('SHELF.NOTE_SAVED'))).toBeVisible()
    await train.page.clock.fastForward('00:10')
    const again = train.page.getByRole('button', { name: t('SHELF.EDIT_NOTE') })
    await expect(again).toBeFocused()
    await again.blur()
    await train.page.clock.fastForward('00:10')
    await expect(again).toBeHidden()
    await home.page.goto('/reader/bookmarks')
    const bookmark = home.page
      .getByRole('listitem')
      .filter({ has: home.page.locator(`a[href^="${readerAddress('/reader', uid)}"]`) })
    await expect(bookmark).toContainText('Für die Bahn')
    await bookmark.locator('summary', { hasText: t('SHELF.EDIT_NOTE') }).click()
    await bookmark.getByRole('textbox', { name: t('SHELF.BOOKMARK_NOTE') }).fill('Für das Wochenende')
    await bookmark.getByRole('button', { name: t('SHELF.SAVE_NOTE') }).click()
    await expect(bookmark.getByRole('status')).toHaveText(t('SHELF.NOTE_SAVED'))
    await expect(bookmark).toContainText('Für das Wochenende')
    await expectAccessible(home.page, 'bookmarks')
    await bookmark.getByRole('button', { name: t('SHELF.REMOVE_BOOKMARK') }).click()
    await expect(bookmark).toHaveCount(0)
  })

  await test.step('at the end of the issue the title is followed, and another issue is kept for later', async () => {
    // The slide loads beside the last page; a failed request is repeated when it is turned to.
    const failed = train.page.waitForEvent('requestfailed', (request) => request.url().includes(`${API}/issues/all?`))
    await train.page.route(`**${API}/issues/all?*`, (route) => route.abort(), { times: 1 })
    await open(train.page, uid, { page: contents.pages.length })
    await failed
    await train.page.keyboard.press('ArrowRight')
    const end = train.page.locator('[data-current] [data-end]')
    const follow = end.locator('[data-follow]')
    const before = await follow.innerText()
    const keep = end.locator('[data-keep]').first()
    const other = (await end.getByRole('listitem').first().getByRole('link').getAttribute('href'))!.split('/').at(-1)!
    const kept = home.page.locator(`main a[href^="${readerAddress('/reader', other)}"]`)
    /** Presses a button of the slide. @returns once the change is stored */
    const press = async (button: Locator, path: RegExp) => {
      const stored = train.page.waitForResponse((response) => path.test(response.url()) && response.request().method() !== 'GET')
      await button.click()
      expect((await stored).ok()).toBe(true)
    }
    await press(follow, /favourites/)
    await expect(follow).not.toHaveText(before)
    await press(keep, /bookmarks/)
    await expect(keep).toHaveAttribute('aria-pressed', 'true')
    await home.page.goto('/reader/bookmarks')
    await expect(kept.first()).toBeVisible()
    await expectAccessible(train.page, 'end of an issue, signed in')
    await press(follow, /favourites/)
    await expect(follow).toHaveText(before)
    await press(keep, /bookmarks/)
    await home.page.reload()
    await expect(kept).toHaveCount(0)
  })

  await test.step('back issues of a title lie in its archive', async () => {
    await home.page.goto(`/reader/archive/${contents.magazineKey}`)
    await expect(home.page.locator(`a[href*="${uid}"]`).first()).toBeVisible()
    await expectAccessible(home.page, 'archive of a title')
  })

  await test.step('the history is erased after a question, and no device knows a place any more', async () => {
    await home.page.goto('/reader/history')
    await expect(home.page.locator(`a[href*="${uid}"]`).first()).toBeVisible()
    await home.page.getByRole('link', { name: t('SHELF.ERASE_ALL') }).click()
    await home.page.getByRole('button', { name: t('SHELF.YES_ERASE') }).click()
    await expect(home.page.getByRole('main')).toContainText(t('SHELF.HISTORY_EMPTY'))
    await home.page.goto('/reader')
    await expect(home.page.getByRole('main')).toContainText(t('SHELF.CONTINUE_EMPTY'))
  })
  await train.close()
  await home.close()
})

test('another device that is further on is offered, and nothing moves by itself', async ({ browser, baseURL }) => {
  // This test has a reader of its own: those of the demonstration may have too many devices, because tests use them at the same
  // time.
  const train = { page: await stranger(browser, { ...onAPhone, locale: 'de-AT' }) }
  const email = await signInNewReader(train.page.request)
  const home = await device(browser, baseURL!, atADesk, { email, password: DEMONSTRATION_PASSWORD })
  const { contents } = await issueWith(train.page.request, (data) => readable(data) && data.contents.pages.length > 12, train)
  const { uid } = contents
  await readUntilSaved(train.page, uid, 6)

  await test.step('an open issue offers to go on where another device is further, and does not jump by itself', async () => {
    // The reader asks at most every few seconds.
    await train.page.waitForTimeout(5_000)
    await readUntilSaved(home.page, uid, 8)
    await train.page.evaluate(() => dispatchEvent(new Event('focus')))
    const notice = train.page.getByRole('region', { name: t('READER.ELSEWHERE') })
    await expect(notice).toContainText(t('READER.ELSEWHERE_PAGE', { page: 8 }))
    await expectImage(train.page, 6)
    expect(await train.page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await expectAccessible(train.page, 'another device is further on')
    // Otherwise it would be stored when the page is left, after what is read at home.
    const saved = positionSaved(train.page, uid, 8)
    await notice.getByRole('button', { name: t('READER.ELSEWHERE_GO') }).click()
    await expect(notice).toBeHidden()
    await expectImage(train.page, 8)
    await saved
  })

  await test.step('a link to an earlier page opens it, and the offer can be closed', async () => {
    await readUntilSaved(home.page, uid, 10)
    await open(train.page, uid, { page: 3 })
    const notice = train.page.getByRole('region', { name: t('READER.ELSEWHERE') })
    await expect(notice).toContainText(t('READER.ELSEWHERE_PAGE', { page: 10 }))
    await notice.getByRole('button', { name: t('READER.CLOSE') }).click()
    await expect(notice).toBeHidden()
    await expectImage(train.page, 3)
  })
  await train.page.context().close()
  await home.close()
})
