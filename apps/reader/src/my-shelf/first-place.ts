import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import type { Remembered } from '../shell/memory.ts'

/** Where one left off, of what this browser and the account remember: the later of the two; null = nowhere yet. */
export function laterPage(
  here: Pick<Remembered, 'page' | 'at'> | undefined,
  kept: Pick<Place, 'page' | 'at'> | null,
): number | null {
  if (!here) return kept?.page ?? null
  if (!kept) return here.page
  return Date.parse(kept.at) > here.at ? kept.page : here.page
}
