import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { IssuedInvoice } from '@kiosk/backend/billing/invoices/issued-invoices'
import { fileNameOf, invoicePdf } from '@kiosk/backend/billing/invoices/pdf'
import { formatDay } from '@kiosk/domain/date-format'
import { type Language, languages, localeOf } from '@kiosk/domain/locale'
import { Operator } from '@kiosk/domain/operator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTaggedPdf } from '../testing/read-tagged-pdf.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'

// Reads invoices as another program does: the text for a tax adviser and the tags for a screen reader.

const { company } = Operator.parse(JSON.parse(readFileSync(new URL('../../../../operator.json', import.meta.url), 'utf8')))
let library: Pdfium
let folder: string
beforeAll(async () => {
  library = await loadPdfium()
  folder = mkdtempSync(join(tmpdir(), 'kiosk-invoice-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const period = { startsAt: '2026-11-21T10:00:00Z', endsAt: '2026-12-21T10:00:00Z' }
function issued(language: Language, options: Partial<IssuedInvoice> & { method?: IssuedInvoice['snapshot']['method'] } = {}) {
  const { method = { kind: 'CC', brand: 'Visa', masked: '•••• 4242', mandate: null }, ...more } = options
  const invoice: IssuedInvoice = {
    id: 1,
    number: '2026-000123',
    kind: 'invoice',
    issuedAt: new Date(period.startsAt),
    contract: 42,
    country: 'AT',
    currency: 'EUR',
    net: 1817,
    tax: 182,
    gross: 1999,
    due: 1999,
    rate: 1000,
    snapshot: {
      siteName: 'Lesesaal',
      seller: company,
      buyer: { name: 'Zoë Łukasz', email: 'zoe@example.org', country: 'AT' },
      language,
      tariff: 2,
      period,
      method,
    },
    lines: [{ text: 'Lesesaal PREMIUM', net: 1817, tax: 182, gross: 1999, rate: 1000 }],
    corrects: null,
    credit: null,
    ...more,
  }
  return { ...invoice, snapshot: { ...invoice.snapshot, buyer: { ...invoice.snapshot.buyer, country: invoice.country } } }
}

/** Returns the words, line by line, and the tags of the structure in reading order: "Table > TR > TH". */
async function read(invoice: IssuedInvoice) {
  const path = join(folder, 'invoice.pdf')
  writeFileSync(path, await invoicePdf(invoice, 'read-it'))
  const { pages, ...about } = readTaggedPdf(library, path)
  return { ...pages[0]!, ...about }
}

describe.each(languages)('an invoice in %s', (language) => {
  test('has everything that the law requires', async () => {
    const { text } = await read(issued(language))
    const plainText = text.replaceAll('\u00a0', ' ')
    for (const part of [company.name, company.street, company.vatId, company.register, 'Zoë Łukasz', '2026-000123', 'V-000042'])
      expect(plainText).toContain(part)
    const sums = language === 'en' ? ['€18.17', '€1.82', '€19.99'] : ['18,17 €', '1,82 €', '19,99 €']
    for (const part of [...sums, '•••• 4242', 'Lesesaal PREMIUM']) expect(plainText).toContain(part)
    const locale = localeOf(language, { country: 'AT' })
    for (const at of ['2026-11-21', '2026-12-20']) expect(plainText).toContain(formatDay(locale, at))
    expect(plainText).not.toContain(formatDay(locale, '2026-12-21'))
    expect(plainText).toMatch(/10\s?%/)
    expect(plainText).not.toMatch(/INVOICE\.|undefined|\{\w+\}|zoe@example\.org|read-it/)
  })

  test('is tagged and has title, language, headings and tables with header cells', async () => {
    const { tags, pdfInfo, tagged } = await read(issued(language))
    expect(tagged).toBe(true)
    expect(pdfInfo).toMatchObject({ language, title: expect.stringContaining('2026-000123'), created: '2026-11-21' })
    expect(pdfInfo.pages).toHaveLength(1)
    expect(pdfInfo.outline.length).toBeGreaterThan(3)
    expect(tags.filter((tag) => tag.endsWith('H1'))).toHaveLength(1)
    expect(tags.filter((tag) => tag.endsWith('> H2')).length).toBeGreaterThan(3)
    expect(tags.filter((tag) => tag.endsWith('THead > TR > TH'))).toHaveLength(5)
    expect(tags.filter((tag) => tag.endsWith('TBody > TR > TD'))).toHaveLength(5)
    expect(tags.findIndex((tag) => tag.endsWith('H1'))).toBeLessThan(tags.findIndex((tag) => tag.endsWith('H2')))
  })
})

test('a Swiss invoice is in francs, with the Swiss rate and the Swiss VAT number of the seller', async () => {
  const sums = { net: 1940, tax: 50, gross: 1990 }
  const { text } = await read(
    issued('de', {
      country: 'CH',
      currency: 'CHF',
      rate: 260,
      ...sums,
      due: 1990,
      lines: [{ text: 'Lesesaal MAGZ', ...sums, rate: 260 }],
    }),
  )
  for (const part of ['CHF 19.90', 'CHF 0.50', 'CHF 19.40', '(Schweiz)', company.swissVatId]) expect(text).toContain(part)
  expect(text.replaceAll('\u00a0', ' ')).toContain('2,6 %')
  expect(text).not.toContain('€')
})

test('a period with two rates has a line and a tax total for each', async () => {
  const lines = [
    { text: 'Lesesaal PREMIUM, März', net: 2137, tax: 56, gross: 2193, rate: 260 },
    { text: 'Lesesaal PREMIUM, April', net: 705, tax: 92, gross: 797, rate: 1300 },
  ]
  const sums = { net: 2842, tax: 148, gross: 2990, due: 2990, rate: 1300 }
  const text = (await read(issued('de', { country: 'CH', currency: 'CHF', ...sums, lines }))).text.replaceAll('\u00a0', ' ')
  for (const part of ['MWST 2,6 % (Schweiz)', 'CHF 0.56', 'MWST 13 % (Schweiz)', 'CHF 0.92']) expect(text).toContain(part)
})

test('a tax correction states that the price is unchanged', async () => {
  const sums = { net: -48, tax: 48, gross: 0, due: 0, rate: 1300 }
  const lines = [
    { text: 'Bisher verrechnet', net: -1817, tax: -182, gross: -1999, rate: 1000 },
    { text: 'Richtig', net: 1769, tax: 230, gross: 1999, rate: 1300 },
  ]
  const { text } = await read(issued('de', { kind: 'credit-note', number: 'G2026-000009', ...sums, lines, corrects }))
  for (const part of ['Rechnungskorrektur', 'Der Preis bleibt gleich']) expect(text.replaceAll('\n', ' ')).toContain(part)
  expect(text).not.toContain('geht dorthin zurück')
})

test('a debit is shown with mandate and creditor', async () => {
  const method = { kind: 'DD', brand: '', masked: 'AT•• •••• 3201', mandate: 'MANDAT-7' }
  const text = (await read(issued('de', { method }))).text.replaceAll('\n', ' ')
  for (const part of ['SEPA-Lastschrift', 'AT•• •••• 3201', 'MANDAT-7', company.creditorId]) expect(text).toContain(part)
})

const corrects = { number: '2026-000123', issuedAt: new Date(period.startsAt), whole: false }
function correction(language: Language, country: string, whole: boolean, takenBack?: true) {
  const gross = whole ? -1999 : -500
  const sums = { net: gross + 45, tax: -45, gross, due: gross }
  const lines = [{ text: 'Nicht genutzte Zeit', ...sums, rate: 1000 }]
  const invoice = issued(language, { kind: 'credit-note', number: 'G2026-000004', country, ...sums, lines })
  const snapshot = { ...invoice.snapshot, ...(takenBack && { takenBack }) }
  return read({ ...invoice, snapshot, corrects: { ...corrects, whole } })
}

test.each([
  ['de', 'geht dorthin zurück', 'ist schon an Sie zurückgegangen'],
  ['en', 'goes back to where it came from', 'has already gone back to you'],
  ['fr', 'retourne là d’où il est venu', 'vous a déjà été restitué'],
] as const)('a correction in %s of money that the bank took back promises no refund', async (language, promised, gone) => {
  const textOf = async (takenBack?: true) =>
    (await correction(language, 'AT', true, takenBack)).text.replaceAll(/[\u00a0\n]/g, ' ')
  expect(await textOf()).toContain(promised)
  const taken = await textOf(true)
  expect(taken).toContain(gone)
  expect(taken).not.toContain(promised)
})

test('a correction names the corrected invoice and has negative amounts', async () => {
  const { text } = await correction('de', 'AT', false)
  const plainText = text.replaceAll(/[\u00a0\n]/g, ' ')
  for (const part of [
    'Rechnungskorrektur G2026-000004',
    'Berichtigt die Rechnung 2026-000123 vom 21. November 2026.',
    '-5,00 €',
    '-4,55 €',
    '-0,45 €',
  ])
    expect(plainText).toContain(part)
  const whole = (await correction('de', 'AT', true)).text.replaceAll(/[\u00a0\n]/g, ' ')
  for (const part of ['Stornorechnung G2026-000004', 'Storniert die Rechnung 2026-000123 vom 21. November 2026 zur Gänze.'])
    expect(whole).toContain(part)
})

test.each([
  ['de', 'AT', 'Rechnungskorrektur', 'Stornorechnung', 'USt.'],
  ['de', 'DE', 'Rechnungskorrektur', 'Stornorechnung', 'USt.'],
  ['de', 'CH', 'Rechnungskorrektur', 'Stornorechnung', 'MWST'],
  ['de', 'LU', 'Rechnungskorrektur', 'Stornorechnung', 'MwSt.'],
  ['en', 'AT', 'Corrective invoice', 'Cancellation invoice', 'VAT'],
  ['en', 'CH', 'Corrective invoice', 'Cancellation invoice', 'VAT'],
  ['fr', 'AT', 'Facture rectificative', 'Facture d’annulation', 'TVA'],
  ['fr', 'DE', 'Facture rectificative', 'Facture d’annulation', 'TVA'],
  ['fr', 'CH', 'Note de crédit', 'Note de crédit', 'TVA'],
  ['fr', 'LU', 'Note de crédit', 'Note de crédit', 'TVA'],
] as const)(
  'in %s a buyer in %s gets a %s, or a %s over all of it, with the tax called %s',
  async (language, country, name, wholeName, tax) => {
    const [part, whole] = [await correction(language, country, false), await correction(language, country, true)]
    for (const { text } of [part, whole]) expect(text).not.toContain('Gutschrift')
    expect(part.text.replaceAll('\n', ' ')).toContain(`${name} G2026-000004`)
    expect(part.text).toContain(tax)
    expect(part.pdfInfo.title).toContain(name)
    expect(whole.text.replaceAll('\n', ' ')).toContain(`${wholeName} G2026-000004`)
  },
)

test('only a document for Austria has the month "Jänner"', async () => {
  const issuedAt = new Date('2027-01-21T10:00:00Z')
  const dated = async (country: string) => (await read(issued('de', { country, issuedAt }))).text.replaceAll('\u00a0', ' ')
  expect(await dated('AT')).toContain('21. Jänner 2027')
  for (const country of ['DE', 'CH', 'LU']) expect(await dated(country)).toContain('21. Januar 2027')
})

test.each([
  ['de', /abzüglich Rechnungskorrektur G2026-000005\s+-7,00 €/, /Bezahlt\s+12,99 €/, /Zu zahlen/, 'wurde nichts abgebucht'],
  ['en', /less corrective invoice G2026-000005\s+-€7\.00/, /Paid\s+€12\.99/, /To be paid/, 'Nothing was taken'],
  ['fr', /moins facture rectificative G2026-000005\s+-7,00 €/, /Payé\s+12,99 €/, /À payer/, 'Rien n’a été prélevé'],
] as const)(
  'in %s the credit of another subscription is deducted, with the paid amount below',
  async (language, taken, paid, never, settled) => {
    const textOf = async (invoice: IssuedInvoice) => (await read(invoice)).text.replaceAll('\u00a0', ' ')
    const text = await textOf(issued(language, { credit: { number: 'G2026-000005', gross: -700, whole: false }, due: 1299 }))
    expect(text).toMatch(taken)
    expect(text).toMatch(paid)
    expect(text).not.toMatch(never)
    const nothing = await textOf(issued(language, { credit: { number: 'G2026-000005', gross: -1999, whole: true }, due: 0 }))
    expect(nothing.replaceAll('\n', ' ')).toContain(settled)
    expect(nothing).not.toMatch(never)
  },
)

const ofBuyer = (name: string, change: Partial<IssuedInvoice['snapshot']> = {}): IssuedInvoice => {
  const invoice = issued('de')
  const { snapshot } = invoice
  return { ...invoice, snapshot: { ...snapshot, ...change, buyer: { ...snapshot.buyer, name } } }
}

/** Returns whether a PDF draws the box that a typeface has, as its first glyph, for characters that it lacks. */
function drawsBoxes(pdf: Buffer): boolean {
  const streams = [...pdf.toString('latin1').matchAll(/FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream/gs)]
  const drawn = streams.map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')).join('\n')
  const glyphs = [...drawn.matchAll(/\[(.*)\] TJ/g)].flatMap(([, shown]) => shown!.match(/(?<=<[0-9a-f]*)[0-9a-f]{4}/g) ?? [])
  expect(glyphs.length).toBeGreaterThan(100)
  return glyphs.includes('0000')
}

test.each([
  ['Nguyễn Thị Hồng', 'Nguyễn Thị Hồng'],
  ['Ἀθηνᾶ Ґжегож', 'Ἀθηνᾶ Ґжегож'],
  ['Zoe\u0308 Lu\u0301c', 'Zoë Lúc'],
  ['Mi\u200dra\ufe0f Holm', 'Mira Holm'],
  ['Mira\u202fHolm 🌸', 'Mira\u00a0Holm ?'],
  ['李小龙', 'zoe@example.org'],
  ['שרה כהן', 'zoe@example.org'],
  ['Mira محمد', 'zoe@example.org'],
])('the buyer %s is printed as %s, without boxes', async (name, printed) => {
  const invoice = ofBuyer(name)
  expect(drawsBoxes(await invoicePdf(invoice, 'read-it'))).toBe(false)
  expect((await read(invoice)).text.replaceAll('\u00a0', ' ')).toContain(printed.replaceAll('\u00a0', ' '))
})

test('names of any length are within the page and cover nothing', async () => {
  const seller = { ...company, name: `${'Verlagsgesellschaft für Zeitungen '.repeat(3)}mbH & Co. KG`, town: 'x'.repeat(100) }
  const siteName = 'Zeitungen-und-Zeitschriften '.repeat(3).trim()
  const name = `${'W'.repeat(100)} ${'Anneliese-'.repeat(10)}`
  const lines = [1, 2].map(() => ({ text: `${'Wochenend'.repeat(10)} PREMIUM`, net: 900, tax: 90, gross: 990, rate: 1000 }))
  const { words, text } = await read({ ...ofBuyer(name, { seller, siteName }), lines })
  // What is outside of the page is not read.
  const count = (letters: RegExp) => text.match(letters)?.join('').length
  expect([count(/WW+/g), count(/xx+/g)]).toEqual([100, 200])
  expect(text.replaceAll('\n', ' ')).toContain('und-Zeitschriften Zeitungen-und-Zeitschriften Zeitungen-und-Zeitschriften')
  for (const [word, x, y, width, height] of words) {
    expect([word, x > 0.05, x + width < 0.95]).toEqual([word, true, true])
    const middle = y + height / 2
    const covering = words.filter(
      ([other, left, top, wide, high]) =>
        (other !== word || left !== x || top !== y) && left < x + width && x < left + wide && top < middle && middle < top + high,
    )
    expect([word, covering]).toEqual([word, []])
  }
})

test('the file name of a document is valid on every file system', () => {
  expect(fileNameOf(issued('de'))).toBe('Rechnung-2026-000123.pdf')
  const invoice = issued('fr', { kind: 'credit-note', number: 'G2026-000004', country: 'LU' })
  expect(fileNameOf({ ...invoice, corrects })).toBe('Note-de-credit-G2026-000004.pdf')
  expect(fileNameOf({ ...invoice, country: 'AT', corrects: { ...corrects, whole: true } })).toBe(
    'Facture-d-annulation-G2026-000004.pdf',
  )
})
