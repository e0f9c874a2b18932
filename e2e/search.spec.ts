import { expect, test } from '@playwright/test'
import { desktop, expectAccessible, phone, settledVisitor } from './visitor.ts'

const FIELD = 'Titel, Stichwort'

test.describe('the search in the header', () => {
  test.use(settledVisitor)

  test('is a field with one ring on wide screens, and has a hint that fits on the narrowest phone', async ({ page }) => {
    await test.step('is a field on a wide screen, on pages with and without framework scripts', async () => {
      await page.setViewportSize(desktop.viewport)
      for (const path of ['/', '/faq', '/reader']) {
        await page.goto(path)
        const field = page.getByRole('banner').getByPlaceholder(FIELD)
        await expect(field).toBeVisible()
        await field.fill('garten')
        await field.press('Enter')
        await expect(page).toHaveURL('/magazines/garten')
      }
    })

    await test.step('has one ring around the focused field', async () => {
      await page.setViewportSize(desktop.viewport)
      await page.goto('/faq')
      const field = page.getByRole('banner').getByPlaceholder(FIELD)
      await field.focus()
      const outline = (element: Element) => getComputedStyle(element).outlineStyle
      expect(await field.evaluate(outline)).toBe('none')
      expect(await page.getByRole('banner').locator('form').first().evaluate(outline)).toBe('solid')
    })

    await test.step('has a hint that fits into the field on the narrowest phone, in each language', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      for (const lang of ['de', 'en', 'fr']) {
        await page.goto(`/faq?lang=${lang}`)
        await page.locator('button[popovertarget=frame-search]').first().click()
        const field = page.locator('#frame-search input[type=search]')
        await expect(field).toBeFocused()
        // A focused field cuts its hint without an ellipsis.
        const [hint, space] = await field.evaluate((input: HTMLInputElement) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(input)
          const context = document.createElement('canvas').getContext('2d')!
          context.font = font
          const width = context.measureText(input.placeholder).width
          return [width, input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)]
        })
        expect(hint, lang).toBeLessThanOrEqual(space!)
      }
    })
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'on a phone' : 'on a phone, without scripts', () => {
      test.use({ ...phone, javaScriptEnabled })

      test('an icon opens the field, and closes it again', async ({ page }) => {
        await page.goto('/faq')
        const panel = page.getByRole('search', { name: 'Suchen' })
        await expect(panel).toBeHidden()
        await page.getByRole('banner').getByRole('button', { name: 'Suchen' }).tap()
        await expect(panel).toBeVisible()
        if (javaScriptEnabled) {
          await expect(panel.getByPlaceholder(FIELD)).toBeFocused()
          await expectAccessible(page, 'open search on a phone')
        }
        await panel.getByRole('button', { name: 'Schließen' }).tap()
        await expect(panel).toBeHidden()
        await page.getByRole('banner').getByRole('button', { name: 'Suchen' }).tap()
        await panel.getByPlaceholder(FIELD).fill('käse & brot')
        await panel.getByRole('button', { name: 'Suchen' }).tap()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suche nach „käse & brot“')
      })
    })
})

test.describe('suggestions', () => {
  test.use(settledVisitor)

  test('are chosen by keyboard and by pointer, and Enter without a choice searches for what was typed', async ({ page }) => {
    for (const width of [360, 1440])
      await test.step(`by keyboard, with a list that axe accepts, at ${width} pixels`, async () => {
        await page.emulateMedia({ colorScheme: width === 360 ? 'light' : 'dark' })
        await page.setViewportSize({ width, height: 800 })
        await page.goto('/faq')
        if (width === 360) await page.getByRole('banner').getByRole('button', { name: 'Suchen' }).click()
        const field = page.getByRole('search', { name: 'Suchen' }).getByPlaceholder(FIELD)
        await field.fill('donauwrte')
        const option = page.getByRole('option', { name: 'Donauwarte' })
        await expect(option).toBeVisible()
        await expect(field).toHaveAttribute('aria-expanded', 'true')
        await expectAccessible(page, `open suggestions at ${width} px`)
        await field.press('ArrowDown')
        await expect(option).toHaveAttribute('aria-selected', 'true')
        await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
        await field.press('Escape')
        await expect(option).toBeHidden()
        await expect(field).toBeFocused()
        await expect(field).toHaveValue('donauwrte')
        await field.press('ArrowDown')
        await expect(option).toBeVisible()
        await field.press('ArrowDown')
        await field.press('Enter')
        await expect(page).toHaveURL('/title/donauwarte')
      })

    await test.step('by pointer, also on a page with framework scripts', async () => {
      await page.setViewportSize(desktop.viewport)
      await page.goto('/')
      await page.getByRole('banner').getByPlaceholder(FIELD).pressSequentially('Donauw')
      await page.getByRole('option', { name: 'Donauwarte' }).click()
      await expect(page).toHaveURL('/title/donauwarte')
    })

    await test.step('Enter without a choice searches for what was typed, which is then a recent search', async () => {
      await page.setViewportSize(desktop.viewport)
      await page.goto('/faq')
      const field = page.getByRole('banner').getByPlaceholder(FIELD)
      await field.pressSequentially('suppe')
      // Searches are remembered by the script of the suggestions, which is loaded on the first focus.
      await expect(field).toHaveAttribute('role', 'combobox')
      await field.press('Enter')
      await expect(page).toHaveURL('/magazines/suppe')
      await page.goto('/faq')
      await field.focus()
      await page.getByRole('option', { name: 'suppe' }).click()
      await expect(page).toHaveURL('/magazines/suppe')
      await page.goto('/faq')
      await field.focus()
      await page.getByRole('button', { name: 'Suchverlauf löschen' }).click()
      await expect(page.getByRole('option')).toHaveCount(0)
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })
  })
})

test('keeps no search before the cookie banner was answered', async ({ page }) => {
  await page.setViewportSize(desktop.viewport)
  await page.goto('/faq')
  const field = page.getByRole('banner').getByPlaceholder(FIELD)
  await field.pressSequentially('donau')
  await expect(page.getByRole('option').first()).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL('/magazines/donau')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
