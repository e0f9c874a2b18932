import type { PublishedArticle } from '../published-article.ts'

type Read = Pick<PublishedArticle, 'headline' | 'firstPage' | 'lastPage' | 'html'>
/** A place in an article: index of the article, and how far down its text, 0 to 1. */
type PlaceInArticle = { index: number; fraction: number }

/** Finds the words of earlier articles in those that replace them. Articles are given and returned by their index. */
export type Following = {
  /** The article that has the first words of an earlier one; null = none has them. */
  successor(index: number): number | null
  /**
   * The same for a place that a reader keeps in an earlier article, by page and how far down its text. At its beginning, the page
   * decides between the articles into which it was divided.
   */
  place(at: PlaceInArticle & { page: number }): PlaceInArticle | null
  /** All articles that have a considerable part of an earlier one, in order. */
  parts(index: number): number[]
  /** Share of the phrases of an earlier article that are in these articles, 0 to 1. */
  covered(index: number, by: readonly number[]): number
  /** The earlier article whose id an article keeps; null = a new one. */
  predecessor(index: number): number | null
}

/** Words of a phrase: so many that two articles share few phrases by chance. */
const PHRASE_WORDS = 4
/** Number of phrases that count as the beginning of an article. */
const BEGINNING_PHRASES = 40
/** Minimum share of the phrases of a beginning, of an article or of a part that must be found. */
const LEAST_SHARE = { beginning: 0.3, whole: 0.5, part: 0.1 } as const
/** Fewer common phrases than this are chance. */
const FEWEST_PHRASES = 3
/** A phrase in more articles than this identifies none of them: hundreds can be the same, such as notices with one text. */
const MOST_HOLDERS = 50
/** Words before or after a place among which a phrase is looked for. */
const NEAR_WORDS = 20
/** An article that begins within this many words of another begins where that one does. */
const SAME_BEGINNING_WORDS = 12

/** Finds the words of articles in the articles that replace them, by phrases of {@link PHRASE_WORDS} words. */
export function followArticles(before: readonly Read[], after: readonly Read[]): Following {
  const [old, fresh] = [before.map(phrasesOf), after.map(phrasesOf)]
  const holders = new Map<string, Set<number>>()
  for (const [index, phrases] of fresh.entries())
    for (const phrase of phrases) holders.set(phrase, (holders.get(phrase) ?? new Set()).add(index))
  const shared = old.map((phrases) => countHolders(phrases, holders))
  const positions = new Map<number, Map<string, number[]>>()

  const nameOf = ({ headline, firstPage }: Read) => `${firstPage} ${headline}`
  const named = new Map([...after.entries()].reverse().map(([index, article]) => [nameOf(article), index]))
  const successors = before.map((article, index): number | null => {
    const phrases = old[index]!
    const beginning = phrases.slice(0, BEGINNING_PHRASES)
    const starts = countHolders(beginning, holders)
    const most = (counts: ReadonlyMap<number, number>) =>
      [...counts].sort((a, b) => b[1] - a[1] || shared[index]!.get(b[0])! - shared[index]!.get(a[0])! || a[0] - b[0])[0]
    const start = most(starts)
    if (start && start[1] >= LEAST_SHARE.beginning * beginning.length) return start[0]
    const whole = most(shared[index]!)
    if (whole && whole[1] >= LEAST_SHARE.whole * phrases.length) return whole[0]
    return named.get(nameOf(article)) ?? null
  })

  function parts(index: number): number[] {
    const main = successors[index]!
    const considerable = [...shared[index]!].filter(
      ([each, count]) =>
        count >= FEWEST_PHRASES &&
        (count >= LEAST_SHARE.part * old[index]!.length || count >= LEAST_SHARE.whole * fresh[each]!.length),
    )
    return [...new Set([...considerable.map(([each]) => each), ...(main === null ? [] : [main])])].sort((a, b) => a - b)
  }

  /** Returns the position of a phrase in an article that has it, in words; of several, the nearest to `near`. */
  function positionOf(phrase: string, index: number, near: number): number {
    if (!positions.has(index))
      positions.set(
        index,
        Map.groupBy(fresh[index]!.keys(), (at) => fresh[index]![at]!),
      )
    const found = positions.get(index)!.get(phrase)!
    return found.reduce((best, each) => (Math.abs(each - near) < Math.abs(best - near) ? each : best))
  }

  function placeOfWords(index: number, from: number): PlaceInArticle | null {
    for (const step of nearFirst(from, old[index]!.length)) {
      const phrase = old[index]![step]!
      const [main, found] = [successors[index]!, holders.get(phrase)]
      if (!found) continue
      const holder = main !== null && found.has(main) ? main : [...found][0]!
      const words = fresh[holder]!.length
      const at = positionOf(phrase, holder, (step / old[index]!.length) * words)
      return { index: holder, fraction: Math.min(1, at / words) }
    }
    return null
  }

  function place({ index, page, fraction }: PlaceInArticle & { page: number }): PlaceInArticle | null {
    if (fraction > 0) {
      const found = placeOfWords(index, Math.floor(fraction * old[index]!.length))
      if (found) return found
    }
    const main = successors[index]!
    const isOnPage = (each: number) => after[each]!.firstPage <= page && page <= after[each]!.lastPage
    if (main === null || !isOnPage(main)) {
      const onPage = parts(index).filter(isOnPage)
      const [best] = onPage.sort((a, b) => (shared[index]!.get(b) ?? 0) - (shared[index]!.get(a) ?? 0))
      if (best !== undefined) return { index: best, fraction: 0 }
    }
    if (main === null) return null
    // An article that has become part of another begins in the middle of it.
    const start = placeOfWords(index, 0)
    const words = start && start.index === main ? start.fraction * fresh[main]!.length : 0
    return { index: main, fraction: words > SAME_BEGINNING_WORDS ? start!.fraction : 0 }
  }

  const ofSuccessor = Map.groupBy(before.keys(), (index) => successors[index])
  const predecessors = after.map((_, index) => {
    const candidates = [...(ofSuccessor.get(index) ?? [])]
    return candidates.sort((a, b) => (shared[b]!.get(index) ?? 0) - (shared[a]!.get(index) ?? 0) || a - b)[0] ?? null
  })

  return {
    successor: (index) => successors[index]!,
    place,
    parts,
    covered: (index, by) => {
      const phrases = old[index]!
      const found = phrases.filter((phrase) => by.some((each) => holders.get(phrase)?.has(each)))
      return phrases.length === 0 ? 1 : found.length / phrases.length
    },
    predecessor: (index) => predecessors[index]!,
  }
}

/** The same for articles whose successors are known. `successors`: by earlier article; null = it is gone. */
export function followKnown(successors: readonly (number | null)[]): Following {
  return {
    successor: (index) => successors[index] ?? null,
    place: ({ index, fraction }) => (successors[index] == null ? null : { index: successors[index], fraction }),
    parts: (index) => (successors[index] == null ? [] : [successors[index]]),
    covered: (index) => (successors[index] == null ? 0 : 1),
    predecessor: (index) => {
      const found = successors.indexOf(index)
      return found >= 0 ? found : null
    },
  }
}

/** Returns all phrases of an article's headline and text, in order; a text shorter than a phrase is one phrase. */
function phrasesOf({ headline, html }: Read): string[] {
  const text = `${headline} ${html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, ' ')}`
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length <= PHRASE_WORDS) return words.length > 0 ? [words.join(' ')] : []
  return Array.from({ length: words.length - PHRASE_WORDS + 1 }, (_, at) => words.slice(at, at + PHRASE_WORDS).join(' '))
}

function countHolders(phrases: readonly string[], holders: ReadonlyMap<string, ReadonlySet<number>>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const phrase of phrases) {
    const found = holders.get(phrase)
    if (found && found.size <= MOST_HOLDERS) for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return counts
}

/** Returns the numbers from 0 to below `length` near `from`, nearest first. */
function* nearFirst(from: number, length: number): Generator<number> {
  for (let step = 0; step <= NEAR_WORDS; step++)
    for (const at of step === 0 ? [from] : [from + step, from - step]) if (at >= 0 && at < length) yield at
}
