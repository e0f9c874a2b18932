import { regionByCountry, regionById } from '@kiosk/domain/regions'

/** Returns the ids of markets written "AT,DE" or "at, de"; null if a code is not a market. */
export function marketsOf(codes: string): number[] | null {
  const ids = codes.split(',').map((code) => regionByCountry(code.trim())?.id)
  return ids.every((id) => id !== undefined) ? ids : null
}

/** Formats markets as "AT, DE"; null is "all markets". */
export function marketCodes(ids: readonly number[] | null): string {
  return ids?.map((id) => regionById(id)?.country).join(', ') ?? 'all markets'
}
