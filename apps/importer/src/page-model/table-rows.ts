import { runningText } from '../text/page-text.ts'
import { type Cell, isColumnOfNumbers, isNumber, rowsOf } from './cells.ts'
import { around, centreOf, type Edges, heightOf } from './geometry.ts'

/** The minimum number of rows of a table, including a head; and that of rows with numbers, if it has no rules. */
export const LEAST_ROWS = 3
/** Distance between columns, in sizes of the font. */
const COLUMNS_EM = 0.5

/** A row of a table: the content of each column, and its edges. */
export type Row = { cells: Cell[][]; edges: Edges }

export const textOf = (cell: readonly Cell[]) =>
  runningText(
    rowsOf(cell).map((row, index, all) => ({
      words: row.flatMap(({ words }) => words),
      joins: index < all.length - 1 && row.at(-1)!.line.line.joins,
    })),
    ' ',
  ).trim()

/** Returns the columns from left to right. They are divided where no cell lies across, except heads over several columns. */
export function columnsOf(cells: readonly Cell[], em: number): { left: number; right: number }[] {
  const rows = rowsOf(cells)
  const full = Math.max(...rows.map(({ length }) => length))
  // Only rows with most columns show where these are.
  const spans = rows
    .filter(({ length }) => length >= Math.max(2, 0.6 * full))
    .flat()
    .map(({ edges: { left, right } }) => ({ left, right }))
    .sort((a, b) => a.left - b.left)
  const columns: { left: number; right: number }[] = []
  for (const span of spans) {
    const last = columns.at(-1)
    if (last && span.left < last.right + COLUMNS_EM * em) last.right = Math.max(last.right, span.right)
    else columns.push({ ...span })
  }
  return columns
}

/**
 * Puts each cell into the column that it shares most with, and joins lines that are one row: those that no rule divides, or that
 * continue each other.
 */
export function joinedRows(
  rows: readonly Cell[][],
  columns: readonly { left: number; right: number }[],
  rules: readonly Edges[],
): Row[] {
  const placed = rows.map((row): Row => {
    const cells: Cell[][] = columns.map(() => [])
    for (const cell of row) {
      const shared = columns.map(({ left, right }) => Math.min(right, cell.edges.right) - Math.max(left, cell.edges.left))
      cells[shared.indexOf(Math.max(...shared))]!.push(cell)
    }
    return { cells, edges: row.map(({ edges }) => edges).reduce(around) }
  })
  const ruled = placed.slice(1).filter((row, index) => hasRuleBetween(placed[index]!, row, rules)).length
  // With a rule below every row, what is between two rules is one.
  const isRuled = ruled >= LEAST_ROWS - 1 && ruled >= 0.4 * (placed.length - 1)
  const areNamesInTwo = !isRuled && haveNamesInTwo(placed)
  const joined: Row[] = []
  const isNear = (above: Row, below: Row) => below.edges.top - above.edges.bottom < 0.8 * heightOf(below.edges)
  let waiting: Row | null = null
  for (const [at, row] of placed.entries()) {
    const [before, next] = [joined.at(-1), placed[at + 1]]
    const isSecond = areNamesInTwo && isNameAlone(row)
    const goesOn = isRuled
      ? before && !hasRuleBetween(before, row, rules)
      : before && (isSecond || belongsTo(row, before, next) === 'above')
    if (waiting) {
      joined.push(joinedRow(waiting, row))
      waiting = null
    } else if (before && goesOn && isNear(before, row)) joined[joined.length - 1] = joinedRow(before, row)
    else if (!isRuled && next && isNear(row, next) && belongsTo(row, before, next) === 'below') waiting = row
    else joined.push(row)
  }
  return joined
}

const joinedRow = (above: Row, below: Row): Row => ({
  cells: above.cells.map((cell, at) => [...cell, ...below.cells[at]!]),
  edges: around(above.edges, below.edges),
})

/** Minimum number of rows whose names have two lines, and their minimum share of all rows below the head. */
const IN_TWO = { rows: 3, share: 0.8 }

const isNameAlone = ({ cells: [name, ...others] }: Row) =>
  name!.length > 0 && others.every(({ length }) => length === 0) && /\p{L}/u.test(textOf(name!))

/**
 * Whether the names of rows have a second line, even if all lines are equally far apart: the last row, and one after nearly each
 * other row.
 */
function haveNamesInTwo(rows: readonly Row[]): boolean {
  const alone = rows.map(isNameAlone)
  const count = alone.filter((each) => each).length
  const areApart = alone.every((each, index) => !each || (index > 0 && !alone[index - 1]))
  return count >= IN_TWO.rows && alone.at(-1)! && areApart && count >= IN_TWO.share * (rows.length - count - 1)
}

/** Whether words alone in the first column are a line of the name of the row above or below them: they are nearer to it. */
function belongsTo(row: Row, above: Row | undefined, below: Row | undefined): 'above' | 'below' | null {
  const filled = row.cells.filter(({ length }) => length > 0)
  if (filled.length !== 1) return null
  const text = textOf(filled[0]!)
  if (above && /^\p{Ll}/u.test(text)) return 'above'
  if (row.cells[0]!.length === 0 || !/\p{L}/u.test(text)) return null
  const gap = (one: Row | undefined, other: Row | undefined) => (one && other ? other.edges.top - one.edges.bottom : Infinity)
  const [up, down] = [gap(above, row), gap(row, below)]
  const slack = 0.15 * heightOf(row.edges)
  if (up < down - slack) return 'above'
  return down < up - slack ? 'below' : null
}

export const hasRuleBetween = (above: Row, below: Row, rules: readonly Edges[]) =>
  rules.some((rule) => centreOf(rule) > centreOf(above.edges) && centreOf(rule) < centreOf(below.edges))

/** Returns how many rows are the head of the table: bold ones, those above the only rule between rows, or words above numbers. */
export function headRows(rows: readonly Row[], texts: readonly string[][], rules: readonly Edges[]): number {
  const isBold = ({ cells }: Row) => cells.flat().every(({ line }) => line.line.bold)
  const bold = rows.findIndex((row) => !isBold(row))
  if (bold === 1 || bold === 2) return bold
  const divided = rows.slice(1).flatMap((row, index) => (hasRuleBetween(rows[index]!, row, rules) ? [index + 1] : []))
  if (divided.length === 1 && divided[0]! <= 2) return divided[0]!
  const [first] = texts as [string[]]
  const columns = first.map((_, at) => texts.slice(1).map((row) => row[at]!))
  const numbers = columns.flatMap((column, at) => (isColumnOfNumbers(column) ? [at] : []))
  const isOfWords = numbers.length > 0 && numbers.every((at) => !isNumber(first[at]!) || /^(?:1[89]|20)\d\d$/u.test(first[at]!))
  return isOfWords && numbers.some((at) => first[at] !== '') ? 1 : 0
}
