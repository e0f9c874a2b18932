import type { Line } from './line.ts'
import { kindOfMostLetters } from './most-letters.ts'
import { lineText } from './page-text.ts'

/** Kind of a part of a page, as a layout model sees it; `heading`: it may begin an article or divide one. */
export type LayoutRole = 'headline' | 'heading' | 'caption' | 'footnote' | 'table' | 'list' | 'furniture' | 'picture' | 'text'
export type Box = { x: number; y: number; width: number; height: number }
/**
 * A line with the properties that determine paragraphs. `size`: of its font in points; of scans, the height of its words. `seen`: what a
 * layout model sees in it. `bullet`: one is drawn before it. `verse`: it stays a line of its own wherever the line above ends; `first`: with space above.
 */
export type SetLine = {
  line: Line
  page: number
  box: Box
  size: number
  seen?: LayoutRole
  bullet?: true
  verse?: 'first' | 'next'
}

/** Returns the lines of a page with their boxes and sizes; `pageHeight` in points. */
export function setLines(lines: Line[], page: number, pageHeight: number): SetLine[] {
  return lines.map((line) => {
    const heights = line.words.map(([, , , , height]) => height).sort((a, b) => a - b)
    return { line, page, box: boxAround(line), size: (line.style?.size ?? heights[heights.length >> 1] ?? 0) * pageHeight }
  })
}

function boxAround({ words }: Line): Box {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [, left, top, width, height] of words) {
    x = Math.min(x, left)
    y = Math.min(y, top)
    right = Math.max(right, left + width)
    bottom = Math.max(bottom, top + height)
  }
  return { x, y, width: right - x, height: bottom - y }
}

/** Returns the most frequent font size of a text, in points; 0 if there is none. */
export function bodySize(lines: SetLine[]): number {
  const sizeOf = ({ size }: SetLine) => Math.round(size * 2) / 2
  return kindOfMostLetters(lines, sizeOf, ({ line }) => lineText(line)) ?? 0
}
