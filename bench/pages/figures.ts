// Compares what was read with the truth.
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import type { Issue, Truth, TruthArticle } from './layouts.ts'
import { wordsOf } from './words.ts'

const FOUND_SHARE = 0.8
const FOREIGN_SHARE = 0.1
/** From this share of common words on, two titles belong to the same article. */
const SAME_TITLE = 0.6
/** Intersection over union of two areas. */
const SAME_PICTURE = 0.5
/** Readers would not call a shorter text an article; the importer may find it or not. */
export const LEAST_WORDS = 50

const NAMES = [
  'articles',
  'found',
  'right',
  'words',
  'inOrder',
  'foundWords',
  'authors',
  'authorsRight',
  'pictures',
  'picturesRight',
  'notes',
  'notesRight',
  'adWords',
  'allFoundWords',
  'partWords',
  'ours',
  'poppler',
  'mupdf',
] as const
/** Sums; add those of several issues, then divide. */
export type Sums = Record<(typeof NAMES)[number], number>
export type Fault = { title: string; reason: string; found: number; foreign: number }

export function added(all: readonly Sums[]): Sums {
  return Object.fromEntries(NAMES.map((name) => [name, all.reduce((sum, each) => sum + each[name], 0)])) as Sums
}

/** Returns the number of words in the longest common subsequence. */
export function longestCommon(one: readonly string[], other: readonly string[]): number {
  const row = new Uint32Array(other.length + 1)
  for (const word of one) {
    let diagonal = 0
    for (let place = 1; place <= other.length; place++) {
      const above = row[place]!
      row[place] = word === other[place - 1] ? diagonal + 1 : Math.max(above, row[place - 1]!)
      diagonal = above
    }
  }
  return row[other.length]!
}

/** Returns the words that are in the first list more often than in the others. */
export function without(words: readonly string[], ...others: (readonly string[])[]): string[] {
  const left = new Map<string, number>()
  for (const word of others.flat()) left.set(word, (left.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}

function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  return (2 * longestCommon(left, right)) / Math.max(1, left.length + right.length)
}

const textOf = (html: string) =>
  html
    .replace(/<\/(?:p|h\d|li|td|th|tr|figcaption|blockquote|div)>|<br\s*\/?>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(
      /&(amp|lt|gt|quot|#39|nbsp);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' })[name]!,
    )

/** Returns whether a line of authors has all names and not much else, such as a place, "By" or "Text". */
export function authorsRight(byline: string, authors: string[]): boolean {
  const words = wordsOf(byline)
  const names = wordsOf(authors.join(' '))
  return without(names, words).length === 0 && words.length <= names.length + 4
}

function pictureRight(
  article: PublishedArticle,
  truth: TruthArticle,
  { page, shapesOnly }: { page: Issue['page']; shapesOnly: boolean },
): boolean {
  const found = article.picture
  if (!found) return false
  const [x, y, width, height] = [
    found.x * page.width,
    found.y * page.height,
    found.width * page.width,
    found.height * page.height,
  ]
  return truth.pictures.some((each) => {
    if (each.page !== found.page) return false
    if (shapesOnly && Math.abs(width / each.width - 1) < 0.05 && Math.abs(height / each.height - 1) < 0.05) return true
    const across = Math.min(x + width, each.x + each.width) - Math.max(x, each.x)
    const down = Math.min(y + height, each.y + each.height) - Math.max(y, each.y)
    const common = Math.max(0, across) * Math.max(0, down)
    return common / (width * height + each.width * each.height - common) >= SAME_PICTURE
  })
}

/** Returns the words of each note of an article behind the word to which it is linked. */
function linkedNotes(html: string): Set<string> {
  const notes = new Map(
    [...html.matchAll(/<p>(<a href="#noteref=(\d+)">.*?)<\/p>/g)].map(([, text, number]) => [number!, wordsOf(textOf(text!))]),
  )
  return new Set(
    [...html.matchAll(/<a href="#note=(\d+)">/g)].flatMap(({ 1: number, index }) => {
      const note = notes.get(number!)
      return note ? [`${wordsOf(textOf(html.slice(0, index))).at(-1)} ${note.join(' ')}`] : []
    }),
  )
}

type FoundArticle = { article: PublishedArticle; words: string[] }

/** Returns the articles with their words, and which found article has the title of which true one. */
export function matchedArticles(
  truth: Truth,
  articles: readonly PublishedArticle[],
): { found: FoundArticle[]; matched: Map<TruthArticle, FoundArticle> } {
  const found = articles.map((article): FoundArticle => ({ article, words: wordsOf(textOf(article.html)) }))
  const pairs = truth.articles
    .flatMap((each) =>
      found.map((other) => ({
        each,
        other,
        like: likeness(each.title, other.article.headline),
        start: each.pages[0] === other.article.firstPage ? 1 : 0,
      })),
    )
    .filter(({ like }) => like >= SAME_TITLE)
    .sort((one, other) => other.like - one.like || other.start - one.start)
  const matched = new Map<TruthArticle, FoundArticle>()
  for (const { each, other } of pairs) {
    if (!matched.has(each) && ![...matched.values()].includes(other)) matched.set(each, other)
  }
  return { found, matched }
}

/**
 * Compares the articles of an issue. `theirs`: text of each page by other readers. `shapesOnly`: pictures in columns may be
 * elsewhere than in the truth, so their page and size decide.
 */
export function compare(
  issue: Issue,
  truth: Truth,
  read: { articles: PublishedArticle[]; texts: string[] },
  theirs: { poppler: string[]; mupdf: string[] },
  shapesOnly = false,
): { sums: Sums; faults: Fault[] } {
  const sums = added([])
  const faults: Fault[] = []
  const { found, matched } = matchedArticles(truth, read.articles)
  const optional = truth.articles.filter(({ words }) => words.length < LEAST_WORDS)
  sums.found = found.length - optional.filter((each) => matched.has(each)).length
  for (const each of truth.articles) {
    if (optional.includes(each)) continue
    sums.articles++
    sums.words += each.words.length
    const match = matched.get(each)
    if (each.authors.length) sums.authors++
    if (each.pictures.length) sums.pictures++
    sums.notes += each.notes.length
    if (!match) {
      faults.push({ title: each.title, reason: 'not found', found: 0, foreign: 0 })
      continue
    }
    const { article, words } = match
    const foreign = without(words, each.words, each.extra).length / Math.max(1, words.length)
    const common = longestCommon(each.words, words)
    const share = 1 - without(each.words, words).length / each.words.length
    sums.inOrder += common
    // Words of captions, tables and the like may be anywhere in the article.
    const besides = without(each.extra, without(each.extra, without(words, each.words))).length
    sums.foundWords += Math.max(common, words.length - besides)
    if (each.authors.length ? authorsRight(article.byline, each.authors) : article.byline) {
      if (each.authors.length) sums.authorsRight++
      else sums.authors++
    }
    const linked = linkedNotes(article.html)
    sums.notesRight += each.notes.filter((note) => linked.has(`${note.before} ${note.words.join(' ')}`)).length
    if (each.pictures.length ? pictureRight(article, each, { page: issue.page, shapesOnly }) : article.picture) {
      if (each.pictures.length) sums.picturesRight++
      else sums.pictures++
    }
    const reasons = [
      article.firstPage !== each.pages[0] && `starts on page ${article.firstPage} instead of ${each.pages[0]}`,
      share < FOUND_SHARE && `${Math.round(share * 100)} % of its words`,
      foreign > FOREIGN_SHARE && `${Math.round(foreign * 100)} % words of others`,
    ].filter((reason) => reason !== false)
    if (reasons.length === 0) sums.right++
    else faults.push({ title: each.title, reason: reasons.join(', '), found: share, foreign })
  }
  sums.allFoundWords = found.reduce((sum, { words }) => sum + words.length, 0)
  // Advertisements use words of articles, so only words that are in no article count.
  const foreignWords = without(
    found.flatMap(({ words }) => words),
    ...truth.articles.flatMap(({ words, extra }) => [words, extra]),
  )
  sums.adWords = truth.adWords.length - without(truth.adWords, foreignWords).length
  const texts = { ours: read.texts.map(wordsOf), poppler: theirs.poppler.map(wordsOf), mupdf: theirs.mupdf.map(wordsOf) }
  for (const { page, words } of truth.parts) {
    sums.partWords += words.length
    for (const name of ['ours', 'poppler', 'mupdf'] as const) sums[name] += longestCommon(words, texts[name][page - 1] ?? [])
  }
  return { sums, faults }
}
