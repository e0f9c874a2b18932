import type { Line, Word } from '../text/line.ts'
import type { Box } from '../text/set-line.ts'

/** Sides of a rectangle on a page in points, from its upper left corner. */
export type Edges = { left: number; top: number; right: number; bottom: number }
/** Width and height of the shown page in points. */
export type PageSize = { width: number; height: number }
/** With this size, sides and distances stay fractions of the page. */
export const IN_FRACTIONS: PageSize = { width: 1, height: 1 }

/** Returns the sides of a box that is given in fractions of a page, in the unit of the page's size. */
export function edgesOf({ x, y, width, height }: Box, page: PageSize): Edges {
  return {
    left: x * page.width,
    top: y * page.height,
    right: (x + width) * page.width,
    bottom: (y + height) * page.height,
  }
}

export const edgesOfWord = ([, x, y, width, height]: Word, page: PageSize): Edges => edgesOf({ x, y, width, height }, page)

/** Returns the size of a line's font in points; of a line without style, as in scans, by the height of its first word. */
export const fontSizeOf = ({ style, words }: Line, page: PageSize): number => (style?.size ?? words[0]![4] * 0.8) * page.height

export const widthOf = ({ left, right }: Edges) => right - left
export const heightOf = ({ top, bottom }: Edges) => bottom - top
const middleOf = ({ left, right }: Edges) => (left + right) / 2
export const centreOf = ({ top, bottom }: Edges) => (top + bottom) / 2
export const areaOf = (box: Edges) => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box))

export const around = (one: Edges, other: Edges): Edges => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

/** Lengths that two rectangles share horizontally and vertically; negative: the distance between them. */
export const sharedAcross = (one: Edges, other: Edges) => Math.min(one.right, other.right) - Math.max(one.left, other.left)
export const sharedDown = (one: Edges, other: Edges) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)

/** Area that two rectangles share. */
export const sharedArea = (one: Edges, other: Edges) =>
  Math.max(0, sharedAcross(one, other)) * Math.max(0, sharedDown(one, other))

export const holds = (outer: Edges, inner: Edges) =>
  middleOf(inner) > outer.left && middleOf(inner) < outer.right && centreOf(inner) > outer.top && centreOf(inner) < outer.bottom

/** Returns the number in the middle of a list; 0 for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
