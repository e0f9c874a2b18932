import { bareAuthorsIn, isAuthorLine } from './authors.ts'
import type { Block } from './blocks.ts'
import { isInStyle, type MainStyle } from './main-style.ts'

/** Sizes relative to the text, from which something is a heading. */
export const HEADING = { numbered: 1.05, larger: 1.12, clearly: 1.6 }
/** A headline is larger than the crossheads of its article by this factor. */
const OVER_CROSSHEAD = 1.12
export const LONGEST_CROSSHEAD_CHARACTERS = 90
/** Maximum number of blocks between a headline and its text: more of the headline, deck, authors, picture with caption. */
const BLOCKS_BEFORE_TEXT = 4
/** Distance between a headline and its deck in sizes of the larger one: a sentence that is set less boldly may be further away. */
const DECK_GAP = { usual: 2, plainer: 4 }

/** "2.1 Sources", a little larger than the text: a heading whatever its font is. */
export const isNumberedHeading = ({ text, size, lines }: Block, body: number) =>
  size >= body * HEADING.numbered &&
  lines.length <= 3 &&
  text.length <= LONGEST_CROSSHEAD_CHARACTERS &&
  /^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{Lu}.*[^.,;:]$/u.test(text)

export const isSentence = (text: string) => text.length > 45 && /[.;,…:](?:\s*["”“»])?$/u.test(text)

/**
 * Limits by which a style is one of crossheads. `blocks`: the smallest number of crossheads in it. `short`, `aboveText`: the
 * smallest shares of short lines, and of those above text. `names`: the largest share of those that could be names.
 */
const OTHER_FONT = { blocks: 3, short: 0.8, aboveText: 0.6, names: 0.5 }

/** Marks short lines that are a little larger than the text and in another font, whose style is that of lines above text: crossheads. */
export function markOtherFonts(pages: readonly Block[][], body: number, main: MainStyle): void {
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
export function markHeadings(pages: Block[][], body: number): void {
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
    return blocks.slice(from, from + BLOCKS_BEFORE_TEXT).some(({ role, frame }) => role === 'body' && frame === block.frame)
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

/** Whether what is below a headline says more about it: it is a sentence, or longer, and set less boldly or smaller. */
function isLighter(block: Block, headline: Block): boolean {
  const { text, size } = block
  const isLong = text.length > 45
  const ends = text.length > 25 && /[.!?…](?:\s*["”“»’])*$/u.test(text)
  const most = ends && isLong ? 1.1 * headline.size : headline.size
  return (isPlainer(block, headline) && size <= most && (ends || isLong)) || (size < 0.85 * headline.size && ends && isLong)
}

const isPlainer = (block: Block, headline: Block) => (headline.bold && !block.bold) || (block.italic && !headline.italic)

/** Whether a heading is right below a larger one. */
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

/** Whether a heading is in a column of text, with text above it. */
export function isWithinText(block: Block, before: Block | undefined): boolean {
  if (!before || before.frame !== block.frame || block.opens) return false
  return before.role === 'body' && block.edges.top - before.edges.bottom < 4 * block.size
}

export const isIntroduction = (next: Block, blocks: readonly Block[], body: number) =>
  next.role === 'byline' ||
  isAuthorLine(next.text) ||
  (next.role === 'deck' && blocks.includes(next)) ||
  (next.size > body * HEADING.larger && isSentence(next.text))
