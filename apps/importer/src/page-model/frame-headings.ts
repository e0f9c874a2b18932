import type { Block } from './blocks.ts'
import { holds, sharedAcross, widthOf } from './geometry.ts'
import type { OrderedPage } from './placed-line.ts'

/** A heading is larger than the text of the issue by this factor. */
const LARGER = 1.1
/** Number of first blocks of a box among which its heading is. */
const BLOCKS_WITH_HEADING = 2
/** Distance between a heading and the upper edge of its box, and between it and the first words in the box. In sizes of the heading. */
const GAP = { edge: 0.6, text: 1 }
const LINES_OF_HEADING = 3
const LONGEST_HEADING_CHARACTERS = 120

/**
 * Moves a heading that ends right above a box without one into the box, before its first block. The upper edge of a coloured box can be
 * slanted or round, and then only the part below that edge is a frame.
 * @param blocks of the page, in order; changed
 * @param body size of the text in points
 */
export function headingsIntoFrames(blocks: Block[], page: OrderedPage, body: number): void {
  for (const number of new Set(blocks.flatMap((block) => block.frame ?? []))) {
    const inside = blocks.filter((block) => block.frame === number)
    const [first] = inside as [Block]
    const frame = page.frames.find((each) => inside.every(({ edges }) => holds(each, edges)))
    const hasHeading = inside.slice(0, BLOCKS_WITH_HEADING).some(({ size }) => size >= LARGER * body)
    if (!frame || first.table || hasHeading) continue
    const heading = blocks.find(
      ({ frame: own, edges, size, lines, table, text }) =>
        own === null &&
        !table &&
        lines.length <= LINES_OF_HEADING &&
        text.length <= LONGEST_HEADING_CHARACTERS &&
        size >= LARGER * body &&
        size > first.size &&
        Math.abs(frame.top - edges.bottom) <= GAP.edge * size &&
        first.edges.top - edges.bottom > -0.5 * size &&
        first.edges.top - edges.bottom <= GAP.text * size &&
        sharedAcross(edges, frame) >= 0.95 * widthOf(edges) &&
        sharedAcross(edges, first.edges) > 0,
    )
    if (!heading) continue
    blocks.splice(blocks.indexOf(heading), 1)
    const lines = heading.lines.map((line) => ({ ...line, frame: number }))
    blocks.splice(blocks.indexOf(first), 0, { ...heading, lines, frame: number })
  }
}
