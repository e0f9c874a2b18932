import { PAGES_BETWEEN_ADS } from '@kiosk/domain/reading/rights'

export type Layout = 'single' | 'spread'
export type PageSize = { number: number; width: number; height: number }

/** Where a reader comes to rest when turning: one or two pages, an advertisement of the house, or the end of the open pages. */
export type Stop =
  | { kind: 'pages'; pages: readonly number[] }
  /** Shown after the page `after`. */
  | { kind: 'advertisement'; after: number; turn: number }
  /** `page` is the first page that is not open. */
  | { kind: 'gate'; page: number }

export type Place = { page: number; advertisement: boolean }

/** A page wider than high is a double page already and stands alone. */
const isDouble = (page: PageSize | undefined) => page !== undefined && page.width > page.height * 1.1

/** Page numbers that are seen together: the cover alone, then pairs; in `single` each alone. */
export function spreadsOf(pages: readonly PageSize[], layout: Layout): number[][] {
  if (layout === 'single') return pages.map((page) => [page.number])
  const spreads: number[][] = []
  for (let at = 0; at < pages.length; ) {
    const [left, right] = [pages[at]!, pages[at + 1]]
    const alone = at === 0 || !right || isDouble(left) || isDouble(right)
    spreads.push(alone ? [left.number] : [left.number, right.number])
    at += alone ? 1 : 2
  }
  return spreads
}

/**
 * Every stop of an issue in order. Closed pages are never a stop: the gate stands for all of them.
 * An advertisement follows at most every eighth page, and never the last page.
 */
export function stopsOf(given: { pages: readonly PageSize[]; pagesOpen: number; layout: Layout; ads: boolean }): Stop[] {
  const open = given.pages.filter((page) => page.number <= given.pagesOpen)
  const stops: Stop[] = []
  let sinceAdvertisement = 0
  let turn = 0
  for (const spread of spreadsOf(given.pages, given.layout)) {
    const shown = spread.filter((page) => page <= given.pagesOpen)
    if (shown.length === 0) break
    stops.push({ kind: 'pages', pages: shown })
    sinceAdvertisement += shown.length
    const last = shown.at(-1)!
    if (given.ads && sinceAdvertisement >= PAGES_BETWEEN_ADS && last !== open.at(-1)?.number) {
      stops.push({ kind: 'advertisement', after: last, turn: turn++ })
      sinceAdvertisement = 0
    }
  }
  if (open.length < given.pages.length) stops.push({ kind: 'gate', page: given.pages[open.length]!.number })
  return stops
}

/** Which stop shows a place; a closed page is shown by the gate, a page past the end by the last stop. */
export function stopOfPlace(stops: readonly Stop[], place: Place): number {
  if (place.advertisement) {
    const found = stops.findIndex((stop) => stop.kind === 'advertisement' && stop.after === place.page)
    if (found >= 0) return found
  }
  const found = stops.findIndex((stop) => (stop.kind === 'pages' ? stop.pages.includes(place.page) : stop.kind === 'gate'))
  return found >= 0 ? found : stops.length - 1
}

export function placeOfStop(stop: Stop): Place {
  if (stop.kind === 'pages') return { page: stop.pages[0]!, advertisement: false }
  if (stop.kind === 'advertisement') return { page: stop.after, advertisement: true }
  return { page: stop.page, advertisement: false }
}

/** The stop one turn away, or null at either end. Advertisements already seen (by `after`) are passed over. */
export function neighbourOf(
  stops: readonly Stop[],
  at: number,
  direction: 1 | -1,
  seen: ReadonlySet<number> = new Set(),
): number | null {
  for (let next = at + direction; next >= 0 && next < stops.length; next += direction) {
    const stop = stops[next]!
    if (stop.kind !== 'advertisement' || (direction === 1 && !seen.has(stop.after))) return next
  }
  return null
}

/** Single on upright screens, spreads where two pages beside each other come out larger than half a page. */
export function layoutFor(viewport: { width: number; height: number }): Layout {
  return viewport.width >= 900 && viewport.width > viewport.height * 1.15 ? 'spread' : 'single'
}

/** A name for a stop that stays the same between turns. */
export const keyOfStop = (stop: Stop) =>
  stop.kind === 'pages' ? `pages-${stop.pages[0]}` : stop.kind === 'gate' ? 'gate' : `advertisement-${stop.after}`
