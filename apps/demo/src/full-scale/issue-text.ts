import { randomNumbers } from '@kiosk/domain/random-numbers'
import type { CopyRows } from './copy-rows.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Number of places from which words are drawn at random; a word has places by its frequency, at least one. */
const PLACES = 1 << 21
const PAGE = { width: 595, height: 842 }
const BYTES_OF_PAGE = { least: 2_000, most: 6_000 }
/** Share of pages that do not belong to an article: advertisements, short news, puzzles. */
const OTHER_PAGES_SHARE = 0.3
const MOST_PAGES_OF_ARTICLE = 4
const SECTIONS = 6
/** What an article is about: it says these words much more often than other texts do. */
const TOPIC_WORDS = 10
const TOPIC_SHARE = 0.1
const NAMES_OF_ISSUE = 30
const NAMES_OF_ARTICLE = 4
const NAME_SHARE = 0.02
const HEADLINE_WORDS = 6

const SPACE = 32
const NEWLINE = 10
const COMMA = 44
const FULL_STOP = 46

/** Writes the pages and articles of issues in one language. */
export class IssueText {
  readonly #words: Buffer[]
  /** Order of the lexeme of each word; -1 = a stop word. */
  readonly #orders: Int32Array
  readonly #lexemes: Buffer[]
  readonly #places: Int32Array
  readonly #vocabulary: Vocabulary
  readonly #text = Buffer.allocUnsafe(BYTES_OF_PAGE.most + 1_000)
  readonly #entries = new Float64Array(BYTES_OF_PAGE.most)

  /** @param lexemes of each word, as the search index has it; '' = a stop word */
  constructor(vocabulary: Vocabulary, lexemes: readonly string[]) {
    this.#vocabulary = vocabulary
    this.#words = vocabulary.words.map((word) => Buffer.from(word))
    this.#lexemes = [...new Set(lexemes)].map((lexeme) => Buffer.from(lexeme)).sort(Buffer.compare)
    const order = new Map(this.#lexemes.map((lexeme, place) => [lexeme.toString(), place]))
    this.#orders = Int32Array.from(lexemes, (lexeme) => (lexeme === '' ? -1 : order.get(lexeme)!))
    this.#places = placesOf(vocabulary)
  }

  /**
   * Adds the rows of an issue. @returns its outline
   * @param seed the same seed gives the same issue
   */
  write(
    issue: { id: number; pageCount: number; seed: number },
    rows: { pages: CopyRows; articles: CopyRows },
  ): { headline: string; page: number; level: number }[] {
    const next = randomNumbers(issue.seed)
    const whole = (most: number) => Math.floor(next() * most)
    const { words, names } = this.#vocabulary
    const namesOfIssue = Array.from({ length: NAMES_OF_ISSUE }, () => whole(names))
    const outline: { headline: string; page: number; level: number }[] = []
    const forms = words.length - names
    // Evenly by the logarithm of the rank: some topics are common, some rare.
    const topicWord = () => names + (Math.floor(60 + (forms - 60) ** next() - 1) % forms)
    for (let page = 1, position = 0, section = -1; page <= issue.pageCount; ) {
      const isArticle = next() >= OTHER_PAGES_SHARE
      const length = isArticle ? Math.min(1 + whole(MOST_PAGES_OF_ARTICLE), issue.pageCount - page + 1) : 1
      const topic = Array.from({ length: TOPIC_WORDS }, topicWord)
      const named = Array.from({ length: NAMES_OF_ARTICLE }, () => namesOfIssue[whole(NAMES_OF_ISSUE)]!)
      const draw = () => {
        const chance = next()
        if (chance < TOPIC_SHARE) return topic[whole(TOPIC_WORDS)]!
        if (chance < TOPIC_SHARE + NAME_SHARE) return named[whole(NAMES_OF_ARTICLE)]!
        return this.#places[whole(PLACES)]!
      }
      const title = Array.from({ length: HEADLINE_WORDS }, draw)
      const headline = capital(title.map((word) => words[word]).join(' '))
      if (isArticle) {
        const current = Math.floor(((page - 1) * SECTIONS) / issue.pageCount)
        if (current !== section) {
          section = current
          outline.push({ headline: capital(words[names + 60 + ((issue.seed >>> 0) % 500) + section]!), page, level: 1 })
        }
        outline.push({ headline, page, level: 2 })
      }
      const texts: Buffer[] = []
      for (let nth = 0; nth < length; nth++) {
        const bytes = BYTES_OF_PAGE.least + whole(BYTES_OF_PAGE.most - BYTES_OF_PAGE.least)
        const size = this.#page(rows.pages, issue.id, page + nth, bytes, nth === 0 ? title : [], draw, next)
        if (isArticle) texts.push(Buffer.from(this.#text.subarray(0, size)))
      }
      if (isArticle)
        addArticle(rows.articles, {
          issue: issue.id,
          position: position++,
          headline,
          first: page,
          last: page + length - 1,
          texts,
          byline: `${words[named[0]!]} ${words[named[1]!]}`,
        })
      page += length
    }
    return outline
  }

  /** Adds a page. @returns the length of its text, which is in #text */
  #page(
    rows: CopyRows,
    issueId: number,
    number: number,
    bytes: number,
    headline: readonly number[],
    draw: () => number,
    next: () => number,
  ): number {
    let [length, position, count, inSentence] = [0, 0, 0, 0]
    let sentence = 1 + Math.floor(8 + next() * 16)
    while (length < bytes) {
      const isHeadline = position < headline.length
      const word = isHeadline ? headline[position]! : draw()
      const order = this.#orders[word]!
      position++
      if (order >= 0) this.#entries[count++] = order * 65_536 + position
      const start = length
      const written = this.#words[word]!
      for (let at = 0; at < written.length; at++) this.#text[length++] = written[at]!
      const first = this.#text[start]!
      if (inSentence === 0 && first >= 97 && first <= 122) this.#text[start] = first - 32
      if (isHeadline && position === headline.length) {
        this.#text[length++] = NEWLINE
        inSentence = 0
      } else if (!isHeadline && ++inSentence >= sentence) {
        this.#text[length++] = FULL_STOP
        this.#text[length++] = next() < 0.2 ? NEWLINE : SPACE
        sentence = Math.floor(8 + next() * 16)
        inSentence = 0
      } else {
        if (isHeadline) inSentence++
        else if (inSentence % 7 === 6) this.#text[length++] = COMMA
        this.#text[length++] = SPACE
      }
    }
    rows.row(6)
    rows.int8(issueId)
    rows.int4(number)
    rows.float4(PAGE.width)
    rows.float4(PAGE.height)
    rows.text(this.#text.subarray(0, length))
    rows.tsvector(this.#entries.subarray(0, count), this.#lexemes)
    return length
  }
}

export const PAGE_COLUMNS = 'pages (issue_id, number, width, height, text, search)'
export const ARTICLE_COLUMNS = 'all_articles (issue_id, position, headline, byline, first_page, last_page, html, regions, source)'

const PARAGRAPH = Buffer.from('<p>')
const NEXT_PARAGRAPH = Buffer.from('</p>\n<p>')
const END_OF_PARAGRAPH = Buffer.from('</p>')

function addArticle(
  rows: CopyRows,
  article: { issue: number; position: number; headline: string; byline: string; first: number; last: number; texts: Buffer[] },
): void {
  rows.row(9)
  rows.int8(article.issue)
  rows.int4(article.position)
  rows.text(article.headline)
  rows.text(article.byline)
  rows.int4(article.first)
  rows.int4(article.last)
  rows.begin()
  rows.raw(PARAGRAPH)
  for (const text of article.texts)
    for (let from = 0; from < text.length; ) {
      const end = text.indexOf(NEWLINE, from)
      rows.raw(text.subarray(from, end < 0 ? text.length : end))
      if (end >= 0) rows.raw(NEXT_PARAGRAPH)
      from = end < 0 ? text.length : end + 1
    }
  rows.raw(END_OF_PARAGRAPH)
  rows.end()
  // Two columns of each page; the headline is above those of the first.
  rows.jsonb(
    article.texts.flatMap((_, nth) =>
      [0.08, 0.52].map((x) => ({
        page: article.first + nth,
        x,
        y: nth === 0 ? 0.2 : 0.08,
        width: 0.4,
        height: nth === 0 ? 0.7 : 0.82,
      })),
    ),
  )
  rows.text('headings')
}

function placesOf({ frequencies }: Vocabulary): Int32Array {
  const places = new Int32Array(PLACES)
  const sum = frequencies.reduce((all, each) => all + each, 0)
  const occurring = frequencies.reduce((all, each) => all + Number(each > 0), 0)
  let place = 0
  for (let word = 0; word < frequencies.length; word++) {
    if (frequencies[word] === 0) continue
    const many = 1 + Math.floor((frequencies[word]! / sum) * (PLACES - occurring))
    places.fill(word, place, place + many)
    place += many
  }
  // Rounding leaves a few places, which the most frequent word takes.
  return places.fill(frequencies.indexOf(Math.max(...frequencies.subarray(0, 200_000))), place)
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`
}
