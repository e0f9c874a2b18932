import type { FaceName } from './faces.ts'
import { lineWidth, type Setting, type Sheet } from './sheet.ts'

/** Breaks a text into lines no wider than `width` points. A wider word gets a line of its own. */
export function broken(text: string, setting: Pick<Setting, 'face' | 'size' | 'tracking'>, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line && lineWidth(longer, setting) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line ? [...lines, line] : lines
}

export type Block = Omit<Setting, 'size'> & {
  width: number
  /** Largest and smallest size in points. The largest at which the text fits `lines` and `width` is used. */
  from: number
  to: number
  lines: number
  /** Line height, as a multiple of the size. */
  leading?: number
  /** What y is: the cap height of the first line (default) or the baseline of the last. */
  hang?: 'top' | 'bottom'
}

/** Returns size, lines and height of a block. Points. */
export function fitted(text: string, block: Block): { size: number; lines: string[]; height: number } {
  for (let size = block.from; ; size *= 0.94) {
    const setting = { face: block.face, size, ...(block.tracking ? { tracking: block.tracking } : {}) }
    const lines = broken(text, setting, block.width)
    const fits = lines.length <= block.lines && lines.every((line) => lineWidth(line, setting) <= block.width)
    if (fits || size <= block.to) return { size, lines, height: lines.length * size * (block.leading ?? 1.05) }
  }
}

/**
 * Sets a block. `align` says whether x is its left edge, middle or right edge. Returns the y at which it ends: below the last
 * line, or above the first if `hang` is 'bottom'.
 */
export function setBlock(sheet: Sheet, text: string, x: number, y: number, block: Block): number {
  const { size, lines } = fitted(text, block)
  const step = size * (block.leading ?? 1.05)
  const first = block.hang === 'bottom' ? y - (lines.length - 1) * step : y + size * 0.74
  lines.forEach((line, at) => {
    sheet.line(line, x, first + at * step, { ...block, size })
  })
  return block.hang === 'bottom' ? first - size * 0.85 : first + (lines.length - 1) * step + size * 0.28
}

export type Column = { x: number; y: number; width: number; height: number }
/** A paragraph or a crosshead of text in columns. */
export type Passage = { text: string; crosshead?: boolean }

/**
 * Sets passages in columns and justifies lines that are nearly full. Returns what did not fit, and the column and y at which
 * the text ends.
 */
export function pour(
  sheet: Sheet,
  passages: readonly Passage[],
  columns: readonly Column[],
  type: { face: FaceName; bold: FaceName; size: number; leading: number; colour?: string; accent?: string },
): { left: Passage[]; column: number; y: number } {
  let column = 0
  let y = columns[0]?.y ?? 0
  const rest = [...passages]
  let after = false
  while (rest.length > 0) {
    const passage = rest[0]!
    const place = columns[column]
    if (!place) break
    const width = place.width
    const setting = { face: passage.crosshead ? type.bold : type.face, size: type.size }
    const indent = after && !passage.crosshead ? type.size : 0
    // The first line is narrower by the indent; the rest is broken again at the full width.
    const lines = broken(passage.text, setting, width)
    if (indent) {
      const [first, ...others] = broken(`\u0000${passage.text}`, setting, width - indent)
      const head = (first ?? '').slice(1)
      lines.splice(0, lines.length, head, ...broken(passage.text.slice(head.length + 1), setting, width))
      if (others.length === 0 && lines.at(-1) === '') lines.pop()
    }
    if (passage.crosshead && y > place.y) y += type.leading * 0.6
    let at = 0
    while (at < lines.length) {
      const here = columns[column]
      if (!here) break
      if (y + type.leading > here.y + here.height + 0.01 || (passage.crosshead && y + type.leading * 3 > here.y + here.height)) {
        column += 1
        y = columns[column]?.y ?? 0
        continue
      }
      const line = lines[at]!
      const room = width - (at === 0 ? indent : 0)
      const natural = lineWidth(line, setting)
      const gaps = line.split(' ').length - 1
      const full = !passage.crosshead && at < lines.length - 1 && natural > room * 0.86 && gaps > 0
      sheet.line(line, here.x + (at === 0 ? indent : 0), y + type.size * 0.8, {
        ...setting,
        colour: passage.crosshead ? (type.accent ?? type.colour ?? '#16130f') : (type.colour ?? '#16130f'),
        ...(full ? { wordSpace: (room - natural) / gaps } : {}),
      })
      y += type.leading
      at += 1
    }
    if (at < lines.length) {
      rest[0] = { ...passage, text: lines.slice(at).join(' ') }
      break
    }
    rest.shift()
    after = !passage.crosshead
  }
  return { left: rest, column, y }
}
