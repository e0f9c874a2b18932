import type { Block } from './blocks.ts'
import { heightOf, median, sharedDown } from './geometry.ts'
import type { PlacedLine } from './placed-line.ts'

/** Fonts of typewriters and programs. Names alone do not decide, as "Monotype" shows: the letters must also have equal widths. */
const FIXED = /mono|courier|consol|typewriter|menlo|inconsolata|cmtt|tt\d+$|code/i
/** Widths of letters that differ less are the same, and the share of words for which this has to be true. */
const SAME_WIDTH = 0.05
const FIXED_SHARE = 0.8
/** Signs of programs that sentences do not have, with their minimum share of all characters and their minimum number. */
const SIGNS = /[{}()[\]=;<>_\\|$#&+*/]/gu
const LEAST_SIGNS = { share: 0.03, count: 2 }
/** A line of a terminal: the sign of the prompt and a command. */
const COMMAND = /^[$#>%] ?\p{Ll}/u
/** A step from line to line that is larger than the usual one by this factor has an empty line in it. */
const EMPTY_LINE = 1.6
/** Words between which less than this share of a letter lies are one. */
const TOUCHING = 0.3
/** Maximum number of spaces between two words, or before the first one, whatever widths the letters claim. */
const MOST_SPACES = 120

/**
 * Gives the blocks of a page that are program code the role `code`: monospaced letters in a font other than that of the issue, with the
 * signs that programs have.
 * @param font of the text of the issue
 */
export function markCode(blocks: readonly Block[], font: string): void {
  let run: Block[] = []
  const end = () => {
    const text = run.map((block) => block.text).join(' ')
    const signs = text.match(SIGNS)?.length ?? 0
    const isCode = signs >= LEAST_SIGNS.count && signs >= LEAST_SIGNS.share * text.length
    if (isCode || COMMAND.test(text)) for (const block of run) block.role = 'code'
    run = []
  }
  for (const block of blocks) {
    const isFixed = !block.table && block.lines.every((line) => line.line.style?.font !== font && isOfOneWidth(line))
    if (isFixed && (run.length === 0 || run[0]!.frame === block.frame)) {
      run.push(block)
      continue
    }
    end()
    if (isFixed) run.push(block)
  }
  end()
}

/** Whether a line is monospaced, by the name of its font and by its letters. */
function isOfOneWidth({ line: { words, style } }: PlacedLine): boolean {
  if (!FIXED.test(style?.font ?? '')) return false
  const widths = words.filter(([text]) => text.length >= 3).map(([text, , , width]) => width / text.length)
  const usual = median(widths)
  if (widths.length > 0 && usual <= 0) return false
  return widths.filter((width) => Math.abs(width - usual) <= SAME_WIDTH * usual).length >= FIXED_SHARE * widths.length
}

/** Returns program code line by line, with the spaces by which its lines are indented and empty lines between them. */
export function codeText(blocks: readonly Block[]): string {
  const all = blocks.flatMap(({ lines }) => lines)
  const advance = median(all.flatMap(({ line }) => line.words.map(([text, , , width]) => width / text.length)))
  const parts: PlacedLine[][] = []
  for (const line of all) {
    const last = parts.at(-1)?.[0]
    const isSame = last?.page === line.page && (line.frame === null ? last.column === line.column : last.frame === line.frame)
    if (isSame) parts.at(-1)!.push(line)
    else parts.push([line])
  }
  return parts.map((lines) => textOfPart(lines, advance)).join('\n')
}

/** @param lines of one column or frame @param advance width of a letter, as the boxes of words */
function textOfPart(lines: readonly PlacedLine[], advance: number): string {
  const left = Math.min(...lines.map(({ box }) => box.x))
  const rows: PlacedLine[][] = []
  for (const line of lines.toSorted((a, b) => a.edges.top - b.edges.top)) {
    const row = rows.at(-1)
    if (row && sharedDown(row[0]!.edges, line.edges) > 0.5 * heightOf(line.edges)) row.push(line)
    else rows.push([line])
  }
  const steps = rows.slice(1).map((row, index) => row[0]!.edges.top - rows[index]![0]!.edges.top)
  const usual = Math.min(...steps)
  return rows
    .map((row, index) => {
      let text = ''
      let at = left
      const words = row.flatMap(({ line }) => line.words).sort((a, b) => a[1] - b[1])
      for (const [word, x, , width] of words) {
        const gap = (x - at) / advance
        const least = text === '' || gap < TOUCHING ? 0 : 1
        text += ' '.repeat(Math.min(MOST_SPACES, Math.max(least, Math.round(gap)))) + word
        at = x + width
      }
      return (index > 0 && steps[index - 1]! > EMPTY_LINE * usual ? '\n' : '') + text
    })
    .join('\n')
}
