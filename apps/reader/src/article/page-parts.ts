import { type Lines, paragraphs } from '../pages/page-text.ts'

/** A paragraph of a page's text, or one of its headings. */
type PagePart = { text: string; heading: boolean }

/** Minimum ratio of a heading's type size to that of the text; its length is limited too. */
const CLEARLY_LARGER = 1.35
const LONGEST_HEADING_CHARACTERS = 160

/**
 * Splits the text of a page into parts in reading order: paragraphs, and headings detected by type size. Hyphenated words
 * are joined.
 */
export function pageParts(lines: Lines): PagePart[] {
  const body = bodyHeight(lines)
  const runs: { large: boolean; lines: Lines[number][] }[] = []
  for (const line of lines) {
    const large = heightOf(line) >= body * CLEARLY_LARGER
    const last = runs.at(-1)
    if (last?.large === large) last.lines.push(line)
    else runs.push({ large, lines: [line] })
  }
  return runs.flatMap(({ large, lines }) =>
    paragraphs(lines)
      .filter((text) => /[\p{L}\p{N}]/u.test(text))
      .map((text) => ({ text, heading: large && text.length <= LONGEST_HEADING_CHARACTERS && /\p{L}{2}/u.test(text) })),
  )
}

const heightOf = (line: Lines[number]) => Math.max(0, ...line.map(([, , , , height]) => height))

/** Returns the type size of most letters (the median). */
function bodyHeight(lines: Lines): number {
  const sorted = lines
    .map((line) => ({ height: heightOf(line), letters: line.reduce((sum, [text]) => sum + text.length, 0) }))
    .sort((a, b) => a.height - b.height)
  let left = sorted.reduce((sum, { letters }) => sum + letters, 0) / 2
  for (const { height, letters } of sorted) {
    left -= letters
    if (left <= 0) return height
  }
  return 0
}
