import { expect, test } from '@playwright/test'
import { desktop, expectAccessible, phone, settledVisitor } from './visitor.ts'

const FIELD = 'Titel, Thema oder Stichwort'

test.describe('the search in the header', () => {
  test.use(settledVisitor)

  test('is a field on a wide screen, on pages with and without framework scripts', async ({ page }) => {
    await page.setViewportSize(desktop.viewport)
    for (const path of ['/', '/faq', '/reader']) {
      await page.goto(path)
      const field = page.getByRole('banner').getByRole('searchbox', { name: FIELD })
      await expect(field).toBeVisible()
      await field.fill('garten')
      await field.press('Enter')
      await expect(page).toHaveURL('/magazines/garten')
    }
  })

  test('has one ring around the focused field', async ({ page }) => {
    await page.setViewportSize(desktop.viewport)
    await page.goto('/faq')
    const field = page.getByRole('banner').getByRole('searchbox')
    await field.focus()
    const outline = (element: Element) => getComputedStyle(element).outlineStyle
    expect(await field.evaluate(outline)).toBe('none')
    expect(await page.getByRole('banner').locator('form').first().evaluate(outline)).toBe('solid')
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
          await expect(panel.getByRole('searchbox')).toBeFocused()
          await expectAccessible(page, 'open search on a phone')
        }
        await panel.getByRole('button', { name: 'Schließen' }).tap()
        await expect(panel).toBeHidden()
        await page.getByRole('banner').getByRole('button', { name: 'Suchen' }).tap()
        await panel.getByRole('searchbox').fill('käse & brot')
        await panel.getByRole('button', { name: 'Suchen' }).tap()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suche nach „käse & brot“')
      })
    })
})
