import { expect, test } from '@playwright/test'
import { cards, desktop, settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, contextOptions: { reducedMotion: 'no-preference' } })

test('ratings advance every 15 seconds once visible, wrap around, and stop while focused', async ({ page }) => {
  await page.setViewportSize(desktop.viewport)
  await page.clock.install()
  await page.goto('/partner')
  const row = page.locator('[data-ratings] ul')
  const at = () => row.evaluate((list) => Math.round(list.scrollLeft / 200))
  await page.clock.runFor(40_000)
  expect(await at()).toBe(0)
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport()
  await page.clock.runFor(500)
  const seen: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const before = await at()
    await page.clock.runFor(15_000)
    await expect.poll(at).not.toBe(before)
    // The movement itself takes real time.
    await new Promise((done) => setTimeout(done, 1000))
    seen.push(await at())
  }
  expect(seen.slice(1)).toContain(0)
  await row.focus()
  const held = await at()
  await page.clock.runFor(31_000)
  expect(await at()).toBe(held)
})

test('attribution is passed on, and the cards of a campaign flip', async ({ page }) => {
  await test.step('attribution is passed on through catalogue, issue and reader to the registration, and nothing is stored', async () => {
    await page.setViewportSize(desktop.viewport)
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    await page.goto('/?utm_source=plakat', { referer: 'https://blog.example/post' })
    const cookiesBefore = await page.context().cookies()
    await page.locator('header nav').getByRole('link', { name: 'Magazine' }).first().click()
    await expect(page).toHaveURL(/\/magazines\?/)
    // Only issues that are open say so.
    await cards(page).filter({ hasNotText: 'Mit Abo' }).first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/magazines\/issues\//)
    await page.getByRole('main').getByRole('link', { name: 'Gratis lesen' }).first().click()
    // The reader writes its page into the address.
    await expect(page).toHaveURL(/\/reader\/issues\/.*[?&]p=1\b/)
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Gratis lesen' }).first().click()
    await expect(page).toHaveURL(/\/reader\/issues\/.*[?&]p=1\b/)
    await page.locator('a[href^="/magazines/issues/"]').first().click()
    await page.getByRole('main').getByRole('link', { name: 'Registrieren' }).first().click()
    await expect(page).toHaveURL(/\/user\/register\?/)
    const sent = (name: string) => page.locator(`main form input[name=${name}]`).first()
    await expect(sent('utm_source')).toHaveValue('plakat')
    await expect(sent('referrer')).toHaveValue('https://blog.example/post')
    expect(await page.context().cookies()).toEqual(cookiesBefore)
    expect(failures).toEqual([])
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/plakat|blog\.example/)
  })

  await test.step('a card flips in 400 ms: by click and back, by the space bar, and on hover', async () => {
    await page.setViewportSize(desktop.viewport)
    await page.goto('/promo')
    const card = (place: number) => page.locator(`label[for=fact-${place}]`)
    const isTurned = (place: number) =>
      card(place).evaluate((faces) => getComputedStyle(faces).transform.startsWith('matrix3d(-1,'))
    expect(await card(0).evaluate((faces) => getComputedStyle(faces).transitionDuration)).toBe('0.4s')
    await card(0).click()
    await expect.poll(() => isTurned(0)).toBe(true)
    await card(0).click()
    await expect.poll(() => isTurned(0)).toBe(false)
    await card(2).hover()
    await expect.poll(() => isTurned(2)).toBe(true)
    await page.mouse.move(0, 0)
    await expect.poll(() => isTurned(2)).toBe(false)
    await page.locator('#fact-1').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => isTurned(1)).toBe(true)
  })
})
