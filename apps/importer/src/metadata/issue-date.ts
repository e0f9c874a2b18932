import { dayInUtc } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'

/** First and last day of the date of an issue; `last` is null unless a range was given. ISO 8601 days. */
type IssueDate = { first: string; last: string | null }

/** First and last month of a season; winter begins in December of its year. */
const SEASONS: Record<string, [number, number]> = {
  ...named('spring frühjahr frühling printemps', 3, 5),
  ...named('summer sommer été', 6, 8),
  ...named('autumn fall herbst automne', 9, 11),
  ...named('winter hiver', 12, 14),
}

/**
 * Parses a day, month, quarter, season or year, or a range of two of them: `2026-11-21`, `1784-12`, `2019`, `2026-Q3`,
 * `2026-Herbst`, `2021/2023`, `2026-01/2026-03`. The shorter form `2026-01/03` is accepted as well.
 * @returns null if the text is not such a date
 */
export function parseIssueDate(text: string): IssueDate | null {
  const [from = '', to, ...more] = text.trim().split('/')
  if (more.length > 0) return null
  const first = period(from)
  if (!first) return null
  if (to === undefined) return { first: first[0], last: null }
  // "2026-01/03": the second part takes the missing year from the first.
  const second = period(to) ?? period(from.slice(0, from.length - to.length) + to)
  return second && second[1] > first[0] ? { first: first[0], last: second[1] } : null
}

/** Returns the first and last day of a day, month, quarter, season or year; null if the text is none of them. */
function period(text: string): [string, string] | null {
  const [, year, rest] = /^(\d{4})(?:-(.+))?$/.exec(text) ?? []
  if (!year || !isDay(`${year}-01-01`)) return null
  if (rest === undefined) return months(year, 1, 12)
  if (isDay(text)) return [text, text]
  const quarter = /^q([1-4])$/i.exec(rest)?.[1]
  if (quarter) return months(year, Number(quarter) * 3 - 2, Number(quarter) * 3)
  const season = SEASONS[rest.normalize('NFC').toLowerCase()]
  if (season) return months(year, ...season)
  const month = /^\d\d$/.test(rest) ? Number(rest) : 0
  return month >= 1 && month <= 12 ? months(year, month, month) : null
}

function months(year: string, from: number, to: number): [string, string] {
  const end = new Date(0)
  end.setUTCFullYear(Number(year), to, 0)
  return [`${year}-${String(from).padStart(2, '0')}-01`, dayInUtc(end)]
}

function named(names: string, from: number, to: number): Record<string, [number, number]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, [from, to]]))
}
