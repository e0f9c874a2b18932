/** Limits of a selection that can be looked up; longer ones can only be copied. */
const LONGEST = { letters: 80, words: 6 }

/** Returns the search words of a selection; null if it is empty or too long. */
export function lookedUp(selection: string): string | null {
  const words = selection
    .replace(/(\p{L})[-\u00ad]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (!/[\p{L}\p{N}]/u.test(words) || words.length > LONGEST.letters || words.split(' ').length > LONGEST.words) return null
  return words
}

/** Returns the character ranges of the words in a text. */
export function wordPlaces(text: string, language: string): { start: number; end: number }[] {
  return [...segmenterOf(language).segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ start: index, end: index + segment.length }] : [],
  )
}

function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' })
  } catch {
    return new Intl.Segmenter('de', { granularity: 'word' })
  }
}

type Box = { left: number; right: number; top: number; bottom: number }
/**
 * Returns the index of the box in the line above or below that is nearest to the middle of the box at `at`; `at` itself if
 * there is none.
 */
export function lineAway(boxes: readonly Box[], at: number, direction: 1 | -1): number {
  const from = boxes[at]
  if (!from) return at
  const middle = (from.left + from.right) / 2
  const height = from.bottom - from.top
  let best = { at, far: Number.POSITIVE_INFINITY }
  for (const [index, box] of boxes.entries()) {
    const down = ((box.top + box.bottom) / 2 - (from.top + from.bottom) / 2) * direction
    if (down < height * 0.6) continue
    const aside = Math.max(0, box.left - middle, middle - box.right)
    const far = down + aside * 3
    if (far < best.far) best = { at: index, far }
  }
  return best.at
}
