import { dayInVienna, lastDayOf } from '../day.ts'

const DAY_MS = 86_400_000

/**
 * Which rate the law of a country takes for a period that is paid in advance (decisions/126):
 * `end` = the rate of its last day, `payment` = that of the day of payment, `days` = each day by its own.
 */
export const TAX_POINT: Readonly<Record<string, 'end' | 'payment' | 'days'>> = { AT: 'end', DE: 'end', LU: 'payment', CH: 'days' }

/** A part of a period with one rate; `gross` in minor units, `rate` in hundredths of a percent. */
export type TaxPart = { rate: number; gross: number; startsAt: Date; endsAt: Date }

/**
 * Divides the price of a period by the rates that apply to it. The parts are in the order of time and add up to `gross`; shares
 * of days are rounded to the minor unit as sums from the beginning.
 * @param given.paidAt when it is paid, as far as that is known
 * @param rateOn rate of a day in Vienna, "2026-12-31"
 */
export function taxPartsOf(
  given: { country: string; gross: number; startsAt: Date; endsAt: Date; paidAt: Date },
  rateOn: (day: string) => number,
): TaxPart[] {
  const { country, gross, startsAt, endsAt, paidAt } = given
  const rule = TAX_POINT[country] ?? 'end'
  if (rule !== 'days') {
    const rate = rateOn(dayInVienna(rule === 'payment' ? paidAt : lastDayOf({ startsAt, endsAt })))
    return [{ rate, gross, startsAt, endsAt }]
  }
  const runs = runsOf(daysOf(startsAt, endsAt), rateOn)
  const count = runs.reduce((sum, { days }) => sum + days.length, 0)
  let before = 0
  return runs.map(({ rate, days }, place) => {
    const share = (upTo: number) => Math.round((gross * upTo) / count)
    const part = {
      rate,
      gross: share(before + days.length) - share(before),
      startsAt: place === 0 ? startsAt : noonOf(days[0]!),
      endsAt: place === runs.length - 1 ? endsAt : new Date(noonOf(days.at(-1)!).getTime() + DAY_MS),
    }
    before += days.length
    return part
  })
}

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** Days of a period as its invoice names them, the last one included. */
function daysOf(startsAt: Date, endsAt: Date): string[] {
  const [first, last] = [noonOf(dayInVienna(startsAt)), lastDayOf({ startsAt, endsAt })]
  const count = Math.round((last.getTime() - first.getTime()) / DAY_MS) + 1
  return Array.from({ length: count }, (_, each) => new Date(first.getTime() + each * DAY_MS).toISOString().slice(0, 10))
}

/** Neighbouring days of one rate. */
function runsOf(days: readonly string[], rateOn: (day: string) => number): { rate: number; days: string[] }[] {
  const runs: { rate: number; days: string[] }[] = []
  for (const day of days) {
    const rate = rateOn(day)
    const last = runs.at(-1)
    if (last?.rate === rate) last.days.push(day)
    else runs.push({ rate, days: [day] })
  }
  return runs
}

/**
 * What is left of parts after something of it was given back: the last days are the ones that were not used, so it is taken
 * from the end.
 */
export function partsLeft<Part extends { gross: number }>(parts: readonly Part[], credited: number): Part[] {
  let left = credited
  return [...parts]
    .reverse()
    .map((part) => {
      const taken = Math.min(left, Math.max(0, part.gross))
      left -= taken
      return { ...part, gross: part.gross - taken }
    })
    .reverse()
}
