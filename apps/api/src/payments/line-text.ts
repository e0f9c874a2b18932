import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Tier } from '@kiosk/domain/subscriptions/tariffs'
import { invoiceWords } from '@kiosk/languages/invoices'
import { onOneLine } from '@kiosk/languages/typography'
import { text } from '@kiosk/languages/words'

/** What a line of an invoice says: the tier and its days; `tier` null = what is left of a subscription that ends. */
export function lineText(language: Language, tier: Tier | null, from: Date, to: Date): string {
  const day = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'medium', timeZone: 'Europe/Vienna' })
  const key = tier === null ? 'INVOICE.LINE_REST' : 'INVOICE.LINE'
  return text(invoiceWords[language], key, { tier: tier ?? '', from: onOneLine(day.format(from)), to: onOneLine(day.format(to)) })
}
