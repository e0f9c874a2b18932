import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import type { FeaturedTitle } from './featured-title.ts'

/** Covers in the window of the hero. */
export const WINDOW_COVERS = 5
/** Newest titles among which the window finds some that the row below it does not show. */
export const TITLES_TO_CHOOSE_FROM = 60

/**
 * Returns titles for the window of the hero, the ones that the visitor can read first: newest titles that are not in the row
 * below, then, in a small newsstand, the last ones of that row, which begins with the others.
 */
export function windowOf(row: readonly FeaturedTitle[], newest: readonly Issue[]): FeaturedTitle[] {
  const inRow = new Set(row.map(({ uid }) => uid))
  const others = newest.filter(({ uid }) => !inRow.has(uid)).map(displayed)
  const open = others.filter(({ opens }) => opens !== 'one')
  const chosen = [...open, ...others.filter(({ opens }) => opens === 'one')].slice(0, WINDOW_COVERS)
  return chosen.length === WINDOW_COVERS ? chosen : [...chosen, ...row.slice(chosen.length - WINDOW_COVERS)]
}

function displayed(issue: Issue): FeaturedTitle {
  const { uid, titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour, opens } = issue
  return { uid, titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour, opens }
}
