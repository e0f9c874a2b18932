import { addDays, dayInVienna, lastDayOf, noonOf } from '../day.ts'

/**
 * Tax rate that a country applies to a prepaid period (ADR-0126): `end` = the rate of its last day, `payment` = that of the
 * payment date, `days` = each day at its own rate.
 */
const TAX_POINT: Readonly<Record<string, 'end' | 'payment' | 'days'>> = { AT: 'end', DE: 'end', LU: 'payment', CH: 'days' }

/** A part of a period with one rate; `gross` in minor units, `rate` in hundredths of a percent. */
export type TaxPart = { rate: number; gross: number; startsAt: Date; endsAt: Date }

/**
 * Splits the price of a period by the applicable tax rates. The parts are chronological and add up to `gross`; shares are
 * cumulative by days and rounded to the minor unit.
 * @param options.paidAt time of payment
 * @param rateOn rate of a day in Vienna, "2026-12-31"
 */
export function taxPartsOf(
  options: { country: string; gross: number; startsAt: Date; endsAt: Date; paidAt: Date },
  rateOn: (day: string) => number,
): TaxPart[] {
  const { country, gross, startsAt, endsAt, paidAt } = options
  const rule = TAX_POINT[country] ?? 'end'
  if (rule !== 'days') {
    const rate = rateOn(rule === 'payment' ? dayInVienna(paidAt) : lastDayOf({ startsAt, endsAt }))
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
      endsAt: place === runs.length - 1 ? endsAt : noonOf(addDays(days.at(-1)!, 1)),
    }
    before += days.length
    return part
  })
}

/** Returns the days of a period as shown on its invoice, inclusive. */
function daysOf(startsAt: Date, endsAt: Date): string[] {
  const last = lastDayOf({ startsAt, endsAt })
  const days = [dayInVienna(startsAt)]
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1))
  return days
}

/** Groups consecutive days with the same rate. */
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

/** Returns the parts that remain after a refund, which is deducted from the end, because the last days are the unused ones. */
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
