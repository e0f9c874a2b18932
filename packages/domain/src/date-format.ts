import { BUSINESS_TIME_ZONE } from './day.ts'
import { type Language, type Locale, localeOf } from './locale.ts'

type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatRange'>

/** Formats by locale and style. Creating one takes longer than formatting with it, and a page shows dozens of days. */
const formats = new Map<string, DateFormat>()

/** Returns a format for days and times in Vienna. A day without a time, "2026-12-31", is formatted as that day. */
export function dateFormat(locale: string, style: Intl.DateTimeFormatOptions): DateFormat {
  const key = locale + JSON.stringify(style)
  const format = formats.get(key) ?? newFormat(locale, style)
  formats.set(key, format)
  return format
}

function newFormat(locale: string, style: Intl.DateTimeFormatOptions): DateFormat {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: BUSINESS_TIME_ZONE })
  if (!locale.startsWith('fr')) return format
  return {
    format: (at) => withOrdinal(format.format(at)),
    formatRange: (from, to) => withOrdinal(format.formatRange(from, to)),
  }
}

/** French writes the first day of a month as an ordinal, "1er mai", also in "1er–15 mai"; `Intl` writes "1 mai". */
function withOrdinal(french: string): string {
  return french.replace(/(?<!\d)1(?=\s?–|\s\p{Letter})/gu, '1er')
}

/** Formats a day: "21. Jänner 2026", outside Austria "21. Januar 2026" */
export function formatDay(locale: Locale, at: Date | string | number): string {
  return dateFormat(locale, { dateStyle: 'long' }).format(new Date(at))
}

/** Formats a time: "21. Jänner 2026 um 14:05" */
export function formatMoment(locale: Locale, at: Date | string | number): string {
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at))
}

/** Formats a time with seconds, for a receipt: "21. Jänner 2026 um 14:05:09 MEZ" */
export function formatSecond(locale: Locale, at: Date | string | number): string {
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(at))
}

/** Formats without a long month name are the same in all markets. */
const formatAnywhere = (language: Language, style: Intl.DateTimeFormatOptions, at: Date | string | number) =>
  dateFormat(localeOf(language, { country: 'AT' }), style).format(new Date(at))

/** Formats a day in short form: "21.01.2026". It cannot break, or it would take three lines in a narrow table column. */
export function formatShortDay(language: Language, at: Date | string | number): string {
  return formatAnywhere(language, { dateStyle: 'medium' }, at).replaceAll(' ', '\u00a0')
}

/** Formats a time for a table: "21.01.2026, 14:05". A line may break after the day. */
export function formatShortMoment(language: Language, at: Date | string | number): string {
  return formatAnywhere(language, { dateStyle: 'medium', timeStyle: 'short' }, at).replace(/(?<!,) /g, '\u00a0')
}

/** Formats a time of today: "14:05" */
export function formatClock(language: Language, at: Date | string | number): string {
  return formatAnywhere(language, { timeStyle: 'short' }, at)
}
