import type { Language } from './locale.ts'

/** Integer minor units (cents, Rappen) and an ISO 4217 currency. */
export type Money = { minor: number; currency: 'EUR' | 'CHF' }

/** CHF as prefix with a point ("CHF 19.90"), euro as suffix with a comma ("14,99 €"), in every language. */
export function formatMoney({ minor, currency }: Money): string {
  const sign = minor < 0 ? '-' : ''
  const units = Math.trunc(Math.abs(minor) / 100)
  const cents = String(Math.abs(minor) % 100).padStart(2, '0')
  return currency === 'CHF' ? `CHF ${sign}${units}.${cents}` : `${sign}${units},${cents} €`
}

/** German formats euros as in Germany and Austria, and francs as in Switzerland. */
const locales: Record<Money['currency'], Record<Language, string>> = {
  EUR: { de: 'de-DE', en: 'en-GB', fr: 'fr-FR' },
  CHF: { de: 'de-CH', en: 'en-GB', fr: 'fr-CH' },
}
const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount in the format of the language, for invoices and e-mails: "18,17 €", "€18.17", "CHF 5.90", "5.90 CHF". Contains
 * only no-break spaces.
 */
export function formatMoneyText({ minor, currency }: Money, language: Language): string {
  const locale = locales[currency][language]
  const format = formats.get(locale + currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(locale + currency, format)
  // Not every font has the narrow space that French uses between thousands, and "CHF-7.40" reads as one word.
  return format
    .format(minor / 100)
    .replace(/\s/g, '\u00a0')
    .replace(/^CHF-/, 'CHF\u00a0-')
}
