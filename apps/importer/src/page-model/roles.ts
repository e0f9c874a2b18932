import { lineText } from '../text/page-text.ts'
import { markAdvertisements } from './advertisements.ts'
import { markAround } from './around-headings.ts'
import { bareAuthorsIn, isAuthorLine } from './authors.ts'
import { type Block, blockOf, blocksOf } from './blocks.ts'
import { markCaptions } from './captions.ts'
import { markCode } from './code.ts'
import { markContents } from './contents-lists.ts'
import { headingsIntoFrames } from './frame-headings.ts'
import { HEADING, isNumberedHeading, isSentence, LONGEST_CROSSHEAD_CHARACTERS, markHeadings, markOtherFonts } from './headings.ts'
import { mainStyle } from './main-style.ts'
import { markMasthead } from './masthead.ts'
import { isAdvertisementMark, isCredit, isLabelledCaption, jumpedFrom, jumpIn } from './phrases.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'
import { markSeen } from './seen-roles.ts'
import { joinTables } from './table-parts.ts'

/** On a page with more blocks there are no articles: all of it is text. */
export const MOST_BLOCKS = 1500
const LONGEST_HEADING_CHARACTERS = 220

/** "– Ida Lind": who wrote the text above, in whatever size. */
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
 * from, where it goes on, a credit. Other lines that read like one are part of a sentence.
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
