import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import type { OutlineEntry } from '../pdf/read-outline.ts'
import type { Line } from '../pdf/read-words.ts'
import { captionsApart } from '../text/captions.ts'
import { eachNote, footnotesApart } from '../text/footnotes.ts'
import { lineText, runningText } from '../text/page-text.ts'
import {
  type Box,
  bodySize,
  htmlOf,
  type Paragraph,
  paragraphs,
  runningHeads,
  type SetLine,
  setLines,
} from '../text/paragraphs.ts'
import { bylineApart } from './byline.ts'
import { headlineApart, plain } from './headline.ts'
import { regionsOf } from './regions.ts'

/** A page as input for finding articles. `height` in points. */
export type ReadPage = { lines: Line[]; height: number }
/** Start of an article: a page, from 1, and one of its lines in reading order, from 0. */
type Start = { headline: string; page: number; line: number }
/** An entry of the outline; `y` is the fraction of the page from its top, if the outline has a position. */
type PlacedEntry = OutlineEntry & { y: number | null }

const SHORTEST_ARTICLE_CHARACTERS = 250
/** Minimum size of an article's heading relative to the text. */
const CLEARLY_LARGER = 1.5
/** Height of the head of a page, as a fraction of the page. */
const RUNNING_HEAD_SHARE = 0.15

/** Finds the articles of an issue by its outline, or by its headings if they are clear. Returns none otherwise. */
export function findArticles(pages: ReadPage[], outline: PlacedEntry[]): PublishedArticle[] {
  const all = pages.map(({ lines, height }, index) => setLines(lines, index + 1, height))
  const heads = runningHeads(all)
  const set = all.map((lines) => lines.filter((each) => !heads.has(each)))
  const body = bodySize(set.flat())
  if (body === 0) return []
  const byOutline = articlesFrom(startsByOutline(outline, set), set, body, 'outline')
  if (byOutline.length >= 2) return byOutline
  const byHeadings = articlesFrom(startsByHeadings(set, body), set, body, 'headings')
  return byHeadings.length >= 2 ? byHeadings : []
}

/** Returns the entries of the outline's highest level with more than one entry: that level lists the articles. */
function startsByOutline(outline: PlacedEntry[], pages: SetLine[][]): Start[] {
  const levels = [...new Set(outline.map(({ level }) => level))].sort((a, b) => a - b)
  const level = levels.find((each) => outline.filter((entry) => entry.level === each).length >= 2)
  const named = outline.filter((entry) => entry.level === level)
  return named.map(({ headline, page, y }) => {
    const lines = pages[page - 1] ?? []
    const byWords = lineOfHeadline(lines, headline)
    const byPlace = y === null ? -1 : lines.findIndex(({ box }) => box.y + box.height / 2 >= y)
    return { headline, page, line: Math.max(0, byWords >= 0 ? byWords : byPlace) }
  })
}

/** Returns the index of a headline's line on its page; -1 if it is not found. */
function lineOfHeadline(lines: SetLine[], headline: string): number {
  const plainHeadline = plain(headline)
  return lines.findIndex(({ line }) => {
    const text = plain(lineText(line))
    return text.length >= 4 && (plainHeadline.startsWith(text) || text.startsWith(plainHeadline))
  })
}

function startsByHeadings(pages: SetLine[][], body: number): Start[] {
  const starts: Start[] = []
  // The first page is the cover: its lines are teasers.
  for (const lines of pages.slice(1)) {
    let last: SetLine | undefined
    for (const [index, each] of lines.entries()) {
      const text = lineText(each.line)
      const heading = each.size >= body * CLEARLY_LARGER && /\p{L}{3}/u.test(text) && text.length <= 150
      if (heading && last && Math.abs(last.size - each.size) < 0.2 * each.size) {
        const start = starts.at(-1)!
        start.headline = `${start.headline} ${text}`.slice(0, 300)
      } else if (heading) starts.push({ headline: text, page: each.page, line: index })
      last = heading ? each : undefined
    }
  }
  // If every second line were a heading, size would not distinguish headings.
  return starts.length <= pages.length * 3 ? starts : []
}

/** Splits the issue at the starts, in reading order; parts that are too short for an article are omitted. */
function articlesFrom(starts: Start[], pages: SetLine[][], body: number, source: PublishedArticle['source']): PublishedArticle[] {
  const ordered = starts.toSorted((a, b) => a.page - b.page || a.line - b.line)
  return ordered.flatMap((start, index) => {
    const end = endBefore(ordered[index + 1], pages)
    const lines = pages.slice(start.page - 1, end.page).flatMap((all, offset) => {
      const page = start.page + offset
      return all.slice(page === start.page ? start.line : 0, page === end.page ? end.line : undefined)
    })
    return articleOf(start.headline, lines, body, source) ?? []
  })
}

/** Returns where an article ends. The running head above the next article is not part of it. */
function endBefore(next: Start | undefined, pages: SetLine[][]): { page: number; line: number } {
  if (!next) return { page: pages.length + 1, line: 0 }
  const above = (pages[next.page - 1] ?? []).slice(0, next.line)
  return above.every(({ box }) => box.y < RUNNING_HEAD_SHARE) ? { page: next.page, line: 0 } : next
}

/** Returns null if the lines have too little text for an article. */
function articleOf(
  headline: string,
  lines: SetLine[],
  body: number,
  source: PublishedArticle['source'],
): PublishedArticle | null {
  const { text, notes } = footnotesApart(lines, body)
  const ofNotes = eachNote(notes).map(
    (note): Paragraph => ({ text: noteText(note), size: note[0]!.size, heading: false, page: note[0]!.page }),
  )
  const flowing = withoutPullQuotes(captionsApart(paragraphs(text, body), body), body)
  return articleFrom(headline, [...flowing, ...ofNotes], lines, source)
}

/** Removes pull quotes, which repeat a sentence of the text in large letters. */
function withoutPullQuotes(parts: Paragraph[], body: number): Paragraph[] {
  const texts = parts.map(({ text }) => plain(text))
  return parts.filter(({ text, size, heading }, index) => {
    const quoted = texts[index]!
    const isQuote = size >= body * 1.15 && quoted.length >= 20 && (!heading || /[.!?]["”“»]?$/.test(text))
    return !isQuote || !texts.some((each, at) => at !== index && each.includes(quoted))
  })
}

/** Returns the text of a footnote, with a space after its number. */
function noteText(note: SetLine[]): string {
  const text = runningText(
    note.map(({ line }) => line),
    ' ',
  )
  return text.replace(/^(\d{1,3})(?=\p{L})/u, '$1 ').trim()
}

/** Builds an article from its paragraphs; null if they have too little text. `lines` determine its position. */
export function articleFrom(
  known: string,
  parts: Paragraph[],
  lines: { page: number; box: Box }[],
  source: PublishedArticle['source'],
): PublishedArticle | null {
  const { headline, rest } = headlineApart(parts, known)
  const { byline, rest: kept } = bylineApart(rest)
  const text = kept.filter(({ heading }) => !heading).reduce((length, part) => length + part.text.length, 0)
  if (text < SHORTEST_ARTICLE_CHARACTERS) return null
  const regions = regionsOf(lines)
  const [firstPage, lastPage] = [regions[0]!.page, regions.at(-1)!.page]
  return { headline: headline.slice(0, 300), byline, firstPage, lastPage, html: htmlOf(kept), regions, source }
}
