import { joinSpacedLetters } from '@kiosk/domain/reading/spaced-letters'
import { PAGE_TEXT } from '../limits.ts'
import type { Line } from '../pdf/read-words.ts'

/** Returns the words of a line as printed. */
export function lineText(line: Line): string {
  return line.words.map(([word]) => word).join(' ')
}

/** Returns lines as running text, with hyphenated words joined. `between` separates lines. */
export function runningText(lines: Line[], between: string): string {
  let text = ''
  for (const [index, line] of lines.entries()) {
    const next = lineText(line)
    if (index > 0 && joinsWith(lines[index - 1]!, next)) text = text.replace(/[-‐¬]$/, '') + next
    else text += (text && between) + next
  }
  return text
}

/** "Zeitungs-" and "kiosk" are one word, "Nord-" and "Süd" are not. */
function joinsWith(line: Line, next: string): boolean {
  const last = line.words.at(-1)?.[0] ?? ''
  const hyphenated = line.joins || /\p{L}[-‐¬]$/u.test(last)
  return hyphenated && /[-‐¬]$/.test(last) && /^\p{Ll}/u.test(next) && !/^(und|oder|bzw|and|or|et|ou)\b/.test(next)
}

/**
 * Returns the text of a page in reading order as stored, and the part of it that is indexed. Letter-spaced words are joined, so
 * that they are found.
 */
export function pageText(lines: Line[]): { text: string; indexed: string } {
  const text = joinSpacedLetters(runningText(lines, '\n')).slice(0, PAGE_TEXT.kept).toWellFormed()
  return { text, indexed: text.slice(0, PAGE_TEXT.indexed).toWellFormed() }
}

/**
 * Returns how much of an issue can be searched and read aloud. Magazines have pages with images only, so a full text layer may
 * lack one page in five.
 */
export function textLayer(pages: Line[][]): 'full' | 'partial' | 'none' {
  const withText = pages.filter((lines) => lines.length > 0).length
  if (withText === 0) return 'none'
  return withText >= pages.length * 0.8 ? 'full' : 'partial'
}
