/** Heights of covers by their place: row, catalogue, search results, issue page. Pixels. */
export const COVER_HEIGHT_PIXELS = { carousel: 220, card: 280, search: 416, top: 560 } as const
export type CoverHeight = (typeof COVER_HEIGHT_PIXELS)[keyof typeof COVER_HEIGHT_PIXELS]
export const COVER_HEIGHTS_PIXELS: readonly CoverHeight[] = Object.values(COVER_HEIGHT_PIXELS)
/** Formats of cover images, smallest first. */
export const COVER_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type CoverFormat = (typeof COVER_FORMATS)[number]

/** Entries that the catalogue shows at first, and adds at a time: 4, on phones 2. */
export const CATALOGUE_INITIAL = 20
export const CATALOGUE_CHUNK = { desktop: 4, phone: 2 } as const
/** Distance from the end at which more entries load, in tenths of the viewport height. */
export const CATALOGUE_SCROLL_DISTANCE = { desktop: 1, phone: 5 } as const
/** Maximum number of titles in featured lists, and of covers in related rows. */
export const FEATURED_ITEMS = 15
export const RELATED_ITEMS = 5
/** Width up to which a screen counts as a phone. */
export const PHONE_BREAKPOINT_PIXELS = 600

/** Maximum number of searches that an account can save. */
export const MOST_SAVED_SEARCHES = 50
/** Maximum length of a search term. */
export const LONGEST_TERM_CHARACTERS = 200

/** A letter by which titles are chosen: `a` to `z`, `0-9` for names that begin otherwise. */
export const LETTER = /^([a-z]|0-9)$/

/** Returns the category of a new title for which none was named: `culture`, or the first one where the operator has removed it. */
export function categoryOfNewTitles(uids: readonly string[]): string {
  return uids.find((uid) => uid === 'culture') ?? uids[0] ?? ''
}

/** Counts shown if the catalogue is unavailable. */
export const DEFAULT_COUNTS = { magazines: 370, issues: 46_000 } as const

/** With fewer magazines, no page states their number. */
export const FEWEST_CLAIMED_MAGAZINES = 10

/** Rounds magazine counts down to tens and issue counts to hundreds; returns smaller counts unchanged. */
export function shownCounts(counts: { magazines: number; issues: number }): { magazines: number; issues: number } {
  return { magazines: floorTo(counts.magazines, 10), issues: floorTo(counts.issues, 100) }
}
function floorTo(count: number, step: number): number {
  return count < step ? count : Math.floor(count / step) * step
}
