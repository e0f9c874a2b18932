/** Section 9: carousel 220, covers 280, search 416, top items 560. Pixels. */
export const COVER_HEIGHTS = [220, 280, 416, 560] as const
export type CoverHeight = (typeof COVER_HEIGHTS)[number]
export const COVER_HEIGHT = { carousel: 220, card: 280, search: 416, top: 560 } as const

/** Section 9: the catalogue shows 20 entries, then adds 4 at a time, on phones 2. */
export const CATALOGUE_INITIAL = 20
export const CATALOGUE_CHUNK = { desktop: 4, phone: 2 } as const
/** Section 9: how far before the end more is added, in tenths of the viewport's height. */
export const CATALOGUE_SCROLL_DISTANCE = { desktop: 1, phone: 5 } as const
/** Section 9: featured lists hold 15 titles, related rows 5 covers. */
export const FEATURED_ITEMS = 15
export const RELATED_ITEMS = 5
/** Section 9: width up to which a screen counts as a phone. CSS pixels. */
export const PHONE_BREAKPOINT = 600

/** Section 9: shown where the catalogue can't be asked. */
export const DEFAULT_COUNTS = { magazines: 370, issues: 46_000 } as const

/** Section 9: magazines are counted in tens, issues in hundreds, rounded down; small kiosks show what they have. */
export function shownCounts(counts: { magazines: number; issues: number }): { magazines: number; issues: number } {
  return { magazines: floorTo(counts.magazines, 10), issues: floorTo(counts.issues, 100) }
}
function floorTo(count: number, step: number): number {
  return count < step ? count : Math.floor(count / step) * step
}
