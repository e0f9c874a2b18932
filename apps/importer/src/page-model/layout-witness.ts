// What a layout model sees in the lines of a page: one more witness for the roles of blocks that the rules leave undecided. Words and
// their order come from the PDF alone.
import type { Box, LayoutRole } from '../text/set-line.ts'
import { areaOf, edgesOf, IN_FRACTIONS, sharedArea } from './geometry.ts'

/** A box that a layout model has found: fractions of the shown page. `score`: how sure the model is, from 0 to 1. */
export type LayoutBox = Box & { label: string; role: LayoutRole | null; score: number }

/** A box with a lower score does not count. */
const SURE = 0.6
/** Least share of a line that lies within its box. */
const WITHIN_SHARE = 0.8
/** Two boxes around a line that differ in their role and less than this in their score contradict each other. */
const LEAD = 0.1

/** Returns the boxes with a sufficient score. */
export const sureBoxes = (boxes: readonly LayoutBox[]): LayoutBox[] => boxes.filter(({ score }) => score >= SURE)

/** Returns what a layout model sees in a line; undefined if it sees nothing, is not sure or contradicts itself. */
export function seenIn(line: Box, boxes: readonly LayoutBox[]): LayoutRole | undefined {
  const edges = edgesOf(line, IN_FRACTIONS)
  const found = sureBoxes(boxes)
    .filter(({ role }) => role !== null && role !== 'picture')
    .filter((box) => sharedArea(edges, edgesOf(box, IN_FRACTIONS)) >= WITHIN_SHARE * areaOf(edges))
    .sort((a, b) => b.score - a.score)
  const [best] = found
  const other = found.find(({ role }) => role !== best!.role)
  return best && (!other || best.score - other.score >= LEAD) ? best.role! : undefined
}
