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

type Block = Omit<Setting, 'size'> & {
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

/** Where a word may be hyphenated: between two consonants that are between vowels, with three letters before and behind. */
const BETWEEN = /([aeiouyäöüéèêàâîôû])([bdfgklmnprstvz])(?=[bdfgklmnprstvzhw][aeiouyäöüéèêàâîôû])/gi
/** Consonants that belong together. */
const TOGETHER = /^(ch|ck|ph|th|sh|st|sp|[bdfgkptv][lr]|gn|kn|qu|wh|ng)$/i
const SHORTEST_HYPHENATED_LETTERS = 8

function hyphenations(word: string): number[] {
  if (word.length < SHORTEST_HYPHENATED_LETTERS || !/^\p{L}+\p{P}*$/u.test(word)) return []
  const letters = word.replace(/\P{L}+$/u, '').length
  const out: number[] = []
  for (const match of word.matchAll(BETWEEN)) {
    const at = match.index + 2
    if (at >= 3 && letters - at >= 3 && !TOGETHER.test(word.slice(at - 1, at + 1))) out.push(at)
  }
  return out
}

type TextLine = { text: string; hyphenated: boolean }

/** A line is hyphenated rather than spaced out beyond this share of its width. */
const LOOSEST = 0.88

/** Breaks a paragraph into lines that can be justified. Points; the first line is narrower by `indent`. */
export function paragraphLines(text: string, setting: Pick<Setting, 'face' | 'size'>, width: number, indent = 0): TextLine[] {
  const space = lineWidth(' ', setting)
  const hyphen = lineWidth('-', setting)
  const lines: TextLine[] = []
  let line = ''
  let taken = 0
  const words = text.split(' ')
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const wide = lineWidth(word, setting)
    const room = width - (lines.length === 0 ? indent : 0)
    if (!line) {
      line = word
      taken = wide
    } else if (taken + space + wide <= room) {
      line += ` ${word}`
      taken += space + wide
    } else {
      const place =
        taken < room * LOOSEST
          ? hyphenations(word).findLast((cut) => taken + space + lineWidth(word.slice(0, cut), setting) + hyphen <= room)
          : undefined
      lines.push(place ? { text: `${line} ${word.slice(0, place)}-`, hyphenated: true } : { text: line, hyphenated: false })
      line = ''
      if (place) words[at] = word.slice(place)
      at -= 1
    }
  }
  return line ? [...lines, { text: line, hyphenated: false }] : lines
}

/** Returns as many paragraphs as fit `lines` lines of a width (points), and how many lines they take. */
export function thatFit(
  passages: readonly Passage[],
  type: { face: FaceName; bold: FaceName; size: number },
  width: number,
  lines: number,
): { passages: Passage[]; lines: number } {
  const fitting: Passage[] = []
  let taken = 0
  for (const passage of passages) {
    const more = passage.crosshead
      ? 2
      : paragraphLines(passage.text, { face: type.face, size: type.size }, width, fitting.length > 0 ? type.size : 0).length
    if (taken + more > lines) break
    taken += more
    fitting.push(passage)
  }
  // A crosshead needs text below it.
  if (fitting.at(-1)?.crosshead) fitting.pop()
  return { passages: fitting, lines: taken }
}

/**
 * Sets passages in columns, justified except for the last line of each. Returns what did not fit, and the column and y at which
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
    const lines = paragraphLines(passage.text, setting, width, indent)
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
      const line = lines[at]!.text
      const room = width - (at === 0 ? indent : 0)
      const gaps = line.split(' ').length - 1
      const full = !passage.crosshead && at < lines.length - 1 && gaps > 0
      sheet.line(line, here.x + (at === 0 ? indent : 0), y + type.size * 0.8, {
        ...setting,
        colour: passage.crosshead ? (type.accent ?? type.colour ?? '#16130f') : (type.colour ?? '#16130f'),
        ...(full ? { wordSpace: (room - lineWidth(line, setting)) / gaps } : {}),
      })
      y += type.leading
      at += 1
    }
    if (at < lines.length) {
      const text = lines
        .slice(at)
        .reduce((all, line) => `${all}${line.hyphenated ? line.text.slice(0, -1) : `${line.text} `}`, '')
      rest[0] = { ...passage, text: text.trimEnd() }
      break
    }
    rest.shift()
    after = !passage.crosshead
  }
  return { left: rest, column, y }
}
