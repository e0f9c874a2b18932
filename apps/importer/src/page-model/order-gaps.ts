import { heightOf } from './geometry.ts'
import type { Gap, Node } from './order-nodes.ts'

/** Returns the gaps that no node covers, from left to right. */
export const gapsAcross = (nodes: readonly Node<unknown>[], least: number) =>
  gaps(
    nodes.map(({ box }) => [box.left, box.right]),
    least,
  )

/** Returns the gaps that no node covers, from top to bottom. Boxes of lines may touch. */
export const gapsDown = (nodes: readonly Node<unknown>[]) =>
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

export const middleOf = ({ box }: Node<unknown>) => (box.left + box.right) / 2

export function grouped<Content>(nodes: readonly Node<Content>[], cuts: readonly Gap[], at: (node: Node<Content>) => number) {
  const groups: Node<Content>[][] = Array.from({ length: cuts.length + 1 }, () => [])
  for (const node of nodes) groups[cuts.filter(([from, to]) => (from + to) / 2 < at(node)).length]!.push(node)
  return groups.filter((group) => group.length > 0)
}
