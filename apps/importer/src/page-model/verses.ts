import { hasLabel } from '../text/entries.ts'
import { hasMark } from '../text/list-items.ts'
import { lineText } from '../text/page-text.ts'
import { around, type Edges, edgesOf, heightOf, sharedDown, widthOf } from './geometry.ts'
import { ENDS_SENTENCE } from './phrases.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'

/** Minimum number of lines of a poem, with all its stanzas. */
const FEWEST_LINES = 4
/** A page with more lines was made to take a long time. */
const MOST_LINES = 3000
/** By these factors: sizes that differ less are the same, and headings are larger than the text. */
const SIZE = { same: 0.06, heading: 1.15 }
/** Maximum space between two lines of a poem, including its stanzas, in heights of a line. */
const MOST_SPACE = 1.6
/** A step from line to line that is larger than the usual one by this factor lies between two stanzas. */
const BETWEEN_STANZAS = 1.2
/**
 * The edge of a column is known if at least this many of its lines, and this share of them, end at most this many sizes of the
 * font before it. A column is wider by this factor than a poem that does not fill it.
 */
const COLUMN = { lines: 6, share: 0.5, before: 3, wider: 1.1 }
/** Width of a space and of a gutter, in sizes of the font. */
const WIDE = { space: 0.3, gutter: 0.6 }
/** Edges that are no further apart are the same. Points. */
const SAME_EDGE = 2
/**
 * Share of the lines behind which the first word of the next one would have had room: in their column; as far as the longest line of the
 * poem, if there was room in the column as well or each line begins with a capital; and as far as that line alone. Running text
 * has hardly any such lines, unless a sentence ends.
 */
const ROOM = { inColumn: 0.8, withOther: 0.25, alone: 0.6 }
/**
 * `fewest`: minimum pairs of lines that show a poem. `ofText`: from this many on, text without any room is not a poem, whatever
 * is around it.
 */
const PAIRS = { fewest: 3, ofText: 4 }
/** Minimum share of the lines that begin with a capital. */
const CAPITALS = 0.9
/** A sentence that ends within a line. */
const ENDS_WITHIN = /\p{L}{2}[.!?…][”"»’)]*\s+[“"«‘(]*\p{L}/gu
/**
 * Maximum share of pairs of lines that end at the same place: in justified text, almost all do. `surely`: share of all pairs,
 * including those between which a sentence ends; this is found quickly.
 */
const MOST_EVEN = { usual: 0.3, surely: 0.6 }

type Side = Pick<Edges, 'left' | 'right'>
type Pair = readonly [line: PlacedLine, next: PlacedLine]
/** Lines with no larger space between them. `hasColumn`: their column is known, and they do not fill it. */
type Stanza = { lines: PlacedLine[]; hasColumn: boolean }

/**
 * Marks the lines of an issue that start a new line wherever the line above ends: verses, and other short lines such as those of
 * an address.
 * @param body size of the text in points
 */
export function withVerses(pages: readonly OrderedPage[], body: number): OrderedPage[] {
  const runs = pages.map(({ lines }) =>
    (lines.length > MOST_LINES ? [] : runsOf(lines, body))
      .map((run) => stanzasOf(run).map((stanza) => (mayBeVerse(stanza) ? stanza : null)))
      .filter((stanzas) => stanzas.reduce((sum, stanza) => sum + (stanza?.length ?? 0), 0) >= FEWEST_LINES),
  )
  if (runs.every(({ length }) => length === 0)) return [...pages]
  const columns = columnsOf(pages)
  return pages.map((page, index) => {
    const verses = new Map<PlacedLine, 'first' | 'next'>()
    for (const run of runs[index]!)
      for (const poem of poemsIn(run, columns, page))
        for (const { lines } of poem) for (const line of lines) verses.set(line, line === lines[0] ? 'first' : 'next')
    if (verses.size === 0) return page
    return { ...page, lines: page.lines.map((line) => ({ ...line, ...(verses.has(line) && { verse: verses.get(line)! }) })) }
  })
}

/** Returns where the columns of text of an issue begin and end; those with most lines first. */
function columnsOf(pages: readonly OrderedPage[]): Side[] {
  const columns = new Map<string, Side & { count: number }>()
  for (const { lines } of pages)
    for (const column of consecutive(lines, (before, line) => before.column === line.column && before.frame === line.frame)) {
      const { left, right } = edgesAround(column)
      const filled = column.filter(({ edges, size }) => right - edges.right <= COLUMN.before * size)
      if (filled.length < COLUMN.lines || filled.length < COLUMN.share * column.length) continue
      const key = `${Math.round(left)} ${Math.round(right)}`
      columns.set(key, { left, right, count: filled.length + (columns.get(key)?.count ?? 0) })
    }
  return [...columns.values()].sort((one, other) => other.count - one.count)
}

/** Returns the lines of one size that are below each other in a column, without items of lists and lines of cards. */
function runsOf(lines: readonly PlacedLine[], body: number): PlacedLine[][] {
  const items = new Set(lines.filter(isItem))
  const runs = consecutive(lines, (before, line) => {
    const gap = line.edges.top - before.edges.bottom
    const height = Math.min(heightOf(before.edges), heightOf(line.edges))
    return (
      before.column === line.column &&
      before.frame === line.frame &&
      Math.abs(before.size - line.size) <= SIZE.same * line.size &&
      gap > -0.5 * height &&
      gap < MOST_SPACE * height &&
      !items.has(before) &&
      !items.has(line)
    )
  })
  return runs.filter((run) => run.length >= FEWEST_LINES && run[0]!.size < SIZE.heading * body)
}

function isItem({ line, bullet }: PlacedLine): boolean {
  const text = lineText(line)
  return bullet === true || hasMark(text) || hasLabel(text)
}

function consecutive(lines: readonly PlacedLine[], goesOn: (before: PlacedLine, line: PlacedLine) => boolean): PlacedLine[][] {
  const groups: PlacedLine[][] = []
  for (const line of lines) {
    const before = groups.at(-1)?.at(-1)
    if (before && goesOn(before, line)) groups.at(-1)!.push(line)
    else groups.push([line])
  }
  return groups
}

/** Divides a run where there is more space between its lines. */
function stanzasOf(run: readonly PlacedLine[]): PlacedLine[][] {
  const stepTo = (before: PlacedLine, line: PlacedLine) => line.edges.bottom - before.edges.bottom
  const steps = run.slice(1).map((line, index) => stepTo(run[index]!, line))
  // Stanzas, or items between which there is space, can have two lines.
  const usual = steps.sort((a, b) => a - b)[steps.length >> 2]!
  return consecutive(run, (before, line) => stepTo(before, line) <= BETWEEN_STANZAS * usual)
}

/** Whether lines are not running text, as far as the lines alone show. */
function mayBeVerse(lines: readonly PlacedLine[]): boolean {
  const isEven = (before: PlacedLine, line: PlacedLine) => Math.abs(line.edges.right - before.edges.right) <= SAME_EDGE
  const even = lines.filter((line, index) => index > 0 && isEven(lines[index - 1]!, line))
  if (lines.length > PAIRS.ofText && even.length > MOST_EVEN.surely * (lines.length - 1)) return false
  if (lines.some(({ line }, index) => index < lines.length - 1 && /\p{L}[-‐¬]$/u.test(lineText(line)))) return false
  const pairs = pairsOf(lines)
  if (pairs.length < PAIRS.ofText) return true
  const evenPairs = pairs.filter(([before, line]) => isEven(before, line))
  return evenPairs.length <= MOST_EVEN.usual * pairs.length && shareWithRoom(pairs, widest(lines)) > 0
}

/** Returns the lines that follow each other, if no sentence ends between them. */
const pairsOf = (lines: readonly PlacedLine[]) =>
  lines.slice(1).flatMap((line, index): Pair[] => {
    const before = lines[index]!
    return ENDS_SENTENCE.test(lineText(before.line)) ? [] : [[before, line]]
  })

/** A function that says how far a line could reach: to the right, or how wide it could be if it is centred. */
type Reach = { isCentred: boolean; of: (line: PlacedLine) => number }

/** Share of the lines that have room for the first word of the next one. */
function shareWithRoom(pairs: readonly Pair[], { isCentred, of }: Reach): number {
  const withRoom = pairs.filter(([line, { line: next, box, edges }]) => {
    const needed = WIDE.space * line.size + (next.words[0]![3] / box.width) * widthOf(edges)
    return (isCentred ? widthOf(line.edges) : line.edges.right) + needed <= of(line)
  })
  return pairs.length === 0 ? 0 : withRoom.length / pairs.length
}

/** Lines could reach as far as the longest of some lines. */
function widest(lines: readonly PlacedLine[]): Reach {
  const isCentred = areCentred(lines)
  const most = isCentred ? Math.max(...lines.map(({ edges }) => widthOf(edges))) : edgesAround(lines).right
  return { isCentred, of: () => most }
}

const edgesAround = (lines: readonly PlacedLine[]) => lines.map(({ edges }) => edges).reduce(around)

function areCentred(lines: readonly PlacedLine[]): boolean {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  return (
    spread(lines.map(({ edges }) => (edges.left + edges.right) / 2)) <= SAME_EDGE &&
    spread(lines.map(({ edges }) => edges.left)) > SAME_EDGE
  )
}

/** Returns the poems in a run: stanzas that follow each other, between text (null) and lines that fill their column. */
function poemsIn(run: readonly (PlacedLine[] | null)[], columns: readonly Side[], page: OrderedPage): Stanza[][] {
  const poems: Stanza[][] = [[]]
  for (const lines of run) {
    const column = lines && columnAround(lines, columns, page)
    const pairs = column ? pairsOf(lines) : []
    const isFilled = column && pairs.length > 0 && shareWithRoom(pairs, column) < ROOM.inColumn
    if (!lines || isFilled) poems.push([])
    else poems.at(-1)!.push({ lines, hasColumn: column !== null })
  }
  return poems.filter((poem) => isPoem(poem, page))
}

/** Returns how far lines could reach in a column of the issue; null if no column is known in which they have room at their side. */
function columnAround(lines: readonly PlacedLine[], columns: readonly Side[], page: OrderedPage): Reach | null {
  const box = edgesAround(lines)
  const isCentred = areCentred(lines)
  const isWider = ({ left, right }: Side) =>
    isCentred
      ? Math.abs(left + right - box.left - box.right) <= 2 * SAME_EDGE && right - left >= COLUMN.wider * widthOf(box)
      : left <= box.left + SAME_EDGE && right - box.left >= COLUMN.wider * widthOf(box)
  const column = columns.find(isWider)
  // Other text or a picture beside the lines can make their column narrower than it is elsewhere.
  const end = column && Math.min(column.right, besideOn(page)(box))
  if (!column || !isWider({ left: column.left, right: end! })) return null
  return { isCentred, of: () => (isCentred ? end! - column.left : end!) }
}

/** Returns a function that says where the next text or picture to the right of something begins, less a gutter. */
function besideOn({ lines, pictures, ...page }: OrderedPage): (box: Edges) => number {
  const all = [
    ...lines.map(({ edges, size }) => ({ edges, gutter: WIDE.gutter * size })),
    ...pictures.map((picture) => ({ edges: edgesOf(picture, page), gutter: 0 })),
  ]
  return (box) =>
    all.reduce(
      (least, { edges, gutter }) =>
        sharedDown(edges, box) > 0 && edges.left >= box.right - SAME_EDGE ? Math.min(least, edges.left - gutter) : least,
      Number.POSITIVE_INFINITY,
    )
}

function isPoem(poem: readonly Stanza[], page: OrderedPage): boolean {
  const lines = poem.flatMap((stanza) => stanza.lines)
  const pairs = poem.flatMap((stanza) => pairsOf(stanza.lines))
  if (lines.length < FEWEST_LINES || pairs.length < PAIRS.fewest) return false
  const texts = lines.map(({ line }) => lineText(line))
  const within = texts.reduce((sum, text) => sum + (text.match(ENDS_WITHIN)?.length ?? 0), 0)
  if (within > texts.filter((text) => ENDS_SENTENCE.test(text)).length) return false
  const { isCentred, of } = widest(lines)
  const beside = besideOn(page)
  // Text can flow around a picture.
  const room = shareWithRoom(pairs, { isCentred, of: (line) => (isCentred ? of(line) : Math.min(of(line), beside(line.edges))) })
  const capitals = texts.filter((text) => /^[\p{P}\s]*\p{Lu}/u.test(text))
  const isCapital = capitals.length >= CAPITALS * lines.length
  const hasColumn = poem.every((stanza) => stanza.hasColumn || stanza.lines.length === 1)
  return room >= (hasColumn || isCapital ? ROOM.withOther : ROOM.alone)
}
