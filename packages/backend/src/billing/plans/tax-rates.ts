import { dayInVienna } from '@kiosk/domain/day'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Default tax rates on electronic publications: hundredths of a percent. */
const SHIPPED_TAX_RATES: Readonly<Record<string, number>> = { AT: 1000, DE: 700, LU: 300, CH: 260 }

/** Rates of all dates, including future ones. */
export type TaxRates = {
  /** @param day in Vienna, "2026-12-31". @returns hundredths of a percent; 0 for a country that is not a market */
  on(country: string, day: string): number
}

/** Loads the rates as currently entered. */
export async function loadTaxRates(db: Kysely<DB>): Promise<TaxRates> {
  const entered = await db
    .selectFrom('tax_rates')
    .select(['country', 'rate'])
    .select(({ cast, ref }) => cast<string>(ref('valid_from'), 'text').as('from'))
    .orderBy('valid_from')
    .execute()
  return {
    on: (country, day) =>
      entered.findLast((each) => each.country === country && each.from <= day)?.rate ?? SHIPPED_TAX_RATES[country] ?? 0,
  }
}

/** Returns the tax rate of each country at a point in time: hundredths of a percent. */
export async function taxRatesAt(db: Kysely<DB>, at: Date): Promise<Map<string, number>> {
  const rates = await loadTaxRates(db)
  return new Map(Object.keys(SHIPPED_TAX_RATES).map((country) => [country, rates.on(country, dayInVienna(at))]))
}
