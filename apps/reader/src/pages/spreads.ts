import { PAGES_BETWEEN_ADS } from '@kiosk/domain/reading/rights'

export type Layout = 'single' | 'spread'
type PageSize = { number: number; width: number; height: number }

/** A slide: one or two pages, a house advertisement, the end of the open pages, or the end of the issue. */
export type Spread =
  | { kind: 'pages'; pages: readonly number[] }
  /** Shown after the page `after`. */
  | { kind: 'advertisement'; after: number; turn: number }
  /** `page` is the first page that is not open. */
  | { kind: 'gate'; page: number }
  /** `after` is the last page. */
  | { kind: 'end'; after: number }

/** A page, or the advertisement or the end of the issue after it. */
export type Place = { kind: 'page' | 'advertisement' | 'end'; page: number }

/** Returns whether a page is wider than high: a double page, which is shown alone. */
const isDouble = (page: PageSize | undefined) => page !== undefined && page.width > page.height * 1.1

/** Returns the page numbers shown together: the cover alone, then pairs; in the layout `single` each page alone. */
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
 * Returns every slide of an issue in order. The gate represents all closed pages. There is at most one advertisement for every
 * eight open pages, and none after the last one. Where only the first pages are open, the first one comes after four:
 * visitors have eight pages, unless the operator opens another number of them.
 */
export function spreadsFor(options: { pages: readonly PageSize[]; pagesOpen: number; layout: Layout; ads: boolean }): Spread[] {
  const open = options.pages.filter((page) => page.number <= options.pagesOpen)
  const spreads: Spread[] = []
  let sinceAdvertisement = open.length < options.pages.length ? PAGES_BETWEEN_ADS / 2 : 0
  let turn = 0
  for (const spread of spreadsOf(options.pages, options.layout)) {
    const shown = spread.filter((page) => page <= options.pagesOpen)
    if (shown.length === 0) break
    spreads.push({ kind: 'pages', pages: shown })
    sinceAdvertisement += shown.length
    const last = shown.at(-1)!
    const hasPages = open.length >= (turn + 1) * PAGES_BETWEEN_ADS
    if (options.ads && hasPages && sinceAdvertisement >= PAGES_BETWEEN_ADS && last !== open.at(-1)?.number) {
      spreads.push({ kind: 'advertisement', after: last, turn: turn++ })
      sinceAdvertisement = 0
    }
  }
  if (open.length < options.pages.length) spreads.push({ kind: 'gate', page: options.pages[open.length]!.number })
  else if (open.length > 0) spreads.push({ kind: 'end', after: open.at(-1)!.number })
  return spreads
}

/** Returns the index of a place's slide: for a closed page the gate, for a page past the end the last page. */
export function spreadOfPlace(spreads: readonly Spread[], place: Place): number {
  if (place.kind === 'end' && spreads.at(-1)?.kind === 'end') return spreads.length - 1
  if (place.kind === 'advertisement') {
    const found = spreads.findIndex((spread) => spread.kind === 'advertisement' && spread.after === place.page)
    if (found >= 0) return found
  }
  const found = spreads.findIndex((spread) =>
    spread.kind === 'pages' ? spread.pages.includes(place.page) : spread.kind === 'gate',
  )
  return found >= 0
    ? found
    : Math.max(
        0,
        spreads.findLastIndex(({ kind }) => kind !== 'end'),
      )
}

export function placeOfSpread(spread: Spread): Place {
  if (spread.kind === 'pages') return { kind: 'page', page: spread.pages[0]! }
  if (spread.kind === 'advertisement') return { kind: 'advertisement', page: spread.after }
  if (spread.kind === 'end') return { kind: 'end', page: spread.after }
  return { kind: 'page', page: spread.page }
}

/**
 * Returns the index of the next slide in a direction; null at either end. Skips advertisements that were seen (by `after`),
 * and all of them backwards.
 */
export function neighbourOf(
  spreads: readonly Spread[],
  at: number,
  direction: 1 | -1,
  seen: ReadonlySet<number> = new Set(),
): number | null {
  for (let next = at + direction; next >= 0 && next < spreads.length; next += direction) {
    const spread = spreads[next]!
    if (spread.kind !== 'advertisement' || (direction === 1 && !seen.has(spread.after))) return next
  }
  return null
}

/** Returns the layout for a viewport: spreads in wide landscape windows, otherwise single pages. */
export function layoutFor(viewport: { width: number; height: number }): Layout {
  return viewport.width >= 900 && viewport.width > viewport.height * 1.15 ? 'spread' : 'single'
}

/** Returns a stable key of a slide. */
export const keyOfSpread = (spread: Spread) =>
  spread.kind === 'pages'
    ? `pages-${spread.pages[0]}`
    : spread.kind === 'advertisement'
      ? `advertisement-${spread.after}`
      : spread.kind
