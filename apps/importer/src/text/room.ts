import type { SetLine } from './set-line.ts'

/** Number of lines before and after one; the longest of them shows how wide their column is. */
const LINES_OF_COLUMN = 20

/**
 * Whether the first word of a line would have had room in the line before it, which therefore ends a paragraph or an item.
 * @param at place of the line among `lines`, those of its text; `from`, `to`: the range that is considered
 */
export function hasRoomBefore(lines: readonly SetLine[], at: number, { from = 0, to = lines.length } = {}): boolean {
  const [before, line] = [lines[at - 1]!, lines[at]!]
  const inColumn = lines
    .slice(Math.max(from, at - LINES_OF_COLUMN), Math.min(to, at + LINES_OF_COLUMN))
    .filter(({ page, box }) => page === line.page && box.x < rightOf(before) && box.x + box.width > line.box.x)
  const [word] = line.line.words
  const needed = rightOf(before) + 0.5 * line.box.height + (word?.[3] ?? 0)
  return needed < Math.max(...inColumn.map(rightOf))
}

const rightOf = ({ box }: SetLine) => box.x + box.width
