import { addDays, dayInUtc, dayInVienna, weekdayOf } from '../day.ts'

/** Default number of bank days from ordering a debit to its execution, if the provider gives no date. */
const DAYS_TO_FIRST_DEBIT = 2

/** Returns the expected execution date of a debit in Vienna if the provider gives none: "2026-11-24". */
export function expectedDebitDay(orderedAt: Date): string {
  let day = dayInVienna(orderedAt)
  for (let left = DAYS_TO_FIRST_DEBIT; left > 0; ) {
    day = addDays(day, 1)
    if (isBankDay(day)) left--
  }
  return day
}

/** Returns whether euro payments are settled on a day (TARGET calendar). */
export function isBankDay(day: string): boolean {
  if ([0, 6].includes(weekdayOf(day))) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false
  const easter = easterOf(Number(day.slice(0, 4)))
  // Good Friday and Easter Monday.
  return ![addDays(easter, -2), addDays(easter, 1)].includes(day)
}

/** Returns Easter Sunday of the Gregorian calendar (anonymous algorithm, Meeus). */
function easterOf(year: number): string {
  const golden = year % 19
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * week) / 451)
  const sum = moon + week - 7 * late + 114
  return dayInUtc(new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)))
}
