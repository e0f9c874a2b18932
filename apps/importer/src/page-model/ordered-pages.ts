import { writtenAddress } from '@kiosk/domain/reading/article-links'
import type { PageLink } from '../pdf/read-links.ts'
import { compoundsOf } from '../text/compounds.ts'
import type { Line } from '../text/line.ts'
import { kindOfMostLetters } from '../text/most-letters.ts'
import { lineText } from '../text/page-text.ts'
import { runningHeads } from '../text/running-heads.ts'
import { type Box, bodySize, type SetLine, setLines } from '../text/set-line.ts'
import { withDropCaps } from './drop-caps.ts'
import { framesOf } from './frames.ts'
import { centreOf, type Edges, edgesOf, heightOf, holds, type PageSize } from './geometry.ts'
import { type LayoutBox, seenIn } from './layout-witness.ts'
import { printedLines } from './lines.ts'
import { type Piece, SAME_SIZE } from './order-nodes.ts'
import { jumpedFrom } from './phrases.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'
import { inReadingOrder, MOST_PIECES } from './reading-order.ts'
import { withVerses } from './verses.ts'

/**
 * What was read from a page. Width and height in points; `rules`, `pictures`, `dots`, `links` and `layout`, which a layout model has found,
 * are fractions of the page.
 */
export type ReadPage = PageSize & {
  lines: Line[]
  rules?: Box[]
  pictures?: Box[]
  dots?: Box[]
  links?: PageLink[]
  layout?: LayoutBox[]
}

/** Lines that are larger than the text by this factor are headings when columns are looked for. */
const HEADING = 1.15

/** Pictures of a page that take space, largest first. */
const MOST_PICTURES = 100

/**
 * Returns the pages of an issue with their lines in reading order, and the size of its text in points.
 * @param known running heads of earlier issues by `furnitureKey`, with their sizes in points
 * @returns `byKnown`: whether they found running heads that the issue alone does not show
 */
export function orderedPages(
  pages: readonly ReadPage[],
  known: ReadonlyMap<string, number> = new Map(),
): { pages: OrderedPage[]; body: number; byKnown: boolean } {
  const words = wordsOf(pages)
  const set = pages.map((page, index) => {
    const lines = withDropCaps(printedLines(page.lines, page.rules ?? [], page), page, words)
    return setLines(lines, index + 1, page.height)
  })
  const body = bodySize(set.flat())
  const heads = runningHeads(set, known)
  const byKnown = known.size > 0 && runningHeads(set).size < heads.size
  const printed = set.flat().map(({ line }) => line)
  const look = kindOfMostLetters(printed, lookOf, lineText) ?? ''
  const withCompounds = compoundsOf(pages.map(({ lines }) => lines))
  const ordered = pages.map((page, index) => orderedPage(page, set[index]!, heads, { body, look }))
  const read = ordered.map((page) => ({ ...page, lines: withCompounds(page.lines) }))
  return { pages: withVerses(read, body), body, byKnown }
}

/** @param text size and look of the text of the issue */
function orderedPage(
  page: ReadPage,
  set: SetLine[],
  running: ReadonlySet<SetLine>,
  text: { body: number; look: string },
): OrderedPage {
  const { body } = text
  const { width, height } = page
  const upright = set.filter((each) => !each.line.turned && !running.has(each))
  const rules = (page.rules ?? []).map((rule) => edgesOf(rule, page))
  const frames = framesOf(rules, width * height)
  const bulleted = behindBullets(upright, page)
  const pieces = upright.map((each) => ({
    box: edgesOf(each.box, page),
    words: lineText(each.line),
    size: each.size,
    look: lookOf(each.line),
    heading: each.size >= body * HEADING,
    text: Math.abs(each.size - body) < SAME_SIZE * body && lookOf(each.line) === text.look,
    jumped: jumpedFrom(lineText(each.line)) !== null,
    content: each,
  }))
  const pictures = (page.pictures ?? [])
    .map((box) => edgesOf(box, page))
    .filter((picture) => !pieces.some(({ box }) => holds(picture, box)))
    .slice(0, MOST_PICTURES)
  const letters = upright.map(({ line }) => line.words.map(([text]) => text).join('')).join('')
  const rightToLeft = (letters.match(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu)?.length ?? 0) > letters.length / 2
  const columns = inReadingOrder(withinColumns(pieces), { rules, frames, pictures, em: body || 10, rightToLeft })
  const edges = set.filter((each) => running.has(each))
  const layout = page.layout ?? []
  return {
    width,
    height,
    frames,
    rules,
    pictures: page.pictures ?? [],
    links: page.links ?? [],
    layout,
    lines: columns.flatMap(({ frame, pieces }, column) =>
      pieces.map(({ content }): PlacedLine => {
        const box = edgesOf(content.box, page)
        const seen = seenIn(content.box, layout)
        const bullet = bulleted.has(content) && ({ bullet: true } as const)
        return { ...content, edges: box, column, frame, ...(seen && { seen }), ...bullet }
      }),
    ),
    heads: edges.filter(({ box }) => box.y < 0.5),
    feet: edges.filter(({ box }) => box.y >= 0.5),
    turned: set.filter((each) => each.line.turned && !running.has(each)),
  }
}

/**
 * Number of lines that show the width of a column, and how much further right than an address they may begin, in sizes of the
 * text.
 */
const COLUMN = { lines: 3, indent: 0.5, outdent: 4 }

/**
 * Returns the lines with addresses that run out of their columns, because they cannot be divided, as wide as the columns that they would
 * divide otherwise. Pages with too many lines are read without columns.
 */
function withinColumns<Content>(pieces: readonly Piece<Content>[]): readonly Piece<Content>[] {
  if (pieces.length > MOST_PIECES) return pieces
  const addresses = new Set(pieces.filter(({ words }) => !words.includes(' ') && writtenAddress(words)))
  const others = pieces.filter((piece) => !addresses.has(piece))
  return pieces.map((piece) => (addresses.has(piece) ? withinColumn(piece, others) : piece))
}

function withinColumn<Content>(address: Piece<Content>, others: readonly Piece<Content>[]): Piece<Content> {
  const { box, size } = address
  const column = others.filter(
    (other) => other.box.left > box.left - COLUMN.outdent * size && other.box.left < box.left + COLUMN.indent * size,
  )
  const right = Math.max(...column.map((other) => other.box.right))
  const isNextTo = (other: Piece<Content>) => other.box.left > right && other.box.left < box.right
  return column.length >= COLUMN.lines && others.some(isNextTo)
    ? { ...address, box: { ...box, right: Math.min(right, box.right) } }
    : address
}

/**
 * Drawn bullets: space after them and largest side, in sizes of the text; distance between the left edges of those of a list, in
 * points.
 */
const BULLET = { gap: 2.5, side: 0.8, alignedPoints: 1 }

/** Returns the lines before which bullets are drawn: dots at half their height. At least two are below each other. */
function behindBullets(lines: readonly SetLine[], page: ReadPage): Set<SetLine> {
  const dots = (page.dots ?? []).map((dot) => edgesOf(dot, page))
  const found = lines.flatMap((line) => {
    const edges = edgesOf(line.box, page)
    const dot = dots.find((each) => {
      const gap = edges.left - each.right
      const isBeside = gap > 0 && gap <= BULLET.gap * line.size && heightOf(each) <= BULLET.side * line.size
      return isBeside && Math.abs(centreOf(each) - centreOf(edges)) < 0.3 * heightOf(edges)
    })
    return dot ? [{ line, dot }] : []
  })
  const isAligned = (one: Edges, other: Edges) => one !== other && Math.abs(one.left - other.left) <= BULLET.alignedPoints
  return new Set(found.filter(({ dot }) => found.some((other) => isAligned(other.dot, dot))).map(({ line }) => line))
}

const lookOf = ({ style, bold }: Line) => `${style?.font} ${style?.colour} ${bold ?? false}`

/** Returns all lines of a page as they are read. */
export function linesOf({ heads, lines, feet, turned }: OrderedPage): Line[] {
  return [...heads, ...lines, ...turned, ...feet].map(({ line }) => line)
}

function wordsOf(pages: readonly ReadPage[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const { lines } of pages)
    for (const line of lines)
      for (const [text] of line.words) {
        const word = text.toLowerCase().replace(/[^\p{L}]/gu, '')
        words.set(word, (words.get(word) ?? 0) + 1)
      }
  return words
}
