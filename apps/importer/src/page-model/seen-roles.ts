import { bareAuthorsIn, isAuthorLine } from './authors.ts'
import type { Block } from './blocks.ts'
import { CAPTION_GAP } from './captions.ts'
import { areaOf, edgesOf, sharedAcross, sharedDown } from './geometry.ts'
import { isWithinText } from './headings.ts'
import { sureBoxes } from './layout-witness.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'

/** The longest text that a layout model may decide about, in characters and lines, and the share of a page at its head and foot. */
const SEEN = { caption: 400, heading: 90, furniture: 90, lines: 2, marginShare: 0.12 }

/**
 * Gives blocks that no rule has found to be more than text the role that a layout model sees in all of their lines, if what is printed
 * allows it: a caption is near a picture or a table, a heading is short and above text, a running head at the edge of the page.
 */
export function markSeen(blocks: Block[], page: OrderedPage, body: number): void {
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
