import { plain } from '../articles/headline.ts'
import { bareAuthorsIn, isAuthorLine } from './authors.ts'
import type { Block } from './blocks.ts'
import { sharedAcross } from './geometry.ts'
import { HEADING, isIntroduction, isSentence } from './headings.ts'

const LINES_OF_KICKER = 2

/**
 * Gives the blocks around headlines their roles: kickers above, decks and authors below; and quotations within the text.
 * @param heads styles of crossheads, in which a line of names is no byline
 */
export function markAround(blocks: Block[], body: number, heads: ReadonlySet<string>): void {
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
