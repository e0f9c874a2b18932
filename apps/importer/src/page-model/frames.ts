import { areaOf, type Edges, heightOf, sharedDown, widthOf } from './geometry.ts'

/** Rules that end at the same place within this distance meet. Points. */
const MEETS = 3
/** A larger frame is the background or the border of the page. Share of its area. */
const MOST_OF_PAGE = 0.8

/**
 * Returns the frames that rules form on a page, smallest first: boxes with a border, and coloured boxes, whose edges are rules.
 * @param rules thin lines in points
 */
export function framesOf(rules: readonly Edges[], pageArea: number): Edges[] {
  const across = rules.filter((rule) => widthOf(rule) >= heightOf(rule))
  const down = rules.filter((rule) => heightOf(rule) > widthOf(rule))
  const frames: Edges[] = []
  for (const top of across)
    for (const bottom of across) {
      const height = bottom.top - top.bottom
      if (height < 4 * MEETS || Math.abs(top.left - bottom.left) > MEETS || Math.abs(top.right - bottom.right) > MEETS) continue
      const frame = { left: top.left, right: top.right, top: top.top, bottom: bottom.bottom }
      if (areaOf(frame) > MOST_OF_PAGE * pageArea) continue
      const isSide = (rule: Edges, x: number) =>
        Math.abs((rule.left + rule.right) / 2 - x) <= MEETS && sharedDown(rule, frame) >= 0.95 * heightOf(frame) - MEETS
      if (!down.some((rule) => isSide(rule, frame.left)) || !down.some((rule) => isSide(rule, frame.right))) continue
      if (!frames.some((known) => isSame(known, frame))) frames.push(frame)
    }
  return frames.sort((a, b) => areaOf(a) - areaOf(b))
}

const isSame = (one: Edges, other: Edges) =>
  Math.abs(one.left - other.left) <= 2 * MEETS &&
  Math.abs(one.right - other.right) <= 2 * MEETS &&
  Math.abs(one.top - other.top) <= 2 * MEETS &&
  Math.abs(one.bottom - other.bottom) <= 2 * MEETS
