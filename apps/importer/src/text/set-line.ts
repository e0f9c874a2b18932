import type { Line } from '../pdf/read-words.ts'

/** What a part of a page is to a layout model; `heading`: it may begin an article or divide one. */
export type LayoutRole = 'headline' | 'heading' | 'caption' | 'footnote' | 'table' | 'list' | 'furniture' | 'picture' | 'text'
export type Box = { x: number; y: number; width: number; height: number }
/**
 * A line with the properties that determine paragraphs. `size`: of its font in points; of scans, the height of its words. `seen`: what a
 * layout model sees in it. `bullet`: one is drawn before it. `verse`: it begins anew wherever the line above ends; `first`: with space above.
 */
export type SetLine = {
  line: Line
  page: number
  box: Box
  size: number
  seen?: LayoutRole
  bullet?: true
  verse?: 'first' | 'next'
}
