import { type Cell, isColumnOfNumbers, isRunningText, rowsOf } from './cells.ts'
import { centreOf, type Edges, sharedAcross } from './geometry.ts'

/** Distances in sizes of the font: of aligned edges, between the rules of a head, between lines of one cell. */
const EM = { aligned: 0.5, head: 4, next: 0.75 }
const LEAST_ROWS = 3
const MOST_COLUMNS = 8
const LONGEST_CELL_CHARACTERS = 300

/** Cells of a table by row and column. */
export type HeadedRows = { head: Cell[]; body: Cell[][][] }

/**
 * Finds tables of words: a row of heads between two rules, and below it cells that are aligned with the heads on the left, down to a third
 * rule, or to the end of the page if the table goes on. A row begins where its first cell does.
 * @param rules of the same width, from top to bottom
 */
export function headedRows(rules: readonly Edges[], cells: readonly Cell[]): HeadedRows[] {
  return rules.slice(1).flatMap((below, index) => rowsUnder([rules[index]!, below], rules[index + 2], cells) ?? [])
}

function rowsUnder([above, below]: readonly [Edges, Edges], end: Edges | undefined, cells: readonly Cell[]): HeadedRows | null {
  const inside = cells.filter(({ edges }) => sharedAcross(edges, above) > 0 && centreOf(edges) > above.top)
  const heads = inside.filter(({ edges }) => centreOf(edges) < below.top)
  const [em] = heads.map((cell) => cell.em)
  const [head, ...more] = rowsOf(heads)
  if (!em || !head || more.length > 0 || below.top - above.top > EM.head * em) return null
  if (head.length < 2 || head.length > MOST_COLUMNS) return null
  const columnOf = ({ edges }: Cell) => head.findIndex((each) => Math.abs(each.edges.left - edges.left) <= EM.aligned * em)
  const under = inside.filter(
    ({ edges }) => centreOf(edges) > below.top && centreOf(edges) < (end?.top ?? Number.POSITIVE_INFINITY),
  )
  if (under.some((cell) => columnOf(cell) < 0 || cell.em > 1.2 * em)) return null
  const body: Cell[][][] = []
  let bottom = below.bottom
  for (const line of rowsOf(under)) {
    const isNew = columnOf(line[0]!) === 0
    const gap = Math.min(...line.map(({ edges }) => edges.top)) - bottom
    if (isNew) body.push(head.map(() => []))
    else if (body.length === 0 || gap > EM.next * em) return null
    for (const cell of line) body.at(-1)![columnOf(cell)]!.push(cell)
    bottom = Math.max(...line.map(({ edges }) => edges.bottom))
  }
  return body.length >= LEAST_ROWS && areCells(body) ? { head, body } : null
}

/** Longest name of a row. */
const LONGEST_NAME_CHARACTERS = 80

/** Whether columns are no columns of text or numbers, which other rules know, and each row has all of its cells. */
function areCells(body: readonly Cell[][][]): boolean {
  const textsOf = (of: (cell: readonly Cell[]) => string) => body[0]!.map((_, at) => body.map((row) => of(row[at]!)))
  const columns = textsOf((cell) => cell.map(({ text }) => text).join(' '))
  const isShort = (text: string, at: number) =>
    text !== '' && text.length <= (at === 0 ? LONGEST_NAME_CHARACTERS : LONGEST_CELL_CHARACTERS)
  if (!columns.every((column, at) => column.every((text) => isShort(text, at)))) return false
  // Lines of a cell go on, those of rows with one line each do not.
  const ofOneLine = body.every((row) => row.every(({ length }) => length === 1)) ? columns : columns.slice(0, 1)
  return !columns.some((column) => isColumnOfNumbers(column)) && !ofOneLine.some(isRunningText)
}
