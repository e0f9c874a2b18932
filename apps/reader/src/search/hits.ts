export type Box = readonly [x: number, y: number, width: number, height: number]
/** A page on which the words stand. `snippet` is HTML with `<mark>`; no boxes where the page is not open. */
export type Hit = { page: number; snippet: string; boxes: readonly Box[] }
/** One place to go to: a box on an open page, or a closed page as a whole. */
export type Mark = { page: number; box: Box | null }

/** Every place in the order of the issue. */
export function marksOf(hits: readonly Hit[]): Mark[] {
  return [...hits]
    .sort((a, b) => a.page - b.page)
    .flatMap(({ page, boxes }): Mark[] => (boxes.length ? boxes.map((box) => ({ page, box })) : [{ page, box: null }]))
}

/** The first mark on a page or after it, else the first of all; null where there are none. */
export function markFrom(marks: readonly Mark[], page: number): number | null {
  if (!marks.length) return null
  const found = marks.findIndex((mark) => mark.page >= page)
  return found < 0 ? 0 : found
}

/** The mark one step away, around the ends. */
export function steppedMark(count: number, at: number | null, direction: 1 | -1): number | null {
  if (!count) return null
  if (at === null) return direction === 1 ? 0 : count - 1
  return (at + direction + count) % count
}

/** Boxes a little larger than the words and within the page, so that a mark does not cut letters. */
export function padded([x, y, width, height]: Box): Box {
  const margin = Math.min(0.004, height * 0.2)
  const left = Math.max(0, x - margin)
  const top = Math.max(0, y - margin)
  return [left, top, Math.min(1, x + width + margin) - left, Math.min(1, y + height + margin) - top]
}
