import { DAY_SECONDS } from '@kiosk/domain/time'
import { homeMessages } from '@kiosk/i18n/messages/home'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { expect, type Page, test } from '@playwright/test'
import { cards, desktop, expectAccessible, openFilters, phone, settledVisitor, tabTo } from './visitor.ts'

/** Returns texts of the home page and its frame that are different in the other language. */
function wordsOnlyIn(language: 'de' | 'en' | 'fr', other: 'de' | 'en' | 'fr'): string[] {
  return [homeMessages, shellMessages].flatMap((bundle) => {
    const otherTexts = new Set<string>(Object.values(bundle[other]))
    return Object.values<string>(bundle[language]).filter(
      (words) => words.length > 8 && !/[{_]/.test(words) && !otherTexts.has(words),
    )
  })
}

/** Returns words that are on two lines, because their box is too narrow for them. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement!.checkVisibility()) continue
      for (const { 0: word, index } of text.textContent!.matchAll(/\p{L}{4,}/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })
}

test.describe('a visitor who has answered the banner', () => {
  test.use(settledVisitor)

  test('the theme and the language are changed and remembered', async ({ page }) => {
    await test.step('the theme changes without a reload, and is remembered', async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto('/')
      const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      const light = await background()
      await page.evaluate(() => Object.assign(globalThis, { same: true }))
      await page.getByRole('contentinfo').getByRole('button', { name: 'Dunkel' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect.poll(background).not.toBe(light)
      expect(await page.evaluate(() => 'same' in globalThis)).toBe(true)
      const dark = await background()
      await page.goto('/magazines')
      expect(await background()).toBe(dark)
      await page.getByRole('contentinfo').getByRole('button', { name: 'Wie das Gerät' }).click()
      await expect.poll(background).toBe(light)
    })

    await test.step('the language changes all texts, and is remembered', async () => {
      await page.goto('/')
      await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      // Browsers leave sections that they have not laid out yet out of the text.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        // Not every browser has a dictionary that divides English words.
        sheet.replaceSync('.later { content-visibility: visible } * { hyphens: manual !important }')
        document.adoptedStyleSheets.push(sheet)
      })
      const text = await page.locator('body').innerText()
      expect(wordsOnlyIn('de', 'en').filter((words) => text.includes(words))).toEqual([])
      expect(wordsOnlyIn('en', 'de').filter((words) => text.includes(words)).length).toBeGreaterThan(25)
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await brokenWords(page), `words over two lines at ${width} pixels`).toEqual([])
      }
      await page.setViewportSize(desktop.viewport)
      await page.goto('/magazines')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Magazines and newspapers')
      await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'language')
      expect(cookie?.value).toBe('en')
      await page.getByRole('button', { name: 'Français' }).click()
      await expect(page).toHaveURL('/magazines')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Magazines et journaux')
    })
  })

  test('an issue can be opened from the home page by keyboard only', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Zum Inhalt springen' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
    expect(await tabTo(page, /^Alle Magazine ansehen/)).not.toBeNull()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/magazines')
    await expect(cards(page)).toHaveCount(20)
    await page.locator('body').press('Tab')
    const card = await cards(page).first().getByRole('link').first().textContent()
    expect(await tabTo(page, new RegExp(card?.replace(/[^\p{L}\d]/gu, '.') ?? 'no card', 'u'))).not.toBeNull()
    await expect(async () => {
      await page.keyboard.press('PageDown')
      await expect(cards(page).nth(1).getByRole('link')).toBeFocused({ timeout: 300 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/magazines\/issues\//)
    expect(await tabTo(page, /^(Gratis lesen|Titelseite ansehen)$/)).not.toBeNull()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/reader\/issues\//)
  })

  test('opened elements pass axe: menu, cookie settings, search, category', async ({ page }) => {
    await page.setViewportSize(phone.viewport)
    await page.goto('/')
    await page.getByRole('banner').locator('summary').click()
    await expect(page.getByRole('navigation', { name: 'Menü', exact: true })).toBeVisible()
    await expectAccessible(page, 'menu on a phone')
    await page.keyboard.press('Escape')
    await openSettings(page)
    await expectAccessible(page, 'cookie settings')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'cookie settings in the dark')
    await page.goto('/magazines')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Suchen' }).click()
    await page.locator('input[type="search"]').fill('garten')
    await expectAccessible(page, 'open search in the dark')
    await header.getByRole('button', { name: 'Schließen' }).click()
    await openFilters(page)
    const subject = page.getByRole('region', { name: 'Stöbern nach Themen' }).getByRole('group').first()
    await subject.locator('summary').click()
    await expect(subject.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page, 'open subject')
  })
})

test('the layout of a phone ends at 600 pixels', async ({ page }) => {
  const thumb = page.getByRole('navigation', { name: 'Schnellzugriff' })
  await page.setViewportSize({ width: 600, height: 800 })
  await page.goto('/features')
  await expect(thumb).toBeVisible()
  await page.setViewportSize({ width: 601, height: 800 })
  await expect(thumb).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ ...settledVisitor, ...phone })

  test('the menu and the links of a phone', async ({ page }) => {
    await test.step('the menu opens, links work, and a tap outside or Escape closes it', async () => {
      await page.goto('/features')
      const menu = page.getByRole('navigation', { name: 'Menü', exact: true })
      const button = page.getByRole('banner').locator('summary').filter({ hasText: 'Menü' })
      await expect(menu).toBeHidden()
      await button.tap()
      await expect(menu.getByRole('link')).toHaveText(['Funktionen', 'Magazine', 'FAQ', 'Premium', 'Anmelden'])
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await button.tap()
      await page.touchscreen.tap(phone.viewport.width / 2, phone.viewport.height - 150)
      await expect(menu).toBeHidden()
      await button.tap()
      await menu.getByRole('link', { name: 'FAQ' }).tap()
      await expect(page).toHaveURL('/faq')
    })

    await test.step('four links are within reach of the thumb and cover nothing of the page', async () => {
      await page.goto('/')
      const thumb = page.getByRole('navigation', { name: 'Schnellzugriff' })
      await expect(thumb.getByRole('link')).toHaveText(['Startseite', 'Magazine', 'Premium', 'Anmelden'])
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
      const last = page.getByRole('contentinfo').getByRole('button').last()
      const [above, below] = [await last.boundingBox(), await thumb.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      await thumb.getByRole('link', { name: 'Magazine' }).tap()
      await expect(page).toHaveURL('/magazines')
      await expect(thumb.getByRole('link', { name: 'Magazine' })).toHaveAttribute('aria-current', 'page')
    })
  })
})

test.describe('the cookie banner', () => {
  test.use({ extraHTTPHeaders: { 'x-country': 'AT' } })
  const banner = (page: Page) => page.getByRole('region', { name: 'Ein Wort zu Cookies' })

  test('the cookie banner: its answers and its settings', async ({ page }) => {
    await test.step('the answer is stored for 365 days, and the banner is hidden: all, only what is necessary, closing, the settings', async () => {
      for (const [name, social, isInSettings] of [
        ['Alle annehmen', '1', false],
        ['Nur notwendige', '0', false],
        ['Schließen', '0', false],
        ['Alle annehmen', '1', true],
      ] as const) {
        await page.context().clearCookies()
        await page.goto('/faq')
        if (isInSettings) await openSettings(page)
        const place = isInSettings ? page.getByRole('dialog', { name: 'Cookie-Einstellungen' }) : banner(page)
        await place.getByRole('button', { name, exact: true }).click()
        await expect(page).toHaveURL('/faq')
        await expect(banner(page)).toHaveCount(0)
        await expectConsent(page, social)
        await page.goto('/imprint')
        await expect(banner(page)).toHaveCount(0)
      }
    })

    await test.step('the settings allow social networks and revoke it', async () => {
      await page.context().clearCookies()
      await page.goto('/')
      await banner(page).getByRole('button', { name: 'Einstellungen' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cookie-Einstellungen' })
      await expect(dialog.getByRole('checkbox', { name: /^Notwendig/ })).toBeDisabled()
      const networks = dialog.getByRole('checkbox', { name: /^Soziale Netzwerke/ })
      await expect(networks).not.toBeChecked()
      await networks.check()
      await dialog.getByRole('button', { name: 'Auswahl speichern' }).click()
      await expect(banner(page)).toHaveCount(0)
      await expectConsent(page, '1')
      await openSettings(page)
      await expect(networks).toBeChecked()
      await networks.uncheck()
      await dialog.getByRole('button', { name: 'Auswahl speichern' }).click()
      await expect(dialog).toBeHidden()
      await expectConsent(page, '0')
    })

    await test.step('on a low phone, all answers are in view', async () => {
      await page.context().clearCookies()
      await page.setViewportSize({ width: 360, height: 600 })
      for (const language of ['de', 'en', 'fr']) {
        await page.goto(`/?lang=${language}`)
        const buttons = page.locator('[data-banner]').getByRole('button')
        await expect(buttons).toHaveCount(4)
        for (const button of (await buttons.all()).slice(0, 3)) await expect(button).toBeInViewport({ ratio: 1 })
      }
    })
  })
})

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie-Einstellungen' }).click()
  await expect(page.getByRole('dialog', { name: 'Cookie-Einstellungen' })).toBeVisible()
}

async function expectConsent(page: Page, social: '0' | '1'): Promise<void> {
  const cookieOf = async (name: string) => (await page.context().cookies()).find((cookie) => cookie.name === name)
  await expect.poll(async () => (await cookieOf('consent_social'))?.value).toBe(social)
  expect((await cookieOf('consent'))?.value).toBe('1')
  for (const name of ['consent', 'consent_social']) {
    const days = (((await cookieOf(name))?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS
    expect(Math.round(days)).toBe(365)
  }
}
