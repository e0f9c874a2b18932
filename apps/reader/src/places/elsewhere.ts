import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import type { Remembered } from '../shell/storage.ts'

/**
 * Returns the page that another device of the account has reached, if it is further on than the last page shown here; else
 * null. `here`: the last place of this browser. A later place of the account is that of another device, unless it is the
 * same page: places are sent a moment after they are remembered here.
 */
export function furtherElsewhere(
  stored: Pick<Place, 'page' | 'at'> | null,
  here: Pick<Remembered, 'page' | 'at'> | undefined,
  shown: number,
): number | null {
  if (!stored || stored.page <= shown) return null
  if (here && (stored.page === here.page || Date.parse(stored.at) <= here.at)) return null
  return stored.page
}
