import type { Line, Word } from '../text/line.ts'
import { around, type Edges, edgesOfWord, fontSizeOf, heightOf, type PageSize } from './geometry.ts'

/** A drop cap is larger than the text by at least and at most these factors. */
const LARGER = { least: 1.7, most: 12 }
/** A drop cap is beside the line that it begins; a raised one stands on it. Sizes of the text. */
const NEAR = 2

/** A page with more of them is set in single letters. */
const MOST_DROP_CAPS = 40

type Placed = { line: Line; box: Edges; size: number }

/**
 * Puts drop caps in front of the line that they begin: "D" and "er Winter" are "Der Winter".
 * @param words number of times that each word of the issue is printed, in lower case
 */
export function withDropCaps(lines: readonly Line[], page: PageSize, words: ReadonlyMap<string, number>): Line[] {
  const upright = lines.filter(({ turned }) => !turned)
  const dropCaps = upright.filter(isDropCap).map((line) => placedLine(line, page))
  if (dropCaps.length === 0 || dropCaps.length > MOST_DROP_CAPS) return [...lines]
  const placed = upright.map((line) => placedLine(line, page))
  const joined = new Map<Line, Line | null>()
  for (const dropCap of dropCaps) {
    const first = lineBeside(dropCap, placed)
    if (!first || joined.has(first.line)) continue
    joined.set(dropCap.line, null)
    joined.set(first.line, begunBy(dropCap.line, first.line, words))
  }
  if (joined.size === 0) return [...lines]
  return lines.flatMap((line) => (joined.has(line) ? (joined.get(line) ?? []) : line))
}

const isDropCap = ({ words }: Line) => words.length === 1 && /^[„“"«»'’‚‹(]{0,2}\s?\p{Lu}\p{M}?['’]?$/u.test(words[0]![0])

function placedLine(line: Line, page: PageSize): Placed {
  const box = line.words.map((word) => edgesOfWord(word, page)).reduce(around)
  return { line, box, size: fontSizeOf(line, page) }
}

/** Returns the topmost of the lines to the right of a drop cap that start within its height. */
function lineBeside(dropCap: Placed, lines: readonly Placed[]): Placed | null {
  const beside = lines
    .filter(({ size }) => dropCap.size >= LARGER.least * size && dropCap.size <= LARGER.most * size)
    .filter(({ box, size }) => box.left >= dropCap.box.right - 0.6 * size && box.left <= dropCap.box.right + NEAR * size)
    .filter(({ box }) => {
      const centre = (box.top + box.bottom) / 2
      return centre > dropCap.box.top - 0.1 * heightOf(dropCap.box) && centre < dropCap.box.bottom
    })
    .toSorted((a, b) => a.box.top - b.box.top)
  return beside[0] ?? null
}

function begunBy(dropCap: Line, first: Line, words: ReadonlyMap<string, number>): Line {
  const [cap] = dropCap.words as [Word]
  const [next, ...rest] = first.words as [Word, ...Word[]]
  if (!isOneWord(cap[0], next[0], words)) return { ...first, words: [placedBeside(cap, next), ...first.words] }
  return { ...first, words: [placedBeside([cap[0] + next[0], cap[1], cap[2], cap[3], cap[4]], next), ...rest] }
}

/** The word reaches from the drop cap's left edge to the end of the next one, on the height of the line. */
function placedBeside([text, x]: Word, [, nextX, y, width, height]: Word): Word {
  return [text, x, y, Math.max(0, Math.round((nextX + width - x) * 10_000) / 10_000), height]
}

function isOneWord(cap: string, next: string, words: ReadonlyMap<string, number>): boolean {
  if (/['’]$/.test(cap)) return true
  const letter = cap.replace(/[^\p{L}]/gu, '').toLowerCase()
  const bare = next.toLowerCase().replace(/[^\p{L}]/gu, '')
  if (!/^[aioàyéôu]$/u.test(letter)) return true
  // "A long time" and "Above the clouds" look the same.
  const [whole, part] = [words.get(letter + bare) ?? 0, words.get(bare) ?? 0]
  return whole >= part
}
