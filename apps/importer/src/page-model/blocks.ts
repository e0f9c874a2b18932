import { BOLD } from '../pdf/read-words.ts'
import { lineText, runningText } from '../text/page-text.ts'
import { around, type Edges, heightOf, median, sharedAcross, sharedDown } from './geometry.ts'
import { ENDS_SENTENCE } from './phrases.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'
import { type PrintedTable, tablesOf } from './tables.ts'

/** What a block is to its readers. */
type Role =
  | 'headline'
  | 'kicker'
  | 'deck'
  | 'byline'
  | 'body'
  | 'table'
  | 'code'
  | 'crosshead'
  | 'quotation'
  | 'caption'
  | 'credit'
  | 'jump'
  | 'jumped'
  | 'label'
  | 'contents'
  | 'furniture'
  | 'advertisement'

/**
 * Consecutive lines of a column in one style. `edges` in points, `page` from 1; `style` is the same for blocks that look the same,
 * `colour` 0xRRGGBB. `opens`: it is the first of its column. `table`: what the lines are, if its role was `table` when the page was read.
 */
export type Block = {
  lines: PlacedLine[]
  page: number
  column: number
  frame: number | null
  edges: Edges
  size: number
  bold: boolean
  italic: boolean
  colour: number
  style: string
  text: string
  opens: boolean
  role: Role
  table?: PrintedTable
}

/** Fonts that differ less are one size. */
const SAME_SIZE = 0.07
/** Space between two lines, in heights of a line, that divides blocks. */
const SPACE = 0.75
/** The same for letters without a line of their own around them, in sizes of the font. */
const LEADING = 0.72

/**
 * Divides the lines of a page into blocks, in reading order. All are body at first, except tables, which take the place of their
 * first line.
 */
export function blocksOf(page: OrderedPage): Block[] {
  const tables = new Map(tablesOf(page).flatMap((table) => table.lines.map((line) => [line, table] as const)))
  const groups: PlacedLine[][] = []
  const placed = new Set<PrintedTable>()
  for (const line of page.lines) {
    const table = tables.get(line)
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (table) {
      if (!placed.has(table)) groups.push(table.lines)
      placed.add(table)
    } else if (before && !tables.has(before) && isNext(group!, line, page)) group!.push(line)
    else groups.push([line])
  }
  return groups.map((lines, index) => {
    const table = tables.get(lines[0]!)
    const block = blockOf(lines, groups[index - 1]?.at(-1)?.column !== lines[0]!.column)
    return table ? { ...block, role: 'table', table, frame: table.frame } : block
  })
}

/** Builds a block of lines. `opens`: it is the first of its column. */
export function blockOf(lines: PlacedLine[], opens: boolean): Block {
  const [first] = lines as [PlacedLine]
  const size = median(lines.map(({ size }) => size))
  const bold = lines.every(isBold)
  const italic = lines.every(({ line }) => line.style?.italic)
  const { font = '', colour = 0 } = first.line.style ?? {}
  return {
    lines,
    page: first.page,
    column: first.column,
    frame: first.frame,
    size,
    bold,
    italic,
    colour,
    opens,
    edges: lines.map(({ edges }) => edges).reduce(around),
    style: `${Math.round(size * 2) / 2} ${font} ${colour} ${bold ? 'bold' : ''}`,
    text: runningText(
      lines.map(({ line }) => line),
      ' ',
    ).trim(),
    role: 'body',
  }
}

/** Font of a block without the prefix of a subset, and its size in points in steps of a half: the same in all issues of a title. */
export function fontOf({ lines, bold, size }: Block): string {
  const { font = '', italic = false } = lines[0]!.line.style ?? {}
  const name = font.replace(/^[A-Z]{6}\+/, '')
  return `${name}${bold ? ' bold' : ''}${italic ? ' italic' : ''} ${Math.round(size * 2) / 2}`
}

/** Whether a line continues the block of the lines before it. */
function isNext(group: readonly PlacedLine[], line: PlacedLine, page: OrderedPage): boolean {
  const before = group.at(-1)!
  // Bold words at the end of a line continue in the next one.
  if (isBold(line) && !isBold(group[0]!))
    return (before.line.turnsBold || isBold(before)) && !ENDS_SENTENCE.test(lineText(before.line)) && isRightBelow(before, line)
  return isSameBlock(before, line, page) || isRunOn(group, line)
}

function isRightBelow(before: PlacedLine, line: PlacedLine): boolean {
  if (before.column !== line.column || before.frame !== line.frame) return false
  const gap = line.edges.top - before.edges.bottom
  return Math.abs(before.size - line.size) <= SAME_SIZE * line.size && gap <= 0.4 * line.size && gap >= -0.5 * line.size
}

function isSameBlock(before: PlacedLine, line: PlacedLine, page: OrderedPage): boolean {
  if (before.frame !== line.frame) return false
  // The last line of a headline or deck can be shorter than a column.
  if (before.column !== line.column && Math.abs(before.edges.left - line.edges.left) > 0.5 * line.size) return false
  const larger = Math.max(before.size, line.size)
  if (Math.abs(before.size - line.size) > SAME_SIZE * larger) return false
  if (isBold(before) !== isBold(line)) return false
  const [one, other] = [before.line.style, line.line.style]
  if (one && other && (one.colour !== other.colour || (one.font !== other.font && one.italic !== other.italic))) {
    // A few words in italics or in another colour fill a line; a whole line of them at the end of a block does not.
    if (isWhole(before) || isWhole(line)) return false
  }
  const height = Math.min(heightOf(before.edges), heightOf(line.edges))
  const gap = line.edges.top - before.edges.bottom
  // Some programs give boxes that are as high as their letters: a line without tall letters begins further down.
  if (gap > Math.max(SPACE * height, LEADING * Math.min(before.size, line.size)) || gap < -height) return false
  return !page.rules.some(
    (rule) =>
      rule.top >= before.edges.bottom - 0.3 * height &&
      rule.bottom <= line.edges.top + 0.3 * height &&
      sharedAcross(rule, line.edges) > 0.5 * Math.min(rule.right - rule.left, line.edges.right - line.edges.left) &&
      sharedDown(rule, line.edges) < 0.5 * height,
  )
}

/** Whether bold words at the start of a text fill its first line: they end within a sentence that continues in the next line. */
function isRunOn(bold: readonly PlacedLine[], line: PlacedLine): boolean {
  const last = bold.at(-1)!
  if (bold.length > 2 || !bold.every(isBold) || isBold(line)) return false
  if (!isRightBelow(last, line)) return false
  const text = bold.map(({ line }) => lineText(line)).join(' ')
  return !ENDS_SENTENCE.test(text) && (/^\p{Ll}/u.test(lineText(line.line)) || /\p{L}{3}[.:] \p{L}/u.test(text))
}

/** Numbers of footnotes in a bold line are rarely bold. */
const isBold = ({ line }: PlacedLine) => line.bold === true || BOLD.test(line.style?.font ?? '')

const isWhole = ({ line }: PlacedLine) => /[\p{Lu}„“"«»]/u.test(line.words[0]![0].slice(0, 1))

/** Captions, notes and the like are smaller than the text by this factor. */
const SMALL_PRINT = 0.93

/** Whether a block is small print beside text of a size. */
export const isSmallPrint = ({ size }: Pick<Block, 'size'>, text: number) => size <= SMALL_PRINT * text

/** Returns the longest text of some blocks: blocks set like it are the usual text. */
export const longestOf = (blocks: readonly Block[]): Block | undefined =>
  blocks.toSorted((a, b) => b.text.length - a.text.length)[0]
