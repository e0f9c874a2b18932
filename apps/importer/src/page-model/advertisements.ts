import type { Block } from './blocks.ts'
import { around, type Edges, edgesOf, heightOf, holds, sharedAcross, widthOf } from './geometry.ts'
import { isInStyle } from './main-style.ts'
import { offersIn } from './phrases.ts'
import type { OrderedPage } from './placed-line.ts'

/**
 * Marks what is in one frame with the mark of an advertisement, below such a mark, or in a frame that offers something in other
 * fonts or many sizes.
 */
export function markAdvertisements(blocks: Block[], page: OrderedPage, main: { font: string; size: number }): void {
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

/** Returns the part of the page below a mark, up to what is set as the text of the issue again: column and frame stay the same. */
function belowLabel(label: Block, blocks: readonly Block[], main: { font: string; size: number }): Edges | null {
  const from = blocks.indexOf(label)
  const rest = blocks.slice(from + 1)
  const end = rest.findIndex((block) => block.column !== label.column || block.frame !== label.frame || isInStyle(block, main))
  const below = end < 0 ? rest : rest.slice(0, end)
  return below.length > 0 ? below.map(({ edges }) => edges).reduce(around) : null
}
