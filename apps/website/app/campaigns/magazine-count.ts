import { FEWEST_CLAIMED_MAGAZINES, shownCounts } from '@kiosk/domain/catalogue/limits'
import type { Who } from '../shell/visitor-lookups.ts'

/** Number of magazines on the pages for advertisers and the Android app if the catalogue is unavailable. */
export const SALES_MAGAZINES = 830

/** Returns more than how many magazines the catalogue has; 0 if too few to say so, `fallback` if it is unknown. */
export function magazinesOr(fallback: number, { user, known }: Who): number {
  if (!known) return fallback
  const { magazines } = shownCounts({ magazines: user.magazineCount, issues: user.issueCount })
  return magazines < FEWEST_CLAIMED_MAGAZINES ? 0 : magazines
}
