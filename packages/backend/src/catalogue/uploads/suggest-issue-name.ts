import type { Frequency } from '@kiosk/domain/catalogue/frequency'
import { dateFormat } from '@kiosk/domain/date-format'
import { addDays, addMonths, noonOf, weekdayOf } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'

/** An issue of the title. Days are ISO 8601. */
export type KnownIssue = { name: string; date: string; dateEnd: string | null }
type Wanted = {
  date: string
  dateEnd: string | null
  number: string | null
  /** BCP 47, with the country of the title if it has one: January is "Jänner" in "de-AT". */
  locale: string
  kind: 'magazine' | 'newspaper'
  frequency: Frequency
  /** Regular issues of the title, the newest first. */
  known: readonly KnownIssue[]
}
type Issue = Pick<Wanted, 'date' | 'dateEnd' | 'locale'>
/** Writes the name of an issue; null: it has none of this kind. */
type Form = (issue: Issue) => string | null

/** Number of issues that must be named in the same way before a form counts as the habit of a title. */
const HABIT_ISSUES = 3

/** True if the name was not written by a person, but is a date as programs write it: "2026-11-28". */
export function isMachineDate(name: string): boolean {
  return /^\d{4}([-_.]?\d\d){1,2}$/.test(name)
}

/**
 * Suggests the name that a newsstand would print for an issue: in the form of the title's previous issues, or else by its rhythm
 * and language: "28. November 2026", "November 2026", "4/2026".
 */
export function suggestIssueName(wanted: Wanted): string {
  const { date, known } = wanted
  // Most likely a corrected file of this issue.
  const same = known.find((issue) => issue.date === date && !isMachineDate(issue.name))
  if (same) return same.name
  const before = known.filter((issue) => issue.date < date && !isMachineDate(issue.name))
  const names = [byHabit(wanted, before), counted(wanted, before), ...formsByRhythm(wanted).map((form) => form(wanted))]
  const taken = new Set(known.map(({ name }) => name))
  return names.find((name) => name !== null && !taken.has(name)) ?? day(wanted)
}

/** Names the issue in the form that the latest issues have in common. */
function byHabit(wanted: Wanted, before: readonly KnownIssue[]): string | null {
  const latest = before.slice(0, HABIT_ISSUES)
  if (latest.length === 0) return null
  for (const form of FORMS) {
    const made = latest.map((issue) => form({ ...issue, locale: wanted.locale }))
    if (!made.every((name, at) => name?.toLowerCase() === latest[at]!.name.toLowerCase())) continue
    const name = form(wanted)
    // "novembre 2026" for a title that writes months in lower case.
    return name && latest[0]!.name[0] === latest[0]!.name[0]!.toLowerCase() ? name[0]!.toLowerCase() + name.slice(1) : name
  }
  return null
}

/** "Nr. 48" after "Nr. 47", "1/2027" after "12/2026". */
function counted({ date, number }: Wanted, before: readonly KnownIssue[]): string | null {
  const [last] = before
  const [, prefix = '', count, year, suffix = ''] = /^(\D*)(\d{1,5})(?:(\s?\/\s?)(\d{4}|\d\d))?$/.exec(last?.name ?? '') ?? []
  // "November 2026" does not contain the number 2026.
  if (!last || !count || count === last.date.slice(0, 4)) return null
  const next = number ?? String(suffix && last.date.slice(0, 4) !== date.slice(0, 4) ? 1 : Number(count) + 1)
  const inYear = suffix && `${year}${date.slice(4 - suffix.length, 4)}`
  return prefix + next.padStart(count.startsWith('0') ? count.length : 0, '0') + inYear
}

function formsByRhythm({ frequency, kind, number, date }: Wanted): Form[] {
  const numbered: Form[] = number === null ? [] : [() => `${number}/${date.slice(0, 4)}`]
  switch (frequency) {
    case 'daily':
      return [day]
    case 'weekly':
    case 'fortnightly':
      return [...numbered, day]
    case 'monthly':
      return [month]
    case 'bimonthly':
      return [twoMonths]
    case 'quarterly':
      return [...numbered, partOfYear(4)]
    case 'half-yearly':
      return [...numbered, partOfYear(2)]
    case 'yearly':
      return [({ date }) => date.slice(0, 4)]
    default:
      return kind === 'magazine' ? [...numbered, month] : [day]
  }
}

const written =
  (style: Intl.DateTimeFormatOptions): Form =>
  ({ date, dateEnd, locale }) => {
    const format = dateFormat(locale, style)
    const name = dateEnd ? format.formatRange(noonOf(date), noonOf(dateEnd)) : format.format(noonOf(date))
    return capital(name.replace(/\s/g, ' '))
  }
const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)

const day = (issue: Issue): string => written({ day: 'numeric', month: 'long', year: 'numeric' })(issue)!
const month: Form = ({ date, dateEnd, locale }) =>
  dateEnd && dateEnd.slice(0, 7) !== date.slice(0, 7)
    ? months(date, dateEnd, locale)
    : written({ month: 'long', year: 'numeric' })({ date, dateEnd: null, locale })
const twoMonths: Form = ({ date, dateEnd, locale }) => months(date, dateEnd ?? addMonths(date, 1), locale)
/** "November/Dezember 2026", "Dezember 2026/Jänner 2027" */
function months(from: string, to: string, locale: string): string {
  const nameOf = (at: string) => capital(dateFormat(locale, { month: 'long' }).format(noonOf(at)))
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
  return `${nameOf(from)}${first === last ? '' : ` ${first}`}/${nameOf(to)} ${last}`
}
/** "4/2026" for a quarterly: the part of the year. */
const partOfYear =
  (parts: number): Form =>
  ({ date }) =>
    `${Math.ceil((Number(date.slice(5, 7)) / 12) * parts)}/${date.slice(0, 4)}`

/** Week number in the year to which the Thursday of the week belongs (ISO 8601). */
function week({ date }: Issue): string {
  const thursday = addDays(date, 4 - (weekdayOf(date) || 7))
  const first = noonOf(`${thursday.slice(0, 4)}-01-01`)
  return `${Math.floor((noonOf(thursday).getTime() - first.getTime()) / (7 * DAY_MS)) + 1}/${thursday.slice(0, 4)}`
}

const SEASONS: Record<string, readonly (readonly string[])[]> = {
  de: [
    ['Frühling', 'Sommer', 'Herbst', 'Winter'],
    ['Frühjahr', 'Sommer', 'Herbst', 'Winter'],
  ],
  en: [
    ['Spring', 'Summer', 'Autumn', 'Winter'],
    ['Spring', 'Summer', 'Fall', 'Winter'],
  ],
  fr: [['Printemps', 'Été', 'Automne', 'Hiver']],
}
/** "Herbst 2026". Spring begins in March. */
const season =
  (spelling: number): Form =>
  ({ date, locale }) => {
    const names = SEASONS[locale.slice(0, 2)]?.[spelling]
    const at = Number(date.slice(5, 7))
    return names ? `${names[Math.floor(((at + 9) % 12) / 3)]} ${date.slice(0, 4)}` : null
  }

/** Forms in which titles name their issues by date. Where two forms give the same name, the more frequent one comes first. */
const FORMS: readonly Form[] = [
  month,
  twoMonths,
  day,
  written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  written({ day: 'numeric', month: 'numeric', year: 'numeric' }),
  written({ day: '2-digit', month: '2-digit', year: 'numeric' }),
  season(0),
  season(1),
  (issue) => `${Number(issue.date.slice(5, 7))}/${issue.date.slice(0, 4)}`,
  week,
  (issue) => `KW ${week(issue)}`,
  partOfYear(4),
  partOfYear(2),
  ({ date }) => date.slice(0, 4),
]
