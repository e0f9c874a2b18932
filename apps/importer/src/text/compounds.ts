import type { Line } from './line.ts'

const HYPHENATED = /\p{L}[-‐]$/u

/**
 * Returns a function that marks the lines whose last word keeps its hyphen when it is joined with the next line: an issue that
 * writes "high-level" within a line, and never "highlevel", does so at the end of a line, too.
 * @param pages lines of each page of the issue
 */
export function compoundsOf(
  pages: readonly (readonly Line[])[],
): <Placed extends { line: Line }>(lines: readonly Placed[]) => Placed[] {
  const words = new Set<string>()
  for (const { words: ofLine } of pages.flat()) for (const [word] of ofLine) if (!HYPHENATED.test(word)) words.add(bare(word))
  const isCompound = (before: Line, next: Line) => {
    const [last, first] = [bare(before.words.at(-1)?.[0] ?? ''), bare(next.words[0]?.[0] ?? '')]
    if (!HYPHENATED.test(last) || !/^\p{Ll}/u.test(first)) return false
    return words.has(last.replace('‐', '-') + first) && !words.has(last.slice(0, -1) + first)
  }
  return (lines) =>
    lines.map((each, index) => {
      const next = lines[index + 1]
      return next && isCompound(each.line, next.line) ? { ...each, line: { ...each.line, compound: true as const } } : each
    })
}

/** Returns a word in lower case, without what is around it. Looks behind, because dots can fill a line: their run is tried once. */
const bare = (word: string) => word.toLowerCase().replace(/^[^\p{L}]+|(?<![^\p{L}\d‐-])[^\p{L}\d‐-]+$/gu, '')
