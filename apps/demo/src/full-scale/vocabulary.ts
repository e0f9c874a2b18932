import type { SeededRandom } from '../seeded-random.ts'

const SYLLABLES: Record<string, string[]> = {
  de: 'an auf bau berg brücke dach ein feld fen garten ge haus heim holz insel ker kraft land licht lung mar markt mut nacht ort rad reise ring schaft schritt see sel spiel stadt stein tag tal ter tor ung ver wald wasser weg werk wind zeit zug'.split(
    ' ',
  ),
  en: 'able ant ash bar bridge burn by come dale er ever field fold ford gate green ham hand ing land less light ly mark ment more mouth ness north over port river sea ship side stone ton town under ward water way well wick wind wood work'.split(
    ' ',
  ),
  fr: 'age air an beau bois bourg champ chant cours dor eau eur fleur fort gne jour lac let lieu lune main mar ment mer mont neige nuit oir on pain pont que rive roche rue sel soir sur table ter tion vent vers vie ville vol'.split(
    ' ',
  ),
}

/** Returns `size` made-up words of a language, the most frequent first. */
export function vocabulary(language: string, size: number, random: SeededRandom): string[] {
  const syllables = SYLLABLES[language] ?? SYLLABLES.de!
  const words = new Set<string>()
  while (words.size < size) {
    const length = 1 + random.whole(0, words.size < size / 50 ? 1 : 3)
    let word = ''
    for (let part = 0; part <= length; part++) word += random.pick(syllables)
    words.add(word)
  }
  return [...words]
}

/**
 * Returns `count` paragraphs of `length` words. Word frequencies are as in real texts (Zipf: a word of rank n occurs about 1/n
 * as often as the first).
 */
export function paragraphs(words: readonly string[], count: number, length: number, random: SeededRandom): string[] {
  const sums = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank++) {
    sum += 1 / (rank + 2)
    sums[rank] = sum
  }
  const word = () => words[firstAtLeast(sums, random.next() * sum)]!
  return Array.from({ length: count }, () => {
    const text = Array.from({ length }, word).join(' ')
    return `${text[0]!.toUpperCase()}${text.slice(1)}.`
  })
}

function firstAtLeast(sums: Float64Array, minimum: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! < minimum) low = middle + 1
    else high = middle
  }
  return low
}
