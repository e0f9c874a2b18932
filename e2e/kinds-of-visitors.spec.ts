import { addressOf } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { expect, test } from '@playwright/test'

/** Requests a page as a visitor from a country. @returns its HTML without scripts */
async function pageFrom(country: string, path: string, language = 'de'): Promise<string> {
  const url = new URL(path, test.info().project.use.baseURL)
  const answer = await fetch(url, { headers: { 'x-country': country, 'accept-language': language } })
  return (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '')
}
const row = async (country: string) => {
  const list = /<ul[^>]* aria-label="Heute ganz vorne">[\s\S]*?<\/ul>/.exec(await pageFrom(country, '/'))?.[0] ?? ''
  const covers = [...list.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address]) => address)
  expect(covers).toHaveLength(15)
  return covers.join(' ')
}

for (const { country, id, currency } of regions) {
  test(`the subscriptions show the prices of ${country}, in every language`, async () => {
    for (const language of languages) {
      const html = await pageFrom(country, addressOf('subscriptions'), language)
      const cards = html.split(/<li [^>]*data-tier=/).slice(1)
      expect(cards[0], language).toMatch(/^"FREE"[\s\S]*<strong>[^<]*0/)
      expect(cards.map((card) => /^"(\w+)"/.exec(card)?.[1])).toEqual(['FREE', ...plansOf(id).map(({ tier }) => tier)])
      // With a special offer, the card shows the regular price as the one that follows.
      for (const [place, { price }] of plansOf(id).entries()) {
        expect(cards[place + 1], language).toContain(formatMoney({ minor: price, currency }))
      }
    }
  })
}

test('each market has its own featured titles, Luxembourg the Austrian ones', async () => {
  const rows = new Map<string, string>()
  for (const { country } of regions) rows.set(country, await row(country))
  expect(rows.get('LU')).toBe(rows.get('AT'))
  expect(new Set(rows.values()).size).toBe(3)
})

test('the longest prices fit into the columns of the home page', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'x-country': 'CH' })
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

test('elsewhere the Austrian offer is shown and labelled', async () => {
  expect(await pageFrom('IT', '/')).toContain('In Ihrem Land sind wir noch nicht verfügbar.')
  expect(/<main[\s\S]*<\/main>/.exec(await pageFrom('IT', addressOf('subscriptions')))?.[0]).toContain('19,99\u00a0€')
  expect(await row('IT')).toBe(await row('AT'))
})
