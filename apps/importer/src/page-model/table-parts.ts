import { type Block, isSmallPrint } from './blocks.ts'

/**
 * Joins tables that are printed in parts. A table that continues on the next page is one table; its heads are often repeated
 * there. If a second part has further columns with as many rows, but neither row names nor a caption, the rows of the first part
 * name it. Notes at the foot of a page may be between the parts.
 * @param pages blocks that have become rows of the table before are removed from them
 */
export function joinTables(pages: Block[][], body: number): void {
  let above: Block | null = null
  for (const blocks of pages)
    for (const block of [...blocks]) {
      if (block.table) {
        if (above && goesOnIn(block, above)) {
          addRows(above, block)
          blocks.splice(blocks.indexOf(block), 1)
          continue
        }
        if (above?.table && isPartOf(block.table, above.table)) nameRows(block.table, above.table)
        above = block
      } else if (block.role !== 'furniture' && !isSmallPrint(block, body)) above = null
    }
}

type Table = NonNullable<Block['table']>

/** Edges of the parts of a table differ less, in sizes of the text. */
const SAME_EDGE = 1
const CONTINUED = /\b(?:fortsetzung|forts\.|continued|cont[’'.]?d|suite)(?!\p{L})/iu

/** Whether a table on the next page is the rest of one: it has the same heads, or no heads and the same columns. */
function goesOnIn(next: Block, first: Block): boolean {
  const [one, other] = [first.table!, next.table!]
  if (first.role !== 'table' || next.role !== 'table') return false
  if (first.lines.at(-1)!.page !== next.page - 1 || widthOfRows(one) !== widthOfRows(other)) return false
  if (other.caption !== '' && !CONTINUED.test(other.caption)) return false
  if (other.head.length > 0) return saidIn(one.head) === saidIn(other.head)
  const differs = Math.max(Math.abs(first.edges.left - next.edges.left), Math.abs(first.edges.right - next.edges.right))
  return differs <= SAME_EDGE * first.size && one.namesRows === other.namesRows
}

const widthOfRows = ({ body }: Table) => body[0]!.length
const saidIn = (rows: readonly string[][]) => JSON.stringify(rows)

/** The heads and the caption of the rest are printed again, and not read twice. */
function addRows(first: Block, rest: Block): void {
  const [table, { body, lines, namesRows }] = [first.table!, rest.table!]
  table.body.push(...body)
  table.namesRows &&= namesRows
  table.lines.push(...lines)
  first.lines = table.lines
}

const isPartOf = (part: Table, whole: Table) =>
  whole.namesRows &&
  !part.namesRows &&
  part.caption === '' &&
  part.head.length > 0 &&
  part.head.length === whole.head.length &&
  part.body.length === whole.body.length

function nameRows(part: Table, { head, body }: Table): void {
  part.head = part.head.map((row, at) => [head[at]![0]!, ...row])
  part.body = part.body.map((row, at) => [body[at]![0]!, ...row])
  part.namesRows = true
}
