// The desk's pages about money: found, read, exported and decided as a bookkeeper does.
import { readFileSync } from 'node:fs'
import { refreshFigures } from '@kiosk/backend/desk/figures/refresh-figures'
import { dayInVienna } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from '@playwright/test'
import { withKioskDatabase } from './kiosk-database.ts'
import { buyByCard, ownNetwork, signInNewReader } from './new-reader.ts'
import { expectPagesAccessible, openDesk, signInAs } from './staff.ts'
import { desktop, expectAccessible, phone } from './visitor.ts'

const NOT_PERMITTED = 'Dafür reicht Ihre Rolle nicht'
const CARD = '4242 4242 4242 4242'
const PAGES = [
  'invoices',
  'declined',
  'disputes',
  'suspense',
  'differences',
  'vat',
  'ledger',
  'deferred',
  'prices',
  'exports',
  'accounts',
].map((path) => `money/${path}`)

test.describe('at a desk', () => {
  test.use(desktop)

  test('a bookkeeper finds an invoice, sees its booking, saves a DATEV file and previews a price change', async ({
    page,
    playwright: { request },
    baseURL,
  }) => {
    const reader = await request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork('AT') })
    await signInNewReader(reader)
    await buyByCard(reader, 2, CARD)
    await reader.dispose()
    await signInAs(page, 'finance', 'en')
    await openDesk(page, '/desk/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('invo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    const rows = page.getByRole('row')
    const number = await rows.nth(1).getByRole('link').first().innerText()

    await test.step('finds it by its number, and opens the PDF', async () => {
      await page.getByRole('searchbox', { name: 'Number' }).fill(number)
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(2)
      const address = await rows.nth(1).getByRole('link', { name: number }).getAttribute('href')
      const pdf = await page.request.get(address!)
      expect(pdf.headers()['content-type']).toBe('application/pdf')
    })

    await test.step('sees what was posted, although the list was about to follow the typing', async () => {
      await page.route(/ledger\.data/, async (route) => {
        await page.waitForTimeout(1000)
        await route.continue()
      })
      await page.getByRole('searchbox', { name: 'Number' }).press('0')
      await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Ledger' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'revenue:AT' })).toBeVisible()
      await expect(page).toHaveURL('/desk/money/ledger')
    })

    await test.step('saves the sums of this month for DATEV', async () => {
      await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Export' }).click()
      const today = dayInVienna(new Date())
      await page.getByLabel('From').fill(`${today.slice(0, 4)}-01-01`)
      await page.getByLabel('To', { exact: true }).fill(today)
      await page.getByLabel('Francs for one euro').fill('0.94')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_\d{8}_\d{8}\.csv$/)
      expect(readFileSync(await download.path(), 'latin1')).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;/)
    })

    await test.step('finance enters the accounts for DATEV that the tax adviser names, by keyboard', async () => {
      await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Accounts for DATEV' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Accounts for DATEV', level: 1 })).toBeVisible()
      const losses = page.getByLabel('Losses')
      await expect(losses).toHaveAccessibleDescription('Empty: 2400')
      await losses.fill('24')
      await losses.press('Enter')
      await expect(losses).toBeFocused()
      await losses.fill('2401')
      await losses.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Saved. The next posting batch' })).toBeVisible()
      await expectAccessible(page, 'accounts')
      await openDesk(page, page.url())
      await expect(losses).toHaveValue('2401')
    })

    await test.step('previews a price change, which says whom it reaches, and leaves it', async () => {
      await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Prices' }).click()
      await page.getByRole('button', { name: 'Change the price of running subscriptions' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New price for 30 days').fill('99.99')
      await dialog.getByRole('button', { name: 'Whom does it reach?' }).click()
      await expect(dialog).toContainText('The price for new subscriptions is lower on that day')
      await dialog.getByLabel('New price for 30 days').fill('0.99')
      await dialog.getByRole('button', { name: 'Whom does it reach?' }).click()
      await expect(dialog.getByRole('status')).toContainText('0 readers are informed.')
      await expectAccessible(page, 'price change')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard' }).press('Enter')
      await expect(dialog).toBeHidden()
    })

    await test.step('reads every page', async () => {
      await expectPagesAccessible(page, PAGES)
    })
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('an auditor reads how readers and revenue develop; an editor sees no revenue', async ({
    page,
    playwright: { request },
    baseURL,
  }) => {
    const reader = await request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork('AT') })
    await signInNewReader(reader)
    await buyByCard(reader, 2, CARD)
    await reader.dispose()
    // Complete days are counted at night.
    await withKioskDatabase((db) => refreshFigures({ db, now: () => new Date(Date.now() + DAY_MS) }))
    await signInAs(page, 'auditor', 'en')
    const readers = page.getByRole('region', { name: 'Readers', exact: true })
    await openDesk(page, '/desk/')
    await expect(readers).toContainText('Accounts with a confirmed address')
    await expect(readers.getByRole('img', { name: /^Readers: from \d+ .* highest \d+/ })).toBeVisible()
    await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'Months' }).click()
    await expect(readers.getByRole('img', { name: /^Readers: from \d+ \([A-Z][a-z]+ \d{4}\)/ })).toBeVisible()
    await readers.getByText('As a table').click()
    await expect(readers.getByRole('row').nth(1)).toContainText(/\d{4}/)
    const revenue = page.getByRole('heading', { name: 'Monthly recurring revenue (EUR)' })
    await expect(revenue).toBeVisible()
    await expectAccessible(page, 'figures')
    await page.context().clearCookies()
    await signInAs(page, 'editor', 'en')
    await openDesk(page, '/desk/')
    await expect(readers).toBeVisible()
    await expect(revenue).toHaveCount(0)
  })

  test('an auditor reads every page and changes no price; care sees invoices only', async ({ page }) => {
    await signInAs(page, 'auditor', 'de')
    for (const path of PAGES) {
      const html = await (await page.request.get(`/desk/${path}`)).text()
      expect(/<h1[^>]*>([^<]+)/.exec(html)?.[1] ?? NOT_PERMITTED, path).not.toBe(NOT_PERMITTED)
    }
    await openDesk(page, '/desk/money/prices')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Preis laufender Abos ändern' })).toHaveCount(0)
    await page.context().clearCookies()
    await signInAs(page, 'care', 'de')
    await openDesk(page, '/desk/money/invoices')
    await expect(page.getByRole('navigation', { name: 'Geld' })).toHaveCount(0)
    await openDesk(page, '/desk/money/ledger')
    await expect(page.getByRole('heading', { name: NOT_PERMITTED })).toBeVisible()
  })
})
