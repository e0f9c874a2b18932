import { formatShortDay } from '@kiosk/domain/date-format'
import { lastDayOf, noonOf } from '@kiosk/domain/day'
import type { Language } from '@kiosk/domain/locale'
import type { Tier } from '@kiosk/domain/subscriptions/plans'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { t } from '@kiosk/i18n/translate'

/**
 * Returns the text of an invoice line: site name, tier, and the days, the last one inclusive.
 * @param sold null: the unused balance of a subscription that ends
 */
export function lineText(
  language: Language,
  sold: { siteName: string; tier: Tier } | null,
  period: { startsAt: Date; endsAt: Date },
): string {
  const days = { from: formatShortDay(language, period.startsAt), to: formatShortDay(language, noonOf(lastDayOf(period))) }
  if (sold === null) return t(invoiceMessages[language], 'INVOICE.LINE_REST', days)
  return t(invoiceMessages[language], 'INVOICE.LINE', { site: sold.siteName, tier: sold.tier, ...days })
}
