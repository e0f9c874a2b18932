import { type Block, isSmallPrint } from './blocks.ts'
import { areaOf, type Edges, edgesOf, sharedAcross, widthOf } from './geometry.ts'
import { ENDS_SENTENCE } from './phrases.ts'
import { withRoomBelow } from './picture-rows.ts'
import type { OrderedPage } from './placed-line.ts'

/** Maximum distance between a picture and its caption, or the lines of its credit, in sizes of the text. */
export const CAPTION_GAP = 2.5

/** Small print or italics right below or beside a picture is its caption. */
export function markCaptions(blocks: Block[], page: OrderedPage, body: number): void {
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
