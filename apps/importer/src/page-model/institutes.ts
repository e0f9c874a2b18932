import { markAtEnd, markAtStart, NOTE_SIGNS, NUMBERED } from '../text/note-marks.ts'
import { lineText } from '../text/page-text.ts'
import type { SetLine } from '../text/set-line.ts'
import { bareAuthorsIn } from './authors.ts'
import type { Block } from './blocks.ts'

/** Blocks below a headline among which the names are looked for. */
const NEAR_THE_TOP = 5
/** Institutes are smaller than the text by this factor, and so near below the names, in sizes of their font. */
const SMALL = 0.95
const GAP = 2.5
/** "Steg 2*" refers to two notes. */
const NUMBER_BEFORE_SIGN = new RegExp(String.raw`(\d+)[${NOTE_SIGNS}]+$`, 'u')

type Words = SetLine['line']['words']
/**
 * `marks`: those after the names, such as "1" and "*"; `lines`: those of all institutes; `notes`: the same words by
 * institute; `page`: from 1 on.
 */
type Institutes = { marks: ReadonlySet<string>; lines: SetLine[]; notes: SetLine[][]; page: number }

/**
 * Finds the institutes of authors, as journals print them: small print right below the names, which begins with a mark that is
 * behind a name. Null if there are none.
 * @param blocks of one article, without its headline
 * @param body size of the text in points
 */
export function institutesBelow(blocks: readonly Block[], body: number): Institutes | null {
  for (const [index, names] of blocks.slice(0, NEAR_THE_TOP).entries()) {
    const marks = marksBehindNames(names)
    if (marks.size === 0) continue
    const lines: SetLine[] = []
    let above = names
    for (const block of blocks.slice(index + 1)) {
      const gap = block.edges.top - above.edges.bottom
      const isNext = block.page === names.page && gap > -block.size && gap < GAP * block.size
      if (block.role !== 'body' || !isNext || block.size > SMALL * body || !isMarked(block.lines[0]!, marks)) break
      lines.push(...block.lines)
      above = block
    }
    if (lines.length > 0) return { marks, lines, notes: eachInstitute(lines, marks), page: names.page }
  }
  return null
}

/** Returns the marks in a line of names: "Ida Lind 1,2 and Jo Steg 2*". */
function marksBehindNames({ text }: Block): Set<string> {
  if (bareAuthorsIn(text) === null) return new Set()
  const marks = text.split(/[\s,]+/u).flatMap((word) => {
    const found = /^\d{1,2}$/.test(word) ? [word] : [markAtEnd(word)?.text ?? '']
    const more = NUMBER_BEFORE_SIGN.exec(word)?.[1]
    return [...found, ...(more ? [more] : [])]
  })
  return new Set(marks.filter((mark) => mark !== '').map(normal))
}

const normal = (mark: string) => mark.normalize('NFKC').replace('∗', '*')

/** Whether a line begins with one of some marks, or with a sign. */
export function isMarked({ line }: Pick<SetLine, 'line'>, marks: ReadonlySet<string>): boolean {
  const text = lineText(line)
  const mark = NUMBERED.test(text) ? markAtStart(text) : null
  return mark !== null && (marks.has(normal(mark)) || NOTE_SIGNS.includes(mark[0]!))
}

/** Divides lines where an institute begins: with the next number, or with a sign, which can be within a line. */
function eachInstitute(lines: readonly SetLine[], marks: ReadonlySet<string>): SetLine[][] {
  const notes: SetLine[][] = []
  let number = 0
  const isNext = (mark: string) => marks.has(mark) && (!/^\d/.test(mark) || Number(mark) === number + 1)
  for (const line of lines) {
    const parts: { isNew: boolean; words: Words }[] = []
    for (const word of line.line.words) {
      const mark = normal(word[0])
      const isNew = isNext(mark)
      if (isNew) number = Number(mark) || number
      if (isNew || parts.length === 0) parts.push({ isNew, words: [] })
      parts.at(-1)!.words.push(word)
    }
    for (const { isNew, words } of parts) {
      const part = { ...line, line: { ...line.line, words } }
      if (isNew || notes.length === 0) notes.push([part])
      else notes.at(-1)!.push(part)
    }
  }
  return notes
}
