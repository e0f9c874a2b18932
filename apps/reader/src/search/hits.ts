type Box = readonly [x: number, y: number, width: number, height: number]
/** A page that matches. `snippet` is HTML with `<mark>`; boxes are empty if the page is closed. */
export type Hit = { page: number; snippet: string; boxes: readonly Box[] }
/** One search target: a box on an open page, or a closed page as a whole. */
export type Mark = { page: number; box: Box | null }

/** Returns all targets in issue order. */
export function marksOf(hits: readonly Hit[]): Mark[] {
  return [...hits]
    .sort((a, b) => a.page - b.page)
    .flatMap(({ page, boxes }): Mark[] => (boxes.length ? boxes.map((box) => ({ page, box })) : [{ page, box: null }]))
}

/** Returns the index of the first hit on or after a page, otherwise of the first one; null without hits. */
export function markFrom(marks: readonly Mark[], page: number): number | null {
  if (!marks.length) return null
  const found = marks.findIndex((mark) => mark.page >= page)
  return found < 0 ? 0 : found
}

/** Returns the index of the next or previous hit, wrapping around. */
export function steppedMark(count: number, at: number | null, direction: 1 | -1): number | null {
  if (!count) return null
  if (at === null) return direction === 1 ? 0 : count - 1
  return (at + direction + count) % count
}

/** Pads boxes within the page, so that highlights do not cut letters. */
export function padded([x, y, width, height]: Box): Box {
  const margin = Math.min(0.004, height * 0.2)
  const left = Math.max(0, x - margin)
  const top = Math.max(0, y - margin)
  return [left, top, Math.min(1, x + width + margin) - left, Math.min(1, y + height + margin) - top]
}
