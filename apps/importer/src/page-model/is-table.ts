import { isColumnOfNumbers, isNumber, isRunningText, rowsOf } from './cells.ts'
import { type Edges, median } from './geometry.ts'
import { hasRuleBetween, LEAST_ROWS, type Row } from './table-rows.ts'

/** Minimum share of filled cells, and minimum share of rows with a rule below them in a ruled table. */
const LEAST_SHARE = { filled: 0.6, ruled: 0.6 }
const LONGEST_CELL_CHARACTERS = 120

/**
 * Whether rows and columns are a table: enough cells are filled, they are short, and one column has numbers, rules divide the rows or a
 * layout model sees it.
 */
export function isTable(rows: readonly Row[], texts: readonly string[][], rules: readonly Edges[], isSeen: boolean): boolean {
  const columns = texts[0]!.map((_, at) => texts.map((row) => row[at]!))
  const all = texts.flat()
  const said = all.filter((text) => text !== '')
  if (said.length < LEAST_SHARE.filled * all.length) return false
  if (columns.some((column) => column.filter((text) => text !== '').length < Math.max(2, 0.4 * column.length))) return false
  if (said.some((text) => text.length > LONGEST_CELL_CHARACTERS) || median(said.map(({ length }) => length)) > 40) return false
  // Two numbers in one cell are two columns, of tables below each other, that were not separated.
  const doubled = rows.filter(({ cells }) =>
    cells.some((cell) => rowsOf(cell).some((line) => line.length > 1 && line.every(({ text }) => isNumber(text)))),
  )
  if (doubled.length > 0) return false
  const ruled = rows.slice(1).filter((row, index) => hasRuleBetween(rows[index]!, row, rules)).length
  const isRuled = ruled >= LEAST_SHARE.ruled * (rows.length - 1) && ruled >= LEAST_ROWS - 1
  const numbers = columns.map((column) => isColumnOfNumbers(column.slice(1)))
  const withNumbers = numbers.filter((each) => each).length
  if (withNumbers === 0 && !((isRuled || isSeen) && columns.length >= 2 && said.every((text) => text.split(' ').length <= 12)))
    return false
  if (!isRuled && columns.some((column, at) => !numbers[at] && isRunningText(column))) return false
  return !isListing(columns, numbers, { isRuled, isFramed: rules.length >= RULES_OF_FRAME })
}

const TIME = /^\d{1,2}[.:h]\d{2}(?:\s?(?:Uhr|h|am|pm))?$/iu
const ADDRESS =
  /@|www\.|https?:|^(?:tel|fax|mobil)\b|^\+\d{2}|^0\d{2,4}\s?[/-]\s?\d|^\(0\d+\)|(?:straße|strasse|gasse|platz|str\.)\s\d+|\b\d{4,5} \p{Lu}\p{Ll}{2}/iu

/** Above a table, below its head and below it. */
const RULES_OF_FRAME = 3

/** Lists of contents, addresses, programmes and ranks look like tables with two columns. */
function isListing(
  columns: readonly string[][],
  numbers: readonly boolean[],
  { isRuled, isFramed }: { isRuled: boolean; isFramed: boolean },
): boolean {
  const rows = columns[0]!.length
  const addresses = columns[0]!.filter((_, row) => columns.some((column) => ADDRESS.test(column[row]!))).length
  if (addresses >= 2 && addresses > 0.25 * rows) return true
  if (columns.length > 2) return false
  if (columns.some((column) => column.filter((text) => TIME.test(text)).length > 0.5 * rows)) return true
  const at = numbers.indexOf(true)
  if (at < 0) return false
  const values = columns[at]!.flatMap((text) => (/^\d{1,3}\.?$/.test(text) ? [Number.parseInt(text, 10)] : []))
  const isRising = values.length > 0.6 * rows && values.every((value, index) => index === 0 || value >= values[index - 1]!)
  const [words] = columns.filter((_, index) => index !== at)
  const isProse = !isFramed && median(words!.filter((text) => text !== '').map(({ length }) => length)) > 45
  return (isRising && !isRuled && !numbers.every((each) => each)) || (isRising && at === 1 && values.length === rows) || isProse
}
