/** The four markets (section 9). `contentSet` as section 7: 1 and 4 one, 2 (the default) a second, 3 a third. */
export const regions = [
  { id: 1, country: 'AT', locale: 'de_AT', currency: 'EUR', contentSet: 'web_at', video: 'at' },
  { id: 2, country: 'DE', locale: 'de_DE', currency: 'EUR', contentSet: 'web_de', video: 'de' },
  { id: 3, country: 'CH', locale: 'de_CH', currency: 'CHF', contentSet: 'web_ch', video: 'ch' },
  { id: 4, country: 'LU', locale: 'de_LU', currency: 'EUR', contentSet: 'web_at', video: 'lu' },
] as const

export type Region = (typeof regions)[number]
export type RegionId = Region['id']

/** Austria: "the rest" of section 6, and decision 6 for an unknown country. */
export const DEFAULT_REGION = regions[0]
/** Section 7: an unknown region sees the second content set. */
export const DEFAULT_CONTENT_SET = regions[1].contentSet

export function regionOf(country: string | null | undefined): { region: Region; active: boolean } {
  const region = regions.find((each) => each.country === country?.toUpperCase())
  return { region: region ?? DEFAULT_REGION, active: region !== undefined }
}

export function regionById(id: number): Region | undefined {
  return regions.find((each) => each.id === id)
}
