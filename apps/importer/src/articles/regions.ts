import type { Region } from '@kiosk/backend/catalogue/published-article'
import { areaOf, around, type Edges, edgesOf, IN_FRACTIONS } from '../page-model/geometry.ts'
import type { Box } from '../text/set-line.ts'

/** From this number on, an article has too many parts on a page: its lines show no columns, and one box covers all of them. */
const MOST_PARTS = 24
/** Lines that differ in size by this factor are not part of the same column. */
const OTHER_SIZE = 1.3
/** Two parts are merged if the box around both is hardly larger than they are. */
const HARDLY_LARGER = 1.12

/** Edges of the page with running heads and page numbers, which are not part of regions. Fractions of the page's height. */
const MARGIN = { head: 0.05, foot: 0.95 }

/** Returns the regions of an article by page and column. `lines` are in reading order, boxes are fractions of the page. */
export function regionsOf(lines: readonly { page: number; box: Box }[]): Region[] {
  const inner = lines.filter(({ box }) => box.y + box.height > MARGIN.head && box.y < MARGIN.foot)
  const pages = Map.groupBy(inner.length ? inner : lines, ({ page }) => page)
  return [...pages]
    .sort(([a], [b]) => a - b)
    .flatMap(([page, lines]) => {
      const parts = joined(columnsOf(lines.map(({ box }) => edgesOf(box, IN_FRACTIONS))))
      const shown = parts.length > MOST_PARTS ? [parts.reduce(around)] : parts
      return shown.map((part) => ({ page, ...asBox(part) }))
    })
}

/** Merges consecutive lines that are below one another into columns. */
function columnsOf(lines: readonly Edges[]): Edges[] {
  const columns: Edges[] = []
  let before: Edges | null = null
  for (const line of lines) {
    const column = columns.at(-1)
    if (column && before && follows(before, line, column)) columns[columns.length - 1] = around(column, line)
    else columns.push(line)
    before = line
  }
  return columns
}

function follows(before: Edges, line: Edges, column: Edges): boolean {
  const [one, other] = [heightOf(before), heightOf(line)]
  const gap = line.top - before.bottom
  return (
    Math.max(one, other) < OTHER_SIZE * Math.min(one, other) &&
    gap > -Math.max(one, other) &&
    gap < 3 * Math.max(one, other) &&
    Math.min(column.right, line.right) > Math.max(column.left, line.left)
  )
}

/** Merges neighbours in reading order whose common box contains hardly anything else. */
function joined(parts: readonly Edges[]): Edges[] {
  const found: Edges[] = []
  for (const part of parts) {
    const last = found.at(-1)
    const both = last && around(last, part)
    if (both && areaOf(both) <= HARDLY_LARGER * (areaOf(last) + areaOf(part))) found[found.length - 1] = both
    else found.push(part)
  }
  return found
}

const heightOf = ({ top, bottom }: Edges) => Math.max(1e-6, bottom - top)

function asBox({ left, top, right, bottom }: Edges): Box {
  const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) }
}
