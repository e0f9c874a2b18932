import { dayInVienna } from '../day.ts'

const DAY_MS = 86_400_000
/** Default number of bank days from ordering a debit to its execution, if the provider gives no date. */
const DAYS_TO_FIRST_DEBIT = 2

/** Expected execution date of a debit ordered now, if the provider gives none: "2026-11-24", in Vienna. */
export function expectedDebitDay(orderedAt: Date): string {
  let day = noonOf(dayInVienna(orderedAt))
  for (let left = DAYS_TO_FIRST_DEBIT; left > 0; ) {
    day = new Date(day.getTime() + DAY_MS)
    if (isBankDay(day)) left--
  }
  return day.toISOString().slice(0, 10)
}

/** Whether euro payments are settled on a day (TARGET calendar). @param day noon of it, UTC */
export function isBankDay(day: Date): boolean {
  const weekday = day.getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.toISOString().slice(5, 10))) return false
  const easter = easterOf(day.getUTCFullYear()).getTime()
  // Good Friday and Easter Monday.
  return ![easter - 2 * DAY_MS, easter + DAY_MS].includes(day.getTime())
}

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** Easter Sunday of the Gregorian calendar (anonymous algorithm, Meeus). */
function easterOf(year: number): Date {
  const golden = year % 19
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * week) / 451)
  const sum = moon + week - 7 * late + 114
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1, 12))
}
