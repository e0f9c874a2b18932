import { readFileSync } from 'node:fs'
import { API_BASE } from '@kiosk/contract/route'
import { expect, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { withKioskDatabase } from './kiosk-database.ts'
import {
  closeReadersAfterEach,
  downloadState,
  expectInstalled,
  issueToTake,
  long,
  openTaken,
  pressTool,
  reader,
  signInAs,
  tool,
} from './offline-reader.ts'
import { atADesk, type Data, issueWith, onAPhone, open } from './open-reader.ts'
import { readerLike } from './reader-like.ts'
import { expectAccessible } from './visitor.ts'

closeReadersAfterEach()

test('a download interrupted ten times continues after a reload and completes', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page, line } = reading
  const { contents } = await issueWith(reading.context.request, long, reading.context)
  const { uid } = contents
  await openTaken(page, uid)
  await expect(tool(page)).toHaveAccessibleName(/^Offline speichern \(.*[kM]B\)$/)
  line.slow(180_000)
  await pressTool(page)
  let before = 0
  for (let cut = 1; cut <= 10; cut++) {
    await expect
      .poll(async () => (await downloadState(page, uid))?.parts ?? 0, { timeout: 60_000, intervals: [40] })
      .toBeGreaterThan(before)
    line.cut()
    // Every third time the browser does not notice.
    if (cut % 3) await reading.context.setOffline(true)
    before = (await downloadState(page, uid))!.parts
    expect(before).toBeLessThan(contents.pages.length * 3 + 1)
    await page.waitForTimeout(120)
    line.restore()
    await reading.context.setOffline(false)
    if (cut === 5) {
      await page.reload()
      await expect(page.locator('[data-stage]')).toBeVisible()
    }
    expect((await downloadState(page, uid))!.parts).toBeGreaterThanOrEqual(before)
  }
  line.slow(null)
  await expectInstalled(page, uid)
  expect((await downloadState(page, uid))!.parts).toBeLessThanOrEqual(contents.pages.length * 3 + 1)
  await expect(tool(page).locator('svg')).toHaveAttribute('data-state', 'ready')
})

test('an issue is downloaded as EPUB by keyboard, if its title offers that', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  const offer = (offers: boolean) =>
    withKioskDatabase((db) =>
      db.updateTable('titles').set({ offers_epub: offers }).where('key', '=', contents.magazineKey).execute(),
    )
  const link = page.getByRole('link', { name: 'Als EPUB laden' })
  const openMenu = async () => {
    await open(page, contents.uid)
    await page.getByRole('button', { name: 'Ansicht und Hilfe' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Einfache Ansicht' })).toBeVisible()
  }
  await openMenu()
  await expect(link).toHaveCount(0)
  try {
    await offer(true)
    await expect(async () => {
      await openMenu()
      await expect(link).toBeVisible({ timeout: 500 })
    }).toPass()
    const downloading = page.waitForEvent('download')
    await link.press('Enter')
    const files = unzipSync(readFileSync(await (await downloading).path()))
    expect(Object.keys(files).filter((path) => /article-\d+\.xhtml$/.test(path))).toHaveLength(contents.articles.length)
    expect(Buffer.from(files['EPUB/nav.xhtml']!).toString('utf8')).toContain('href="article-1.xhtml"')
  } finally {
    await offer(false)
  }
})

test('downloads on a phone: paused, removed, and from the shelf', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page, line, context, token } = reading
  const { contents } = await issueToTake(reading)

  await test.step('a download can be paused, resumed and removed; a removed one is deleted from the server’s list', async () => {
    await openTaken(page, contents.uid)
    await expect(tool(page)).toHaveAccessibleName(/^Offline speichern \(/)
    line.slow(60_000)
    await pressTool(page)
    await expect.poll(async () => (await downloadState(page, contents.uid))?.parts ?? 0).toBeGreaterThan(2)
    await pressTool(page)
    const panel = page.getByRole('dialog', { name: 'Offline lesen' })
    await expect(panel.getByRole('progressbar')).toBeVisible()
    await expect(panel).toContainText(/von .* Teilen/)
    await expectAccessible(page, 'download under way')
    await panel.getByRole('button', { name: 'Anhalten' }).click()
    await expect(panel).toContainText('Angehalten')
    line.slow(null)
    // A button that disappears hands the focus on.
    await expect(panel.getByRole('button', { name: 'Fortsetzen' })).toBeFocused()
    await panel.getByRole('button', { name: 'Fortsetzen' }).click()
    await expectInstalled(page, contents.uid)
    await expect(panel).toContainText('Offline lesbar bis')
    await expectAccessible(page, 'download done')
    await panel.getByRole('button', { name: /vom Gerät entfernen/ }).click()
    await expect.poll(() => downloadState(page, contents.uid)).toBe(null)
    await expect(panel.getByRole('button', { name: /^Offline speichern/ })).toBeFocused()
    const list = () => context.request.get(`${API_BASE}reader/downloads`, { headers: { 'x-api-token': token } })
    await expect.poll(async () => ((await (await list()).json()) as { downloads: object[] }).downloads).toEqual([])
  })

  await test.step('an issue is downloaded from the shelf by one tap, with its size shown before', async () => {
    const saved = page.waitForResponse((answer) => answer.url().includes(`/reader/places/${contents.uid}`) && answer.ok())
    await openTaken(page, contents.uid, { page: 3 })
    await saved
    await page.goto('/reader')
    await page.getByRole('button', { name: /^Offline speichern \(.*[kM]B\)/ }).click()
    await expectInstalled(page, contents.uid)
    await expect(page.locator('[data-taken="ready"]')).toBeFocused()
    await expect(page.locator(`[data-downloads] [data-uid="${contents.uid}"]`)).toContainText('Offline lesbar bis')
    await expect(page.getByRole('meter', { name: 'Speicherplatz auf diesem Gerät' })).toBeVisible()
    await expectAccessible(page, 'shelf with downloads')
    await page.getByRole('button', { name: /vom Gerät entfernen/ }).click()
    await expect(page.getByRole('heading', { name: 'Auf diesem Gerät' })).toBeFocused()
  })

  await test.step('a download that begins later leaves the focus to a reader who has clicked elsewhere', async () => {
    await context.setOffline(true)
    await page.getByRole('button', { name: /^Offline speichern \(/ }).click()
    await expect(page.getByRole('button', { name: /^Offline speichern \(/ })).toBeHidden()
    await page.getByRole('contentinfo').click({ position: { x: 1, y: 1 } })
    await context.setOffline(false)
    await expectInstalled(page, contents.uid)
    await expect(page.locator('[data-taken="ready"]')).toBeVisible()
    await expect(page.locator('[data-taken="ready"]')).not.toBeFocused()
  })
})

test('instead of failing, a button says what downloads require', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone, null)
  const { page, context } = reading
  const fits = ({ contents, access }: Data) => contents.kind === 'magazine' && access.pagesOpen >= 8
  const { contents } = await issueWith(context.request, fits, context)
  const panel = page.getByRole('dialog', { name: 'Offline lesen' })
  for (const who of ['a visitor', 'a free reader'])
    await test.step(`${who} is told that MAGZ is required`, async () => {
      if (who !== 'a visitor') await signInAs(reading, await readerLike('free@example.org'))
      await open(page, contents.uid)
      await pressTool(page)
      await expect(panel).toContainText('Mit Magz speichern Sie jedes Magazin')
      await expect(panel.getByRole('link', { name: 'Abos ansehen' })).toBeVisible()
      await expectAccessible(page, 'what it takes')
    })
})
