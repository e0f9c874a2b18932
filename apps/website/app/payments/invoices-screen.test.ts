import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWebsite, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

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

async function visit(path: string, entries: unknown = invoices, language = 'de') {
  const answers = { ...signedIn, 'invoice/all': entries }
  const { html, response } = await visitor(website.handle)(path, { answers, headers: { cookie: `language=${language}` } })
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  return { main, response, said: main.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}
const numbersIn = (main: string) => [...main.matchAll(/href="\/api\/v8\/invoice\/([^"]+)"/g)].map(([, number]) => number)
const optionsIn = (main: string) => [...main.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)

it('invoices belong to whoever is signed in', async () => {
  const { location } = await visitor(website.handle)('/invoice')
  expect(location).toBe('/user/login?redirect=%2Finvoice')
})

it('the years go from this one down to 2015, after all of them, and this one is shown', async () => {
  const { main } = await visit('/invoice')
  const down = Array.from({ length: year - 2015 + 1 }, (_, back) => String(year - back))
  expect(optionsIn(main)).toEqual(['all', ...down])
  expect(main).toMatch(new RegExp(`<option value="${year}" selected`))
  expect(numbersIn(main)).toEqual([`${year}-000002`, `G${year}-000001`])
})

it('another year, and all of them, are one choice away; what is no year is this one', async () => {
  expect(numbersIn((await visit('/invoice?year=2025')).main)).toEqual(['2025-000009'])
  expect(numbersIn((await visit('/invoice?year=all')).main)).toHaveLength(3)
  expect(numbersIn((await visit('/invoice?year=2014')).main)).toHaveLength(2)
})

it('a paper of the turn of a year is of the year that stands on it', async () => {
  const turn = [{ ...entry('2025-000001', '2024-12-31', '19,99 €'), creationTime: '2024-12-31T23:30:00.000Z' }]
  const { said } = await visit('/invoice?year=2025', turn)
  expect(said).toContain('1. Jänner 2025')
  expect(numbersIn((await visit('/invoice?year=2024', turn)).main)).toEqual([])
})

it('a row holds the number, which opens the PDF, the date as the language writes it, and the amount', async () => {
  const { said, main } = await visit('/invoice?year=2025')
  expect(said).toMatch(/2025-000009 .* 1\. Dezember 2025 CHF 19\.90/)
  expect(main).toMatch(/<a href="\/api\/v8\/invoice\/2025-000009"[^>]*target="_blank"[^>]*>2025-000009/)
  expect((await visit('/invoice?year=2025', invoices, 'fr')).said).toContain('1 décembre 2025')
})

it('a year without invoices says so', async () => {
  expect((await visit('/invoice?year=2016')).said).toContain('Für 2016 gibt es keine Rechnungen.')
  expect((await visit('/invoice?year=all', [], 'en')).said).toContain('No invoices yet.')
})

it('a number under either of its names is shown, the first before the second, and a date or amount under either', async () => {
  const { main, said } = await visit('/invoice?year=all', [
    { invoice: 'A-1', number: 'B-1', date: '2020-01-02', amount: 999 },
    { number: 'B-2', creationTime: '2020-01-03T10:00:00Z', amountFormat: 'CHF 5.00' },
    { invoice: 'A-3', creationTime: '2020-01-04T10:00:00Z', amount: -500 },
  ])
  expect(numbersIn(main)).toEqual(['A-1', 'B-2', 'A-3'])
  expect(said).toContain('2. Jänner 2020')
  for (const amount of ['9,99 €', 'CHF 5.00', '-5,00 €']) expect(said).toContain(amount)
})
