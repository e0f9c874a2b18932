import type { Word } from '../text/line.ts'
import { lineText } from '../text/page-text.ts'
import { around, centreOf, type Edges, edgesOfWord, heightOf, median, type PageSize } from './geometry.ts'
import type { PlacedLine } from './placed-line.ts'

/** Words of a line without a wide gap between them. Edges and `em`, the size of their font, in points. */
export type Cell = { line: PlacedLine; words: Word[]; text: string; edges: Edges; em: number }

/** A wider gap than this lies between cells. In sizes of the font. */
const GAP = 0.9
/** Cells whose middles differ less are in one row. In sizes of the font. */
const SAME_ROW = 0.5

/** Divides lines at their wide gaps. */
export function cellsOf(lines: readonly PlacedLine[], page: PageSize): Cell[] {
  return lines.flatMap((line) => {
    const em = line.size || heightOf(line.edges) / 1.2
    const groups: { words: Word[]; edges: Edges }[] = []
    for (const word of line.line.words) {
      const edges = edgesOfWord(word, page)
      const last = groups.at(-1)
      if (last && edges.left - last.edges.right <= GAP * em && last.edges.left - edges.right <= GAP * em) {
        last.words.push(word)
        last.edges = around(last.edges, edges)
      } else groups.push({ words: [word], edges })
    }
    return groups.map(({ words, edges }): Cell => ({ line, words, edges, em, text: lineText({ words, joins: false }) }))
  })
}

/** Returns the cells row by row from top to bottom, each row from left to right. */
export function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows: { centre: number; cells: Cell[] }[] = []
  for (const cell of cells.toSorted((a, b) => centreOf(a.edges) - centreOf(b.edges))) {
    const row = rows.at(-1)
    const centre = centreOf(cell.edges)
    if (row && centre - row.centre <= SAME_ROW * cell.em) row.cells.push(cell)
    else rows.push({ centre, cells: [cell] })
  }
  return rows.map((row) => row.cells.sort((a, b) => a.edges.left - b.edges.left))
}

/** A number with its sign, unit and mark of a note, a range, a share, or a result of a match. */
const NUMBER =
  /^[(<>≤≥~≈±+−–-]{0,2}\s?(?:[€$£¥]|CHF|EUR|USD|Fr\.|n\s?=)?\s?[+−–-]?\d[\d.,'’\s]*(?:\s?[-–—:/×]\s?\d[\d.,'’]*)?\s?(?:[%‰€$£°]|°C|p\.\s?c\.|pp|\p{L}{1,4}²?|Mio\.|Mrd\.)?\)?[*†‡]{0,2}$/u
/** What is printed in place of a missing number: a dash, "k. A.", "n/a". */
const NO_NUMBER = /^(?:[-–—−.·…/]{1,3}|k\.\s?A\.|n\.?\s?[av]\.?|n\/a|n\.\s?d\.|s\.\s?o\.)$/iu

export const isNumber = (text: string) => NUMBER.test(text)
const isWithoutNumber = (text: string) => NO_NUMBER.test(text)

/** Whether most cells of a column are numbers. `least`: minimum share of numbers among cells that are not left out. */
export function isColumnOfNumbers(texts: readonly string[], least = 0.7): boolean {
  const said = texts.filter((text) => text !== '' && !isWithoutNumber(text))
  return said.length >= 2 && said.filter(isNumber).length >= least * said.length
}

/** Whether texts below each other are lines of sentences: words continue in the next line, or lines are long. */
export function isRunningText(texts: readonly string[]): boolean {
  const said = texts.filter((text) => text !== '')
  const broken = said.filter((text) => /\p{L}[-‐]$/u.test(text)).length
  const goesOn = said.filter((text, index) => index > 0 && /^\p{Ll}{2}/u.test(text)).length
  const words = median(said.map((text) => text.split(' ').length))
  return words > 8 || broken * 5 > said.length || goesOn * 2.5 > said.length
}
