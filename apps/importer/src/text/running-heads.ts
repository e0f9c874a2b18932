import type { Line } from './line.ts'
import { isNoteOf, notePlaces } from './note-references.ts'
import { lineText } from './page-text.ts'
import { MORE_SPACE_SHARE } from './paragraphs.ts'
import { type Box, bodySize, type SetLine } from './set-line.ts'

/** Height of the headers and footers of a page, as a fraction of the page. */
const EDGE_SHARE = 0.12

/** Words before the number of a page on which an article continues. */
const ARROW = /^\s*(?:[→▶►➔➜➤]|[-=]>)/u

/** Numbers of two pages on a sheet are further apart. Fraction of the page's width. */
const BESIDE_SHARE = 0.4

/** In an issue with this few pages, a head with a number that is printed twice is a running head. */
const FEW_PAGES = 8

/** Running heads and feet are smaller than the text by this factor. */
const SMALL = 0.92
/** A text with this many letters is not repeated by chance. */
const LONG = /(?:\p{L}.*){8}/u

/** Key of a line at the head or foot of a page; numbers do not matter. */
export const furnitureKey = (at: 'head' | 'foot', text: string) => `${at} ${text.replace(/\d+/g, '#')}`

/** A running head of an earlier issue is set in another size if it differs more. */
const SAME_SIZE_SHARE = 0.06

/**
 * Returns the running heads and page numbers of an issue: lines at the edge of the page that repeat.
 * @param known those of earlier issues by `furnitureKey`, with their sizes in points
 */
export function runningHeads(pages: SetLine[][], known: ReadonlyMap<string, number> = new Map()): Set<SetLine> {
  const sample = (line: Line) => lineText(line).replace(/\d+/g, '#')
  const atEdge = ({ box }: SetLine) => box.y + box.height < EDGE_SHARE || box.y > 1 - EDGE_SHARE
  const times = new Map<string, number>()
  for (const lines of pages)
    for (const name of new Set(lines.filter(atEdge).map(({ line }) => sample(line)))) times.set(name, (times.get(name) ?? 0) + 1)
  const least = pages.length <= FEW_PAGES ? 2 : 3
  const body = bodySize(pages.flat())
  const twice = printedTwice(pages, atEdge, body)
  const repeated = (line: Line) =>
    (times.get(sample(line)) ?? 0) >= (/\d/.test(lineText(line)) ? least : 3) ||
    (/^[^\p{L}\d]*\d{1,4}[^\p{L}\d]*$/u.test(lineText(line)) && !ARROW.test(lineText(line)))
  const outermost = outermostLines(pages)
  const isKnown = ({ line, box, size }: SetLine) => {
    const before = known.get(furnitureKey(box.y < 0.5 ? 'head' : 'foot', lineText(line)))
    return before !== undefined && Math.abs(size - before) <= SAME_SIZE_SHARE * before
  }
  return new Set(
    pages.flatMap((lines) => {
      const numbers = lines.filter((each) => atEdge(each) && /^\d{1,4}$/.test(lineText(each.line)))
      const others = lines.filter(({ line }) => !repeated(line))
      const isFurniture = (each: SetLine) =>
        outermost.has(each) ||
        twice.has(each) ||
        ((repeated(each.line) || isKnown(each)) && !isInTable(each, numbers) && !isHeadline(each, others, body))
      return lines.filter((each) => atEdge(each) && isFurniture(each))
    }),
  )
}

/** Returns the small lines at the edge of a page that the next page has at the same place: the running foot of an article on two pages. */
function printedTwice(pages: SetLine[][], atEdge: (line: SetLine) => boolean, body: number): Set<SetLine> {
  const keyOf = ({ line, box, size }: SetLine) =>
    `${Math.round(box.y * 200)} ${Math.round(size * 4)} ${lineText(line).replace(/(?<!\d)\d+$/, '#')}`
  const small = pages.map((lines) => {
    const outer = lines.filter((each) => atEdge(each) && each.size <= SMALL * body && LONG.test(lineText(each.line)))
    return Map.groupBy(outer, keyOf)
  })
  return new Set(
    small.flatMap((lines, index) =>
      [...lines].flatMap(([key, same]) => ([-1, 1].some((by) => small[index + by]?.has(key)) ? same : [])),
    ),
  )
}

/** Whether a number has two others of its size beside, above or below it, as no number of a page has. */
function isInTable(line: SetLine, numbers: readonly SetLine[]): boolean {
  if (!numbers.includes(line)) return false
  const { x, y, width, height } = line.box
  const near = numbers.filter(({ box, size }) => {
    const isBeside = Math.abs(box.y - y) < 0.5 * height && Math.abs(box.x - x) < BESIDE_SHARE
    const isBelow = Math.abs(box.y - y) < 5 * height && box.x < x + width && x < box.x + box.width
    return (isBeside || isBelow) && Math.abs(size - line.size) < 0.06 * size
  })
  return near.length >= 3
}

/** A headline is larger than the text by this factor. */
const HEADLINE = 1.2

/**
 * Whether a line at the head of a page, such as "In brief" on each page, is the headline of a column: text is right below it, and
 * other columns are beside it.
 */
function isHeadline({ box, size }: SetLine, others: readonly SetLine[], body: number): boolean {
  if (size < HEADLINE * body || box.y > 0.5) return false
  const isBelow = (other: Box) =>
    Math.abs(other.x - box.x) < 0.01 && other.y > box.y && other.y - box.y - box.height < 1.2 * box.height
  const isBeside = (other: Box) =>
    (other.x > box.x + box.width || other.x + other.width < box.x) &&
    Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y) > 0.5 * Math.min(box.height, other.height)
  return (
    others.some((other) => Math.abs(other.size - body) < 0.1 * body && isBelow(other.box)) &&
    others.some((other) => isBeside(other.box))
  )
}

/** Returns the small lines that are alone above or below the text at the same place on most pages: the title of each section. */
function outermostLines(pages: SetLine[][]): Set<SetLine> {
  const body = bodySize(pages.flat())
  const placed = pages.flatMap((lines) => {
    const upright = lines.filter(({ line }) => !line.turned).sort((a, b) => a.box.y - b.box.y)
    const rows = [outerRow(upright, 1), outerRow(upright.toReversed(), -1)].map((row) =>
      row.filter(({ size }) => size <= SMALL * body),
    )
    const places = notePlaces(rows.some(({ length }) => length > 0) ? lines : [])
    return rows.flatMap((row, index) =>
      row
        .filter((each) => !isNoteOf(each, places))
        .map((each) => ({
          each,
          key: `${index} ${Math.round(each.box.y * 200)} ${Math.round(each.size * 4)} ${each.line.style?.font}`,
        })),
    )
  })
  const groups = [...Map.groupBy(placed, ({ key }) => key).values()]
  const most = groups.filter(({ length }) => length >= 2 && length * 2 >= pages.length)
  return new Set(most.flatMap((group) => group.map(({ each }) => each)))
}

/** Returns the first lines side by side, if there is space between them and the next line. `way`: 1 down, -1 up. */
function outerRow(lines: readonly SetLine[], way: 1 | -1): SetLine[] {
  const [first] = lines
  if (!first) return []
  const { y, height } = first.box
  const next = lines.findIndex(({ box }) => Math.abs(box.y - y) > 0.5 * height)
  if (next < 0) return []
  const { box } = lines[next]!
  const space = way === 1 ? box.y - y - height : y - box.y - box.height
  return space > MORE_SPACE_SHARE * height ? lines.slice(0, next) : []
}
