import { shownCounts } from '@kiosk/domain/catalogue/terms'
import type { Who } from '../shell/visit.ts'

/** Section 9: what the pages for advertisers and for the Android app say where the catalogue can't be asked. */
export const SALES_MAGAZINES = 830

/** How many magazines the catalogue holds, in tens; `fallback` where it can't be asked. */
export function magazinesOr(fallback: number, { user, known }: Who): number {
  return known ? shownCounts({ magazines: user.magazineCount, issues: user.issueCount }).magazines : fallback
}
