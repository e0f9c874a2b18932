// What an issue says of itself: its cover, its printed contents page, and the word by which it names authors.
import { plain } from '../articles/headline.ts'
import { lineText } from '../text/page-text.ts'
import { datedAuthorsIn, isAuthorLine, oneDatedAuthorIn } from './authors.ts'
import { type Block, blockOf } from './blocks.ts'
import { around, median, sharedAcross, sharedDown, widthOf } from './geometry.ts'
import { MOST_BLOCKS } from './roles.ts'

/** A first page with less text, without its headings, is a cover. Characters. */
const TEXT_OF_COVER_CHARACTERS = 100
/** A page, or a column, lists the articles if at least this many headings of other pages are on it, in this share of its lines. */
const LISTED = { headings: 4, share: 0.3, column: 0.4 }
/**
 * Limits for what is beside the entries of a list: its longest text, its distance and that of the heading above, in sizes of
 * their fonts.
 */
const BESIDE_LIST = { characters: 40, gap: 2, above: 3 }
/** Pages at the beginning of an issue among which its list of contents is. */
const FIRST_PAGES = 12
/** Minimum length of a part of a title that was divided or continues. Characters. */
const SHORTEST_PART_CHARACTERS = 10
const LONGEST_BYLINE_CHARACTERS = 60
/**
 * Minimum number of lines of authors that begin with the same word, and their minimum share of the short lines below headlines.
 */
const SAME_WORD = { lines: 3, share: 0.4 }

const isPrinted = ({ role }: Block) => role !== 'advertisement'

/** Joins lines of a headline that the edge of a frame or column divides. */
export function joinHeadlines(pages: readonly Block[][]): void {
  for (const blocks of pages.filter(({ length }) => length <= MOST_BLOCKS)) {
    // From top to bottom: a line that was joined to the one below it is not considered again.
    const headlines = blocks.filter(({ role }) => role === 'headline').sort((a, b) => a.edges.top - b.edges.top)
    for (const block of headlines) {
      if (!blocks.includes(block)) continue
      const above = blocks.find((other) => other !== block && isDividedFrom(other, block))
      if (!above) continue
      const whole = blockOf([...above.lines, ...block.lines], block.opens)
      blocks[blocks.indexOf(block)] = { ...whole, column: block.column, frame: block.frame, role: 'headline' }
      blocks.splice(blocks.indexOf(above), 1)
    }
  }
}

function isDividedFrom(above: Block, block: Block): boolean {
  if (above.role !== 'headline' || above.style !== block.style) return false
  if (above.frame === block.frame && above.column === block.column) return false
  const gap = block.edges.top - above.edges.bottom
  const narrower = Math.min(widthOf(above.edges), widthOf(block.edges))
  return Math.abs(gap) < 0.6 * block.size && sharedAcross(above.edges, block.edges) > 0.5 * narrower
}

/** Marks what is on a cover: a first page with headings and hardly any text, so that no article begins there. */
export function markCover(pages: readonly Block[][]): void {
  const [cover, ...others] = pages
  if (!cover || others.length === 0) return
  const text = cover.filter(({ role }) => role !== 'headline' && role !== 'crosshead' && role !== 'kicker')
  if (text.reduce((sum, block) => sum + block.text.length, 0) >= TEXT_OF_COVER_CHARACTERS) return
  for (const block of cover.filter(isPrinted)) block.role = 'contents'
}

type Entry = { text: string; style: string }

/**
 * Marks a page, or a column of one, that lists the headings of other pages, whatever its language. Headings that are listed in
 * another style, and above the others, are names of sections.
 */
export function markListed(pages: readonly Block[][]): void {
  const headings = pages.flatMap((blocks, page) =>
    blocks
      .filter(({ role }) => role === 'headline' || role === 'quotation')
      .map((block): Heading => ({ block, page, text: plain(block.text) })),
  )
  for (const [page, blocks] of pages.slice(0, FIRST_PAGES).entries()) {
    if (blocks.length > MOST_BLOCKS) continue
    const others = headings.filter((heading) => heading.page !== page)
    const whole = listIn(blocks, others)
    // A list that has a name is known already.
    const unknown = whole.count < LISTED.headings ? [] : blocks.filter(({ role }) => role !== 'contents')
    const columns = [...Map.groupBy(unknown, ({ column }) => column).values()]
    const lists =
      whole.share >= LISTED.share
        ? [whole]
        : columns.map((each) => listIn(each, others)).filter(({ share }) => share >= LISTED.column)
    for (const { blocks: ofList, written, listed, count } of lists) {
      if (count < LISTED.headings) continue
      const all = ofList === blocks ? blocks : [...ofList, ...besideList(ofList, blocks)]
      for (const block of all.filter(isPrinted)) block.role = 'contents'
      // The heading was taken for a quotation, because the text repeats it.
      for (const { block, entry, text } of listed) if (block.role === 'quotation' && entry.text === text) block.role = 'headline'
      for (const block of sectionsIn(written, listed)) block.role = 'kicker'
    }
  }
}

type Heading = { block: Block; page: number; text: string }

/** Returns which headings of other pages some blocks list, how many, and the share of the blocks' lines that do. */
function listIn(blocks: readonly Block[], others: readonly Heading[]) {
  const entries = blocks.flatMap(({ lines, style }) =>
    lines.map((line): Entry => ({ text: entryOf(lineText(line.line)), style })),
  )
  const written = entries.filter(({ text }) => /\p{L}/u.test(text))
  const listed = others.flatMap(({ block, text }) => {
    const entry = written.find((each) => each.text === text) ?? written.find((each) => isPartOf(each.text, text))
    return entry ? [{ block, entry, text }] : []
  })
  const share = new Set(listed.map(({ entry }) => entry)).size / Math.max(1, written.length)
  return { blocks, written, listed, share, count: new Set(listed.map(({ text }) => text)).size }
}

/** Returns the numbers and names of sections that are beside the entries of a list, and its heading. */
function besideList(list: readonly Block[], blocks: readonly Block[]): Block[] {
  const entries = list.map(({ edges }) => edges).reduce(around)
  let box = entries
  const others = blocks.filter((block) => !list.includes(block))
  const beside: Block[] = []
  for (const block of others.toSorted((a, b) => b.edges.right - a.edges.right)) {
    const { edges, size, text, role } = block
    const isMark = role === 'crosshead' || role === 'kicker' || !/\p{L}/u.test(text)
    const isInRows = edges.top > entries.top - size && edges.bottom < entries.bottom + size
    const isNear = edges.right < entries.left + size && box.left - edges.right < BESIDE_LIST.gap * size
    if (!isMark || !isInRows || !isNear || text.length > BESIDE_LIST.characters) continue
    beside.push(block)
    box = around(box, edges)
  }
  const heading = others.findLast(
    ({ role, edges, size }) =>
      (role === 'headline' || role === 'crosshead') &&
      edges.bottom <= box.top + 0.5 * size &&
      box.top - edges.bottom < BESIDE_LIST.above * size &&
      edges.left > box.left - size &&
      edges.right < box.right + size,
  )
  return heading ? [...beside, heading] : beside
}

/** Letters of a line in a list, without the number before it. */
const entryOf = (line: string) => plain(line.replace(/^\s*\d{1,3}[.)]?\s+/u, ''))

/** Whether an entry continues after the title, with the authors, or has only its first line. */
const isPartOf = (entry: string, title: string) =>
  (title.length >= SHORTEST_PART_CHARACTERS && entry.startsWith(title)) ||
  (entry.length >= SHORTEST_PART_CHARACTERS && title.startsWith(entry))

/** Returns the headings that are names of sections: larger than the others, and listed in another style, with others below them. */
function sectionsIn(entries: readonly Entry[], listed: readonly { block: Block; entry: Entry }[]): Block[] {
  const styles = [...Map.groupBy(listed, ({ entry }) => entry.style).values()].sort((a, b) => b.length - a.length)
  const [titles, ...others] = styles
  const sizeOf = (group: readonly { block: Block }[]) => median(group.map(({ block }) => block.size))
  return others.flatMap((group) => {
    const inList = entries.flatMap(({ style }, index) => (style === group[0]!.entry.style ? [index] : []))
    const above = inList.filter((index) => entries[index + 1]?.style === titles![0]!.entry.style)
    if (above.length < 2 || above.length < 0.5 * inList.length || sizeOf(group) <= 1.1 * sizeOf(titles!)) return []
    return group.filter(({ block }) => block.size > 1.1 * sizeOf(titles!)).map(({ block }) => block)
  })
}

/**
 * Finds lines of authors by the word with which they begin below several headlines, in a language whose word for "by" is not known.
 * Returns the authors by block.
 */
export function signedBlocks(pages: readonly Block[][]): Map<Block, string> {
  const read = pages.filter(({ length }) => length <= MOST_BLOCKS)
  const below = read.flatMap((blocks) =>
    blocks
      .filter(({ role }) => role === 'headline')
      .flatMap((headline) => blocks.find((block) => isShortBelow(block, headline)) ?? []),
  )
  const lines = [...new Set(below)].map((block) => ({ block, words: block.text.split(/\s+/) }))
  const signed = new Map<Block, string>()
  for (const group of Map.groupBy(lines, ({ words }) => words[0]!).values()) {
    if (group.length < SAME_WORD.lines || group.length < SAME_WORD.share * lines.length) continue
    // A title of persons can follow: "tan jan".
    const [second, ofSecond] = [...Map.groupBy(group, ({ words }) => words[1])].sort((a, b) => b[1].length - a[1].length)[0]!
    const isTitle = ofSecond.length >= 0.6 * group.length && /^\p{Ll}/u.test(second ?? '')
    const named = group.filter(({ words }) => isName(words.slice(isTitle && words[1] === second ? 2 : 1)))
    if (named.length < 0.7 * group.length) continue
    for (const { block, words } of group) {
      block.role = 'byline'
      signed.set(block, words.slice(1).join(' '))
    }
    signOthers(read, group, signed)
  }
  return signed
}

/** Distance between a headline and its authors in sizes of the headline, where their font and their first word say what they are. */
const FAR_BELOW = 3

/**
 * Marks lines of authors in the style of those that were found, and with their first word: further below a headline or beside it, where
 * they look like headlines themselves. Text below the names, such as who drew the pictures, is a caption.
 * @param found lines of authors, with which `signed` is filled
 */
function signOthers(pages: readonly Block[][], found: readonly { block: Block; words: string[] }[], signed: Map<Block, string>) {
  const styles = [...Map.groupBy(found, ({ block }) => block.style)].sort((a, b) => b[1].length - a[1].length)
  const [style] = styles[0]!
  const by = found[0]!.words[0]
  for (const blocks of pages)
    for (const block of blocks.filter((each) => each.lines.length <= 2 && !each.table && !signed.has(each))) {
      const first = lineText(block.lines[0]!.line)
      const words = first.split(/\s+/)
      if (words[0] !== by || first.length > LONGEST_BYLINE_CHARACTERS || !isName(words.slice(-1))) continue
      const names = blockOf(block.lines.slice(0, 1), block.opens)
      const isHeadline = (other: Block) => other !== block && other.role === 'headline' && other.style !== style
      if (names.style !== style || !blocks.some((other) => isHeadline(other) && isAt(block, other))) continue
      if (block.lines.length > 1)
        blocks.splice(blocks.indexOf(block) + 1, 0, { ...blockOf(block.lines.slice(1), false), role: 'caption' })
      names.role = 'byline'
      blocks[blocks.indexOf(block)] = names
      signed.set(names, words.slice(1).join(' '))
    }
}

/** Whether a block is below a headline, or beside it in another column. */
const isAt = ({ edges }: Block, headline: Block) =>
  sharedDown(edges, headline.edges) > 0 ||
  (edges.top >= headline.edges.bottom &&
    edges.top - headline.edges.bottom < FAR_BELOW * headline.size &&
    sharedAcross(edges, headline.edges) > 0)

/** If this many lines below headlines have names before a date, a single name in a line that looks the same is an author's. */
const DATED_LINES = 2

/** Finds single names before a date below a headline, where other headlines have lines of authors in the same style. */
export function datedBlocks(pages: readonly Block[][]): Map<Block, string> {
  const below = pages
    .filter(({ length }) => length <= MOST_BLOCKS)
    .flatMap((blocks) => {
      const headlines = blocks.filter(({ role }) => role === 'headline')
      return blocks.filter((block) => block.lines.length <= 2 && headlines.some((headline) => isRightBelow(block, headline)))
    })
  const usual = new Map<string, number>()
  for (const { style, text } of below) if (datedAuthorsIn(text)) usual.set(style, (usual.get(style) ?? 0) + 1)
  const found = below.flatMap((block) => {
    const name = (usual.get(block.style) ?? 0) >= DATED_LINES ? oneDatedAuthorIn(block.text) : null
    return name ? [[block, name] as const] : []
  })
  for (const [block] of found) block.role = 'byline'
  return new Map(found)
}

const isName = (words: readonly string[]) => words.length > 0 && words.length <= 4 && words.every((word) => /^\p{Lu}/u.test(word))

/** Whether a short line right below a headline can name its authors. */
function isShortBelow(block: Block, headline: Block): boolean {
  const { text, edges, lines } = block
  return (
    lines.length === 1 &&
    text.length <= LONGEST_BYLINE_CHARACTERS &&
    isRightBelow(block, headline) &&
    sharedAcross(edges, headline.edges) > 0.5 * widthOf(edges) &&
    !isAuthorLine(text)
  )
}

function isRightBelow({ edges, style }: Block, headline: Block): boolean {
  const gap = edges.top - headline.edges.bottom
  return (
    style !== headline.style && gap > -0.5 * headline.size && gap < 1.5 * headline.size && sharedAcross(edges, headline.edges) > 0
  )
}
