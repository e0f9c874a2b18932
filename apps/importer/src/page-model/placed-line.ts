import type { PageLink } from '../pdf/read-links.ts'
import type { Box, SetLine } from '../text/set-line.ts'
import type { Edges, PageSize } from './geometry.ts'
import type { LayoutBox } from './layout-witness.ts'

/**
 * A line in reading order. `column` and `frame` number the columns and frames of its page; `frame` is null outside of frames.
 * `edges` in points.
 */
export type PlacedLine = SetLine & { edges: Edges; column: number; frame: number | null }
/**
 * A page in reading order. `heads` and `feet`: running heads and page numbers; `turned`: lines that do not run like the others.
 */
export type OrderedPage = PageSize & {
  lines: PlacedLine[]
  heads: SetLine[]
  feet: SetLine[]
  turned: SetLine[]
  frames: Edges[]
  rules: Edges[]
  pictures: Box[]
  links: PageLink[]
  layout: LayoutBox[]
}
