import {
  areaOf,
  around,
  centreOf,
  type Edges,
  heightOf,
  holds,
  sharedAcross,
  sharedArea,
  sharedDown,
  widthOf,
} from './geometry.ts'
import { crossed, isBeside } from './order-crossing.ts'
import { gapsAcross, gapsDown, grouped, middleOf } from './order-gaps.ts'
import { belowHead, gutterBesideLevels, isLevel, RULE_SHARE } from './order-levels.ts'
import { type Gap, HEADING_STEP, type Node, type Page, type Piece, SAME_SIZE } from './order-nodes.ts'
import { inRows, isReadInRows } from './order-rows.ts'

/** Pieces that are read from top to bottom. `frame`: number of the frame around it, from 0; null outside of all frames. */
type Column<Content> = { frame: number | null; pieces: Piece<Content>[] }

/** Bounds for pages that were made to take a long time. Real pages have some hundred lines. */
export const MOST_PIECES = 3000
const MOST_FRAMES = 200
const MOST_LOOKS = 60

/**
 * Orders the lines of a page by their place, whatever their order in the file: recursive cuts along rules, headings and
 * gutters (after Nagy and Seth's X-Y tree). What is in a frame is ordered apart; elements that cross two columns are
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
    const shared = sharedArea(box, frame)
    return shared > 0.15 * areaOf(box) && shared < 0.85 * areaOf(box)
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
    if (isReadInRows(nodes, gutters)) return [inRows(nodes, page.rightToLeft)]
    const beside = gutters.length > 1 ? gutterBesideLevels(nodes, gutters, page) : null
    return cutAcross(nodes, beside ? [beside] : gutters, page)
  }
  if (crossing === null) return [inRows(nodes, page.rightToLeft)]
  return aroundCrossing(nodes, crossing, page)
}

function cutAcross<Content>(nodes: readonly Node<Content>[], cuts: readonly Gap[], page: Page): Node<Content>[][] {
  const groups = grouped(nodes, cuts, middleOf)
  return (page.rightToLeft ? groups.toReversed() : groups).flatMap((group) => ordered(group, { ...page, part: null }))
}

function cutDown<Content>(nodes: readonly Node<Content>[], cuts: readonly Gap[], page: Page): Node<Content>[][] {
  const part = page.part ?? nodes.map(({ box }) => box).reduce(around)
  return grouped(nodes, cuts, ({ box }) => centreOf(box)).flatMap((group) => ordered(group, { ...page, part }))
}

/** Orders columns that some nodes cross: above and below nodes that stand alone, and around nodes that text flows around. */
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

/** Puts what crosses columns after the line that ends above it. */
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
