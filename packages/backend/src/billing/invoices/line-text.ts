import { dateFormat } from '@kiosk/domain/date-format'
import { lastDayOf, noonOf } from '@kiosk/domain/day'
import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Tier } from '@kiosk/domain/subscriptions/plans'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { t } from '@kiosk/i18n/translate'
import { onOneLine } from '@kiosk/i18n/typography'

/**
 * Returns the text of an invoice line: site name, tier, and the days, the last one inclusive.
 * @param sold null: the unused balance of a subscription that ends
 */
export function lineText(
  language: Language,
  sold: { siteName: string; tier: Tier } | null,
  period: { startsAt: Date; endsAt: Date },
): string {
  const format = dateFormat(dateLocales[language], { dateStyle: 'medium' })
  const day = (at: Date) => onOneLine(format.format(at))
  const days = { from: day(period.startsAt), to: day(noonOf(lastDayOf(period))) }
  if (sold === null) return t(invoiceMessages[language], 'INVOICE.LINE_REST', days)
  return t(invoiceMessages[language], 'INVOICE.LINE', { site: sold.siteName, tier: sold.tier, ...days })
}
