import { lastDayOf } from '@kiosk/domain/day'
import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Tier } from '@kiosk/domain/subscriptions/tariffs'
import { invoiceWords } from '@kiosk/languages/invoices'
import { onOneLine } from '@kiosk/languages/typography'
import { text } from '@kiosk/languages/words'

/**
 * What a line of an invoice says: the tier, under the name that the site has now, and its days, the last one included.
 * @param sold null = what is left of a subscription that ends
 */
export function lineText(
  language: Language,
  sold: { siteName: string; tier: Tier } | null,
  period: { startsAt: Date; endsAt: Date },
): string {
  const format = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'medium', timeZone: 'Europe/Vienna' })
  const day = (at: Date) => onOneLine(format.format(at))
  const days = { from: day(period.startsAt), to: day(lastDayOf(period)) }
  if (sold === null) return text(invoiceWords[language], 'INVOICE.LINE_REST', days)
  return text(invoiceWords[language], 'INVOICE.LINE', { site: sold.siteName, tier: sold.tier, ...days })
}
