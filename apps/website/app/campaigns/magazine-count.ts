import { shownCounts } from '@kiosk/domain/catalogue/limits'
import type { Who } from '../shell/request-context.ts'

/** Number of magazines on the pages for advertisers and the Android app if the catalogue is unavailable. */
export const SALES_MAGAZINES = 830

/** Returns the number of magazines in the catalogue, rounded down to tens; `fallback` if it is unknown. */
export function magazinesOr(fallback: number, { user, known }: Who): number {
  return known ? shownCounts({ magazines: user.magazineCount, issues: user.issueCount }).magazines : fallback
}
