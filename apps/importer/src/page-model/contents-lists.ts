import { lineText } from '../text/page-text.ts'
import type { Block } from './blocks.ts'
import { sharedAcross } from './geometry.ts'
import type { PlacedLine } from './placed-line.ts'

/** A line of a contents page: it begins or ends with a page number, which may have dots before it. */
const LISTED = /^(?:\d{1,3}\s+\S.*|\S.*[\s.·…]\d{1,3})$/u
const LONGEST_LISTED_CHARACTERS = 300

const CONTENTS = /^(?:inhalt(?:sverzeichnis)?|contents|in this issue|sommaire|in diesem heft|table of contents|au sommaire)\b/iu
/** "Contents of this issue". */
const LONGEST_NAME_OF_CONTENTS_CHARACTERS = 40
/** Maximum lines of an entry in a list of contents in a narrow column. */
const MOST_LINES_OF_ENTRY = 5

/** Marks lists of headlines with page numbers: a whole page, or a list beside articles. */
export function markContents(blocks: Block[]): void {
  const lines = blocks.flatMap(({ lines }) => lines)
  const listed = new Set(
    lines.filter(({ line }) => {
      const text = lineText(line)
      return text.length <= LONGEST_LISTED_CHARACTERS && LISTED.test(text)
    }),
  )
  // A page of contents has its name above most of its lines; below an article, it is that of a list.
  const name = blocks.find(({ text }) => CONTENTS.test(text))
  const above = name ? lines.filter(({ edges }) => edges.bottom <= name.edges.top).length : 0
  const isContents = name !== undefined && above < 0.5 * lines.length
  const isWhole = isContents && listed.size >= 4 && listed.size >= 0.25 * lines.length
  // Rows of a table can begin or end with a number, too.
  const inTables = new Set(blocks.flatMap(({ table, lines }) => (table ? lines : [])))
  const apart = [...listed].filter((line) => !inTables.has(line)).length
  const isList = apart >= 8 && apart > 0.5 * lines.length
  if (!isWhole && !isList) {
    for (const block of blocks) for (const each of listBelow(block, blocks, listed)) each.role = 'contents'
    return
  }
  for (const block of blocks) {
    const count = block.lines.filter((line) => listed.has(line)).length
    const isOfList = !block.table && count * 2 >= block.lines.length
    if ((isWhole || isOfList) && block.role !== 'advertisement') block.role = 'contents'
  }
}

/** Returns a heading and the entries below it if it is the name of a list of contents, else nothing. */
function listBelow(heading: Block, blocks: readonly Block[], listed: ReadonlySet<PlacedLine>): Block[] {
  if (heading.table || heading.text.length > LONGEST_NAME_OF_CONTENTS_CHARACTERS || !CONTENTS.test(heading.text)) return []
  const list = [heading]
  let count = 0
  // A list can be wider than the column of its name, and then other columns are read between both.
  const below = blocks
    .filter(
      ({ edges, frame }) => frame === heading.frame && edges.top > heading.edges.top && sharedAcross(edges, heading.edges) > 0,
    )
    .toSorted((one, other) => one.edges.top - other.edges.top)
  for (const block of below) {
    if (block.table || block.edges.top - list.at(-1)!.edges.bottom > 3 * heading.size) break
    const entries = block.lines.filter((line) => listed.has(line)).length
    const isOfEntries = LISTED.test(block.text) && entries * MOST_LINES_OF_ENTRY >= block.lines.length
    if (!isOfEntries) break
    count += entries
    list.push(block)
  }
  return count >= 2 ? list : []
}
