import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import type { Remembered } from '../shell/storage.ts'

/** Returns the page read last, in this browser or with the account; null = none yet. */
export function laterPage(
  here: Pick<Remembered, 'page' | 'at'> | undefined,
  stored: Pick<Place, 'page' | 'at'> | null,
): number | null {
  if (!here) return stored?.page ?? null
  if (!stored) return here.page
  return Date.parse(stored.at) > here.at ? stored.page : here.page
}
