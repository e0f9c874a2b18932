import { expect, test } from '@playwright/test'
import { callTools, expectImage, issueWith, onAPhone, open, readable, shown } from './open-reader.ts'
import { expectAccessible } from './visitor.ts'

test.use(onAPhone)

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('an issue opens at its first page, a tap at the edge turns, address and position follow', async ({
  page,
  request,
  baseURL,
}) => {
  // Positions are stored for visitors who have answered the cookie banner.
  await page.context().addCookies([{ name: 'consent', value: '1', url: baseURL! }])
  const { contents } = await issueWith(request, readable)
  await open(page, contents.uid)
  await expectImage(page, 1)
  await expectAccessible(page, 'first page')
  await page.touchscreen.tap(345, 380)
  await expectImage(page, 2)
  await expect(page).toHaveURL(/[?&]p=2\b/)
  await page.touchscreen.tap(345, 380)
  await page.touchscreen.tap(345, 380)
  await expectImage(page, 4)
  await page.touchscreen.tap(15, 380)
  await expectImage(page, 3)
  await expect(page).toHaveURL(/[?&]p=3\b/)
  await open(page, contents.uid)
  await expectImage(page, 3)
})

test('a swipe turns, a pinch enlarges, a double tap shows the whole page again', async ({ page, request }) => {
  const { contents } = await issueWith(request, readable)
  await open(page, contents.uid, { page: 3 })
  await expectImage(page, 3)
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  await touch('touchStart', [300, 400])
  for (let x = 280; x >= 120; x -= 20) await touch('touchMove', [x, 400])
  await touch('touchEnd')
  await expectImage(page, 4)
  const width = async () => (await shown(page, 4).boundingBox())!.width
  const fitted = await width()
  await touch('touchStart', [150, 320], [210, 420])
  for (let step = 1; step <= 8; step++)
    await touch('touchMove', [150 - step * 8, 320 - step * 8], [210 + step * 8, 420 + step * 8])
  await touch('touchEnd')
  await expect.poll(width).toBeGreaterThan(fitted * 1.8)
  await page.touchscreen.tap(180, 400)
  await page.touchscreen.tap(180, 400)
  await expect.poll(width).toBeCloseTo(fitted, 0)
})

test('the tools disappear when a page is turned and return on a tap, without covering the page', async ({ page, request }) => {
  const { contents } = await issueWith(request, readable)
  await open(page, contents.uid)
  const bar = page.locator('[data-bar="top"]')
  await page.touchscreen.tap(345, 380)
  await expect(bar).not.toHaveAttribute('data-shown')
  await page.touchscreen.tap(180, 90)
  await expect(bar).toHaveAttribute('data-shown', 'true')
  const [barBox, pageBox] = [await bar.boundingBox(), await shown(page, 2).boundingBox()]
  expect(pageBox!.y).toBeGreaterThanOrEqual(barBox!.y + barBox!.height)
})

test('panels are sheets over the page, and every target is large enough for a thumb', async ({ page, request }) => {
  const { contents } = await issueWith(request, readable)
  await open(page, contents.uid)
  for (const name of ['In dieser Ausgabe suchen', 'Inhalt', 'Ansicht und Hilfe']) {
    await callTools(page)
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
    await expectAccessible(page, name)
    await page.getByRole('button', { name: 'Schließen' }).click()
  }
  for (const button of await page.locator('[data-bar] :is(button, a)').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
  }
})
