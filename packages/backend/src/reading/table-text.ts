// A table as text that people edit: a line for each row, with its cells between vertical bars. The first line "| --- | --- |"
// ends the head; it begins with "===" if the first cell of each row below is the heading of the row. "|= words" is the caption.

export type TableRows = { caption: Cell; head: Cell[][]; body: Cell[][] }
type Cell = { text: string; isRowHead: boolean }

const HEADS_ROWS = '==='
const HEADS_NONE = '---'
const CAPTION = /^\|=\s/
const isRule = (cells: readonly string[]) => cells.length > 0 && cells.every((cell) => cell === HEADS_ROWS || cell === HEADS_NONE)

const wordsOf = (cell: Cell | undefined) => (cell?.text ?? '').replace(/\s+/g, ' ').trim()
/** Returns the text of a cell. A text that looks like part of the line below the head gets a backslash. */
const cellText = (cell: Cell | undefined) => wordsOf(cell).replace(/^(?=(?:---|===)$)/, '\\')

/**
 * Rows of a table with at most this many cells are filled up to the same length. Larger tables stay as they are: one long row and
 * many short ones would become billions of cells.
 */
const MOST_FILLED_CELLS = 100_000

/** Returns the number of cells to which the rows of a table are filled up; 0: they stay as they are. */
export function columnsToFill(rows: readonly { length: number }[]): number {
  const longest = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return longest * rows.length <= MOST_FILLED_CELLS ? longest : 0
}

/** Returns a table as lines of text. */
export function tableText({ caption, head, body }: TableRows): string {
  const all = [...head, ...body].filter((row) => row.length > 0)
  const columns = columnsToFill(all)
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rowOf = (row: readonly Cell[]) =>
    lineOf(Array.from({ length: Math.max(columns, row.length) }, (_, at) => cellText(row[at])))
  const namesRows = body.length > 0 && body.every(([first]) => first?.isRowHead)
  const rule = lineOf(
    Array.from({ length: columns || Math.min(all.length, 1) }, (_, at) => (namesRows && at === 0 ? HEADS_ROWS : HEADS_NONE)),
  )
  const title = wordsOf(caption)
  return [
    ...(title ? [`|= ${title}`] : []),
    ...head.map(rowOf),
    ...(head.length > 0 || namesRows ? [rule] : []),
    ...body.map(rowOf),
  ].join('\n')
}

/** Whether the lines of a block are a table: each begins with a vertical bar, and at least one has cells. */
export const isTableText = (lines: readonly string[]) =>
  lines.every((line) => line.startsWith('|')) && lines.some((line) => !CAPTION.test(line) && line.length > 1)

/** Returns a table as HTML. `inline` converts the text of a cell to HTML. */
export function tableHtmlOf(lines: readonly string[], inline: (text: string) => string): string {
  const captions = lines.filter((line) => CAPTION.test(line)).map((line) => line.replace(CAPTION, ''))
  const rows = lines.filter((line) => !CAPTION.test(line)).map(cellsOf)
  const rule = rows.findIndex(isRule)
  const head = rule < 0 ? [] : rows.slice(0, rule)
  const body = rows.slice(rule + 1)
  const namesRows = rule >= 0 && rows[rule]![0] === HEADS_ROWS
  const columns = columnsToFill(rows)
  const row = (cells: readonly string[], write: (text: string, at: number) => string) =>
    `<tr>${Array.from({ length: Math.max(columns, cells.length) }, (_, at) => write(cells[at] ?? '', at)).join('')}</tr>`
  const ofHead = (text: string) => (text === '' ? '<td></td>' : `<th scope="col">${inline(text)}</th>`)
  const ofBody = (text: string, at: number) =>
    namesRows && at === 0 ? `<th scope="row">${inline(text)}</th>` : `<td>${inline(text)}</td>`
  return [
    '<table>',
    ...(captions.length > 0 ? [`<caption>${inline(captions.join(' '))}</caption>`] : []),
    ...(head.length > 0 ? [`<thead>${head.map((cells) => row(cells, ofHead)).join('')}</thead>`] : []),
    ...(body.length > 0 ? [`<tbody>${body.map((cells) => row(cells, ofBody)).join('')}</tbody>`] : []),
    '</table>',
  ].join('')
}

function cellsOf(line: string): string[] {
  const inside = line.replace(/^\|/, '').replace(/(?<!\\)\|$/, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim())
}
