/** The four markets. Markets 1 and 4 share a `contentSet`. */
export const regions = [
  { id: 1, country: 'AT', locale: 'de_AT', currency: 'EUR', contentSet: 'web_at', video: 'at' },
  { id: 2, country: 'DE', locale: 'de_DE', currency: 'EUR', contentSet: 'web_de', video: 'de' },
  { id: 3, country: 'CH', locale: 'de_CH', currency: 'CHF', contentSet: 'web_ch', video: 'ch' },
  { id: 4, country: 'LU', locale: 'de_LU', currency: 'EUR', contentSet: 'web_at', video: 'lu' },
] as const

export type Region = (typeof regions)[number]
export type RegionId = Region['id']

/** Austria: the default region for other and unknown countries (ADR-0170). */
export const DEFAULT_REGION = regions[0]
/** Content set for an unknown region. */
export const DEFAULT_CONTENT_SET = regions[1].contentSet

/** Returns the market of a country code in upper or lower case; undefined if there is none. */
export function regionByCountry(country: string | null | undefined): Region | undefined {
  return regions.find((each) => each.country === country?.toUpperCase())
}

export function regionOf(country: string | null | undefined): { region: Region; active: boolean } {
  const region = regionByCountry(country)
  return { region: region ?? DEFAULT_REGION, active: region !== undefined }
}

/** Returns a market by its id; undefined if no market has the number. */
export function regionById(id: RegionId): Region
export function regionById(id: number): Region | undefined
export function regionById(id: number): Region | undefined {
  return regions.find((each) => each.id === id)
}

/** Returns a market by its id. @throws if no market has the number */
export function requireRegion(id: number): Region {
  const region = regionById(id)
  if (!region) throw new Error(`There is no market ${id}.`)
  return region
}

/** Returns the market of an account. */
export function marketOf({ region_id }: { region_id: number }): Region {
  return regionById(region_id) ?? DEFAULT_REGION
}
