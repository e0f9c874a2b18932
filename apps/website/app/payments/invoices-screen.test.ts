import { apiAddress } from '@kiosk/contract/route'
import { invoice } from '@kiosk/contract/routes'
import { expect, it } from 'vitest'
import { openWebsite, visitorFrom } from '../testing/website.ts'

const year = new Date().getUTCFullYear()
const entry = (number: string, day: string, amountFormat: string) => ({
  number,
  creationTime: `${day}T09:00:00.000Z`,
  date: day,
  amount: 1999,
  amountFormat,
  period: '1.–31. Mai',
})
const invoices = [
  entry(`${year}-000002`, `${year}-05-01`, '19,99 €'),
  entry(`G${year}-000001`, `${year}-04-01`, '-5,00 €'),
  entry('2025-000009', '2025-12-01', 'CHF 19.90'),
]
const signedIn = { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', email: 'mara@example.org' }) }

const requestPage = openWebsite()
const openPage = (path: string, entries: unknown = invoices, language = 'de') =>
  requestPage(path, { answers: { ...signedIn, 'invoice/all': entries }, headers: { cookie: `language=${language}` } })
const numbersIn = (main: string) =>
  [...main.matchAll(new RegExp(`href="${apiAddress(invoice, { number: '' })}([^"]+)"`, 'g'))].map(([, number]) => number)
const optionsIn = (main: string) => [...main.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)

it('requires a login to list invoices', async () => {
  const { location } = await requestPage('/invoice')
  expect(location).toBe('/user/login?redirect=%2Finvoice')
})

it('lists years from the current one down to 2015 after "all" and selects the current one', async () => {
  const { main } = await openPage('/invoice')
  const down = Array.from({ length: year - 2015 + 1 }, (_, back) => String(year - back))
  expect(optionsIn(main)).toEqual(['all', ...down])
  expect(main).toMatch(new RegExp(`<option value="${year}" selected`))
  expect(numbersIn(main)).toEqual([`${year}-000002`, `G${year}-000001`])
})

it('filters by year or shows all, and treats an invalid year as the current one', async () => {
  expect(numbersIn((await openPage('/invoice?year=2025')).main)).toEqual(['2025-000009'])
  expect(numbersIn((await openPage('/invoice?year=all')).main)).toHaveLength(3)
  expect(numbersIn((await openPage('/invoice?year=2014')).main)).toHaveLength(2)
})

it('lists an invoice at the turn of the year under the year of its printed date', async () => {
  const turn = [{ ...entry('2025-000001', '2024-12-31', '19,99 €'), creationTime: '2024-12-31T23:30:00.000Z' }]
  const { text } = await openPage('/invoice?year=2025', turn)
  expect(text).toContain('1. Jänner 2025')
  expect(numbersIn((await openPage('/invoice?year=2024', turn)).main)).toEqual([])
})

it('shows number with PDF link, localised date and amount in a row', async () => {
  const { text, main } = await openPage('/invoice?year=2025')
  expect(text).toMatch(/2025-000009 .* 1\. Dezember 2025 CHF 19\.90/)
  expect(main).toMatch(
    new RegExp(`<a href="${apiAddress(invoice, { number: '2025-000009' })}"[^>]*target="_blank"[^>]*>2025-000009`),
  )
  expect((await openPage('/invoice?year=2025', invoices, 'fr')).text).toContain('1er décembre 2025')
})

it('shows a message for a year without invoices', async () => {
  expect((await openPage('/invoice?year=2016')).text).toContain('Für 2016 gibt es keine Rechnungen.')
  const nothing = await openPage('/invoice?year=all', [], 'en')
  expect(nothing.text).toContain('No invoices yet.')
  expect(nothing.text, 'nothing to choose from').not.toContain('2015')
})

it('accepts either field name for number, date and amount, preferring the first', async () => {
  const { main, text } = await openPage('/invoice?year=all', [
    { invoice: 'A-1', number: 'B-1', date: '2020-01-02', amount: 999 },
    { number: 'B-2', creationTime: '2020-01-03T10:00:00Z', amountFormat: 'CHF 5.00' },
    { invoice: 'A-3', creationTime: '2020-01-04T10:00:00Z', amount: -500 },
  ])
  expect(numbersIn(main)).toEqual(['A-1', 'B-2', 'A-3'])
  expect(text).toContain('2. Jänner 2020')
  for (const amount of ['9,99 €', 'CHF 5.00', '-5,00 €']) expect(text).toContain(amount)
})
