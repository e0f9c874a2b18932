// Parses arguments of the command line: days, numbers, amounts. null = invalid.
import { isDay } from '@kiosk/domain/iso-time'
import { DAY_MS } from '@kiosk/domain/time'

/** "2026-12-31": the beginning of that day, UTC. */
export function dayOf(day: string): Date | null {
  return isDay(day) ? new Date(`${day}T00:00:00Z`) : null
}

/** The first and the last day of a range, or what is wrong with the arguments. */
export function firstAndLast(
  typed: Record<'from' | 'to', string | undefined> | Record<'since' | 'until', string | undefined>,
): { first: Date; last: Date } | string {
  const [[firstName, firstDay], [, lastDay]] = Object.entries(typed) as [[string, string], [string, string]]
  for (const [name, day] of Object.entries(typed)) {
    if (!day) return `--${name} is missing.`
    if (!dayOf(day)) return `--${name}: ${day} is not a date. Example: 2026-10-01.`
  }
  const [first, last] = [dayOf(firstDay)!, dayOf(lastDay)!]
  return first <= last ? { first, last } : `--${firstName} is after --${Object.keys(typed)[1]}.`
}

/** From 1 to a million. */
export function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** "14.99", "14,99" or "15": minor units. */
export function amountOf(text: string): number | null {
  const parts = /^(\d{1,5})(?:[.,](\d\d))?$/.exec(text)
  return parts && Number(parts[1]) * 100 + Number(parts[2] ?? 0)
}

/** Replaces former names of options by the current ones: `--exit`, `--exit=…` → `--declaration`, `--declaration=…`. */
export function withCurrentNames(args: readonly string[], names: Record<string, string>): string[] {
  return args.map((arg) => arg.replace(/^--([^=]+)/, (whole, name) => (Object.hasOwn(names, name) ? `--${names[name]}` : whole)))
}

type Entered = Partial<Record<'from' | 'until' | 'days' | 'most', string>>

/**
 * When a code may be redeemed, how often, and for how many days it applies; null if one of the values is invalid. Omitted
 * values are undefined; the first day defaults to today.
 */
export function validityOf({ from: first, until, days: typed, most: limit }: Entered, today: string) {
  const from = dayOf(first ?? today)
  const last = until === undefined ? undefined : dayOf(until)
  const [days, most] = [typed, limit].map((each) => (each === undefined ? undefined : wholeNumber(each)))
  if (!from || last === null || (last && last < from) || days === null || most === null) return null
  return { from, until: last && new Date(last.getTime() + DAY_MS), days, most }
}

/** A title in three languages as JSON; German replaces missing translations. */
export function titlesOf(title: string, more: Partial<Record<'title-en' | 'title-fr', string>>): string {
  return JSON.stringify({ de: title, en: more['title-en'] ?? title, fr: more['title-fr'] ?? title })
}
