import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import type { Remembered } from '../shell/storage.ts'

/** Returns the page read last, in this browser or with the account; null = none yet. */
export function laterPage(
  here: Pick<Remembered, 'page' | 'at'> | undefined,
  kept: Pick<Place, 'page' | 'at'> | null,
): number | null {
  if (!here) return kept?.page ?? null
  if (!kept) return here.page
  return Date.parse(kept.at) > here.at ? kept.page : here.page
}
