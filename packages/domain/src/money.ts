import type { Language } from './locale.ts'

/** Integer minor units (cents, Rappen) and an ISO 4217 currency. */
export type Money = { minor: number; currency: 'EUR' | 'CHF' }

const NO_BREAK = '\u00a0'

/**
 * Formats an amount for a page, the same in every language: CHF first with a point ("CHF 19.90"), euro last with a comma
 * ("14,99 €"), and a no-break space between.
 */
export const formatMoney = (money: Money): string => plainMoney(money).replace(' ', NO_BREAK)

/** Formats like `formatMoney`, but with an ordinary space: for API v8 and the command line, whose users search and compare. */
export function plainMoney({ minor, currency }: Money): string {
  const sign = minor < 0 ? '-' : ''
  const units = Math.trunc(Math.abs(minor) / 100)
  const cents = String(Math.abs(minor) % 100).padStart(2, '0')
  return currency === 'CHF' ? `CHF ${sign}${units}.${cents}` : `${sign}${units},${cents} €`
}

/** Locales by currency: German formats euros as in Germany and Austria, and francs as in Switzerland. */
const locales: Record<Money['currency'], Record<Language, string>> = {
  EUR: { de: 'de-DE', en: 'en-GB', fr: 'fr-FR' },
  CHF: { de: 'de-CH', en: 'en-GB', fr: 'fr-CH' },
}
const formats = new Map<string, Intl.NumberFormat>()

/**
 * Formats an amount in the given language, for invoices and e-mails: "18,17 €", "€18.17", "CHF 5.90", "5.90 CHF". All spaces
 * are no-break spaces.
 */
export function formatMoneyText({ minor, currency }: Money, language: Language): string {
  // A provider may report money in another currency, which is shown as well.
  const locale = (locales[currency] ?? locales.EUR)[language]
  const format = formats.get(locale + currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(locale + currency, format)
  // Some fonts lack the narrow space that French puts between thousands, and "CHF-7.40" would read as one word.
  return format
    .format(minor / 100)
    .replace(/\s/g, NO_BREAK)
    .replace(/^CHF-/, `CHF${NO_BREAK}-`)
}

/** Parses "14.99", "14,99" or "15" as minor units; null if it is not an amount. */
export function amountOf(typed: string): number | null {
  const parts = /^(\d{1,6})(?:[.,](\d\d))?$/.exec(typed)
  return parts && Number(parts[1]) * 100 + Number(parts[2] ?? 0)
}
