import { around, centreOf, heightOf, median, sharedAcross, sharedDown, widthOf } from './geometry.ts'
import { grouped, middleOf } from './order-gaps.ts'
import type { Gap, Node } from './order-nodes.ts'

/** Cells of a table fill less of their column than lines of text. */
const CELL_FILL = 0.62

/** Whether nodes form a table, which is read row by row: short cells side by side. */
export function isReadInRows(nodes: readonly Node<unknown>[], gutters: readonly Gap[]): boolean {
  const columns = grouped(nodes, gutters, middleOf)
  const rows = nodeRows(nodes, 0.85)
  if (rows.length < 2 || nodes.some(({ pieces, heading }) => !pieces?.length || heading)) return false
  // Lines of two columns of text beside each other are one cell where something below them crosses their gutter.
  const full = rows.filter((row) => grouped(row, gutters, middleOf).length >= Math.min(columns.length, 3))
  if (full.length < 0.6 * rows.length) return false
  const fills = columns.slice(1).map((column) => {
    const width = widthOf(column.map(({ box }) => box).reduce(around))
    const cells = nodeRows(column, 0.5).map((row) => widthOf(row.map(({ box }) => box).reduce(around)))
    return { fill: median(cells) / Math.max(1, width), width, height: median(column.map(({ box }) => heightOf(box))) }
  })
  return fills.every(({ fill, width, height }) => fill < CELL_FILL || width < 7 * height)
}

export function nodeRows<Content>(nodes: readonly Node<Content>[], share: number): Node<Content>[][] {
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

/** From top to bottom, and in the direction of the script in a row. Pictures are not part of a row. */
export const inRows = <Content>(nodes: readonly Node<Content>[], rightToLeft: boolean) =>
  nodeRows(
    nodes.filter(({ pieces }) => pieces?.length !== 0),
    0.5,
  ).flatMap((row) => row.toSorted((a, b) => (rightToLeft ? b.box.right - a.box.right : a.box.left - b.box.left)))
