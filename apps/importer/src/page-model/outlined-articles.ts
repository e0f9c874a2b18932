import { plain } from '../articles/headline.ts'
import type { OutlineEntry } from '../pdf/read-outline.ts'
import { lineText } from '../text/page-text.ts'
import { type Block, blockOf } from './blocks.ts'
import { ENDS_SENTENCE } from './phrases.ts'

/** An entry of the outline; `y` is the fraction of the page from its top, if the outline has a position. */
export type PlacedEntry = OutlineEntry & { y: number | null }

/** Returns the entries of the outline's highest level with more than one entry: that level lists the articles. */
export function articleEntries(outline: readonly PlacedEntry[]): PlacedEntry[] {
  const levels = [...new Set(outline.map(({ level }) => level))].sort((a, b) => a - b)
  const level = levels.find((each) => outline.filter((entry) => entry.level === each).length >= 2)
  return outline.filter((entry) => entry.level === level)
}

/**
 * Marks where the outline says that articles begin. Headings that look like none of those it names divide articles. Returns the
 * pages with the marks by block.
 */
export function withOutline(
  pages: readonly Block[][],
  entries: readonly PlacedEntry[],
  heightOf: (page: number) => number,
): { pages: Block[][]; named: Map<Block, string> } {
  const named = new Map<Block, string>()
  const styles = new Set<string>()
  const marked = pages.map((blocks) => [...blocks])
  for (const entry of entries) {
    const blocks = marked[entry.page - 1]
    if (!blocks) continue
    const found = blockOfHeadline(blocks, entry.headline)
    if (found) {
      styles.add(found.style)
      found.role = 'headline'
      named.set(found, entry.headline)
      continue
    }
    const top = entry.y === null ? 0 : entry.y * heightOf(entry.page)
    const at = entry.y === null ? blocks[0] : blocks.find(({ edges }) => (edges.top + edges.bottom) / 2 >= top)
    if (at && !named.has(at)) named.set(at, entry.headline)
  }
  for (const blocks of marked)
    for (const block of blocks)
      if (block.role === 'headline' && !named.has(block) && !styles.has(block.style) && !isHeadOfBox(block, blocks, named))
        block.role = 'crosshead'
  // A crosshead has no deck: bold text below it is another crosshead.
  for (const blocks of marked)
    for (const [index, block] of blocks.entries()) {
      const isBelow = block.role === 'deck' && blocks[index - 1]?.role === 'crosshead'
      if (isBelow && block.bold && !named.has(block) && !ENDS_SENTENCE.test(block.text)) block.role = 'crosshead'
    }
  return { pages: marked, named }
}

/** Shorter text in a box is a part of the article around it. Characters. */
const LEAST_IN_BOX_CHARACTERS = 250

/** Whether a heading is the first of a box with an article of its own: outlines often leave those out. */
function isHeadOfBox(block: Block, blocks: readonly Block[], named: ReadonlyMap<Block, string>): boolean {
  if (block.frame === null) return false
  const inside = blocks.filter(({ frame }) => frame === block.frame)
  if (inside.some((each) => named.has(each))) return false
  const first = inside.findIndex(({ role }) => role !== 'kicker' && role !== 'caption' && role !== 'credit')
  const text = inside.filter(({ role }) => role === 'body').reduce((sum, { text }) => sum + text.length, 0)
  return inside[first] === block && text >= LEAST_IN_BOX_CHARACTERS
}

/** Returns the block that begins with a headline; it is divided if the text follows in it. Null if there is none. */
function blockOfHeadline(blocks: Block[], headline: string): Block | null {
  const wanted = plain(headline)
  const begins = (text: string) => text.length >= 4 && (wanted.startsWith(text) || text.startsWith(wanted))
  const candidates = blocks.flatMap((block) =>
    (block.table ? [] : block.lines).map((line, index) => ({ block, index, text: plain(lineText(line.line)) })),
  )
  const matching = candidates
    .filter(({ text }) => begins(text))
    .map((candidate) => ({ ...candidate, ...extentOf(candidate, wanted) }))
  // Two headlines can begin with the same line.
  const whole = matching.filter(({ block, length }) => block.role === 'headline' && length === wanted.length)
  const best = (whole.length > 0 ? whole : matching).toSorted((a, b) => b.block.size - a.block.size)[0]
  if (!best) return null
  const { block, index, end } = best
  // A block in the style of the headline alone is the whole headline, whatever of it the outline has.
  if (index === 0 && (end === block.lines.length || block.role === 'headline')) return block
  const parts = [block.lines.slice(0, index), block.lines.slice(index, end), block.lines.slice(end)]
  const made = parts.map((lines, at) => (lines.length ? { ...blockOf(lines, at === 0 && block.opens), role: block.role } : null))
  blocks.splice(blocks.indexOf(block), 1, ...made.filter((each) => each !== null))
  if (made[2]) made[2].role = 'body'
  return made[1]!
}

/** Returns before which line of its block a headline ends that begins with a line, and how many characters of it are found. */
function extentOf(
  { block, index, text }: { block: Block; index: number; text: string },
  wanted: string,
): { end: number; length: number } {
  let said = text
  let end = index + 1
  for (; end < block.lines.length; end++) {
    const more = said + plain(lineText(block.lines[end]!.line))
    if (!wanted.startsWith(more)) break
    said = more
  }
  return { end, length: Math.min(said.length, wanted.length) }
}
