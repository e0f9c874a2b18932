import { ALIGNED, isEnded, MOST_HANGING } from './list-items.ts'
import { lineText } from './page-text.ts'
import type { SetLine } from './set-line.ts'

/** The other lines of an entry begin at least this much further right. Fraction of the page's width. */
const LEAST_HANGING = 0.012
/** Minimum number of entries that continue in a second line. One or two such lines also occur beside a drop cap or a picture. */
const FEWEST_HANGING = 3
/**
 * Minimum share of them whose first line is full, or does not end a sentence. Before indented paragraphs, lines end the paragraph
 * above.
 */
const OPEN_SHARE = 0.7
/** Maximum distance between the end of a full line and that of the longest one. Fraction of the page's width. */
const FULL = 0.01
/** "Lind, I." does not end a sentence. */
const ENDS_WITH_INITIAL = /(?:^|[\s.-])\p{Lu}\.$/u
/** Minimum share of entries that have a second line: indented quotations are below few lines. */
const HANGING_SHARE = 0.4
/** Numbers in brackets that follow each other at the beginning of lines. */
const FEWEST_NUMBERED = 3

/** `starts`: lines with which entries begin; `hanging`: lines that continue the entry of the line before. */
type Entries = { starts: ReadonlySet<SetLine>; hanging: ReadonlySet<SetLine> }

/** Minimum number of lines below each other that begin with a word and a colon to be a card: "Author: Ida Lind", "Contact: …". */
const FEWEST_LABELLED = 3
/** Maximum number of continued lines between two of them. */
const MOST_BETWEEN = 2
const LABELLED = /^\p{Lu}[\p{L}/ -]{2,24}:\s+\S/u
const IN_BRACKETS = /^\[(\d{1,3})\]\s*\S/

/** Whether a text begins like the line of a card, or with a number in brackets. */
export const hasLabel = (text: string) => LABELLED.test(text) || IN_BRACKETS.test(text)

/**
 * Finds the entries of a bibliography, of another index, or of a card about an article: their first lines hang out, have numbers in
 * brackets, or say what they are about.
 */
export function entriesIn(lines: readonly SetLine[]): Entries {
  const { starts, hanging } = hangingOut(lines)
  return { starts: new Set([...starts, ...inBrackets(lines), ...labelled(lines)]), hanging: new Set(hanging) }
}

function hangingOut(lines: readonly SetLine[]): { starts: SetLine[]; hanging: SetLine[] } {
  const runs = runsOf(lines).flatMap((run) => {
    const left = Math.min(...run.map(({ box }) => box.x))
    const isStart = ({ box }: SetLine) => box.x - left < ALIGNED
    const starts = run.filter(isStart)
    const others = run.filter((line) => !isStart(line))
    const by = others.map(({ box }) => box.x - left)
    const isEven = by.every((each) => each > LEAST_HANGING && each < MOST_HANGING && Math.abs(each - by[0]!) < ALIGNED)
    const first = run.filter((line, index) => isStart(line) && index + 1 < run.length && !isStart(run[index + 1]!))
    const right = Math.max(...run.map(({ box }) => box.x + box.width))
    const open = first.filter((line) => right - line.box.x - line.box.width < FULL || isOpen(line))
    return isEven && first.length > 0 && first.length >= HANGING_SHARE * starts.length
      ? [{ run, starts, others, first, open }]
      : []
  })
  const starts = runs.flatMap((each) => each.starts)
  const first = runs.flatMap((each) => each.first)
  const open = runs.flatMap((each) => each.open)
  const isIndex = first.length >= FEWEST_HANGING && open.length >= OPEN_SHARE * first.length
  if (!isIndex) return { starts: [], hanging: [] }
  // The first line of a page can continue the last entry of the page before.
  return { starts, hanging: runs.flatMap(({ run, others }) => others.filter((line) => line !== run[0])) }
}

const isOpen = (line: SetLine) => !isEnded(line) || ENDS_WITH_INITIAL.test(lineText(line.line))

/** Returns the lines of one size that are below each other on a page. */
function runsOf(lines: readonly SetLine[]): SetLine[][] {
  const runs: SetLine[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const isBelow =
      before?.page === line.page &&
      line.box.y > before.box.y &&
      line.box.y - before.box.y < 2.5 * line.box.height &&
      Math.abs(line.size - before.size) <= 0.12 * line.size
    if (isBelow) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  return runs
}

function labelled(lines: readonly SetLine[]): SetLine[] {
  return runsOf(lines).flatMap((run) => {
    const at = run.flatMap(({ line }, index) => (LABELLED.test(lineText(line)) ? [index] : []))
    const first = at.findIndex((index, place) => at[place + FEWEST_LABELLED - 1] === index + FEWEST_LABELLED - 1)
    if (first < 0) return []
    const end = at.findIndex((index, place) => place > first && index - at[place - 1]! > MOST_BETWEEN + 1)
    return at.slice(first, end < 0 ? at.length : end).map((index) => run[index]!)
  })
}

function inBrackets(lines: readonly SetLine[]): SetLine[] {
  const numbered = lines.flatMap((line) => {
    const found = IN_BRACKETS.exec(lineText(line.line))
    return found ? [{ line, number: Number(found[1]) }] : []
  })
  const runs: (typeof numbered)[] = []
  for (const each of numbered) {
    if (runs.at(-1)?.at(-1)?.number === each.number - 1) runs.at(-1)!.push(each)
    else runs.push([each])
  }
  return runs.filter(({ length }) => length >= FEWEST_NUMBERED).flatMap((run) => run.map(({ line }) => line))
}
