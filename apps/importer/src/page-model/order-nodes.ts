import { centreOf, type Edges, heightOf, sharedAcross, widthOf } from './geometry.ts'

/**
 * A line with what the reading order needs of it. `size` of its font in points; `look`: its font and colour. `heading`: it is set
 * as a heading; `text`: it looks like the text of the issue.
 */
export type Piece<Content> = {
  box: Edges
  words: string
  size: number
  look: string
  heading: boolean
  text: boolean
  /** The line says that what follows comes from another page. */
  jumped: boolean
  content: Content
}
/** A line, a heading of one or more lines, a picture (without pieces) or a frame (null instead of pieces). */
export type Node<Content> = {
  box: Edges
  size: number
  heading: boolean
  /** It can begin an article: decks and quotations, which are sentences, do not. */
  starts: boolean
  text: boolean
  jumped: boolean
  pieces: readonly Piece<Content>[] | null
  frame: number | null
}

export type Gap = readonly [from: number, to: number]

/**
 * `looks.left`: how often gutters that something crosses may still be looked for. `part`: the part from which the ordered nodes
 * are cut, from top to bottom.
 */
export type Page = {
  gutter: number
  across: Edges[]
  down: Edges[]
  rightToLeft: boolean
  looks: { left: number }
  part: Edges | null
}

/** Maximum pairs of nodes that one step compares: pages that were made to take a long time have many. */
export const MOST_COMPARISONS = 100_000
/** Lines of a heading whose tops are further apart are two headings, in sizes of its font. */
export const HEADING_STEP = 1.6
/** Sizes that differ less are the same. */
export const SAME_SIZE = 0.06
/** Height of three rows of a table, in heights of a line. */
const ROWS_OF_LIST = 4
/** Distance of the first line of a kicker to its headline, in sizes of the headline. */
const LINES_OF_KICKER = 3

/** Whether text continues beside a rule, from the line above a gap to the line below it. */
export function isBesideText(rule: Edges, [from, to]: Gap, nodes: readonly Node<unknown>[]): boolean {
  const beside = nodes.filter(({ pieces, box }) => pieces?.length && sharedAcross(box, rule) <= 0)
  return (
    beside.some(({ box, size }) => centreOf(box) < from && from - box.bottom < size) &&
    beside.some(({ box, size }) => centreOf(box) > to && box.top - to < size)
  )
}

/** Lines of a caption between a picture and a line, in sizes of the line. */
const CAPTION_LINES = 3.5

/** Whether a node is small print right below a picture. */
export const isCaption = ({ box, size, text, heading, pieces }: Node<unknown>, nodes: readonly Node<unknown>[]) =>
  !text &&
  !heading &&
  pieces?.length &&
  nodes.some(
    (other) =>
      other.pieces?.length === 0 &&
      sharedAcross(other.box, box) > 0.8 * widthOf(box) &&
      box.top - other.box.bottom > -0.5 * size &&
      box.top - other.box.bottom < CAPTION_LINES * size,
  )

/** Lines between a headline and its picture: deck and authors. */
const LINES_ABOVE_PICTURE = 4

/** Whether a picture belongs to a heading right above it, or above the deck and the authors between them. */
export function isPictureOfHeading(
  { box, size }: Node<unknown>,
  above: readonly Node<unknown>[],
  lines = LINES_ABOVE_PICTURE,
): boolean {
  const near = above.filter((other) => {
    const gap = box.top - other.box.bottom
    return (
      !other.text &&
      other.pieces?.length &&
      sharedAcross(other.box, box) > 0 &&
      gap < 1.5 * Math.max(size, other.size) &&
      other.box.top < box.top
    )
  })
  return near.some((other) => other.heading || (lines > 1 && isPictureOfHeading(other, above, lines - 1)))
}

export const isRightBelowHeading = ({ box }: Node<unknown>, nodes: readonly Node<unknown>[]) =>
  nodes.some(
    (other) =>
      other.heading && sharedAcross(other.box, box) > 0 && other.box.top < box.top && box.top - other.box.bottom < other.size,
  )

/**
 * How much larger the name of a column is than the first heading below it, and its maximum distance above it, in sizes of the
 * name.
 */
const NAME_OF_COLUMN = { larger: 1.2, above: 2.5 }

/** Whether nothing is between a heading and a larger one above it, such as "Letters". */
export function isBelowName({ box, size }: Node<unknown>, nodes: readonly Node<unknown>[]): boolean {
  const above = nodes.filter((other) => sharedAcross(other.box, box) > 0 && other.box.bottom <= box.top)
  const nearest = above.reduce<Node<unknown> | null>(
    (best, node) => (best && best.box.bottom >= node.box.bottom ? best : node),
    null,
  )
  return (
    nearest?.heading === true &&
    nearest.size > NAME_OF_COLUMN.larger * size &&
    box.top - nearest.box.bottom < NAME_OF_COLUMN.above * nearest.size
  )
}

export const begins = (node: Node<unknown>, nodes: readonly Node<unknown>[]) =>
  node.starts || !node.pieces?.length || isKicker(node, nodes, nodes)

/** Whether a node is a few words right above one of the others, or the line above such words, and nearer to it than to what is above. */
export function isKicker(
  node: Node<unknown>,
  nodes: readonly Node<unknown>[],
  others: readonly Node<unknown>[],
  lines = 2,
): boolean {
  const { box, size, text, heading, pieces } = node
  if (text || heading || !pieces?.length) return false
  const below = others.filter((other) => {
    const gap = other.box.top - box.bottom
    return (
      (other.starts || !other.pieces?.length) &&
      sharedAcross(other.box, box) > 0 &&
      gap < 1.2 * (other.size || heightOf(box)) &&
      gap > -0.5 * heightOf(box) &&
      (other.size === 0 || widthOf(box) < 25 * other.size)
    )
  })
  if (below.length === 0) return lines > 1 && isAboveKicker(node, nodes, others, lines - 1)
  if (isLastOfList(node, nodes)) return false
  const gap = Math.min(...below.map((other) => other.box.top - box.bottom))
  return !nodes.some(
    (other) =>
      (other.text || Math.abs(other.size - size) > SAME_SIZE * size) &&
      sharedAcross(other.box, box) > 0 &&
      other.box.top < box.top &&
      box.top - other.box.bottom < Math.max(1, gap),
  )
}

/** Whether a node is a line of a kicker that continues in the next line. */
function isAboveKicker(node: Node<unknown>, nodes: readonly Node<unknown>[], others: readonly Node<unknown>[], lines: number) {
  const { box, size } = node
  const isNear = (other: Node<unknown>) =>
    other.box.top > box.top && other.box.top - box.bottom < LINES_OF_KICKER * (other.size || size)
  if (widthOf(box) >= 25 * size || !others.some((other) => sharedAcross(other.box, box) > 0 && isNear(other))) return false
  const next = nodes.find(
    (other) =>
      other.pieces?.length &&
      Math.abs(other.size - size) <= SAME_SIZE * size &&
      Math.abs(other.box.left - box.left) < size &&
      other.box.top - box.top > 0.5 * size &&
      other.box.top - box.top < HEADING_STEP * size,
  )
  return next !== undefined && !isLastOfList(node, nodes) && isKicker(next, nodes, others, lines)
}

/** Whether lines that look the same are above a node, as rows of a table or a list are. */
const isLastOfList = ({ box, size, pieces }: Node<unknown>, nodes: readonly Node<unknown>[]) =>
  nodes.filter(
    (other) =>
      other.pieces?.[0]?.look === pieces?.[0]?.look &&
      Math.abs(other.size - size) <= SAME_SIZE * size &&
      sharedAcross(other.box, box) > 0 &&
      other.box.top < box.top &&
      box.top - other.box.top < ROWS_OF_LIST * heightOf(box),
  ).length >= 2
