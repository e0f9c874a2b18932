import { around, centreOf, type Edges, heightOf, sharedAcross, widthOf } from './geometry.ts'
import { gapsAcross, gapsDown, grouped, middleOf } from './order-gaps.ts'
import {
  begins,
  type Gap,
  isBelowName,
  isBesideText,
  isCaption,
  isKicker,
  isPictureOfHeading,
  isRightBelowHeading,
  MOST_COMPARISONS,
  type Node,
  type Page,
} from './order-nodes.ts'
import { nodeRows } from './order-rows.ts'

/** Share of a node's side that a rule along it must cover to divide it. */
export const RULE_SHARE = 0.7
/** Kicker, headline, deck, authors, picture and caption above columns. */
const MOST_OF_HEAD = 8

/**
 * Returns whether a gap divides a node from side to side: by a rule, or before a heading that has only other headings, pictures
 * and frames beside and above it.
 */
export function isLevel<Content>([from, to]: Gap, nodes: readonly Node<Content>[], box: Edges, page: Page): boolean {
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
 * Returns the gap below headings and what belongs to them, if they are alone above everything else: over the column that is read
 * first, or in the middle. If a head is over other columns, notes in the margin are beside it.
 */
export function belowHead<Content>(nodes: readonly Node<Content>[], gutters: readonly Gap[], page: Page): Gap | null {
  const box = nodes.map((node) => node.box).reduce(around)
  const isInTheMiddle = (head: Edges) =>
    [box, page.part].some((around) => around && Math.abs(head.left + head.right - around.left - around.right) < 4 * page.gutter)
  const isOver = (head: Edges) =>
    (page.rightToLeft ? head.right > gutters.at(-1)![1] : head.left < gutters[0]![0]) || isInTheMiddle(head)
  let head: Gap | null = null
  for (const gap of gapsDown(nodes).slice(0, MOST_OF_HEAD)) {
    const above = nodes.filter((node) => centreOf(node.box) < gap[0])
    if (above.some(({ text, pieces }) => text || pieces === null) || nodeRows(above, 0.3).some((row) => row.length > 1)) break
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

/** Returns the gutter beside the widest group of columns that a level divides; null if there is none. */
export function gutterBesideLevels<Content>(nodes: readonly Node<Content>[], gutters: readonly Gap[], page: Page): Gap | null {
  let widest: { gutter: Gap; width: number } | null = null
  for (const gutter of gutters)
    for (const side of grouped(nodes, [gutter], middleOf)) {
      const width = widthOf(side.map(({ box }) => box).reduce(around))
      if ((!widest || width > widest.width) && hasLevel(side, page)) widest = { gutter, width }
    }
  return widest?.gutter ?? null
}

/** Whether new columns begin below a gap: each with a heading, or at the height of the one to its left. */
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
