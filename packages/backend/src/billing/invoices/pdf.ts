import { countryName } from '@kiosk/domain/country-name'
import { formatDay } from '@kiosk/domain/date-format'
import { lastDayOf, noonOf } from '@kiosk/domain/day'
import { FALLBACK_LANGUAGE, isLanguage, type Language, localeOf } from '@kiosk/domain/locale'
import { formatMoneyText } from '@kiosk/domain/money'
import { regionOf } from '@kiosk/domain/regions'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { t, type Values } from '@kiosk/i18n/translate'
import { onOneLine } from '@kiosk/i18n/typography'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { correctionInSentence, correctionName, legalWord, pdfName } from './document-name.ts'
import type { IssuedInvoice } from './issued-invoices.ts'
import { A4, type Ink, InvoiceSheet } from './pdf-page.ts'
import { heading, layout, MARGIN_POINTS, MUTED, plain, rule, small, strong, title, total, WIDTH_POINTS } from './pdf-style.ts'

/** Shared by all parts of one document. */
type Writing = {
  sheet: InvoiceSheet
  invoice: IssuedInvoice
  language: Language
  say: Say
  money: (minor: number) => string
  day: (at: Date) => string
}
type Say = (key: string, values?: Values) => string

/**
 * Renders an issued invoice or correction as an accessible PDF in the reader's language. Uses only data stored at the time of
 * issue, so the same data produces the same bytes.
 * @param formerName name of the site for documents drafted before the name was stored
 */
export async function invoicePdf(invoice: IssuedInvoice, formerName: string): Promise<Buffer> {
  const { snapshot, currency, country } = invoice
  const siteName = snapshot.siteName ?? formerName
  const language = languageOf(invoice)
  const locale = localeOf(language, regionOf(country).region)
  const say: Say = (key, values) =>
    t(invoiceMessages[language], `INVOICE.${key}`, { vat: legalWord('VAT', { language, country }), ...values })
  const heading1 = titleOf(invoice)
  const sheet = new InvoiceSheet({
    title: `${heading1} – ${siteName}`,
    author: snapshot.seller.name,
    subject: heading1,
    language,
    made: invoice.issuedAt,
  })
  const writing: Writing = {
    sheet,
    invoice,
    language,
    say,
    money: (minor) => formatMoneyText({ minor, currency }, language),
    day: (at) => onOneLine(formatDay(locale, at)),
  }
  layout(sheet, siteName, snapshot.seller)
  let y = sheet.say('H1', heading1, title, { x: MARGIN_POINTS, y: 172, width: WIDTH_POINTS })
  if (invoice.corrects) {
    const { number, issuedAt, whole } = invoice.corrects
    const words = say(invoice.kind === 'invoice' ? 'REINSTATES' : whole ? 'CANCELS' : 'CORRECTS', {
      number,
      day: writing.day(issuedAt),
    })
    y = sheet.say('P', words, plain, { x: MARGIN_POINTS, y: y - 8, width: WIDTH_POINTS })
  }
  y = details(writing, y + 10)
  y = services(writing, y + 30)
  y = sums(writing, y + 12)
  y = payment(writing, y + 34)
  seller(writing, y)
  return sheet.finish()
}

/** Returns "Rechnung-2026-000123.pdf", in the language of the document. */
export function fileNameOf(invoice: IssuedInvoice): string {
  return pdfName(titleOf(invoice))
}

function titleOf(invoice: IssuedInvoice): string {
  const { corrects, kind, number, country } = invoice
  const language = languageOf(invoice)
  const name =
    kind === 'invoice'
      ? invoiceMessages[language]['INVOICE.INVOICE']
      : correctionName(corrects?.whole ?? false, { language, country })
  return `${name} ${number}`
}

export function languageOf({ snapshot }: IssuedInvoice): Language {
  return isLanguage(snapshot.language) ? snapshot.language : FALLBACK_LANGUAGE
}

/** Writes the buyer and the legally required details, side by side. */
function details({ sheet, invoice, say, day }: Writing, top: number): number {
  const { snapshot, kind, number, issuedAt, contract: subscription } = invoice
  const country = countryName(snapshot.language, snapshot.buyer.country) ?? snapshot.buyer.country
  const { name, email } = snapshot.buyer
  const left = { x: MARGIN_POINTS, width: 200 }
  let y = top
  sheet.within('Sect', () => {
    y = sheet.say('H2', say('FOR'), heading, { ...left, y }) + 3
    // Very old documents name no buyer.
    if (name) y = sheet.say('P', sheet.hasLettersOf(name, strong) ? name : email || name, strong, { ...left, y })
    y = sheet.say('P', country, plain, { ...left, y })
  })
  const rows: [string, string][] = [
    [say(kind === 'invoice' ? 'NUMBER' : 'NUMBER_CORRECTION'), number],
    [say('DATE'), day(issuedAt)],
  ]
  if (snapshot.period) {
    const period = { startsAt: new Date(snapshot.period.startsAt), endsAt: new Date(snapshot.period.endsAt) }
    rows.push([say('PERIOD'), say('PERIOD_VALUE', { from: day(period.startsAt), to: day(noonOf(lastDayOf(period))) })])
  }
  if (subscription !== null) rows.push([say('CONTRACT'), subscriptionNumber(subscription)])
  const right = { x: MARGIN_POINTS + 218, label: 104 }
  let end = top
  sheet.within('Sect', () => {
    end = sheet.say('H2', say('FACTS'), heading, { x: right.x, y: top, width: 200 }) + 3
    sheet.within('Table', () => {
      for (const [label, value] of rows)
        sheet.within('TR', () => {
          sheet.say('TH', label, { ...plain, colour: MUTED }, { x: right.x, y: end, width: right.label }, { scope: 'Row' })
          const x = right.x + right.label + 6
          end = sheet.say('TD', value, plain, { x, y: end, width: A4.width - MARGIN_POINTS - x })
        })
    })
  })
  return Math.max(y, end)
}

const columns = [
  { key: 'WHAT', x: MARGIN_POINTS, width: 200 },
  { key: 'NET', x: MARGIN_POINTS + 206, width: 70, align: 'right' },
  { key: 'RATE', x: MARGIN_POINTS + 280, width: 60, align: 'right' },
  { key: 'TAX', x: MARGIN_POINTS + 344, width: 66, align: 'right' },
  { key: 'GROSS', x: MARGIN_POINTS + 414, width: WIDTH_POINTS - 414, align: 'right' },
] as const

function services({ sheet, invoice, say, money }: Writing, top: number): number {
  let y = top
  sheet.within('Sect', () => {
    y = sheet.say('H2', say('SERVICES'), { ...title, size: 15 }, { x: MARGIN_POINTS, y, width: WIDTH_POINTS }) + 8
    sheet.within('Table', () => {
      sheet.within('THead', () =>
        sheet.within('TR', () => {
          for (const { key, ...place } of columns) sheet.say('TH', say(key), heading, { ...place, y }, { scope: 'Column' })
        }),
      )
      rule(sheet, y + 7)
      y += 24
      sheet.within('TBody', () => {
        for (const { text: what, net, tax, gross, rate } of invoice.lines)
          sheet.within('TR', () => {
            const { key: _, ...first } = columns[0]
            const below = sheet.say('TD', what, plain, { ...first, y })
            const values = [money(net), percent(rate, invoice), money(tax), money(gross)]
            for (const [place, value] of values.entries()) {
              const { key: __, ...column } = columns[place + 1]!
              sheet.say('TD', value, plain, { ...column, y })
            }
            y = below
          })
      })
      rule(sheet, y - 4)
    })
  })
  return y + 8
}

function sums({ sheet, invoice, language, say, money }: Writing, top: number): number {
  const { kind, net, gross, credit, due, country, snapshot } = invoice
  const land = countryName(snapshot.language, country) ?? country
  const rows: [string, string, Ink][] = [
    [say('SUM_NET'), money(net), plain],
    ...taxesOf(invoice).map(([rate, tax]): [string, string, Ink] => [
      say('SUM_TAX', { rate: percent(rate, invoice), country: land }),
      money(tax),
      plain,
    ]),
    [say(kind === 'invoice' ? 'SUM_GROSS' : 'SUM_GROSS_CORRECTION'), money(gross), total],
  ]
  if (credit) {
    const correction = correctionInSentence(credit.whole, { language, country })
    rows.push([say('CREDIT', { correction, number: credit.number }), money(credit.gross), plain], [say('DUE'), money(due), total])
  }
  const rest = credit ? -credit.gross - gross : 0
  if (rest > 0) rows.push([say('REST_BACK'), money(rest), plain])
  let y = top
  sheet.within('Sect', () => {
    sheet.within('Table', () => {
      for (const [label, value, ink] of rows) {
        if (ink === total) y += 5
        sheet.within('TR', () => {
          const x = MARGIN_POINTS + 180
          sheet.say('TH', label, ink === total ? total : { ...ink, colour: MUTED }, { x, y, width: 200 }, { scope: 'Row' })
          sheet.say('TD', value, ink, { x: MARGIN_POINTS + 344, y, width: WIDTH_POINTS - 344, align: 'right' })
        })
        y += 17
      }
    })
  })
  return y
}

/** Sums tax by rate, in the order of the lines. */
function taxesOf({ lines }: IssuedInvoice): [rate: number, tax: number][] {
  const taxes = new Map<number, number>()
  for (const { rate, tax } of lines) taxes.set(rate, (taxes.get(rate) ?? 0) + tax)
  return [...taxes]
}

/** Formats a rate in the language of the invoice: "10 %", "2,6 %". @param rate hundredths of a percent */
function percent(rate: number, { snapshot }: IssuedInvoice): string {
  return new Intl.NumberFormat(snapshot.language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000)
}

function payment(writing: Writing, top: number): number {
  const { sheet, say } = writing
  let y = top
  sheet.within('Sect', () => {
    y = sheet.say('H2', say('PAYMENT'), { ...title, size: 15 }, { x: MARGIN_POINTS, y, width: WIDTH_POINTS }) + 2
    y = sheet.say('P', paymentWords(writing), plain, { x: MARGIN_POINTS, y, width: WIDTH_POINTS - 60 })
  })
  return y
}

function paymentWords({ invoice, say }: Writing): string {
  const { snapshot, kind, due } = invoice
  const { kind: way = '', brand = '', masked = '', mandate = null } = snapshot.method ?? {}
  const method = [brand, masked].filter(Boolean).join(' ')
  if (kind === 'credit-note' && invoice.gross === 0) return say('TAX_CORRECTED')
  if (kind === 'credit-note' && snapshot.takenBack) return say('TAKEN_BACK')
  if (kind === 'credit-note') return method ? say('GIVEN_BACK', { method }) : say('GIVEN_BACK_ANYWHERE')
  if (due === 0) return say('NOTHING_DUE')
  if (way === 'DD') return say('PAID_DD', { method, mandate: mandate ?? '–', creditor: snapshot.seller.creditorId || '–' })
  if (way === 'PP') return say('PAID_PP', { method: brand || 'PayPal' })
  return say('PAID_CC', { method: method || say('METHOD_CARD') })
}

/** Writes the seller's legal details as the footer. @param above where the text above it ends */
function seller({ sheet, invoice, say }: Writing, above: number): void {
  const { name, street, postcode, town, country, register, vatId, swissVatId, director, mail, phone } = invoice.snapshot.seller
  const taxNumbers = [
    say('VAT_ID', { id: vatId }),
    ...(invoice.country === 'CH' && swissVatId ? [say('SWISS_VAT_ID', { id: swissVatId })] : []),
  ]
  const top = Math.max(A4.height - 128, above + 24)
  rule(sheet, top - 18)
  sheet.within('Sect', () => {
    const place = { x: MARGIN_POINTS, width: WIDTH_POINTS }
    let y = sheet.say('H2', say('SELLER'), heading, { ...place, y: top }) + 1
    y = sheet.say('P', `${name}, ${street}, ${postcode} ${town}, ${country}`, small, { ...place, y })
    y = sheet.say('P', [...taxNumbers, register].join(' · '), small, { ...place, y })
    y = sheet.say('P', say('DIRECTOR', { name: director }), small, { ...place, y })
    sheet.say('P', say('QUESTIONS', { mail, phone }), small, { ...place, y })
  })
}
