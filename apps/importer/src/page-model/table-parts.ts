import { type Block, isSmallPrint } from './blocks.ts'

/**
 * Names the rows of tables that are printed in two parts, one below the other or on the next page: the second one has further columns of as
 * many rows, neither names of them nor a caption. Notes at the foot of a page may be between them.
 */
export function nameRowsOfParts(pages: readonly Block[][], body: number): void {
  let above: Block | null = null
  for (const block of pages.flat()) {
    if (block.table) {
      if (above?.table && isPartOf(block.table, above.table)) nameRows(block.table, above.table)
      above = block
    } else if (block.role !== 'furniture' && !isSmallPrint(block, body)) above = null
  }
}

type Table = NonNullable<Block['table']>

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
