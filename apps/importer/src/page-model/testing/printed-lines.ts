import type { Line, Word } from '../../text/line.ts'

/** A page of 600 × 800 points. */
export const PAGE = { width: 600, height: 800 }

/**
 * Returns a printed line; numbers in points. Letters are half as wide as the font is large, spaces a quarter.
 * @param y the upper edge
 */
export function line(text: string, x: number, y: number, { size = 10, ...more }: { size?: number } & Partial<Line> = {}): Line {
  let at = x
  const words = text.split(' ').map((word): Word => {
    const width = (word.length * size) / 2
    const placed: Word = [word, at / PAGE.width, y / PAGE.height, width / PAGE.width, (1.2 * size) / PAGE.height]
    at += width + size / 4
    return placed
  })
  return { words, joins: false, style: { size: size / PAGE.height, font: 'Serif', italic: false, colour: 0 }, ...more }
}

/** Returns lines of one column, 12 points apart: "name 1 of the column", "name 2 of the column". */
export function column(name: string, x: number, y: number, count: number, text = 'goes on in this line'): Line[] {
  return Array.from({ length: count }, (_, index) => line(`${name}${index + 1} ${text}`, x, y + index * 12))
}

/** Returns the list in another order, the same for every run with one seed. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  let state = seed + 1
  const next = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  return values
    .map((value) => ({ value, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
