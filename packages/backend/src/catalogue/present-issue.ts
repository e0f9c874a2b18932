import { apiAddress } from '@kiosk/contract/route'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS, type CoverHeight } from '@kiosk/domain/catalogue/limits'
import { dateFormat } from '@kiosk/domain/date-format'
import { noonOf } from '@kiosk/domain/day'
import type { Locale } from '@kiosk/domain/locale'
import type { RequestContext } from '../http/handler.ts'
import { rightOf } from '../reading/reading-rights.ts'
import type { Title } from './catalogue-view.ts'
import type { IssueRow } from './queries.ts'

/** Returns an issue as lists show it, in the caller's language and with the caller's rights. */
export function presentIssue(
  row: IssueRow,
  title: Title,
  req: RequestContext,
  height: CoverHeight = COVER_HEIGHT_PIXELS.card,
): Issue {
  const right = rightOf(title, req)
  return {
    uid: row.uid,
    titleLine: title.name,
    detailLine: detailLine(row, req),
    ...presentCover(row, height),
    showAds: right.ads,
    canDownload: right.offline,
    opens: right.online,
    targetingTags: row.targeting_tags,
    inAppLink: req.ctx.operator.inAppLink.replace('{uid}', row.uid),
    magazineKey: title.key,
    language: row.language,
    releaseDate: row.issue_date,
  }
}

export function presentCover(row: IssueRow, height: CoverHeight = COVER_HEIGHT_PIXELS.card) {
  return {
    coverURL: apiAddress(issueCover, { uid: row.uid }, { coverheight: height, v: row.revision }),
    coverWidth: row.cover_width,
    coverHeight: row.cover_height,
    coverColour: row.cover_colour,
  }
}

/**
 * Returns name, regional edition and date of an issue: "Nr. 47 · Oberland · 21. November 2026". A name that is the day or the
 * month of the issue is written in the caller's language: "Monday, 23 November 2026" becomes "Montag, 23. November 2026".
 */
export function detailLine(row: Pick<IssueRow, 'name' | 'edition' | 'issue_date'>, req: Pick<RequestContext, 'locale'>): string {
  const { name, edition, issue_date: day } = row
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const hasMonth = namesMonth(words, day)
  if (hasMonth && isOnlyDate(words, day)) {
    return [dayInWords(day, req, lengthOf(words, day)), edition].filter(Boolean).join(' · ')
  }
  return [name, edition, hasMonth ? '' : dayInWords(day, req)].filter(Boolean).join(' · ')
}

const DATE_LOCALES: readonly Locale[] = ['de-AT', 'de-DE', 'en-GB', 'fr-FR']

/** Names of months, January first, in every supported language; Austria has its own January. Lower case. */
const monthNames = DATE_LOCALES.map((locale) => {
  const format = dateFormat(locale, { month: 'long' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase())
})

/** Names of the days of the week in every supported language. Lower case. */
const weekdays = new Set(
  DATE_LOCALES.flatMap((locale) => {
    const format = dateFormat(locale, { weekday: 'long' })
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 1 + day, 12)).toLowerCase())
  }),
)

/** Whether words name the month and year of a day, in any language: "Samstag, 21. November 2026", "Novembre 2026". */
function namesMonth(words: readonly string[], day: string): boolean {
  return words.includes(day.slice(0, 4)) && words.some((word) => isMonthOf(day, word))
}

/** Whether words that name the month of a day are its date or month and nothing else, in any language. */
function isOnlyDate(words: readonly string[], day: string): boolean {
  return words.every((word) => isDayOfMonth(day, word) || word === day.slice(0, 4) || weekdays.has(word) || isMonthOf(day, word))
}

type Length = 'month' | 'long' | 'full'

/** Returns how much of its date is in the name of an issue. */
function lengthOf(words: readonly string[], day: string): Length {
  if (words.some((word) => weekdays.has(word))) return 'full'
  return words.some((word) => isDayOfMonth(day, word)) ? 'long' : 'month'
}

/** Also French: "1er décembre 2026". */
const isDayOfMonth = (day: string, word: string) => Number(word === '1er' ? 1 : word) === Number(day.slice(8))

function isMonthOf(day: string, word: string): boolean {
  return monthNames.some((names) => names[Number(day.slice(5, 7)) - 1] === word)
}

/** Formatted dates by locale, length and day: lists repeatedly need the same few thousand. */
const daysInWords = new Map<string, string>()
const MOST_DAYS = 10_000

/** Formats a day for the caller's language and market: "21. November 2026"; `full`: with its weekday, `month`: without day. */
export function dayInWords(day: string, { locale }: Pick<RequestContext, 'locale'>, length: Length = 'long'): string {
  const key = `${locale} ${length} ${day}`
  const known = daysInWords.get(key)
  if (known) return known
  const format = dateFormat(locale, length === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: length })
  const words = format.format(noonOf(day))
  if (daysInWords.size >= MOST_DAYS) daysInWords.clear()
  daysInWords.set(key, words)
  return words
}
