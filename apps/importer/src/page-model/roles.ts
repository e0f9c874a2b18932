import { plain } from '../articles/headline.ts'
import { lineText } from '../text/page-text.ts'
import { bareAuthorsIn, isAuthorLine } from './authors.ts'
import { type Block, blockOf, blocksOf, isSmallPrint } from './blocks.ts'
import { markCode } from './code.ts'
import { headingsIntoFrames } from './frame-headings.ts'
import { areaOf, around, type Edges, edgesOf, heightOf, holds, sharedAcross, sharedDown, widthOf } from './geometry.ts'
import { sureBoxes } from './layout-witness.ts'
import type { OrderedPage, PlacedLine } from './ordered-pages.ts'
import { ENDS_SENTENCE, isAdvertisementMark, isCredit, isLabelledCaption, jumpedFrom, jumpIn, offersIn } from './phrases.ts'
import { withRoomBelow } from './picture-rows.ts'
import { joinTables } from './table-parts.ts'

/** Sizes relative to the text, from which something is a heading. */
const HEADING = { numbered: 1.05, larger: 1.12, clearly: 1.6 }
/** A headline is larger than the crossheads of its article by this factor. */
const OVER_CROSSHEAD = 1.12
const LINES_OF_KICKER = 2
/** A page with more blocks is no page of articles; all of it is text. */
const MOST_BLOCKS = 1500
const LONGEST_HEADING_CHARACTERS = 220
const LONGEST_CROSSHEAD_CHARACTERS = 90
/** Blocks between a headline and its text: more of the headline, deck, authors, picture with caption. */
const LINES_BEFORE_TEXT = 4
/** The name of a newspaper: its size by that of the text, its lowest edge by the height of the page, and the longest line beside it. */
const MASTHEAD = { size: 2.2, lowest: 0.3, characters: 90 }
const YEAR = /\b(?:1[89]|20)\d\d\b/u
/** Distance between a headline and its deck in sizes of the larger one: a sentence that is set less boldly may be further away. */
const DECK_GAP = { usual: 2, plainer: 4 }
/** Distance between a picture and its caption in sizes of the text. */
const CAPTION_GAP = 2.5
/** A printed number and dots before it, at the end of a line of a contents page. */
const LISTED = /^(?:\d{1,3}\s+\S.*|\S.*[\s.·…]\d{1,3})$/u
const LONGEST_LISTED_CHARACTERS = 300

/** "– Ida Lind": who has written the text above, however large. */
const SIGNATURE = /^[–—]\s\p{L}[^.,:;!?]{2,40}$/u

/** What is printed on the pages of an issue, block by block in reading order, with the role of each. */
export function blocksWithRoles(pages: readonly OrderedPage[], body: number): Block[][] {
  const blocks = pages.map((page) => blocksOf(page).flatMap(withoutSigns))
  for (const [index, ofPage] of blocks.entries())
    if (ofPage.length <= MOST_BLOCKS) headingsIntoFrames(ofPage, pages[index]!, body)
  const main = mainStyle(blocks.flat())
  for (const [index, ofPage] of blocks.entries()) {
    const page = pages[index]!
    if (ofPage.length > MOST_BLOCKS) continue
    for (const block of ofPage) if (!block.table) block.role = ownRole(block, body)
    markCode(ofPage, main.font)
    markAdvertisements(ofPage, page, main)
    markCaptions(ofPage, page, body)
    markContents(ofPage)
  }
  joinTables(blocks, body)
  markMasthead(blocks, pages, body)
  markOtherFonts(blocks, body, main)
  markHeadings(blocks, body)
  for (const [index, ofPage] of blocks.entries()) if (ofPage.length <= MOST_BLOCKS) markSeen(ofPage, pages[index]!, body)
  const heads = new Set(
    blocks.flatMap((ofPage) =>
      ofPage.filter(({ role, text }) => role === 'crosshead' && bareAuthorsIn(text) === null).map(({ style }) => style),
    ),
  )
  for (const ofPage of blocks) if (ofPage.length <= MOST_BLOCKS) markAround(ofPage, body, heads)
  return blocks
}

/**
 * Divides a block where its first or last line is a sign that stands for itself: the mark of an advertisement, where an article comes
 * from, where it goes on, a credit. Other lines that read like one are a part of a sentence.
 */
function withoutSigns(block: Block): Block[] {
  if (block.table) return [block]
  const parts: PlacedLine[][] = []
  let isSign: boolean | null = null
  for (const [index, line] of block.lines.entries()) {
    const text = lineText(line.line)
    const sign = (index === 0 && isFirstSign(text)) || (index === block.lines.length - 1 && isLastSign(text))
    if (sign || isSign !== false) parts.push([])
    parts.at(-1)!.push(line)
    isSign = sign
  }
  if (parts.length <= 1) return [block]
  return parts.map((lines, index) => blockOf(lines, index === 0 && block.opens))
}

const isFirstSign = (text: string) => jumpedFrom(text) !== null || isAdvertisementMark(text)
const isLastSign = (text: string) => jumpIn(text) !== null || (isCredit(text) && text.length <= 60)

function ownRole(block: Block, body: number): Block['role'] {
  const { text, size, lines } = block
  if (lines[0]!.bullet) return 'body'
  if (isAdvertisementMark(text)) return 'label'
  if (jumpedFrom(text)) return 'jumped'
  if (jumpIn(text)) return 'jump'
  if (isCredit(text)) return 'credit'
  if (isLabelledCaption(text) && size <= body * 1.05) return 'caption'
  if (SIGNATURE.test(text) && lines.length === 1) return 'body'
  const isHeading =
    size >= body * HEADING.larger ||
    isNumberedHeading(block, body) ||
    (block.bold && lines.length <= 3 && text.length <= LONGEST_CROSSHEAD_CHARACTERS)
  if (!isHeading || !/\p{L}{2}/u.test(text)) return 'body'
  if (text.length > LONGEST_HEADING_CHARACTERS) return 'deck'
  if (block.size < body * HEADING.larger && isSentence(text)) return isAuthorLine(text) ? 'byline' : 'body'
  return size >= body * HEADING.larger ? 'headline' : 'crosshead'
}

/** "2.1 Sources", a little larger than the text: a heading whatever its font is. */
const isNumberedHeading = ({ text, size, lines }: Block, body: number) =>
  size >= body * HEADING.numbered &&
  lines.length <= 3 &&
  text.length <= LONGEST_CROSSHEAD_CHARACTERS &&
  /^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{Lu}.*[^.,;:]$/u.test(text)

const isSentence = (text: string) => text.length > 45 && /[.;,…:](?:\s*["”“»])?$/u.test(text)

/** Font and size in which most letters of an issue are set. */
function mainStyle(blocks: readonly Block[]): { font: string; size: number } {
  const letters = new Map<string, { count: number; font: string; size: number }>()
  for (const { lines, size, text } of blocks) {
    const font = lines[0]!.line.style?.font ?? ''
    const key = `${font} ${Math.round(size * 2)}`
    const known = letters.get(key) ?? { count: 0, font, size }
    known.count += text.length
    letters.set(key, known)
  }
  return [...letters.values()].reduce((most, each) => (each.count > most.count ? each : most), { count: -1, font: '', size: 0 })
}

/** Marks what is in one frame with the mark of an advertisement, under it, or in a frame that offers something in other fonts or many sizes. */
function markAdvertisements(blocks: Block[], page: OrderedPage, main: { font: string; size: number }): void {
  const inFrame = (frame: number) => blocks.filter((block) => block.frame === frame)
  const zones: Edges[] = []
  for (const label of blocks.filter(({ role }) => role === 'label')) {
    const within = page.frames.find((frame) => holds(frame, label.edges))
    const above = page.frames.find(
      (frame) =>
        Math.abs(frame.top - label.edges.bottom) < 3 * heightOf(label.edges) &&
        sharedAcross(frame, label.edges) > 0.5 * widthOf(label.edges),
    )
    const picture = page.pictures
      .map((box) => edgesOf(box, page))
      .find(
        (box) =>
          Math.abs(box.top - label.edges.bottom) < 3 * heightOf(label.edges) &&
          sharedAcross(box, label.edges) > 0.5 * widthOf(label.edges),
      )
    const frame = within ?? above
    if (frame) zones.push(frame)
    else zones.push(...[picture, belowLabel(label, blocks, main)].filter((zone) => zone != null))
  }
  for (const frame of new Set(blocks.flatMap((block) => block.frame ?? []))) {
    const inside = inFrame(frame)
    const letters = inside.reduce((sum, { text }) => sum + text.length, 0)
    const ofText = inside.filter((block) => isInStyle(block, main))
    const share = ofText.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, letters)
    const offers = inside.reduce((sum, { text }) => sum + offersIn(text), 0)
    const sizes = new Set(inside.map(({ size }) => Math.round(size)))
    if (inside.some(({ role }) => role === 'code')) continue
    const isLoud = share < 0.1 && sizes.size >= 3 && offers >= 1
    if (isLoud || (letters < 600 && share < 0.3 && offers >= 2)) zones.push(inside.map(({ edges }) => edges).reduce(around))
  }
  for (const block of blocks) if (zones.some((zone) => holds(zone, block.edges))) block.role = 'advertisement'
}

const isInStyle = ({ lines, size }: Block, style: { font: string; size: number }) =>
  lines[0]!.line.style?.font === style.font && Math.abs(size - style.size) < 0.06 * style.size

/** Returns the part of the page below a mark, up to what is set as the text of the issue again: column and frame stay the same. */
function belowLabel(label: Block, blocks: readonly Block[], main: { font: string; size: number }): Edges | null {
  const from = blocks.indexOf(label)
  const rest = blocks.slice(from + 1)
  const end = rest.findIndex((block) => block.column !== label.column || block.frame !== label.frame || isInStyle(block, main))
  const below = end < 0 ? rest : rest.slice(0, end)
  return below.length > 0 ? below.map(({ edges }) => edges).reduce(around) : null
}

/** Small print or italics right below or beside a picture is its caption. */
function markCaptions(blocks: Block[], page: OrderedPage, body: number): void {
  const pictures = withRoomBelow(
    page.pictures.map((box) => edgesOf(box, page)),
    blocks.map(({ edges }) => edges),
  )
  for (const picture of pictures.values()) {
    if (areaOf(picture) > 0.7 * page.width * page.height) continue
    const near = blocks.filter(({ role, edges, size, text }) => {
      const gap = edges.top - picture.bottom
      return (
        (role === 'body' || role === 'crosshead') &&
        size <= body * 1.02 &&
        text.length <= 400 &&
        gap > -0.5 * body &&
        gap < CAPTION_GAP * body &&
        sharedAcross(edges, picture) > 0.8 * widthOf(edges)
      )
    })
    const isSet = (block: Block) => isSmallPrint(block, body) || block.italic
    // What is bold below the caption is the heading of what follows.
    const isBelowCaption = (block: Block) => near.some((other) => isSet(other) && other.edges.bottom <= block.edges.top)
    for (const block of near) {
      const isApart = isSet(block) || (block.bold && !isBelowCaption(block))
      if (isApart && !goesOnFrom(blocks[blocks.indexOf(block) - 1], block, picture)) block.role = 'caption'
    }
  }
}

/** Whether a block is the end of a sentence that begins right above it, below the picture as well: the last words can be in italics. */
const goesOnFrom = (before: Block | undefined, { edges, column, size }: Block, picture: Edges) =>
  before?.role === 'body' &&
  before.column === column &&
  before.edges.top > picture.bottom - 0.5 * size &&
  Math.abs(before.size - size) < 0.06 * size &&
  edges.top - before.edges.bottom < 0.5 * size &&
  edges.top >= before.edges.bottom - 0.5 * size &&
  !ENDS_SENTENCE.test(before.text)

const CONTENTS = /^(?:inhalt(?:sverzeichnis)?|contents|in this issue|sommaire|in diesem heft|table of contents|au sommaire)\b/iu
/** "Contents of this issue". */
const LONGEST_NAME_OF_CONTENTS_CHARACTERS = 40
/** Lines of an entry of a list of contents in a narrow column. */
const MOST_LINES_OF_ENTRY = 5

/** Marks lists of headlines with page numbers: a page of them, or a list beside articles. */
function markContents(blocks: Block[]): void {
  const lines = blocks.flatMap(({ lines }) => lines)
  const listed = new Set(
    lines.filter(({ line }) => {
      const text = lineText(line)
      return text.length <= LONGEST_LISTED_CHARACTERS && LISTED.test(text)
    }),
  )
  // A page of contents has its name above most of its lines; below an article, it is that of a list.
  const name = blocks.find(({ text }) => CONTENTS.test(text))
  const above = name ? lines.filter(({ edges }) => edges.bottom <= name.edges.top).length : 0
  const isContents = name !== undefined && above < 0.5 * lines.length
  const isWhole = isContents && listed.size >= 4 && listed.size >= 0.25 * lines.length
  // Rows of a table can begin or end with a number, too.
  const inTables = new Set(blocks.flatMap(({ table, lines }) => (table ? lines : [])))
  const apart = [...listed].filter((line) => !inTables.has(line)).length
  const isList = apart >= 8 && apart > 0.5 * lines.length
  if (!isWhole && !isList) {
    for (const block of blocks) for (const each of listBelow(block, blocks, listed)) each.role = 'contents'
    return
  }
  for (const block of blocks) {
    const count = block.lines.filter((line) => listed.has(line)).length
    const isOfList = !block.table && count * 2 >= block.lines.length
    if ((isWhole || isOfList) && block.role !== 'advertisement') block.role = 'contents'
  }
}

/** Returns a heading that is the name of a list of contents with the entries below it; none if it is none. */
function listBelow(heading: Block, blocks: readonly Block[], listed: ReadonlySet<PlacedLine>): Block[] {
  if (heading.table || heading.text.length > LONGEST_NAME_OF_CONTENTS_CHARACTERS || !CONTENTS.test(heading.text)) return []
  const list = [heading]
  let count = 0
  // A list can be wider than the column of its name, and then other columns are read between both.
  const below = blocks
    .filter(
      ({ edges, frame }) => frame === heading.frame && edges.top > heading.edges.top && sharedAcross(edges, heading.edges) > 0,
    )
    .toSorted((one, other) => one.edges.top - other.edges.top)
  for (const block of below) {
    if (block.table || block.edges.top - list.at(-1)!.edges.bottom > 3 * heading.size) break
    const entries = block.lines.filter((line) => listed.has(line)).length
    const isOfEntries = LISTED.test(block.text) && entries * MOST_LINES_OF_ENTRY >= block.lines.length
    if (!isOfEntries) break
    count += entries
    list.push(block)
  }
  return count >= 2 ? list : []
}

/**
 * Marks the name of a newspaper above its front page, and its date: the largest heading, above all others and without text, with a
 * line that has a year beside it, or printed at the head of other pages, too.
 */
function markMasthead([front = []]: readonly Block[][], pages: readonly OrderedPage[], body: number): void {
  const headings = front.filter(({ role }) => role === 'headline')
  const [name, next] = headings.toSorted((a, b) => a.edges.top - b.edges.top)
  if (!name || !next || name.lines.length > 2 || name.edges.bottom > MASTHEAD.lowest * pages[0]!.height) return
  // The name itself can be a running head.
  const isLargest = [...headings, ...pages[0]!.heads].every(({ size }) => size <= name.size)
  if (name.size < MASTHEAD.size * body || !isLargest || next.size < HEADING.larger * body) return
  // The headline of an article has a deck below it, or pictures and other articles beside it.
  if (isSentence(next.text) || pages[0]!.pictures.some((box) => sharedDown(edgesOf(box, pages[0]!), name.edges) > 0)) return
  const above = front.filter((block) => block !== name && block.edges.bottom < next.edges.top + 0.5 * next.size)
  const small = above.filter(({ size, text }) => size <= body * 1.05 && text.length <= MASTHEAD.characters)
  if (above.some((block) => !small.includes(block) && block.role === 'body' && block.edges.top > name.edges.bottom)) return
  const dates = small.filter(({ text, edges }) => YEAR.test(text) && -sharedDown(edges, name.edges) < 1.5 * name.size)
  const said = plain(name.text)
  const isRepeated = pages.some(
    ({ heads, feet }, index) => index > 0 && [...heads, ...feet].some(({ line }) => plain(lineText(line)).includes(said)),
  )
  // The date of a newspaper can be a running head of its other pages. Above the headline of an article, it is one of a journal.
  const isDated =
    dates.length > 0 ||
    pages[0]!.heads.some(({ line, box }) => YEAR.test(lineText(line)) && edgesOf(box, pages[0]!).top > name.edges.top)
  if (!isDated && !(isRepeated && said.length >= 4)) return
  for (const block of [name, ...dates]) block.role = 'furniture'
}

/**
 * Crossheads in a style of their own, at least; the least shares of all blocks in it that are short lines and that stand above text; and
 * the largest share of those that could be names.
 */
const OTHER_FONT = { blocks: 3, short: 0.8, aboveText: 0.6, names: 0.5 }

/** Marks short lines that are a little larger than the text and in another font, whose style is that of lines above text: crossheads. */
function markOtherFonts(pages: readonly Block[][], body: number, main: { font: string; size: number }): void {
  const all = pages.flatMap((blocks) => blocks.map((block, index) => ({ block, next: blocks[index + 1] })))
  const larger = all.filter(
    ({ block: { size, lines, table } }) =>
      !table && size >= body * HEADING.numbered && size < body * HEADING.larger && lines[0]!.line.style?.font !== main.font,
  )
  for (const ofStyle of Map.groupBy(larger, ({ block }) => block.style).values()) {
    const heads = ofStyle.filter(({ block }) => block.role === 'body' && isShortHead(block))
    const aboveText = heads.filter(
      ({ block, next }) =>
        next?.role === 'body' && next.frame === block.frame && next.column === block.column && isInStyle(next, main),
    )
    const isStyle = heads.length >= OTHER_FONT.blocks && heads.length >= OTHER_FONT.short * ofStyle.length
    const names = heads.filter(({ block }) => bareAuthorsIn(block.text) !== null)
    if (names.length > OTHER_FONT.names * heads.length) continue
    if (isStyle && aboveText.length >= OTHER_FONT.aboveText * heads.length)
      for (const { block } of heads) block.role = 'crosshead'
  }
}

const isShortHead = ({ lines, text }: Block) =>
  lines.length <= 3 &&
  text.length <= LONGEST_CROSSHEAD_CHARACTERS &&
  /^[„“"«]?[\p{Lu}\d].*[^.,;:…]$/u.test(text) &&
  !isAuthorLine(text)

/** Decides which headings begin an article and which divide one, by what is usual for their style in the issue. */
function markHeadings(pages: Block[][], body: number): void {
  for (const blocks of pages)
    for (const [index, block] of blocks.entries()) {
      const above = headingAbove(blocks, index)
      if (above && isHeading(block) && isLighter(block, above)) block.role = 'deck'
    }
  const headings = pages.flatMap((blocks) =>
    blocks.flatMap((block, index) =>
      block.role === 'headline' || block.role === 'crosshead'
        ? [{ block, before: blocks[index - 1], next: blocks[index + 1], blocks }]
        : [],
    ),
  )
  const isAboveText = (block: Block, blocks: readonly Block[]) => {
    const from = blocks.indexOf(block) + 1
    return blocks.slice(from, from + LINES_BEFORE_TEXT).some(({ role, frame }) => role === 'body' && frame === block.frame)
  }
  const largest = headings
    .filter(({ block, blocks }) => isAboveText(block, blocks))
    .reduce((most, { block }) => Math.max(most, block.size), 0)
  for (const ofStyle of Map.groupBy(headings, ({ block }) => block.style).values()) {
    const { size } = ofStyle[0]!.block
    const within = ofStyle.filter(({ block, before }) => isWithinText(block, before))
    const numbered = ofStyle.filter(({ block }) => /^(?:\d{1,2}\.?(?:\d\.?)*|[IVX]{1,4}\.)\s+\p{Lu}/u.test(block.text))
    const introduced = ofStyle.filter(({ next, blocks }) => next && isIntroduction(next, blocks, body))
    const share = within.length / ofStyle.length
    const quoted = ofStyle.filter(({ block }) => /^[„“"«»”‚‹]/u.test(block.text))
    if (
      quoted.length >= 0.5 * ofStyle.length &&
      size >= body * HEADING.larger &&
      size < 0.85 * largest &&
      quoted.some(({ block }) => block.text.length > 30)
    ) {
      for (const { block } of ofStyle) block.role = 'quotation'
      continue
    }
    const isCrosshead =
      size < body * HEADING.larger ||
      (numbered.length >= 2 && numbered.length >= 0.3 * ofStyle.length && size < 0.9 * largest) ||
      (size < body * HEADING.clearly &&
        size * OVER_CROSSHEAD < largest &&
        share >= 0.5 &&
        introduced.length < 0.3 * ofStyle.length)
    const under = ofStyle.filter(({ block, before }) => before && isRightBelow(block, before))
    const isDeckStyle = under.length >= 0.6 * ofStyle.length && under.length >= 2
    for (const { block } of ofStyle) block.role = isCrosshead ? 'crosshead' : 'headline'
    if (isDeckStyle) for (const { block } of under) block.role = 'deck'
  }
}

/** The longest text that a layout model may decide about, in characters and lines, and the share of a page at its head and foot. */
const SEEN = { caption: 400, heading: 90, furniture: 90, lines: 2, marginShare: 0.12 }

/**
 * Gives blocks that no rule has found to be more than text the role that a layout model sees in all of their lines, if what is printed
 * allows it: a caption is near a picture or a table, a heading is short and above text, a running head at the edge of the page.
 */
function markSeen(blocks: Block[], page: OrderedPage, body: number): void {
  const sure = sureBoxes(page.layout)
  if (sure.length === 0) return
  const subjects = [...page.pictures, ...sure.filter(({ role }) => role === 'picture' || role === 'table')]
  const isNearSubject = ({ edges }: Block) =>
    subjects.some((box) => {
      const subject = edgesOf(box, page)
      const gap = Math.max(-sharedAcross(edges, subject), -sharedDown(edges, subject))
      return gap < CAPTION_GAP * body && areaOf(subject) < 0.7 * page.width * page.height
    })
  const isOutermost = (block: Block) =>
    (block.edges.bottom < SEEN.marginShare * page.height &&
      blocks.every((other) => other === block || other.edges.bottom > block.edges.top)) ||
    (block.edges.top > (1 - SEEN.marginShare) * page.height &&
      blocks.every((other) => other === block || other.edges.top < block.edges.bottom))
  for (const [index, block] of blocks.entries()) {
    const { role, text, lines } = block
    const [{ seen }] = lines as [PlacedLine]
    if (role !== 'body' || !seen || lines.some((line) => line.seen !== seen)) continue
    const isShort = lines.length <= SEEN.lines
    if (seen === 'caption' && text.length <= SEEN.caption && isNearSubject(block)) block.role = 'caption'
    else if (seen === 'furniture' && isShort && text.length <= SEEN.furniture && isOutermost(block)) block.role = 'furniture'
    else if ((seen === 'headline' || seen === 'heading') && isShort && text.length <= SEEN.heading) {
      const next = blocks[index + 1]
      const isAboveText = next?.role === 'body' && next.frame === block.frame && next.lines.length > 1
      if (!isAboveText || !/\p{L}{2}/u.test(text) || /[.;,:…]$/u.test(text)) continue
      if (isAuthorLine(text) || bareAuthorsIn(text) !== null) continue
      block.role = seen === 'heading' && isWithinText(block, blocks[index - 1]) ? 'crosshead' : 'headline'
    }
  }
}

const isHeading = ({ role }: Block) => role === 'headline' || role === 'crosshead'

/** Returns the heading right above a block, or above the line of authors or the deck between them. */
function headingAbove(blocks: readonly Block[], index: number): Block | null {
  const block = blocks[index]!
  for (let at = index - 1; at >= Math.max(0, index - 2); at--) {
    const above = blocks[at]!
    const gap = blocks[at + 1]!.edges.top - above.edges.bottom
    const most = isSentence(block.text) && isPlainer(block, above) ? DECK_GAP.plainer : DECK_GAP.usual
    if (above.frame !== block.frame || gap > most * Math.max(block.size, above.size) || gap < -above.size) return null
    if (isHeading(above)) return above
    if (above.role !== 'deck' && !isAuthorLine(above.text)) return null
  }
  return null
}

/** Whether what stands below a headline says more about it: it is a sentence, or longer, and set less boldly or smaller. */
function isLighter(block: Block, headline: Block): boolean {
  const { text, size } = block
  const isLong = text.length > 45
  const ends = text.length > 25 && /[.!?…](?:\s*["”“»’])*$/u.test(text)
  const most = ends && isLong ? 1.1 * headline.size : headline.size
  return (isPlainer(block, headline) && size <= most && (ends || isLong)) || (size < 0.85 * headline.size && ends && isLong)
}

const isPlainer = (block: Block, headline: Block) => (headline.bold && !block.bold) || (block.italic && !headline.italic)

/** Whether a heading stands right below a larger one. */
function isRightBelow(block: Block, before: Block): boolean {
  const gap = block.edges.top - before.edges.bottom
  return (
    isHeading(before) &&
    before.frame === block.frame &&
    block.size < 0.85 * before.size &&
    gap < 1.5 * block.size &&
    gap > -before.size
  )
}

/** Whether a heading stands in a column of text, with text above it. */
function isWithinText(block: Block, before: Block | undefined): boolean {
  if (!before || before.frame !== block.frame || block.opens) return false
  return before.role === 'body' && block.edges.top - before.edges.bottom < 4 * block.size
}

const isIntroduction = (next: Block, blocks: readonly Block[], body: number) =>
  next.role === 'byline' ||
  isAuthorLine(next.text) ||
  (next.role === 'deck' && blocks.includes(next)) ||
  (next.size > body * HEADING.larger && isSentence(next.text))

/**
 * Gives the blocks around headlines their roles: kickers above, decks and authors below; and quotations within the text.
 * @param heads styles of crossheads, in which names alone are none of authors
 */
function markAround(blocks: Block[], body: number, heads: ReadonlySet<string>): void {
  const texts = blocks
    .filter(({ role }) => role === 'body')
    .map(({ text }) => plain(text))
    .join(' ')
  for (const [index, block] of blocks.entries()) {
    const [before, next] = [blocks[index - 1], blocks[index + 1]]
    if (block.role !== 'headline' && block.role !== 'crosshead') continue
    const said = plain(block.text)
    const isIntroduced = next !== undefined && isIntroduction(next, blocks, body)
    if (said.length >= 20 && block.size >= body * HEADING.larger && !isIntroduced && texts.includes(said))
      block.role = 'quotation'
    else if (isKicker(block, next)) block.role = 'kicker'
    else if (before && (before.role === 'headline' || before.role === 'deck') && isDeck(block, before)) block.role = 'deck'
  }
  for (const [index, block] of blocks.entries()) {
    if (block.role !== 'headline') continue
    const above = blocks[index - 1]
    if (above && isSmallKicker(above, block, body)) above.role = 'kicker'
    for (const below of blocks.slice(index + 1, index + 5)) {
      if (below.page !== block.page) break
      if (isAuthorLine(below.text) || (!heads.has(below.style) && isNames(below, block, body))) below.role = 'byline'
      else if (below.role === 'body' && isDeckText(below, blocks, body)) below.role = 'deck'
      else if (below.role === 'headline' || (below.role === 'body' && below.lines.length > 3)) break
    }
  }
}

/** One or two short lines right above a headline, much smaller. */
function isKicker(block: Block, next: Block | undefined): boolean {
  if (next?.role !== 'headline' || next.frame !== block.frame) return false
  const gap = next.edges.top - block.edges.bottom
  return (
    block.lines.length <= LINES_OF_KICKER &&
    block.text.length <= 60 &&
    block.size < 0.75 * next.size &&
    gap < 1.5 * next.size &&
    gap > -next.size &&
    !isSentence(block.text)
  )
}

function isSmallKicker(above: Block, headline: Block, body: number): boolean {
  if (
    !['body', 'crosshead', 'caption'].includes(above.role) ||
    above.frame !== headline.frame ||
    above.lines.length > LINES_OF_KICKER
  )
    return false
  const gap = headline.edges.top - above.edges.bottom
  const isApart = above.colour !== 0 || above.bold || above.size < body * 0.95 || !/\p{Ll}/u.test(above.text) || above.opens
  return (
    isApart &&
    above.text.length <= 60 &&
    gap < 1.5 * headline.size &&
    gap > -headline.size &&
    sharedAcross(above.edges, headline.edges) > 0 &&
    !/[.!?,;-]$/u.test(above.text)
  )
}

/** A heading below a headline that says more about it. */
function isDeck(block: Block, before: Block): boolean {
  if (block.frame !== before.frame || block.size > 0.85 * before.size) return false
  const gap = block.edges.top - before.edges.bottom
  return gap < 2.5 * block.size && gap > -before.size && (block.text.length > 45 || isSentence(block.text))
}

/** Names alone, not in the style of the text. */
const isNames = (block: Block, headline: Block, body: number) =>
  bareAuthorsIn(block.text) !== null &&
  block.lines.length <= 3 &&
  block.size < 0.85 * headline.size &&
  (block.bold || block.italic || block.colour !== 0 || Math.abs(block.size - body) > 0.06 * body || !/\p{Ll}/u.test(block.text))

/** Text below a headline that is set apart from what follows. */
function isDeckText(block: Block, blocks: readonly Block[], body: number): boolean {
  const isApart = block.size > body * 1.05 || ((block.bold || block.italic) && block.text.length > 30)
  return (
    isApart &&
    block.text.length < 500 &&
    blocks.some((other) => other.role === 'body' && other !== block && !other.bold && !other.italic)
  )
}
