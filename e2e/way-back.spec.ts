import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { codeMailedTo } from './mailbox.ts'
import { readerIn, signInNewReader, submitCard } from './new-reader.ts'
import { type Data, expectImage, issueWith, onAPhone, open, readable } from './open-reader.ts'
import { all, first, follow, having, press, textOf, visit } from './plain-visitor.ts'
import { expectAccessible, settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, ...onAPhone, serviceWorkers: 'allow' })

const SUCCEEDS = '4242 4242 4242 4242'
const closedAfterFront = ({ access, contents }: Data) =>
  access.pagesOpen === 1 && access.because === 'subscribe' && contents.pages.length > 2
/** An article that begins after the front page. */
const articleBehindFront = ({ contents }: Pick<Data, 'contents'>) => contents.articles.find(({ firstPage }) => firstPage > 1)
const main = (page: Page) => page.getByRole('main')

/** Turns to the page after the front page, where the gate is. */
async function turnToGate(page: Page, uid: string): Promise<void> {
  await open(page, uid, { page: 1 })
  await expectImage(page, 1)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[data-current] [data-gate]')).toBeInViewport()
}

/** Orders Premium on the page of the subscriptions, by card, and continues reading. */
async function orderAndReadOn(page: Page): Promise<void> {
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Ihre Bestellung')
  await main(page).getByRole('checkbox').check()
  await main(page).getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true }).click()
  await submitCard(page, SUCCEEDS)
  await main(page).getByRole('link', { name: 'Weiterlesen' }).click()
}

test('an issue whose front page alone is open is not called free, and says what the rest costs', async ({ request }) => {
  const { contents } = await issueWith(request, closedAfterFront)
  const issue = await visit(request, addressOf('issue', { id: contents.uid }))
  const ways = all(issue.document, '*', having('data-action', /./))
  expect(ways.map(textOf)).toEqual(['Mit Abo lesen', 'Titelseite ansehen'])
  expect(textOf(first(issue.document, 'main'))).toMatch(/\d,\d\d €/)
})

test('a signed-in reader buys at a gate and reads on behind it', async ({ page, request }) => {
  await signInNewReader(page.request)
  const { contents } = await issueWith(request, closedAfterFront)
  await turnToGate(page, contents.uid)
  const gate = page.locator('[data-current] [data-gate]')
  await expect(gate.getByRole('link', { name: 'Ich habe schon ein Konto' })).toHaveCount(0)
  await gate.getByRole('link', { name: 'Abos ansehen' }).click()
  await main(page).getByRole('link', { name: 'Premium wählen' }).click()
  await orderAndReadOn(page)
  await expect(page).toHaveURL(readerAddress('/reader', contents.uid, { page: 2 }))
  await expectImage(page, 2)
})

test('a stranger registers and buys at the wall of an article and reads on behind its last sentence', async ({
  page,
  request,
}) => {
  const { contents } = await issueWith(request, (data) => closedAfterFront(data) && articleBehindFront(data) !== undefined)
  const { id, firstPage } = articleBehindFront({ contents })!
  await open(page, contents.uid, { page: firstPage, article: id })
  const article = page.locator(`[data-article-view="${id}"]`)
  await expect(article).toContainText('Hier endet die Leseprobe.')
  const sentence = await article.locator('[data-readout] p').last().innerText()
  await article.getByRole('link', { name: 'Abos ansehen' }).click()
  await main(page).getByRole('link', { name: 'Premium wählen' }).click()
  const email = `fremd-${Date.now().toString(36)}@example.org`
  const form = page.locator('main form', { has: page.locator('input[autocomplete="new-password"]') })
  await form.locator('input[name="email"]').fill(email)
  await form.locator('input[autocomplete="new-password"]').fill(DEMONSTRATION_PASSWORD)
  await form.locator('input[type="checkbox"][required]').check()
  await form.locator('button[type="submit"]').click()
  await main(page)
    .getByLabel('Code aus der E-Mail')
    .fill(await codeMailedTo(email))
  await orderAndReadOn(page)
  await expect(page).toHaveURL(readerAddress('/reader', contents.uid, { page: firstPage, article: id }))
  const read = article.locator('[data-readout] p', { hasText: sentence })
  await expect(read).toBeInViewport()
  await expect(read.locator('xpath=following-sibling::*').first()).toBeVisible()
  await expect(article).not.toContainText('Hier endet die Leseprobe.')
})

test('the ways into an issue and on from its end', async ({ page, request }) => {
  await test.step('the loudest button of the home page opens a page to read', async () => {
    await page.goto(addressOf('home'))
    await main(page).getByRole('link', { name: 'Gratis lesen', exact: true }).first().click()
    await expect(page).toHaveURL(/\/reader\/issues\//)
    await expectImage(page, 1)
  })

  await test.step('after the last page the reader leads on: to other issues, the title and the shelf', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: contents.pages.length })
    await expectImage(page, contents.pages.length)
    // Complete before it is turned to, so that nothing on it moves.
    await expect(page.locator('[data-end] li').first()).toBeAttached()
    await page.keyboard.press('ArrowRight')
    const end = page.locator('[data-current] [data-end]')
    await expect(end).toBeInViewport()
    await expect(end.getByRole('link', { name: `Alle Ausgaben von ${contents.titleLine}` })).toHaveAttribute('href', /^\/title\//)
    await expect(end.getByRole('listitem').first()).toBeVisible()
    await expect(end.locator('form[action^="/title/"]').getByRole('button', { name: 'Zu meinen Magazinen' })).toBeVisible()
    await expect(end.locator('[data-keep]')).toHaveCount(0)
    await expectAccessible(page, 'end of an issue')
    await page.keyboard.press('ArrowLeft')
    await expectImage(page, contents.pages.length)
  })
})

test('a title has a page with its latest issue, its years and a search', async ({ request }) => {
  const catalogue = await visit(request, addressOf('catalogue'))
  const issue = await follow(request, catalogue, first(first(catalogue.document, 'article'), 'a'))
  const link = first(first(issue.document, 'main'), 'a', having('href', /^\/title\//))
  const name = textOf(link)
  const title = await follow(request, issue, link)
  const main = first(title.document, 'main')
  expect(textOf(first(main, 'h1'))).toBe(name)
  expect(all(first(main, '*', having('role', 'feed')), 'article').length).toBeGreaterThan(0)
  const search = first(main, 'search')
  expect(all(search, 'input', having('type', 'search'))).toHaveLength(1)
  expect(textOf(search)).toContain(`In ${name} suchen`)
  const found = await press(request, title, first(search, 'button'), { search: 'und' })
  expect([found.status, found.path]).toEqual([200, expect.stringMatching(/^\/magazines\/und\?title=/)])
})

test('a stranger follows a title: after signing in it is followed', async ({ page, request }) => {
  const { contents } = await issueWith(request, readable)
  const email = await readerIn('AT')
  const issue = addressOf('issue', { id: contents.uid })
  await page.goto(issue)
  await main(page).getByRole('button', { name: 'Zu meinen Magazinen' }).click()
  await page.locator('input[name="username"]').fill(email)
  await page.locator('input[name="password"]').fill(DEMONSTRATION_PASSWORD)
  await page.locator('form:has(input[name="username"]) button[type="submit"]').click()
  await expect(page).toHaveURL(issue)
  const remove = main(page).getByRole('button', { name: `Aus meinen Magazinen nehmen, ${contents.titleLine}` })
  await expect(remove).toBeVisible()
  await remove.click()
  const add = main(page).getByRole('button', { name: `Zu meinen Magazinen, ${contents.titleLine}` })
  // Disabled until the removal is saved.
  await expect(add).toBeEnabled()
  // It was added once: a later visit does not add it again.
  await page.reload()
  await expect(add).toBeVisible()
})
