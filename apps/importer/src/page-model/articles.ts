import type { ArticlePicture, PublishedArticle, Region } from '@kiosk/backend/catalogue/published-article'
import { MOST_NOTES_OF_ARTICLE, notePlace } from '@kiosk/domain/reading/article-links'
import { decodedTitle, headlineApart, plain } from '../articles/headline.ts'
import { regionsOf } from '../articles/regions.ts'
import type { PageLink } from '../pdf/read-links.ts'
import { captionsApart } from '../text/captions.ts'
import { eachNote, footnotesApart, withMarkApart } from '../text/footnotes.ts'
import type { Line } from '../text/line.ts'
import { markAtStart } from '../text/note-marks.ts'
import { noteReferences } from '../text/note-references.ts'
import { lineText, runningText } from '../text/page-text.ts'
import { type LinksOfLine, linksIn } from '../text/paragraph-links.ts'
import { htmlOf, type Paragraph, paragraphsFrom } from '../text/paragraphs.ts'
import type { Box, SetLine } from '../text/set-line.ts'
import { type WordsLink, wordsOfTable } from '../text/table-html.ts'
import type { Draft } from './article-draft.ts'
import { authorsIn, bareAuthorsIn, bylineApart, datedAuthorsIn, labelledAuthorsIn } from './authors.ts'
import { type Block, blockOf, longestOf } from './blocks.ts'
import { codeText } from './code.ts'
import { draftsOf } from './drafts.ts'
import { sharedDown } from './geometry.ts'
import { applyHabits, type Habits, NO_HABITS } from './habits.ts'
import { institutesBelow, isMarked } from './institutes.ts'
import { itemsApart } from './items-apart.ts'
import { joinedByJumps } from './joined-by-jumps.ts'
import { articleEntries, type PlacedEntry, withOutline } from './outlined-articles.ts'
import { isPartOfIssue } from './phrases.ts'
import { type PlacedPicture, withPictures } from './pictures.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'
import { blocksWithRoles } from './roles.ts'
import { datedBlocks, joinHeadlines, markCover, markListed, signedBlocks } from './witnesses.ts'

/** Briefs are short; what the outline names may be a cover. */
const SHORTEST_ARTICLE_CHARACTERS = { headed: 100, other: 250 }
const LONGEST_KICKER_CHARACTERS = 100
/** Blocks below a headline among which the authors are looked for. */
const NEAR_THE_TOP = 5

type Model = { pages: readonly OrderedPage[]; body: number }

/**
 * Returns what is printed on each page with its role; articles are made from it. `named`: headlines by the outline; `signed`:
 * lines of authors that begin with a word of the issue.
 */
export function rolesOf(
  { pages, body }: Model,
  outline: readonly PlacedEntry[],
  habits: Habits = NO_HABITS,
): { blocks: Block[][]; named: Map<Block, string>; signed: Map<Block, string> } {
  const blocks = blocksWithRoles(pages, body)
  joinHeadlines(blocks)
  markCover(blocks)
  markListed(blocks)
  // Applied before the outline, which knows its issue better.
  const usual = applyHabits(blocks, habits)
  const signed = new Map([...usual, ...datedBlocks(blocks), ...signedBlocks(blocks)])
  const entries = articleEntries(outline).map((entry) => ({ ...entry, headline: decodedTitle(entry.headline) }))
  if (entries.length < 2) return { blocks, named: new Map(), signed }
  const { pages: marked, named } = withOutline(blocks, entries, (page) => pages[page - 1]!.height)
  return { blocks: marked, named, signed }
}

/**
 * Finds the articles of an issue by what its pages look like, by its outline and by what is usual for its title.
 * @param habits default: nothing is known about the title
 */
export function findArticles(model: Model, outline: readonly PlacedEntry[], habits: Habits = NO_HABITS): PublishedArticle[] {
  return readArticles(model, outline, habits).articles
}

/** Finds the articles of an issue, and the blocks with roles from which they were made. */
export function readArticles(
  model: Model,
  outline: readonly PlacedEntry[],
  habits: Habits,
): { articles: PublishedArticle[]; blocks: Block[][] } {
  const { pages, body } = model
  if (body === 0) return { articles: [], blocks: [] }
  const { blocks, named, signed } = rolesOf(model, outline, habits)
  const texts = itemsApart(joinedByJumps(draftsOf(blocks, named), numberOffset(pages)))
  const { drafts, pictures } = withPictures(texts, blocks, pages, body)
  const linksOf = linksOn(pages)
  const articles = drafts.flatMap((draft) => articleOf(draft, body, { pictures, signed, linksOf }) ?? [])
  return { blocks, articles: articles.filter(({ headline }) => !habits.dropped.has(plain(headline))) }
}

/** Returns a function that finds the links of words: those of their page in whose boxes they lie. */
function linksOn(pages: readonly OrderedPage[]): LinksOfLine {
  return ({ line: { words }, page }) =>
    words.map(([, x, y, width, height]) => {
      const [across, down] = [x + width / 2, y + height / 2]
      const isIn = (link: PageLink) =>
        across >= link.x && across <= link.x + link.width && down >= link.y && down <= link.y + link.height
      return pages[page - 1]?.links.find(isIn)?.href ?? null
    })
}

/** Returns the difference between printed page numbers and the positions of the pages. */
function numberOffset(pages: readonly OrderedPage[]): number {
  const times = new Map<number, number>()
  for (const [index, { heads, feet }] of pages.entries())
    for (const { line } of [...heads, ...feet])
      for (const number of lineText(line).match(/\b\d{1,3}\b/g) ?? []) {
        const offset = Number(number) - index - 1
        times.set(offset, (times.get(offset) ?? 0) + 1)
      }
  const [offset, count] = [...times].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
  return count >= 2 ? offset : 0
}

type OfBlocks = {
  pictures: ReadonlyMap<Block, PlacedPicture>
  /** Authors of blocks that name them. */
  signed: ReadonlyMap<Block, string>
  linksOf: LinksOfLine
}

/** Returns null if a draft has too little text for an article, or is another part of the issue. */
function articleOf(draft: Draft, body: number, { pictures, signed, linksOf }: OfBlocks): PublishedArticle | null {
  const byline = draft.blocks.find((block) => signed.has(block))
  const { blocks, authors } = byline
    ? { blocks: draft.blocks.filter((block) => block !== byline), authors: signed.get(byline)! }
    : authorsApart(draft.blocks, joinedText(draft.headline))
  const lines = blocks.filter(({ role }) => role === 'body' || role === 'deck').flatMap((block) => block.lines)
  const institutes = institutesBelow(draft.blocks, body)
  const ofInstitutes = new Set<SetLine>(institutes?.lines)
  const footnotes = footnotesApart(
    lines.filter((line) => !ofInstitutes.has(line)),
    body,
  ).notes
  const notes = new Set<SetLine>([...ofInstitutes, ...footnotes])
  const ofNotes = eachNote(footnotes)
  const references = noteReferences(
    lines.filter((line) => !notes.has(line)),
    ofNotes,
  )
  const isOfAuthors = (note: SetLine[]) =>
    institutes !== null && note[0]!.page === institutes.page && isMarked(note[0]!, institutes.marks)
  const numbers = new Map(references.numbers)
  for (const note of [...(institutes?.notes ?? []), ...ofNotes.filter(isOfAuthors)])
    if (!numbers.has(note) && numbers.size < MOST_NOTES_OF_ARTICLE) numbers.set(note, numbers.size + 1)
  const linksOfText: LinksOfLine = (line) => {
    const own = references.linksOf(line)
    return linksOf(line).map((href, at) => own[at] ?? href)
  }
  const parts = [
    ...partsOf(blocks, notes, body, { pictures, linksOf: linksOfText }),
    ...[...(institutes?.notes ?? []), ...ofNotes].map((note) => paragraphOfNote(note, linksOf, numbers.get(note))),
  ]
  const printed = withoutNote(joinedText(draft.headline), lines)
  const headline = draft.named ?? printed
  if (!headline || isPartOfIssue(headline)) return null
  const all = [...draft.headline, ...blocks].flatMap((block) => block.lines)
  const heading = draft.headline.map(({ text, size, page }): Paragraph => ({ text, size, page, heading: true }))
  const first = heading.length > 0 ? [{ ...heading[0]!, text: printed }] : []
  const shortest = SHORTEST_ARTICLE_CHARACTERS[draft.headline.length > 0 && draft.named === null ? 'headed' : 'other']
  const article = articleFrom(headline, [...first, ...parts], all, draft.named ? 'outline' : 'headings', authors, shortest)
  const kicker = draft.kicker?.text ?? ''
  return article && { ...article, ...(kicker && { kicker: kicker.slice(0, LONGEST_KICKER_CHARACTERS).toWellFormed() }) }
}

/** Removes the mark of a footnote at the end of a headline: a digit after a word, with which a line of the text begins. */
function withoutNote(headline: string, lines: readonly PlacedLine[]): string {
  const mark = /(?<=\p{Ll}{2})(\d)(?=[\s\p{P}]*$)/u
  const number = mark.exec(headline)?.[1]
  return number && lines.some(({ line }) => lineText(line).startsWith(`${number} `)) ? headline.replace(mark, '') : headline
}

const joinedText = (blocks: readonly Block[]) =>
  runningText(
    blocks.flatMap(({ lines }) => lines.map(({ line }) => line)),
    ' ',
  ).trim()

/** Separates the line with the names of the authors: near the headline, or the last of the article. */
function authorsApart(all: readonly Block[], headline: string): { blocks: Block[]; authors: string } {
  const texts = all.filter(({ role }) => role !== 'caption' && role !== 'table' && role !== 'code')
  const near = texts.slice(0, NEAR_THE_TOP)
  for (const block of near) {
    const whole = authorsIn(block.text) ?? datedAuthorsIn(block.text)
    if (whole) return { blocks: all.filter((each) => each !== block), authors: whole }
    const named = firstLinesWithAuthors(block, block.role === 'body' ? 1 : 3)
    if (!named) continue
    const rest = block.lines.toSpliced(named.from, named.count)
    const kept = rest.length > 0 ? [{ ...blockOf(rest, block.opens), role: block.role }] : []
    return { blocks: all.flatMap((each) => (each === block ? kept : each)), authors: named.authors }
  }
  const usual = longestOf(texts.filter(({ role }) => role === 'body'))
  for (const block of [...near, ...texts.slice(-1)]) {
    if (block === usual || isInRows(block)) continue
    // An interviewed person can be named in the headline and below it.
    const isRepeated =
      block.role === 'byline' ? plain(headline) === plain(block.text) : plain(headline).includes(plain(block.text))
    if (isRepeated) continue
    const isApart = block.role === 'byline' || block.style !== usual?.style || block.italic !== usual?.italic
    const authors =
      isApart && block.lines.length <= (block.role === 'body' ? 2 : MOST_LINES_OF_AUTHORS)
        ? (authorsIn(block.text) ?? bareAuthorsIn(block.text))
        : null
    if (authors) return { blocks: all.filter((each) => each !== block), authors }
  }
  const lines = all.flatMap((block) => block.lines.map(({ line }) => lineText(line)))
  return signatureApart(all) ?? { blocks: [...all], authors: labelledAuthorsIn(lines) ?? '' }
}

/** Scientific papers can have many authors. */
const MOST_LINES_OF_AUTHORS = 6
/** Blocks of text at the end of an article, such as rows of a table and notes, above which the authors may be named. */
const BELOW_SIGNATURE = 6

/** Separates names alone in the line that ends the text of an article, after a sentence; null if there are none. */
function signatureApart(all: readonly Block[]): { blocks: Block[]; authors: string } | null {
  const last = all.filter(({ role }) => role === 'body').slice(-BELOW_SIGNATURE)
  for (const block of last.toReversed()) {
    const line = block.lines.at(-1)!
    const before = block.lines.at(-2) ?? all[all.indexOf(block) - 1]?.lines.at(-1)
    if (!before || !isBelow(line, before) || !/[.!?…](?:\s*["”“»’)])*$/u.test(lineText(before.line))) continue
    const text = lineText(line.line)
    const authors = authorsIn(text) ?? bareAuthorsIn(text)
    if (!authors) continue
    const rest = block.lines.slice(0, -1)
    const kept = rest.length > 0 ? [{ ...blockOf(rest, block.opens), role: block.role }] : []
    return { blocks: all.flatMap((each) => (each === block ? kept : each)), authors }
  }
  return null
}

/** Whether a line is right below another one on its page. */
const isBelow = (line: PlacedLine, before: PlacedLine) =>
  line.page === before.page &&
  line.column === before.column &&
  line.edges.top >= before.edges.bottom - 0.5 * line.size &&
  line.edges.top - before.edges.bottom < 1.5 * line.size

/** Whether lines of a block are beside each other, as cells of a table are. */
const isInRows = ({ lines }: Block) =>
  lines.some((line, index) => index > 0 && sharedDown(line.edges, lines[index - 1]!.edges) > 0.5 * line.size)

/** Finds the names in the first `most` lines of a block; they may continue in a second, short line. */
function firstLinesWithAuthors({ lines, edges }: Block, most: number): { authors: string; from: number; count: number } | null {
  for (let from = 0; from < Math.min(most, lines.length); from++) {
    const [line, next] = [lines[from]!, lines[from + 1]]
    const text = lineText(line.line)
    const both = next ? `${text} ${lineText(next.line)}` : text
    const [width, whole] = [line.edges.right - line.edges.left, edges.right - edges.left]
    const isShort = next && width > 0.7 * whole && next.edges.right - next.edges.left < 0.7 * whole
    const ofLine = authorsIn(text)
    if (ofLine) return { authors: ofLine, from, count: 1 }
    const ofBoth = isShort ? authorsIn(both) : null
    if (ofBoth) return { authors: ofBoth, from, count: 2 }
  }
  return null
}

/** A quotation with this share of its words in the text repeats it. */
const REPEATED = 0.8
const wordsOf = (blocks: readonly Block[]) => new Set(blocks.flatMap(({ text }) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []))

/** Returns the paragraphs of an article. A sentence that a caption or a quotation interrupts is whole; quotations that repeat the text are left out. */
function partsOf(
  blocks: readonly Block[],
  notes: ReadonlySet<SetLine>,
  body: number,
  { pictures, linksOf }: Pick<OfBlocks, 'pictures' | 'linksOf'>,
): Paragraph[] {
  const parts: Paragraph[] = []
  let lines: SetLine[] = []
  let captions: { after: number; part: Paragraph }[] = []
  const flush = (more: { deck?: true } = {}) => {
    const found = paragraphsFrom(lines, body, linksOf)
    const text: Paragraph[] = []
    let next = 0
    for (const { from, paragraph } of found) {
      // After the paragraph in which the lines before it end.
      for (; next < captions.length && captions[next]!.after <= from; next++) text.push(captions[next]!.part)
      text.push({ ...paragraph, heading: false, ...more })
    }
    // Drawings have captions, too, but are not pictures in the file.
    for (const part of captionsApart([...text, ...captions.slice(next).map(({ part }) => part)], body)) parts.push(part)
    lines = []
    captions = []
  }
  const said = wordsOf(blocks.filter(({ role }) => role === 'body'))
  const isRepeated = (block: Block) => {
    const words = [...wordsOf([block])]
    return words.filter((word) => said.has(word)).length >= REPEATED * words.length
  }
  for (const [index, block] of blocks.entries()) {
    const { role, size, page } = block
    const heading = role === 'crosshead'
    if (role === 'quotation' && !isRepeated(block)) {
      flush()
      parts.push({ text: block.text, size, page, heading: false })
    } else if (role === 'body' || role === 'deck' || role === 'byline') {
      if (role !== 'body') flush()
      lines.push(...block.lines.filter((line) => !notes.has(line)))
      if (role !== 'body') flush(role === 'deck' ? { deck: true } : {})
    } else if (block.table && role === 'table') {
      const table = { ...block.table, links: linksOfLines(block.table.lines, linksOf) }
      captions.push({ after: lines.length, part: { text: wordsOfTable(table), size, page, heading: false, table } })
    } else if (role === 'code') {
      if (blocks[index - 1]?.role === 'code') continue
      const other = blocks.findIndex((each, at) => at > index && each.role !== 'code')
      const text = codeText(blocks.slice(index, other < 0 ? blocks.length : other))
      // Code stays where it is printed, even in the middle of a sentence.
      flush()
      parts.push({ text, size, page, heading: false, code: true })
    } else if (role === 'caption') {
      const picture = pictures.get(block)
      const text = picture ? `${picture.caption} ${picture.credit}`.trim() : block.text
      captions.push({
        after: lines.length,
        part: { text, size, page, heading: false, caption: true, ...(picture && { picture }) },
      })
    } else if (heading) {
      flush()
      parts.push({ text: block.text, size, page, heading })
    }
  }
  flush()
  return parts
}

/** Returns the linked words of each line, from top to bottom. */
function linksOfLines(lines: readonly PlacedLine[], linksOf: LinksOfLine): WordsLink[] {
  return lines
    .toSorted((a, b) => a.page - b.page || a.edges.top - b.edges.top || a.edges.left - b.edges.left)
    .flatMap((line) => linksIn([line], lineText(line.line), ([own]) => lineText(own!), linksOf))
}

/**
 * Returns the text of a footnote, with a space after its mark.
 * @param number of the note, if the text or a name of an author refers to it
 */
function paragraphOfNote(printed: SetLine[], linksOf: LinksOfLine, number?: number): Paragraph {
  const note = withMarkApart(printed)
  const textOf = (lines: Line[]) => runningText(lines, ' ').trim()
  const text = textOf(note.map(({ line }) => line))
  const found = linksIn(note, text, textOf, linksOf)
  const mark = markAtStart(text)
  const isLinked = number !== undefined && mark !== null
  const links = isLinked ? [{ at: 0, text: mark, href: notePlace(number) }, ...found.filter(({ at }) => at > 0)] : found
  return { text, size: note[0]!.size, heading: false, page: note[0]!.page, ...(links.length > 0 && { links }) }
}

/**
 * Builds an article from its paragraphs; null if they have too little text. `lines` determine its position; the authors are
 * looked for in the text if they are not known.
 */
export function articleFrom(
  known: string,
  parts: Paragraph[],
  lines: { page: number; box: Box }[],
  source: PublishedArticle['source'],
  authors = '',
  shortest: number = SHORTEST_ARTICLE_CHARACTERS.other,
): PublishedArticle | null {
  const { headline, rest } = headlineApart(parts, known)
  const { byline, rest: kept } = authors ? { byline: authors, rest } : bylineApart(rest)
  const text = kept.filter(({ heading }) => !heading).reduce((length, part) => length + part.text.length, 0)
  if (text < shortest) return null
  const regions = regionsOf(lines)
  const pages = regions.map(({ page }) => page)
  const deck = kept.find(({ caption }) => !caption)
  const pictures = picturesIn(kept)
  const [lead] = pictures
  return {
    headline: headline.slice(0, 300).toWellFormed(),
    byline,
    html: htmlOf(kept),
    regions,
    source,
    firstPage: Math.min(...pages),
    lastPage: Math.max(...pages),
    ...(lead && { picture: regionOf(lead), pictures }),
    ...(deck?.deck && { deck: deck.text.replaceAll('\n', ' ') }),
  }
}

const regionOf = ({ page, x, y, width, height }: PlacedPicture): Region => ({ page, x, y, width, height })

/** Returns the pictures among the paragraphs: first the largest one of the first page that has any, then the others in order. */
function picturesIn(parts: readonly Paragraph[]): ArticlePicture[] {
  let after = 0
  const pictures = parts.flatMap(({ picture, text, caption }) => {
    if (!caption && text) after++
    return picture ? [{ ...picture, after }] : []
  })
  const first = pictures.reduce((least, { page }) => Math.min(least, page), Number.POSITIVE_INFINITY)
  const area = ({ width, height }: ArticlePicture) => width * height
  const [lead] = pictures.filter(({ page }) => page === first).toSorted((a, b) => area(b) - area(a))
  return lead ? [lead, ...pictures.filter((picture) => picture !== lead)] : []
}
