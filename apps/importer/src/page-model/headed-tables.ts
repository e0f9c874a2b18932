import { type Cell, isColumnOfNumbers, isRunningText, rowsOf } from './cells.ts'
import { around, centreOf, type Edges, sharedAcross, widthOf } from './geometry.ts'

/** Distances in sizes of the font: of aligned edges, between the rules of a head, between lines of one cell, between rows without rules. */
const EM = { aligned: 0.5, head: 4, next: 0.75, below: 1.6 }
const LEAST_ROWS = 3
const MOST_COLUMNS = 8
/** Without rules, fewer columns may be words that happen to be below a heading. */
const LEAST_COLUMNS_WITHOUT_RULES = 3
/** Maximum heads of a page below which a table is looked for. */
const MOST_HEADS = 20
const LONGEST_CELL_CHARACTERS = 300

/** Cells of a table by row and column. */
export type HeadedRows = { head: Cell[]; body: Cell[][][] }

/**
 * Finds tables of words: a row of heads between two rules, and below it cells that are aligned with the heads on the left, down
 * to a third rule, or to the end of the page if the table continues. A row begins where its first cell does.
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
  const columnOf = columnsUnder(head, em)
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

/** Returns a function that gives the place of the head with which a cell is aligned on the left; -1 for none. `em`: size of the font in points. */
const columnsUnder =
  (head: readonly Cell[], em: number) =>
  ({ edges }: Cell): number =>
    head.findIndex((each) => Math.abs(each.edges.left - edges.left) <= EM.aligned * em)

/** Longest name of a row. */
const LONGEST_NAME_CHARACTERS = 80

/** Whether columns are neither columns of text nor of numbers, which other rules find, and each row has all its cells. */
function areCells(body: readonly Cell[][][]): boolean {
  const textsOf = (of: (cell: readonly Cell[]) => string) => body[0]!.map((_, at) => body.map((row) => of(row[at]!)))
  const columns = textsOf((cell) => cell.map(({ text }) => text).join(' '))
  const isShort = (text: string, at: number) =>
    text !== '' && text.length <= (at === 0 ? LONGEST_NAME_CHARACTERS : LONGEST_CELL_CHARACTERS)
  if (!columns.every((column, at) => column.every((text) => isShort(text, at)))) return false
  // Lines of one cell continue each other; rows with one line each do not.
  const ofOneLine = body.every((row) => row.every(({ length }) => length === 1)) ? columns : columns.slice(0, 1)
  return !columns.some((column) => isColumnOfNumbers(column)) && !ofOneLine.some(isRunningText)
}

/**
 * Finds tables without rules: bold heads, however near each other, each right above its column. A row begins where its first
 * cell does; lines of other cells belong to the row that they are nearest to.
 */
export function rowsUnderNames(cells: readonly Cell[]): HeadedRows[] {
  const ofLines = Map.groupBy(cells, ({ line }) => line)
  const named = [...ofLines].filter(([{ line }]) => line.bold && isInRange(line.words.length))
  return named.slice(0, MOST_HEADS).flatMap(([line, own]) => {
    const head = own.flatMap(wordsApart)
    return (
      rowsBelow(
        head,
        cells.filter((cell) => cell.line !== line),
      ) ?? []
    )
  })
}

const isInRange = (columns: number) => columns >= LEAST_COLUMNS_WITHOUT_RULES && columns <= MOST_COLUMNS

/** Returns a cell for each word. */
function wordsApart({ words, edges, ...cell }: Cell): Cell[] {
  const [from, to] = [words[0]![1], words.at(-1)![1] + words.at(-1)![3]]
  const perWidth = widthOf(edges) / Math.max(to - from, Number.EPSILON)
  return words.map((word): Cell => {
    const left = edges.left + (word[1] - from) * perWidth
    return { ...cell, words: [word], text: word[0], edges: { ...edges, left, right: left + word[3] * perWidth } }
  })
}

function rowsBelow(head: readonly Cell[], cells: readonly Cell[]): HeadedRows | null {
  const box = head.map(({ edges }) => edges).reduce(around)
  const [{ em }] = head as [Cell]
  const columnOf = columnsUnder(head, em)
  const under = rowsOf(cells.filter(({ edges }) => edges.right > box.left && centreOf(edges) > box.bottom))
  const found: Cell[] = []
  let bottom = box.bottom
  for (const row of under) {
    const top = Math.min(...row.map(({ edges }) => edges.top))
    if (top - bottom > EM.below * em || row.some((cell) => columnOf(cell) < 0 || cell.line.line.bold || cell.em > 1.2 * em)) break
    found.push(...row)
    bottom = Math.max(...row.map(({ edges }) => edges.bottom))
  }
  const names = found.filter((cell) => columnOf(cell) === 0)
  if (names.length < LEAST_ROWS || !head.every((_, at) => found.filter((cell) => columnOf(cell) === at).length >= 2)) return null
  const body = names.map((): Cell[][] => head.map(() => []))
  for (const cell of found) {
    const distances = names.map(({ edges }) => Math.abs(centreOf(edges) - centreOf(cell.edges)))
    body[distances.indexOf(Math.min(...distances))]![columnOf(cell)]!.push(cell)
  }
  const isShort = (row: readonly Cell[][]) =>
    row.every((cell) => cell.reduce((length, { text }) => length + text.length + 1, 0) <= LONGEST_CELL_CHARACTERS)
  const isRow = (row: readonly Cell[][]) => row[0]!.length === 1 && row.slice(1).some(({ length }) => length > 0)
  return body.every((row) => isRow(row) && isShort(row)) && !isRunningText(names.map(({ text }) => text))
    ? { head: [...head], body }
    : null
}
