import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT, type CoverHeight } from '@kiosk/domain/catalogue/terms'
import { rights } from '@kiosk/domain/reading/rights'
import { apiAddress } from '../api-address.ts'
import type { Asking } from '../endpoint.ts'
import type { IssueRow } from './queries.ts'
import type { Title } from './shelf-view.ts'

/** An issue as a shelf shows it, in the caller's language and with the caller's rights. */
export function presentIssue(row: IssueRow, title: Title, asking: Asking, height: CoverHeight = COVER_HEIGHT.card): Issue {
  const right = rights[title.kind][asking.session.reader]
  return {
    uid: row.uid,
    titleLine: title.name,
    detailLine: detailLine(row, asking),
    ...presentCover(row, height),
    showAds: right.ads,
    canDownload: right.offline,
    targetingTags: row.targeting_tags,
    inAppLink: asking.house.operator.inAppLink.replace('{uid}', row.uid),
    magazineKey: title.key,
    language: row.language,
    releaseDate: row.issue_date,
  }
}

export function presentCover(row: IssueRow, height: CoverHeight = COVER_HEIGHT.card) {
  return {
    coverURL: apiAddress(issueCover, { uid: row.uid }, { coverheight: height, v: row.revision }),
    coverWidth: row.cover_width,
    coverHeight: row.cover_height,
    coverColour: row.cover_colour,
  }
}

/** Name, regional edition and day of an issue: "Nr. 47 · Oberland · 21. November 2026". */
export function detailLine(
  row: Pick<IssueRow, 'name' | 'edition' | 'issue_date'>,
  asking: Pick<Asking, 'language' | 'region'>,
): string {
  const day = saysItsMonth(row.name, row.issue_date) ? '' : dayInWords(row.issue_date, asking)
  return [row.name, row.edition, day].filter(Boolean).join(' · ')
}

/** Names of the months, January first, in every language of the house; Austria has its own January. */
const monthNames = ['de-AT', 'de-DE', 'en', 'fr'].map((locale) => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase())
})

/** Whether a name is its day or month already, in whatever language: "Samstag, 21. November 2026", "Novembre 2026". */
function saysItsMonth(name: string, day: string): boolean {
  const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const month = Number(day.slice(5, 7)) - 1
  return words.has(day.slice(0, 4)) && monthNames.some((names) => words.has(names[month]!))
}

/** Days in words by locale and day: a shelf asks for the same few thousand again and again. */
const daysInWords = new Map<string, string>()
const MOST_DAYS = 10_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** "21. November 2026", as the caller's language and country write it. */
export function dayInWords(day: string, { language, region }: Pick<Asking, 'language' | 'region'>): string {
  const locale = `${language}-${region.country}`
  const key = `${locale} ${day}`
  const known = daysInWords.get(key)
  if (known) return known
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(locale, format)
  const words = format.format(new Date(`${day}T00:00:00Z`))
  if (daysInWords.size >= MOST_DAYS) daysInWords.clear()
  daysInWords.set(key, words)
  return words
}
