import { regionByCountry, regionById } from '@kiosk/domain/regions'

/** Ids of the markets in "AT,DE" or "at, de"; null if a code is none. */
export function marketsOf(codes: string): number[] | null {
  const ids = codes.split(',').map((code) => regionByCountry(code.trim())?.id)
  return ids.every((id) => id !== undefined) ? ids : null
}

/** "AT, DE"; null = "all markets". */
export function marketCodes(ids: readonly number[] | null): string {
  return ids?.map((id) => regionById(id)?.country).join(', ') ?? 'all markets'
}
