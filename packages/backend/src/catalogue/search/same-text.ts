import { plain } from './query-words.ts'
import { HIT_ENDS, HIT_STARTS } from './snippet.ts'

/** Number of words that two snippets, or two headlines, must share for their texts to count as the same. */
const SAME_WORDS = 10
const HEADLINE_WORDS = 4

/**
 * The parts of a hit that are compared. `text` is a snippet with the hits between HIT_STARTS and HIT_ENDS, or the teaser of an
 * article.
 */
type Compared = { titleId: number; open: boolean; headline: string | null; text: string }

/**
 * Leaves out hits with a text that another title's hit already has, such as a news agency's. The first hit is kept in its place;
 * if it is closed to the caller and another is open, the open one takes its place.
 */
export function withoutSameTexts<Hit>(hits: readonly Hit[], compared: (hit: Hit) => Compared): Hit[] {
  const kept: Hit[] = []
  const places = new Map<string, number>()
  for (const hit of hits) {
    const { titleId, open } = compared(hit)
    const key = keyOf(compared(hit))
    const place = key === null ? undefined : places.get(key)
    const first = place === undefined ? undefined : kept[place]
    if (key === null || first === undefined || compared(first).titleId === titleId) {
      if (key !== null && first === undefined) places.set(key, kept.length)
      kept.push(hit)
    } else if (open && !compared(first).open) kept[place as number] = hit
  }
  return kept
}

/**
 * Returns the key for the comparison: the headline, if it is long enough to identify a text, otherwise the words of the text from
 * its first hit on, because another text may precede it. Null: too few words to tell.
 */
function keyOf({ headline, text }: Compared): string | null {
  const ofHeadline = wordsOf(headline ?? '')
  if (ofHeadline.length >= HEADLINE_WORDS) return ofHeadline.join(' ')
  const at = text.indexOf(HIT_STARTS)
  const words = at < 0 ? [] : wordsOf(text.slice(at).replaceAll(HIT_STARTS, '').replaceAll(HIT_ENDS, ''))
  return words.length < SAME_WORDS ? null : words.slice(0, SAME_WORDS).join(' ')
}

function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
