import type { Word } from './line.ts'
import { beginsBeforeYear, isMarkAlone, markAtStart, markBeforeText, NUMBERED } from './note-marks.ts'
import { lineText } from './page-text.ts'
import type { SetLine } from './set-line.ts'

/** Footnotes are smaller than the text by this factor, and in the lower part of the page. */
const FOOTNOTE_SIZE_FACTOR = 0.92
const LOWER_PART_FROM_SHARE = 0.35
/** Type is as large as the text up to this factor. */
const SAME_SIZE_FACTOR = 1.02

/**
 * Separates footnotes from the text: small print at the foot of a column, with no line of the text below it. The footnotes of
 * a page begin with a number or continue those of the page before. Where a layout model sees a footnote, it may be as large as the text
 * and begin with any mark.
 * @param lines of one article, page after page
 */
export function footnotesApart(lines: SetLine[], body: number): { text: SetLine[]; notes: SetLine[] } {
  const notes = new Set<SetLine>()
  let before = -1
  for (const page of new Set(lines.map((each) => each.page))) {
    const here = lines.filter((each) => each.page === page)
    const foot = here.filter((line) => mayBeNote(line, body) && !here.some((other) => isTextBelow(other, line, body)))
    const first = foot.findIndex((each, index) => each.seen === 'footnote' || beginsNote(each, foot[index + 1]))
    const kept = before === page - 1 ? foot : first >= 0 ? foot.slice(first) : []
    for (const each of kept) notes.add(each)
    if (kept.length) before = page
  }
  return { text: lines.filter((each) => !notes.has(each)), notes: lines.filter((each) => notes.has(each)) }
}

function mayBeNote(line: SetLine, body: number): boolean {
  return isSmall(line, body) && line.size >= 0.5 * body && line.box.y >= LOWER_PART_FROM_SHARE
}

function isSmall({ size, seen }: SetLine, body: number): boolean {
  return size <= FOOTNOTE_SIZE_FACTOR * body || (seen === 'footnote' && size <= SAME_SIZE_FACTOR * body)
}

function isTextBelow(other: SetLine, line: SetLine, body: number): boolean {
  if (isSmall(other, body) || other.box.y < line.box.y + line.box.height / 2) return false
  return other.box.x < line.box.x + line.box.width && line.box.x < other.box.x + other.box.width
}

/** Whether a line begins with the mark of a note, or is one that is printed apart, before the text of the note. */
function beginsNote({ line, page, box }: SetLine, next: SetLine | undefined): boolean {
  const text = lineText(line)
  if (!isMarkAlone(text)) return NUMBERED.test(text)
  const isBeside = next?.page === page && next.box.y < box.y + box.height && box.y < next.box.y + next.box.height
  return isBeside && next.box.x >= box.x + 0.5 * box.width
}

/** Groups lines by footnote; each footnote begins with its number. */
export function eachNote(notes: SetLine[]): SetLine[][] {
  const groups: SetLine[][] = []
  for (const [index, line] of notes.entries()) {
    const last = groups.at(-1)
    if (!last || beginsNote(line, notes[index + 1]) || beginsNextNote(line, last)) groups.push([line])
    else last.push(line)
  }
  return groups
}

/** Whether a line begins with the number after that of a note, and a year that touches it. */
function beginsNextNote({ line }: SetLine, [before]: readonly SetLine[]): boolean {
  const text = lineText(line)
  return beginsBeforeYear(text) && Number(markAtStart(text)) === Number(markAtStart(lineText(before!.line))) + 1
}

/** Returns the lines of a note with a space behind its mark, which is often raised instead. */
export function withMarkApart([first, ...others]: readonly SetLine[]): SetLine[] {
  const [[word, x, y, width, height], ...words] = first!.line.words as [Word, ...Word[]]
  const mark = markBeforeText(word)
  if (mark === null) return [first!, ...others]
  const ofMark = (width * mark.length) / word.length
  const apart: Word[] = [
    [mark, x, y, ofMark, height],
    [word.slice(mark.length), x + ofMark, y, width - ofMark, height],
  ]
  return [{ ...first!, line: { ...first!.line, words: [...apart, ...words] } }, ...others]
}
