import { areaOf, around, centreOf, type Edges, heightOf, holds, median, sharedAcross, sharedDown, widthOf } from './geometry.ts'
import {
  begins,
  type Gap,
  HEADING_STEP,
  isBelowName,
  isBesideText,
  isCaption,
  isKicker,
  isPictureOfHeading,
  isRightBelowHeading,
  type Node,
  type Piece,
  SAME_SIZE,
} from './order-nodes.ts'

/** Pieces that are read from top to bottom. `frame`: number of the frame around it, from 0; null outside of all frames. */
export type Column<Content> = { frame: number | null; pieces: Piece<Content>[] }

/** `looks.left`: how often gutters that something crosses may still be looked for. `part`: what is ordered is cut from it from top to bottom. */
type Page = {
  gutter: number
  across: Edges[]
  down: Edges[]
  rightToLeft: boolean
  looks: { left: number }
  part: Edges | null
}

/** Share of a node's side that a rule along it must cover to divide it. */
const RULE_SHARE = 0.7
/** Most of a node's height that may cross a gutter: headlines and pictures above columns. */
const MOST_CROSSING = 0.65
/** Bounds for pages that were made to take long. Real pages have some hundred lines. */
export const MOST_PIECES = 3000
const MOST_FRAMES = 200
const MOST_LOOKS = 60
/** In so few nodes, gutters are found quickly, and are looked for without a bound. */
const FEW_NODES = 30
const MOST_COMPARISONS = 100_000
/** Kicker, headline, deck, authors, picture and caption above columns. */
const MOST_OF_HEAD = 8
/** Cells of a table fill less of their column than lines of text. */
const CELL_FILL = 0.62

/**
 * Orders the lines of a page by where they stand, whatever their order in the file: recursive cuts along rules, headings and
 * gutters (after Nagy and Seth's X-Y tree). What is in a frame is ordered apart; elements that stand across two columns are
 * read where the text next to them is.
 * @param rules and `frames` in points; frames smallest first
 * @param pictures in points, without text on them: they keep the space that they take
 * @param em size of the text in points
 */
export function inReadingOrder<Content>(
  pieces: readonly Piece<Content>[],
  {
    rules,
    frames,
    pictures,
    em,
    rightToLeft,
  }: {
    rules: readonly Edges[]
    frames: readonly Edges[]
    pictures: readonly Edges[]
    em: number
    rightToLeft: boolean
  },
): Column<Content>[] {
  const dividing = rules.filter((rule) => !frames.some((frame) => isEdgeOf(rule, frame)))
  const page: Page = {
    gutter: 0.6 * em,
    across: dividing.filter((rule) => widthOf(rule) >= heightOf(rule)),
    down: dividing.filter((rule) => heightOf(rule) > widthOf(rule)),
    rightToLeft,
    looks: { left: MOST_LOOKS },
    part: null,
  }
  const kept = pieces.length > MOST_PIECES ? [] : frames.slice(0, MOST_FRAMES).filter((frame) => isGroup(frame, pieces))
  const frameOf = (box: Edges, from = 0) => {
    const found = kept.findIndex((frame, index) => index >= from && holds(frame, box))
    return found < 0 ? null : found
  }
  const nodeOf = (group: readonly Piece<Content>[]): Node<Content> => {
    const [{ size, heading, text, jumped }] = group as [Piece<Content>]
    const box = group.map((piece) => piece.box).reduce(around)
    const starts = heading && !isSentence(group.map(({ words }) => words).join(' '))
    return { box, size, heading, starts, text, jumped, pieces: group, frame: frameOf(box) }
  }
  if (pieces.length > MOST_PIECES)
    return [
      {
        frame: null,
        pieces: inRows(
          pieces.map((piece) => nodeOf([piece])),
          rightToLeft,
        ).flatMap((node) => node.pieces!),
      },
    ]
  const nodes = [
    ...headingsWhole(pieces).map(nodeOf),
    ...pictures.map((box): Node<Content> => ({ ...PLAIN, box, pieces: [], frame: frameOf(box) })),
  ]
  const within = (frame: number | null): Node<Content>[] => [
    ...nodes.filter((node) => node.frame === frame),
    ...kept.flatMap((box, index) => {
      const parent = frameOf(box, index + 1)
      return parent === frame ? [{ ...PLAIN, box, pieces: null, frame: index }] : []
    }),
  ]
  const columnsOf = (frame: number | null): Column<Content>[] =>
    ordered(within(frame), frame === null ? page : { ...page, part: kept[frame]! }).flatMap((column) => {
      const columns: Column<Content>[] = []
      for (const { pieces, frame: inner } of column) {
        if (pieces === null) columns.push(...columnsOf(inner))
        else if (columns.at(-1)?.frame === frame) columns.at(-1)!.pieces.push(...pieces)
        else columns.push({ frame, pieces: [...pieces] })
      }
      return columns
    })
  return columnsOf(null).filter(({ pieces }) => pieces.length > 0)
}

const PLAIN = { size: 0, heading: false, starts: false, text: false, jumped: false }

const isSentence = (words: string) => words.length > 25 && /[^.]{4}[.!?…](?:\s*["”“»’])*$/u.test(words)

/** Returns the lines, with those of one heading together. */
function headingsWhole<Content>(pieces: readonly Piece<Content>[]): Piece<Content>[][] {
  const headings: Piece<Content>[][] = []
  for (const piece of pieces.filter(({ heading }) => heading).sort((a, b) => a.box.top - b.box.top)) {
    const whole = headings.find((lines) => isNextLine(lines.at(-1)!, piece))
    if (whole) whole.push(piece)
    else headings.push([piece])
  }
  return [...pieces.filter(({ heading }) => !heading).map((piece) => [piece]), ...headings]
}

/** Whether a line is right below another one that looks the same, with one edge or the middle at the same place. */
function isNextLine(before: Piece<unknown>, { box, size, look }: Piece<unknown>): boolean {
  const step = box.top - before.box.top
  if (before.look !== look || Math.abs(before.size - size) > SAME_SIZE * size) return false
  if (step < 0.5 * size || step > HEADING_STEP * size || sharedAcross(before.box, box) <= 0) return false
  const [left, right] = [box.left - before.box.left, box.right - before.box.right]
  return Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2) < 0.5 * size
}

/** The edges of a frame divide what is in it from the rest, not what is above it from what is below. */
function isEdgeOf(rule: Edges, frame: Edges): boolean {
  const slack = 3
  const near = (one: number, other: number) => Math.abs(one - other) <= slack
  const isWithin = sharedAcross(rule, frame) >= widthOf(rule) - slack && sharedDown(rule, frame) >= heightOf(rule) - slack
  return widthOf(rule) >= heightOf(rule)
    ? isWithin && (near(rule.top, frame.top) || near(rule.bottom, frame.bottom))
    : isWithin && (near(rule.left, frame.left) || near(rule.right, frame.right))
}

/** Returns whether a frame holds a group of lines: not the whole page, not a heading that fills it, and no line runs out of it. */
function isGroup(frame: Edges, pieces: readonly Piece<unknown>[]): boolean {
  const inside = pieces.filter(({ box }) => holds(frame, box))
  if (inside.length === 0 || inside.length > 0.9 * pieces.length) return false
  const filled = heightOf(inside.map(({ box }) => box).reduce(around))
  if (inside.every(({ heading }) => heading) && inside.length <= 3 && filled > 0.5 * heightOf(frame)) return false
  const crossing = pieces.filter(({ box }) => {
    const common = Math.max(0, sharedAcross(box, frame)) * Math.max(0, sharedDown(box, frame))
    return common > 0.15 * areaOf(box) && common < 0.85 * areaOf(box)
  })
  return crossing.length <= 0.1 * inside.length
}

/** Orders nodes by recursive cuts. Returns columns of nodes. */
function ordered<Content>(nodes: readonly Node<Content>[], page: Page): Node<Content>[][] {
  if (nodes.length <= 1) return nodes.length ? [[...nodes]] : []
  const box = nodes.map((node) => node.box).reduce(around)
  const gutters = gapsAcross(nodes, page.gutter)
  const rulesIn = ([left, right]: Gap) => page.down.filter((rule) => rule.left >= left - 1 && rule.right <= right + 1)
  const walls = gutters.filter((gap) => rulesIn(gap).some((rule) => sharedDown(rule, box) >= RULE_SHARE * heightOf(box)))
  if (walls.length > 0) {
    const head = belowHead(nodes, gutters, page)
    // Rules between the columns of an article begin below its head.
    const isAboveRules = head && walls.every((gap) => rulesIn(gap).every((rule) => rule.top > head[0] || rule.bottom < box.top))
    return isAboveRules ? cutDown(nodes, [head], page) : cutAcross(nodes, walls, page)
  }
  const crossing = gutters.length > 0 ? null : crossed(nodes, box, page)
  if (gutters.length > 0 || crossing !== null) {
    const levels = gapsDown(nodes).filter((gap) => isLevel(gap, nodes, box, page))
    if (levels.length > 0) return cutDown(nodes, levels, page)
  }
  const head = gutters.length > 0 ? belowHead(nodes, gutters, page) : null
  if (head) return cutDown(nodes, [head], page)
  if (gutters.length > 0) {
    if (isTable(nodes, gutters)) return [inRows(nodes, page.rightToLeft)]
    const beside = gutters.length > 1 ? gutterBesideLevels(nodes, gutters, page) : null
    return cutAcross(nodes, beside ? [beside] : gutters, page)
  }
  if (crossing === null) return [inRows(nodes, page.rightToLeft)]
  return aroundCrossing(nodes, crossing, page)
}

/** Returns the gaps that no node covers, from left to right. */
const gapsAcross = (nodes: readonly Node<unknown>[], least: number) =>
  gaps(
    nodes.map(({ box }) => [box.left, box.right]),
    least,
  )
/** Returns the gaps that no node covers, from top to bottom. Boxes of lines may touch. */
const gapsDown = (nodes: readonly Node<unknown>[]) =>
  gaps(
    nodes.map(({ box, size }) => {
      const slack = 0.15 * Math.min(heightOf(box), size)
      return [box.top + slack, box.bottom - slack]
    }),
    0.1,
  )

function gaps(spans: [number, number][], least: number): Gap[] {
  const found: Gap[] = []
  let end = Infinity
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    if (from - end >= least) found.push([end, from])
    end = end === Infinity ? to : Math.max(end, to)
  }
  return found
}

/**
 * Returns whether a gap divides a node from side to side: by a rule, or before a heading beside and above which nothing stands but
 * other headings, pictures and frames.
 */
function isLevel<Content>([from, to]: Gap, nodes: readonly Node<Content>[], box: Edges, page: Page): boolean {
  const slack = 2
  const hasRule = page.across.some(
    (rule) =>
      rule.top >= from - slack &&
      rule.bottom <= to + slack &&
      sharedAcross(rule, box) >= RULE_SHARE * widthOf(box) &&
      !isBesideText(rule, [from, to], nodes),
  )
  if (hasRule) return true
  const below = nodes.filter((node) => centreOf(node.box) > to)
  if (to - from > page.gutter && below.some(({ jumped, box }) => jumped && box.top < to + heightOf(box))) {
    const headings = nodes.filter(({ heading, box, size }) => heading && centreOf(box) < from && from - box.bottom < 2 * size)
    if (headings.length === 0) return true
  }
  const first = below.filter(({ starts }) => starts).sort((a, b) => a.box.top - b.box.top)[0]
  if (!first) return false
  const headings = below.filter(({ starts, box }) => starts && box.top < first.box.bottom)
  const end = Math.min(...headings.map(({ box }) => box.bottom))
  const beside = below.filter(({ box }) => box.top + 0.3 * heightOf(box) < end)
  if (beside.length * nodes.length > MOST_COMPARISONS || !beside.every((node) => begins(node, nodes) || isCaption(node, beside)))
    return false
  // A deck belongs to the headline above it, a kicker to the one below.
  const above = nodes.filter((node) => centreOf(node.box) < from)
  if (headings.some((node) => isRightBelowHeading(node, above) || isBelowName(node, above))) return false
  if (above.some((node) => isKicker(node, nodes, beside))) return false
  if (below.some((node) => node.pieces?.length === 0 && node.box.top < end && isPictureOfHeading(node, above))) return false
  const rest = below.filter((node) => node.text || node.pieces === null)
  return gapsAcross(rest, page.gutter).length > 0 || widthOf(beside.map((node) => node.box).reduce(around)) > 0.6 * widthOf(box)
}

/**
 * Returns the gap below headings and what belongs to them, if all of it stands alone above everything else: over the column that is
 * read first, or in the middle. Beside a head that stands over other columns are notes in the margin.
 */
function belowHead<Content>(nodes: readonly Node<Content>[], gutters: readonly Gap[], page: Page): Gap | null {
  const box = nodes.map((node) => node.box).reduce(around)
  const isInTheMiddle = (head: Edges) =>
    [box, page.part].some((around) => around && Math.abs(head.left + head.right - around.left - around.right) < 4 * page.gutter)
  const isOver = (head: Edges) =>
    (page.rightToLeft ? head.right > gutters.at(-1)![1] : head.left < gutters[0]![0]) || isInTheMiddle(head)
  let head: Gap | null = null
  for (const gap of gapsDown(nodes).slice(0, MOST_OF_HEAD)) {
    const above = nodes.filter((node) => centreOf(node.box) < gap[0])
    if (above.some(({ text, pieces }) => text || pieces === null) || rowsOf(above, 0.3).some((row) => row.length > 1)) break
    const below = nodes.filter((node) => !above.includes(node))
    const columns = gapsAcross(below, page.gutter)
    const isAcross = (head: Edges) => columns.some(([left, right]) => head.left < left && head.right > right)
    if (
      above.some(
        ({ heading, starts, pieces, box }) =>
          (starts && isOver(box)) ||
          (isInTheMiddle(box) && (heading || (pieces?.length && beginsTogether(below, columns, page)))) ||
          (pieces?.length && isAcross(box) && (isOver(box) || isInTheMiddle(box))),
      )
    )
      head = gap
  }
  return head
}

/** Whether all columns begin at the same height. */
function beginsTogether(nodes: readonly Node<unknown>[], columns: readonly Gap[], page: Page): boolean {
  const tops = grouped(nodes, columns, middleOf).map((column) => Math.min(...column.map(({ box }) => box.top)))
  return Math.max(...tops) - Math.min(...tops) < page.gutter
}

/** Returns the gutter beside which the widest group of columns stands that a level divides; null if there is none. */
function gutterBesideLevels<Content>(nodes: readonly Node<Content>[], gutters: readonly Gap[], page: Page): Gap | null {
  let widest: { gutter: Gap; width: number } | null = null
  for (const gutter of gutters)
    for (const side of grouped(nodes, [gutter], middleOf)) {
      const width = widthOf(side.map(({ box }) => box).reduce(around))
      if ((!widest || width > widest.width) && hasLevel(side, page)) widest = { gutter, width }
    }
  return widest?.gutter ?? null
}

/** Whether columns begin anew below a gap: each with a heading, or at the height of the one to its left. */
function hasLevel<Content>(nodes: readonly Node<Content>[], page: Page): boolean {
  const gutters = gapsAcross(nodes, page.gutter)
  if (gutters.length === 0) return false
  const box = nodes.map((node) => node.box).reduce(around)
  return gapsDown(nodes).some((gap) => {
    if (!isLevel(gap, nodes, box, page)) return false
    const below = nodes.filter((node) => centreOf(node.box) > gap[1] && node.pieces?.length)
    let top = Infinity
    return grouped(below, gutters, middleOf).every((column) => {
      const [first] = column.toSorted((a, b) => a.box.top - b.box.top)
      const text = Math.min(...column.filter((node) => node.text).map((node) => node.box.top))
      const isJumped = column.some(({ jumped, box }) => jumped && box.top < first!.box.bottom)
      const begun = first!.starts || isJumped || isKicker(first!, nodes, nodes) || Math.abs(text - top) < page.gutter
      top = text
      return begun
    })
  })
}

function cutAcross<Content>(nodes: readonly Node<Content>[], cuts: readonly Gap[], page: Page): Node<Content>[][] {
  const groups = grouped(nodes, cuts, middleOf)
  return (page.rightToLeft ? groups.toReversed() : groups).flatMap((group) => ordered(group, { ...page, part: null }))
}

function cutDown<Content>(nodes: readonly Node<Content>[], cuts: readonly Gap[], page: Page): Node<Content>[][] {
  const part = page.part ?? nodes.map(({ box }) => box).reduce(around)
  return grouped(nodes, cuts, ({ box }) => centreOf(box)).flatMap((group) => ordered(group, { ...page, part }))
}

const middleOf = ({ box }: Node<unknown>) => (box.left + box.right) / 2

function grouped<Content>(nodes: readonly Node<Content>[], cuts: readonly Gap[], at: (node: Node<Content>) => number) {
  const groups: Node<Content>[][] = Array.from({ length: cuts.length + 1 }, () => [])
  for (const node of nodes) groups[cuts.filter(([from, to]) => (from + to) / 2 < at(node)).length]!.push(node)
  return groups.filter((group) => group.length > 0)
}

/** Returns whether nodes form a table: short cells in rows. */
function isTable(nodes: readonly Node<unknown>[], gutters: readonly Gap[]): boolean {
  const columns = grouped(nodes, gutters, middleOf)
  const rows = rowsOf(nodes, 0.85)
  if (rows.length < 2 || nodes.some(({ pieces, heading }) => !pieces?.length || heading)) return false
  // Lines of two columns of text beside each other are one cell where something below them crosses their gutter.
  const full = rows.filter((row) => grouped(row, gutters, middleOf).length >= Math.min(columns.length, 3))
  if (full.length < 0.6 * rows.length) return false
  const fills = columns.slice(1).map((column) => {
    const width = widthOf(column.map(({ box }) => box).reduce(around))
    const cells = rowsOf(column, 0.5).map((row) => widthOf(row.map(({ box }) => box).reduce(around)))
    return { fill: median(cells) / Math.max(1, width), width, height: median(column.map(({ box }) => heightOf(box))) }
  })
  return fills.every(({ fill, width, height }) => fill < CELL_FILL || width < 7 * height)
}

function rowsOf<Content>(nodes: readonly Node<Content>[], share: number): Node<Content>[][] {
  const rows: Node<Content>[][] = []
  for (const node of nodes.toSorted((a, b) => centreOf(a.box) - centreOf(b.box))) {
    const row = rows.at(-1)
    if (
      row &&
      sharedDown(row[0]!.box, node.box) > share * Math.min(heightOf(row[0]!.box), heightOf(node.box)) &&
      row.every(({ box }) => sharedAcross(box, node.box) <= 0.2 * heightOf(box))
    )
      row.push(node)
    else rows.push([node])
  }
  return rows
}

/** From top to bottom, and in the direction of the script in a row. Pictures are no part of a row. */
const inRows = <Content>(nodes: readonly Node<Content>[], rightToLeft: boolean) =>
  rowsOf(
    nodes.filter(({ pieces }) => pieces?.length !== 0),
    0.5,
  ).flatMap((row) => row.toSorted((a, b) => (rightToLeft ? b.box.right - a.box.right : a.box.left - b.box.left)))

/** Returns the nodes that alone prevent a cut into columns; null if there are no columns. */
function crossed<Content>(nodes: readonly Node<Content>[], box: Edges, page: Page): Node<Content>[] | null {
  if (nodes.length > FEW_NODES && page.looks.left-- <= 0) return null
  const begins = new Map<number, number>()
  for (const node of nodes) {
    const at = Math.round(node.box.left / 4) * 4
    if (node.box.left > box.left + 4 * page.gutter) begins.set(at, (begins.get(at) ?? 0) + linesOf(node))
  }
  let best: { crossing: Node<Content>[]; cost: number } | null = null
  for (const [at, count] of begins) {
    if (count < 2) continue
    const x = at - 2.5
    const isLeft = ({ box }: Node<Content>) => box.right <= x - page.gutter + 2.5
    const isRight = ({ box }: Node<Content>) => box.left >= x
    const crossing = nodes.filter((node) => !isLeft(node) && !isRight(node))
    if (crossing.length === 0) continue
    const covered = coveredDown(crossing)
    // Lines that run across show one wide column; frames and pictures can stand above and below columns.
    if (coveredDown(crossing.filter(({ pieces }) => pieces?.length)) > MOST_CROSSING * heightOf(box)) continue
    const others = nodes.filter((node) => isLeft(node) || isRight(node))
    if (crossing.length * others.length > MOST_COMPARISONS) continue
    const cost = covered + 3 * coveredDown(crossing.filter((node) => isBeside(node, others)))
    const [left, right] = [nodes.filter(isLeft), nodes.filter(isRight)]
    if (![left, right].every((side) => side.reduce((sum, node) => sum + linesOf(node), 0) >= 2)) continue
    if (left.length * right.length > MOST_COMPARISONS) continue
    if (besides(left, right) < 3 * page.gutter) continue
    if (!best || cost < best.cost - 1) best = { crossing, cost }
  }
  return best?.crossing ?? null
}

/** A frame is a column of its own, whatever is in it. */
const linesOf = ({ pieces }: Node<unknown>) => (pieces === null ? 2 : 1)

const isBeside = ({ box }: Node<unknown>, others: readonly Node<unknown>[]) =>
  others.some(
    (other) =>
      sharedAcross(box, other.box) <= 0 && sharedDown(box, other.box) > 0.35 * Math.min(heightOf(box), heightOf(other.box)),
  )

/** Height that nodes cover together. */
function coveredDown(nodes: readonly Node<unknown>[]): number {
  let covered = 0
  let end = -Infinity
  for (const { box } of nodes.toSorted((a, b) => a.box.top - b.box.top)) {
    covered += Math.max(0, box.bottom - Math.max(end, box.top))
    end = Math.max(end, box.bottom)
  }
  return covered
}

/** Height on which two groups stand side by side. */
function besides(left: readonly Node<unknown>[], right: readonly Node<unknown>[]): number {
  return coveredDown(left.filter(({ box }) => right.some((other) => sharedDown(box, other.box) > 0)))
}

/** Orders columns that some nodes cross: above and below those that stand alone, and around those that text flows around. */
function aroundCrossing<Content>(
  nodes: readonly Node<Content>[],
  crossing: readonly Node<Content>[],
  page: Page,
): Node<Content>[][] {
  const others = nodes.filter((node) => !crossing.includes(node))
  const floats = crossing.filter((node) => isBeside(node, others))
  if (floats.length > 0) {
    // Articles above one another may have gutters at different places.
    const [widest] = gapsDown(nodes).toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    if (widest && widest[1] - widest[0] > 1.3 * page.gutter) return cutDown(nodes, [widest], page)
    const rest = nodes.filter((node) => !floats.includes(node))
    const columns = rest.length < nodes.length ? ordered(rest, page) : [inRows(rest, page.rightToLeft)]
    return withFloats(columns, floats, page)
  }
  const runs: Node<Content>[][] = []
  let crosses: boolean | null = null
  for (const node of nodes.toSorted((a, b) => centreOf(a.box) - centreOf(b.box))) {
    if (crosses !== crossing.includes(node)) runs.push([])
    runs.at(-1)!.push(node)
    crosses = crossing.includes(node)
  }
  return runs.length > 1 ? runs.flatMap((run) => ordered(run, page)) : [inRows(nodes, page.rightToLeft)]
}

/** Puts what stands across columns after the line that ends above it. */
function withFloats<Content>(columns: Node<Content>[][], floats: readonly Node<Content>[], page: Page): Node<Content>[][] {
  const groups: Node<Content>[][] = []
  for (const node of floats.toSorted((a, b) => a.box.top - b.box.top)) {
    const near = groups.find((group) => {
      const box = group.map((each) => each.box).reduce(around)
      return sharedAcross(box, node.box) > 0 && node.box.top - box.bottom < 2 * page.gutter
    })
    if (near) near.push(node)
    else groups.push([node])
  }
  const placed = columns.map((column) => [column])
  for (const group of groups) {
    const box = group.map((each) => each.box).reduce(around)
    let at: { column: number; bottom: number } | null = null
    for (const [index, parts] of placed.entries())
      for (const node of parts[0]!)
        if (node.box.top < box.top && sharedAcross(node.box, box) > 0 && (!at || node.box.bottom > at.bottom))
          at = { column: index, bottom: node.box.bottom }
    if (at) placed[at.column]!.push(inRows(group, page.rightToLeft))
    else placed.unshift([inRows(group, page.rightToLeft)])
  }
  return placed.flat()
}
