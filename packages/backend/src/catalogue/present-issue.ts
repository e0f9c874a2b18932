import { apiAddress } from '@kiosk/contract/route'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT, type CoverHeight } from '@kiosk/domain/catalogue/limits'
import { dateFormat } from '@kiosk/domain/date-format'
import { noonOf } from '@kiosk/domain/day'
import { rights } from '@kiosk/domain/reading/rights'
import type { RequestContext } from '../http/handler.ts'
import type { Title } from './catalogue-view.ts'
import type { IssueRow } from './queries.ts'

/** Returns an issue as lists show it, in the caller's language and with the caller's rights. */
export function presentIssue(row: IssueRow, title: Title, req: RequestContext, height: CoverHeight = COVER_HEIGHT.card): Issue {
  const right = rights[title.kind][req.session.reader]
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

export function presentCover(row: IssueRow, height: CoverHeight = COVER_HEIGHT.card) {
  return {
    coverURL: apiAddress(issueCover, { uid: row.uid }, { coverheight: height, v: row.revision }),
    coverWidth: row.cover_width,
    coverHeight: row.cover_height,
    coverColour: row.cover_colour,
  }
}

/** Returns name, regional edition and date of an issue: "Nr. 47 · Oberland · 21. November 2026". */
export function detailLine(
  row: Pick<IssueRow, 'name' | 'edition' | 'issue_date'>,
  req: Pick<RequestContext, 'language' | 'region'>,
): string {
  const day = saysItsMonth(row.name, row.issue_date) ? '' : dayInWords(row.issue_date, req)
  return [row.name, row.edition, day].filter(Boolean).join(' · ')
}

/** Month names, January first, in every supported language; Austria has its own January. */
const monthNames = ['de-AT', 'de-DE', 'en', 'fr'].map((locale) => {
  const format = dateFormat(locale, { month: 'long' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase())
})

/** Whether a name already is a date or month, in any language: "Samstag, 21. November 2026", "Novembre 2026". */
function saysItsMonth(name: string, day: string): boolean {
  const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const month = Number(day.slice(5, 7)) - 1
  return words.has(day.slice(0, 4)) && monthNames.some((names) => words.has(names[month]!))
}

/** Formatted dates by locale and day: lists repeatedly need the same few thousand. */
const daysInWords = new Map<string, string>()
const MOST_DAYS = 10_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a day for the caller's language and country: "21. November 2026". */
export function dayInWords(day: string, { language, region }: Pick<RequestContext, 'language' | 'region'>): string {
  const locale = `${language}-${region.country}`
  const key = `${locale} ${day}`
  const known = daysInWords.get(key)
  if (known) return known
  const format = formats.get(locale) ?? dateFormat(locale, { dateStyle: 'long' })
  formats.set(locale, format)
  const words = format.format(noonOf(day))
  if (daysInWords.size >= MOST_DAYS) daysInWords.clear()
  daysInWords.set(key, words)
  return words
}
