import { lineText, runningText } from '../text/page-text.ts'
import { type Cell, cellsOf, isColumnOfNumbers, isNumber, isRunningText, rowsOf } from './cells.ts'
import { areaOf, around, centreOf, type Edges, edgesOf, heightOf, holds, median, sharedAcross, widthOf } from './geometry.ts'
import { type HeadedRows, headedRows, rowsUnderNames } from './headed-tables.ts'
import { isTable } from './is-table.ts'
import { sureBoxes } from './layout-witness.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'
import { columnsOf, headRows, joinedRows, LEAST_ROWS, textOf } from './table-rows.ts'

/**
 * A table: `head` and `body` are rows of equally many cells, which may be empty. `namesRows`: the first cell of each row says what the row is
 * about. `lines`: all of its lines; `frame`: the frame around it; null = there is none.
 */
export type PrintedTable = {
  caption: string
  head: string[][]
  body: string[][]
  namesRows: boolean
  lines: PlacedLine[]
  frame: number | null
}

/** `runs`: columns of numbers of a page, from each of which a table is looked for. */
const MOST = { columns: 16, rows: 200, cells: 4000, rules: 400, runs: 100 }
/** Distances in sizes of the font: of aligned edges, between neighbours of a row and of a column, to the caption, to a further row. */
const EM = { aligned: 0.5, beside: 25, below: 2.4, caption: 1.8, further: 12 }
/** "Tabelle 3: …", "Table 2. …". */
const LABELLED = /^tab(?:elle|leau|le|\.)\s*\d{1,3}\b/iu
/** Maximum distance between aligned edges of rules of one table, in points. */
const SAME_EDGE_POINTS = 3

/**
 * Finds the tables of a page: rows of aligned cells with at least two columns, of which one has numbers, or with rules between the rows or
 * around their heads, or with a bold head above each column.
 * Columns of running text, lists of contents, addresses and programmes are not tables. Doubtful cases stay text, unless a layout
 * model sees a table there: then words in columns suffice.
 */
export function tablesOf(
  page: Pick<OrderedPage, 'lines' | 'rules' | 'width' | 'height'> & Partial<Pick<OrderedPage, 'layout'>>,
): PrintedTable[] {
  const cells = cellsOf(
    page.lines.filter(({ line }) => !line.turned),
    page,
  )
  if (cells.length > MOST.cells || page.rules.length > MOST.rules) return []
  const tables: PrintedTable[] = []
  const taken = new Set<PlacedLine>()
  const keep = (found: PrintedTable | null) => {
    if (!found || found.lines.some((line) => taken.has(line))) return
    for (const line of found.lines) taken.add(line)
    tables.push(found)
  }
  let tried = 0
  const free = () => cells.filter(({ line }) => !taken.has(line))
  for (const rules of stacksOf(page.rules)) {
    keep(tableOf(withinRules(rules, free()), rules, cells))
    for (const rows of headedRows(rules, free())) keep(tableOfWords(rows, cells))
  }
  for (const rows of rowsUnderNames(free())) {
    const [{ line }] = rows.head as [Cell]
    keep(tableOfWords(rows, [...cells.filter((cell) => cell.line !== line), ...rows.head]))
  }
  for (const frame of new Set(cells.map(({ line }) => line.frame))) {
    const ofFrame = (all: readonly Cell[]) => all.filter(({ line }) => line.frame === frame)
    let left = ofFrame(free())
    let rowOf = rowsBeside(left)
    const runs = runsOfNumbers(left)
    const inRuns = new Set(runs.flat())
    for (const run of runs) {
      if (run.some(({ line }) => taken.has(line))) continue
      if (++tried > MOST.runs) break
      const found = rowsAround(run, left, rowOf)
      const apart = left.filter((cell) => !inRuns.has(cell) && isNumber(cell.text))
      if (found.length === 0 || hasMoreRows(found, apart, left)) continue
      keep(tableOf(found, rulesIn(found, page.rules), ofFrame(cells)))
      left = ofFrame(free())
      rowOf = rowsBeside(left)
    }
  }
  for (const seen of sureBoxes(page.layout ?? []).filter(({ role }) => role === 'table')) {
    const box = edgesOf(seen, page)
    const inside = free().filter(({ edges }) => holds(box, edges))
    keep(tableOf(inside, rulesIn(inside, page.rules), cells, true))
  }
  return tables
}

/** Returns horizontal rules below each other that begin and end at the same places. Parts of one rule count as one. */
function stacksOf(rules: readonly Edges[]): Edges[][] {
  const flat = rules
    .filter((rule) => heightOf(rule) <= 3 && widthOf(rule) > 3 * heightOf(rule))
    .sort((a, b) => a.top - b.top || a.left - b.left)
  const whole: Edges[] = []
  for (const rule of flat) {
    const part = whole.findLast(
      (each) => Math.abs(each.top - rule.top) < 1.5 && rule.left - each.right < SAME_EDGE_POINTS && rule.right > each.left,
    )
    if (part) Object.assign(part, around(part, rule))
    else whole.push({ ...rule })
  }
  const stacks: Edges[][] = []
  for (const rule of whole) {
    const stack = stacks.find(([first]) => isSameWidth(first!, rule))
    if (stack) stack.push(rule)
    else stacks.push([rule])
  }
  return stacks.filter(({ length }) => length >= 2)
}

const isSameWidth = (one: Edges, other: Edges) =>
  Math.abs(one.left - other.left) < SAME_EDGE_POINTS && Math.abs(one.right - other.right) < SAME_EDGE_POINTS

/** Returns the cells between the first and the last of some rules, and the row right above the first one. */
function withinRules(rules: readonly Edges[], cells: readonly Cell[]): Cell[] {
  const box = rules.reduce(around)
  const across = ({ edges }: Cell) => edges.left > box.left - SAME_EDGE_POINTS && edges.right < box.right + SAME_EDGE_POINTS
  const inside = cells.filter((cell) => across(cell) && centreOf(cell.edges) > box.top && centreOf(cell.edges) < box.bottom)
  const pitch = median(rules.slice(1).map((rule, index) => rule.top - rules[index]!.top))
  const reach = Math.min(pitch, 3 * inside.reduce((most, { em }) => Math.max(most, em), 0))
  const near = cells.filter(
    ({ edges, em }) =>
      edges.bottom <= box.top + 0.3 * em && edges.top > box.top - reach - 0.3 * em && sharedAcross(edges, box) > 0,
  )
  const above = rowsOf(near).at(-1)
  return above && above.length >= 2 && above.every(across) ? [...above, ...inside] : inside
}

/**
 * Returns the number of the frame in which cells are, null for none. Borders around cells can be frames as well. Undefined if they
 * are in two frames with other text.
 */
function frameOf(cells: readonly Cell[], all: readonly Cell[]): number | null | undefined {
  const found = new Set(cells.map(({ line }) => line.frame))
  const own = new Set(cells)
  const outer = [...found].filter((frame) => frame === null || all.some((cell) => cell.line.frame === frame && !own.has(cell)))
  if (outer.length > 1) return undefined
  return outer[0] ?? (found.size === 1 ? [...found][0] : null)
}

/** Returns columns of numbers: cells that are aligned on the right or on the left, one below the other. */
function runsOfNumbers(cells: readonly Cell[]): Cell[][] {
  const numbers = cells.filter(({ text }) => isNumber(text)).sort((a, b) => centreOf(a.edges) - centreOf(b.edges))
  const runs: Cell[][] = []
  for (const side of ['right', 'left'] as const) {
    const open: Cell[][] = []
    for (const cell of numbers) {
      const run = open.find((each) => {
        const last = each.at(-1)!
        const isAligned = Math.abs(last.edges[side] - cell.edges[side]) <= EM.aligned * cell.em
        return isAligned && cell.edges.top - last.edges.bottom <= EM.below * cell.em && centreOf(cell.edges) > last.edges.bottom
      })
      if (run) run.push(cell)
      else open.push([cell])
    }
    runs.push(...open.filter(({ length }) => length >= LEAST_ROWS))
  }
  return runs.sort((a, b) => b.length - a.length)
}

/** Returns a function that gives the cells beside one, and itself, from left to right. Columns of numbers share their rows. */
function rowsBeside(cells: readonly Cell[]): (cell: Cell) => Cell[] {
  const rows = new Map<Cell, Cell[]>()
  const middles = cells.map(({ edges }) => centreOf(edges))
  return (cell) => {
    const known = rows.get(cell)
    if (known) return known
    const middle = centreOf(cell.edges)
    const row = cells.filter((_, index) => Math.abs(middles[index]! - middle) <= 0.5 * cell.em)
    rows.set(
      cell,
      row.sort((a, b) => a.edges.left - b.edges.left),
    )
    return row
  }
}

/** Returns the cells of the rows that have a column of numbers: the aligned columns beside it, and the head above. */
function rowsAround(run: readonly Cell[], cells: readonly Cell[], rowOf: (cell: Cell) => Cell[]): Cell[] {
  const own = run.map((cell) => ({ cell, row: rowOf(cell), at: rowOf(cell).indexOf(cell) }))
  const columns: Cell[][] = [[...run]]
  for (const way of [-1, 1] as const)
    for (let edge = own; ; ) {
      const next = edge.flatMap(({ cell, row, at }) => {
        const beside = row[at + way]
        const gap = beside && (way === 1 ? beside.edges.left - cell.edges.right : cell.edges.left - beside.edges.right)
        return beside && gap! <= EM.beside * cell.em ? [{ cell: beside, row, at: at + way }] : []
      })
      const column = next.map(({ cell }) => cell)
      if (next.length < 0.7 * edge.length || next.length < LEAST_ROWS || !isColumn(column)) break
      columns.push(column)
      if (columns.length > MOST.columns) return []
      edge = next
    }
  if (columns.length < 2) return []
  const em = median(columns.flat().map((cell) => cell.em))
  const sides = columns.map((column) => column.map(({ edges }) => edges).reduce(around))
  const found = withRowsLike(columns.flat(), sides, em, cells)
  const box = found.map(({ edges }) => edges).reduce(around)
  // Cells between the rows belong to the table, unless they reach beyond its sides.
  const within = cells.filter(({ edges }) => holds(box, edges) && !isBeyond(edges, box, em))
  const near = cells.filter(
    ({ edges }) => edges.bottom <= box.top + 0.2 * em && edges.bottom > box.top - 2 * em && sharedAcross(edges, box) > 0,
  )
  const head = rowsOf(near).at(-1)
  // The head of a column can be wider than its numbers, but is above no other column.
  const heads = sides.map((column) => head?.filter(({ edges }) => sharedAcross(edges, column) > 0) ?? [])
  const isHead =
    head &&
    head.length >= 2 &&
    head.length >= columns.length - 1 &&
    heads.flat().length === head.length &&
    heads.every(({ length }) => length <= 1)
  return [...(isHead ? head : []), ...within]
}

/**
 * Whether a number outside the columns of numbers is in a further row of the cells, above or below them. Then what was found is
 * only a part of the table, and the number would be left alone.
 */
function hasMoreRows(found: readonly Cell[], numbers: readonly Cell[], cells: readonly Cell[]): boolean {
  const own = new Set(found)
  const box = found.map(({ edges }) => edges).reduce(around)
  return numbers.some((cell) => {
    const { em, edges } = cell
    const gap = Math.max(edges.top - box.bottom, box.top - edges.bottom)
    const isBelow = !own.has(cell) && gap <= EM.further * em && edges.left > box.left + em && edges.right < box.right + em
    const beside = (each: Cell) => Math.abs(centreOf(each.edges) - centreOf(edges)) <= 0.5 * em
    return isBelow && cells.some((each) => beside(each) && Math.abs(each.edges.left - box.left) <= EM.aligned * em)
  })
}

/** Adds rows above and below that have no number: two or more cells, each in one of the columns and not much wider than it. */
function withRowsLike(found: readonly Cell[], columns: readonly Edges[], em: number, cells: readonly Cell[]): Cell[] {
  const all = [...found]
  for (const way of [-1, 1] as const)
    for (let added = 0; added < MOST.rows; added++) {
      const box = all.map(({ edges }) => edges).reduce(around)
      const gapTo = ({ top, bottom }: Edges) => (way === 1 ? top - box.bottom : box.top - bottom)
      const near = cells.filter(
        ({ edges }) => gapTo(edges) > -0.3 * em && gapTo(edges) <= 1.6 * em && sharedAcross(edges, box) > 0,
      )
      const rows = rowsOf(near)
      const row = way === 1 ? rows[0] : rows.at(-1)
      const isLike = row?.every((cell) => {
        const own = columns.filter((column) => sharedAcross(column, cell.edges) > 0)
        const [column] = own
        if (!column || own.length > 1 || cell.edges.left < box.left - em) return false
        // Words can be longer than those of the rows with numbers; lines of a text are much longer.
        const most = Math.abs(cell.edges.left - column.left) <= EM.aligned * em ? 2.5 : 1.3
        return widthOf(cell.edges) <= most * widthOf(column) + em
      })
      if (!row || row.length < 2 || !isLike) break
      all.push(...row)
    }
  return all
}

const isBeyond = (edges: Edges, box: Edges, em: number) => edges.left < box.left - em || edges.right > box.right + em

function isColumn(cells: readonly Cell[]): boolean {
  const texts = cells.map(({ text }) => text)
  if (isColumnOfNumbers(texts)) return true
  const [first] = cells as [Cell]
  const isAligned = (side: 'left' | 'right') => {
    const middle = median(cells.map(({ edges }) => edges[side]))
    return cells.filter(({ edges }) => Math.abs(edges[side] - middle) <= EM.aligned * first.em).length >= 0.8 * cells.length
  }
  return (isAligned('left') || isAligned('right')) && !isRunningText(texts)
}

function rulesIn(cells: readonly Cell[], rules: readonly Edges[]): Edges[] {
  if (cells.length === 0) return []
  const box = cells.map(({ edges }) => edges).reduce(around)
  const em = cells[0]!.em
  return rules
    .filter((rule) => heightOf(rule) <= 3 && sharedAcross(rule, box) > 0.8 * widthOf(box) && !isBeyond(rule, box, 2 * em))
    .filter((rule) => rule.top > box.top - em && rule.bottom < box.bottom + em)
    .sort((a, b) => a.top - b.top)
}

/**
 * Puts cells into rows and columns. Null if they are not a table. `all`: cells near it, among which the caption is looked for.
 * `isSeen`: a layout model sees a table.
 */
function tableOf(cells: readonly Cell[], rules: readonly Edges[], all: readonly Cell[], isSeen = false): PrintedTable | null {
  if (cells.length < 2 * (LEAST_ROWS - 1)) return null
  const [ofLines, ofAll] = [Map.groupBy(cells, ({ line }) => line), Map.groupBy(all, ({ line }) => line)]
  const lines = [...ofLines.keys()]
  // A line that continues beside the cells is not one of their rows.
  if (lines.some((line) => ofAll.get(line)!.length > ofLines.get(line)!.length)) return null
  const frame = frameOf(cells, all)
  const em = median(cells.map((cell) => cell.em))
  if (frame === undefined || cells.some((cell) => cell.em > 1.5 * em)) return null
  const columns = columnsOf(cells, em)
  if (columns.length < 2 || columns.length > MOST.columns || isRightToLeft(cells, all)) return null
  const rows = joinedRows(rowsOf(cells), columns, rules)
  if (rows.length < LEAST_ROWS || rows.length > MOST.rows) return null
  const texts = rows.map(({ cells: ofRow }) => ofRow.map(textOf))
  if (!isTable(rows, texts, rules, isSeen)) return null
  const head = headRows(rows, texts, rules)
  const body = texts.slice(head)
  if (body.length < LEAST_ROWS - 1) return null
  const caption = captionOf(cells, all)
  const firsts = body.map(([first]) => first!)
  return {
    caption: caption.text,
    head: texts.slice(0, head),
    body,
    namesRows: firsts.every((text) => text !== '') && !isColumnOfNumbers(firsts),
    lines: [...caption.lines, ...lines],
    frame,
  }
}

/** Returns a table of words with its caption; null if other text is beside its cells. */
function tableOfWords({ head, body }: HeadedRows, all: readonly Cell[]): PrintedTable | null {
  const cells = [...head, ...body.flat(2)]
  const lines = [...new Set(cells.map(({ line }) => line))]
  const own = new Set(cells)
  const frame = frameOf(cells, all)
  const isAlone = all.every((cell) => own.has(cell) || !lines.includes(cell.line))
  if (frame === undefined || !isAlone || isRightToLeft(cells, all)) return null
  const caption = captionOf(cells, all)
  return {
    caption: caption.text,
    head: [head.map(({ text }) => text)],
    body: body.map((row) => row.map(textOf)),
    namesRows: true,
    lines: [...caption.lines, ...lines],
    frame,
  }
}

/**
 * Whether columns run from right to left: many cells with letters have Arabic or Hebrew ones. `all`: cells that decide this for
 * numbers alone.
 */
function isRightToLeft(cells: readonly Cell[], all: readonly Cell[]): boolean {
  const withLetters = (set: readonly Cell[]) => set.filter(({ text }) => /\p{L}/u.test(text))
  const own = withLetters(cells)
  const worded = own.length > 0 ? own : withLetters(all)
  return worded.filter(({ text }) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)).length > 0.3 * worded.length
}

/** Returns the caption of a table: a line right above or below it that says so, or a bold one right above it. */
function captionOf(cells: readonly Cell[], all: readonly Cell[]): { text: string; lines: PlacedLine[] } {
  const box = cells.map(({ edges }) => edges).reduce(around)
  const em = median(cells.map((cell) => cell.em))
  const own = new Set(cells.map(({ line }) => line))
  const ofLines = Map.groupBy(all, ({ line }) => line)
  // Words apart are a row.
  const lines = [...ofLines.keys()].filter((line) => !own.has(line) && ofLines.get(line)!.length === 1)
  const near = (line: PlacedLine) => {
    const gap = Math.max(line.edges.top - box.bottom, box.top - line.edges.bottom)
    return (
      gap <= EM.caption * em &&
      gap > -0.3 * em &&
      sharedAcross(line.edges, box) > 0.5 * widthOf(line.edges) &&
      !isBeyond(line.edges, box, em)
    )
  }
  const labelled = lines.find((line) => near(line) && LABELLED.test(lineText(line.line)))
  const title =
    labelled ??
    lines.find((line) => near(line) && line.edges.bottom <= box.top + 0.2 * em && line.line.bold && line.size <= 1.15 * em)
  if (!title || areaOf(title.edges) === 0) return { text: '', lines: [] }
  const found = [title]
  // A caption above a table can have several lines.
  const isAbove = title.edges.bottom <= box.top + 0.2 * em
  for (const line of lines.toSorted((a, b) => a.edges.top - b.edges.top)) {
    const last = found.at(-1)!
    const gap = line.edges.top - last.edges.bottom
    const isNext = !found.includes(line) && gap > -0.3 * em && gap < 0.6 * em && Math.abs(line.edges.left - title.edges.left) < em
    const isSame = Math.abs(line.size - title.size) < 0.06 * title.size && line.line.style?.font === title.line.style?.font
    if (isAbove && isNext && isSame && line.edges.bottom <= box.top + 0.2 * em && sharedAcross(line.edges, box) > 0)
      found.push(line)
  }
  return {
    text: runningText(
      found.map(({ line }) => line),
      ' ',
    ).trim(),
    lines: found,
  }
}
