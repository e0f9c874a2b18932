// Lists the words of articles that an import lost, and where they went.
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { LEAST_WORDS, matchedArticles } from './figures.ts'
import type { Truth } from './layouts.ts'

/** Number of words at the beginning of a run by which it is found. */
const SOUGHT_WORDS = 5
const SHOWN_WORDS = 10

/**
 * A run of words that is missing from its article. `cause`: the article was not found; the words are in it, but out of order; in
 * another article; in none.
 */
export type Loss = {
  title: string
  page: number
  count: number
  cause: 'not found' | 'out of order' | 'in another' | 'in none'
  /** Headlines of the articles that have the words. */
  where: string
  sample: string
}

/** Returns the runs of words that are not in the right article and order, largest first. */
export function lossesOf(truth: Truth, articles: readonly PublishedArticle[]): Loss[] {
  const { found, matched } = matchedArticles(truth, articles)
  const texts = found.map(({ article, words }) => ({ article, text: ` ${words.join(' ')} ` }))
  const losses = truth.articles
    .filter(({ words }) => words.length >= LEAST_WORDS)
    .flatMap((each) => {
      const own = matched.get(each)
      return lostRuns(each.words, own?.words ?? []).map((run): Loss => {
        const sought = ` ${run.slice(0, SOUGHT_WORDS).join(' ')} `
        const holders = texts.filter(({ text }) => text.includes(sought)).map(({ article }) => article)
        const cause = !own
          ? 'not found'
          : holders.includes(own.article)
            ? 'out of order'
            : holders.length > 0
              ? 'in another'
              : 'in none'
        return {
          title: each.title,
          page: each.pages[0]!,
          count: run.length,
          cause,
          where: holders.map(({ headline, firstPage }) => `“${headline}” p. ${firstPage}`).join(', '),
          sample: run.slice(0, SHOWN_WORDS).join(' '),
        }
      })
    })
  return losses.sort((one, other) => other.count - one.count)
}

/** Returns the runs of words that the longest common subsequence with another list leaves out. */
function lostRuns(words: readonly string[], other: readonly string[]): string[][] {
  const width = other.length + 1
  const table = new Uint16Array((words.length + 1) * width)
  for (let at = words.length - 1; at >= 0; at--)
    for (let place = other.length - 1; place >= 0; place--)
      table[at * width + place] =
        words[at] === other[place]
          ? table[(at + 1) * width + place + 1]! + 1
          : Math.max(table[(at + 1) * width + place]!, table[at * width + place + 1]!)
  const runs: string[][] = []
  let [place, isLost] = [0, false]
  for (let at = 0; at < words.length; ) {
    if (place < other.length && words[at] === other[place]) {
      ;[at, place, isLost] = [at + 1, place + 1, false]
    } else if (place < other.length && table[at * width + place + 1]! >= table[(at + 1) * width + place]!) place++
    else {
      if (!isLost) runs.push([])
      runs.at(-1)!.push(words[at]!)
      ;[at, isLost] = [at + 1, true]
    }
  }
  return runs
}
