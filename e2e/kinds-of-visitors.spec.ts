import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { expect, type Page, test } from '@playwright/test'

const contextFrom = (page: Page, country: string) => page.setExtraHTTPHeaders({ 'x-country': country })
const row = async (page: Page) => {
  await page.goto('/')
  const covers = page.getByRole('list', { name: 'Heute ganz vorne' }).getByRole('link')
  await expect(covers).toHaveCount(15)
  return covers.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
}

for (const { country, id, currency } of regions) {
  test(`the subscriptions show the prices of ${country}, in every language`, async ({ page }) => {
    await contextFrom(page, country)
    for (const language of ['de', 'en', 'fr']) {
      await page.goto(`${addressOf('subscriptions')}?lang=${language}`)
      await page.context().clearCookies()
      const cards = await page.locator('[data-tier]').allInnerTexts()
      expect(cards[0], language).toMatch(/0/)
      // With a special offer, the card shows the regular price as the one that follows.
      for (const [place, { price }] of plansOf(id).entries()) {
        expect(cards[place + 1], language).toContain(formatMoney({ minor: price, currency }))
      }
    }
    const tiers = await page.locator('[data-tier]').evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.tier))
    expect(tiers).toEqual(['FREE', ...plansOf(id).map(({ tier }) => tier)])
  })
}

test('each market has its own featured titles, Luxembourg the Austrian ones', async ({ page }) => {
  const rows = new Map<string, string>()
  for (const { country } of regions) {
    await contextFrom(page, country)
    rows.set(country, (await row(page)).join(' '))
  }
  expect(rows.get('LU')).toBe(rows.get('AT'))
  expect(new Set(rows.values()).size).toBe(3)
})

test('the longest prices fit into the columns of the home page', async ({ page }) => {
  await contextFrom(page, 'CH')
  await page.goto('/?lang=fr')
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const tooWide = await page.locator('table th[data-tier]').evaluateAll((cells) =>
      cells
        .flatMap((cell) => {
          const { right } = cell.getBoundingClientRect()
          return [...cell.querySelectorAll('span span')].filter((price) => price.getBoundingClientRect().right > right)
        })
        .map((price) => price.textContent),
    )
    expect(tooWide, `${width} px`).toEqual([])
  }
})

test('elsewhere the Austrian offer is shown and labelled', async ({ page }) => {
  await contextFrom(page, 'IT')
  const abroad = await row(page)
  await expect(page.getByText('In Ihrem Land sind wir noch nicht verfügbar.')).toBeVisible()
  await page.goto(addressOf('subscriptions'))
  await expect(page.getByRole('main')).toContainText('19,99 €')
  await contextFrom(page, 'AT')
  expect(abroad).toEqual(await row(page))
})
