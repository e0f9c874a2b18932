import { type Edges, heightOf, sharedAcross, sharedDown } from './geometry.ts'
import { MOST_COMPARISONS, type Node, type Page } from './order-nodes.ts'

/** Maximum share of a node's height that may cross a gutter: headlines and pictures above columns. */
const MOST_CROSSING = 0.65
/** Among this few nodes, gutters are found quickly, so they are looked for without a bound. */
const FEW_NODES = 30

/** Returns the nodes that alone prevent a cut into columns; null if there are no columns. */
export function crossed<Content>(nodes: readonly Node<Content>[], box: Edges, page: Page): Node<Content>[] | null {
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
    // Lines that run across show one wide column; frames and pictures can be above and below columns.
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

export const isBeside = ({ box }: Node<unknown>, others: readonly Node<unknown>[]) =>
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

/** Height on which two groups are side by side. */
function besides(left: readonly Node<unknown>[], right: readonly Node<unknown>[]): number {
  return coveredDown(left.filter(({ box }) => right.some((other) => sharedDown(box, other.box) > 0)))
}
