import { joinSpacedLetters } from '@kiosk/domain/reading/spaced-letters'

/** A word and its box in fractions of the page: `[text, x, y, width, height]`. */
export type Word = readonly [text: string, x: number, y: number, width: number, height: number]
export type Lines = readonly (readonly Word[])[]

/** A word in the text layer over the image, in fractions of the page; `width` extends to the next word of the line. */
export type PlacedWord = { text: string; x: number; y: number; width: number; height: number; endsLine: boolean }

/** Limit for broken files; no printed page has as many words. */
const MOST_WORDS = 12_000

/** Returns words in reading order, each extended to the next one, so that a selection has no gaps. */
export function placedWords(lines: Lines): PlacedWord[] {
  const placed: PlacedWord[] = []
  for (const line of lines) {
    const top = Math.min(...line.map(([, , y]) => y))
    const bottom = Math.max(...line.map(([, , y, , height]) => y + height))
    for (const [index, [text, x, , width]] of line.entries()) {
      if (placed.length >= MOST_WORDS) return placed
      const next = line[index + 1]
      const gap = next ? next[1] - x : width
      const reach = next && gap > 0 && gap < width * 1.5 + 0.05 ? gap : width
      placed.push({
        text: next ? `${text} ` : text,
        x,
        y: top,
        width: reach,
        height: Math.max(0.001, bottom - top),
        endsLine: !next,
      })
    }
  }
  return placed
}

/** Returns the text of a page for screen readers: lines joined to paragraphs, hyphenated words joined. */
export function paragraphs(lines: Lines): string[] {
  const found: string[] = []
  let before: { top: number; height: number; left: number } | null = null
  for (const line of lines) {
    const first = line[0]
    if (!first) continue
    const here = { top: first[2], height: Math.max(...line.map((word) => word[4])), left: first[1] }
    const text = joinSpacedLetters(line.map((word) => word[0]).join(' '))
    const gap = before && here.top - before.top
    const sameSize = before && Math.abs(here.height - before.height) < 0.35 * before.height
    const follows = before && gap !== null && sameSize && gap > 0 && gap < 2.1 * before.height
    const last = found.at(-1)
    const divided = last !== undefined && /\p{L}[-\u00ad]$/u.test(last) && /^\p{Ll}/u.test(text)
    if (last !== undefined && divided && sameSize) found[found.length - 1] = last.replace(/[-\u00ad]$/, '') + text
    else if (last !== undefined && follows) found[found.length - 1] = `${last} ${text}`
    else found.push(text)
    before = here
  }
  return found
}
