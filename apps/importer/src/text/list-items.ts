import { lineText } from './page-text.ts'
import { hasRoomBefore } from './room.ts'
import type { SetLine } from './set-line.ts'

/** An item of a list: its lines, its place from 1 on, and the length of its mark with the space after it, in characters. */
export type ListItem = { from: number; to: number; list: 'ul' | 'ol'; number: number; mark: number }

type GoesOn = (before: SetLine, line: SetLine) => boolean

/**
 * Dashes also begin direct speech: they are marks where a layout model sees a list, or where lines hang behind them (see
 * `dashed`).
 */
const BULLET = /^[•●▪■◦‣⁃∙▸►➤✓✔]\s*(?=\S)/u
const DASH = /^[-–—*]\s+(?=\S)/u
const NUMBER = /^(\d{1,2})[.)]\s+(?=\S)/u
/** Whether a text begins like an item of a list. */
export const hasMark = (text: string) => BULLET.test(text) || NUMBER.test(text)

/** Distance between a bullet and the text that touches it, and how much further right a line may begin. Fractions of the page's width. */
const NEAR = 0.02
/** Lines whose left edges differ less begin at the same place. Fraction of the page's width. */
export const ALIGNED = 0.003
/** Lines of an item, or of an entry of an index, begin at most this much further right than the first one. Fraction of the page's width. */
export const MOST_HANGING = 0.08

/**
 * Returns the items of lists among the lines of a text. There are at least two items with bullets or numbers. Numbers must be
 * those that a list would have, and the lines must hang behind them: other numbers at the beginning of a line are words of a
 * sentence.
 * @param goesOn whether a line continues the paragraph of the line before
 */
export function listItems(lines: readonly SetLine[], goesOn: GoesOn): ListItem[] {
  const items: ListItem[] = []
  const dashes = dashed(lines)
  for (let from = 0; from < lines.length; ) {
    const bullets = bulleted(lines, from, goesOn, dashes)
    const list = bullets.length > 0 ? bullets : numbered(lines, from, goesOn)
    const isList = list.length >= 2 || (list.length === 1 && isOneMore(lines, list[0]!, items))
    // A list can have more items than a call may have arguments.
    if (isList) for (const item of list) items.push(item)
    from = isList ? list.at(-1)!.to : from + 1
  }
  return items
}

/** Whether a single item is one of the list before, which a paragraph interrupts: it has the same bullet, and its lines hang. */
function isOneMore(lines: readonly SetLine[], { from, to, list }: ListItem, items: readonly ListItem[]): boolean {
  const last = items.at(-1)
  if (list !== 'ul' || last?.list !== 'ul' || to - from < 2) return false
  const bullet = (at: number) => BULLET.exec(lineText(lines[at]!.line))?.[0][0]
  return (
    bullet(from) !== undefined && bullet(from) === bullet(last.from) && isHanging(lines[from]!, lines[from]!, lines[from + 1]!)
  )
}

/** From this number on, lines with dashes are items although no line hangs, if no sentence ends in them. */
const FEWEST_SHORT = 3

/**
 * Returns the lines that begin with dashes and are items: they begin at the same place, and either other lines between them hang behind
 * the dashes, or all begin further right than the text before them and no sentence ends in any.
 */
function dashed(lines: readonly SetLine[]): Set<SetLine> {
  const found = new Set<SetLine>()
  const isDash = (line: SetLine | undefined) => line !== undefined && DASH.test(lineText(line.line))
  for (let from = 0; from < lines.length; ) {
    if (!isDash(lines[from])) {
      from++
      continue
    }
    const items = [lines[from]!]
    let hangs = false
    let to = from + 1
    for (; to < lines.length; to++) {
      const [before, line] = [lines[to - 1]!, lines[to]!]
      const first = items.at(-1)!
      if (isDash(line) && (line.page !== first.page || Math.abs(line.box.x - first.box.x) < ALIGNED)) items.push(line)
      else if (isHanging(first, before, line)) hangs = true
      else break
    }
    const above = lines[from - 1]
    const isIndented = above === undefined || above.page !== items[0]!.page || items[0]!.box.x - above.box.x > ALIGNED
    const isShort = isIndented && items.length >= FEWEST_SHORT && !items.some(isEnded)
    if (items.length >= 2 && (hangs || isShort)) for (const item of items) found.add(item)
    from = to
  }
  return found
}

function bulleted(lines: readonly SetLine[], from: number, goesOn: GoesOn, dashes: ReadonlySet<SetLine>): ListItem[] {
  const markOf = (line: SetLine | undefined) => {
    if (!line) return null
    if (line.bullet) return ''
    const text = lineText(line.line)
    return (BULLET.exec(text) ?? (line.seen === 'list' || dashes.has(line) ? DASH.exec(text) : null))?.[0] ?? null
  }
  const items: ListItem[] = []
  let hangs = false
  let at = from
  for (let mark = markOf(lines[at]); mark !== null; mark = markOf(lines[at])) {
    const first = lines[at]!
    let to = at + 1
    for (; to < lines.length && markOf(lines[to]) === null && numbered(lines, to, goesOn).length < 2; to++) {
      const isBelow = isHanging(first, lines[to - 1]!, lines[to]!)
      if (!isBelow && (hangs || !goesOn(lines[to - 1]!, lines[to]!))) break
      hangs ||= isBelow
    }
    if (markOf(lines[to]) === null) to = endOfLast(lines, { from, at, to })
    items.push({ from: at, to, list: 'ul', number: items.length + 1, mark: mark.length })
    at = to
  }
  return items
}

/**
 * Returns where the last item of a list ends if its lines do not hang: before a line whose first word would have had room in the
 * line before. `from`: where the list begins; `at`, `to`: its last item, with the lines that may go on in it.
 */
function endOfLast(lines: readonly SetLine[], { from, at, to }: { from: number; at: number; to: number }): number {
  for (let index = at + 1; index < to; index++) {
    const [before, line] = [lines[index - 1]!, lines[index]!]
    const isBelow = line.page === before.page && line.box.y > before.box.y
    if (isBelow && !isHanging(lines[at]!, before, line) && hasRoomBefore(lines, index, { from, to })) return index
  }
  return to
}

/** A number within a sentence does not begin a list, unless the lines below hang behind it. */
function numbered(lines: readonly SetLine[], from: number, goesOn: GoesOn): ListItem[] {
  const numberOf = (line: SetLine | undefined) => (line ? NUMBER.exec(lineText(line.line)) : null)
  const items: ListItem[] = []
  let at = from
  for (let found = numberOf(lines[at]); found && Number(found[1]) === items.length + 1; found = numberOf(lines[at])) {
    const first = lines[at]!
    let to = at + 1
    while (to < lines.length && isHanging(first, lines[to - 1]!, lines[to]!)) to++
    items.push({ from: at, to, list: 'ol', number: items.length + 1, mark: found[0].length })
    at = to
  }
  const hangs = items.some((item) => item.to > item.from + 1)
  const before = lines[from - 1]
  return hangs || !before || isEnded(before) || !goesOn(before, lines[from]!) ? items : []
}

/** Whether a line ends with a sentence. */
export const isEnded = ({ line }: SetLine) => /[.!?:…](?:\s*[”"“»)])*$/u.test(lineText(line))

/** Whether a line is below another line of its item, and begins after the mark of the first line or after one within the item. */
function isHanging(first: SetLine, before: SetLine, line: SetLine): boolean {
  if (Math.abs(line.size - first.size) > 0.12 * first.size) return false
  if (line.page !== first.page) return isAlignedOverPages(first, before, line)
  if (isBeside(before, line)) return true
  const height = Math.max(before.box.height, line.box.height)
  const gap = line.box.y - before.box.y - before.box.height
  // Behind a drawn bullet, all lines of an item begin where the first one does.
  const isBehind = first.bullet
    ? Math.abs(line.box.x - first.box.x) < ALIGNED
    : isBehindMark(first, line) || (before !== first && isWithin(before, line))
  return gap < 0.9 * height && gap > -height && isBehind
}

/** Whether a line is the rest of the one before, after a wide gap between words. */
const isBeside = ({ page, box }: SetLine, line: SetLine) =>
  page === line.page && Math.abs(line.box.y - box.y) < 0.3 * box.height && line.box.x >= box.x + box.width

function isBehindMark({ box, line: { words } }: SetLine, line: SetLine): boolean {
  const [mark, text] = words
  const textAt = text && mark![0].length <= 3 ? text[1] : box.x + NEAR
  return line.box.x - box.x > 0.5 * (textAt - box.x) && line.box.x <= textAt + NEAR
}

/** "a.", "(b)", "–" and bullets begin items within an item. */
const INNER_MARK = /^(?:\(?[a-z\d]{1,2}[.)]|[-–—*•◦▪])$/u

/** Whether a line continues an item within an item: it begins after the mark, or where the line before begins. */
function isWithin(before: SetLine, line: SetLine): boolean {
  const [mark] = before.line.words
  if (INNER_MARK.test(mark![0])) return isBehindMark(before, line)
  return Math.abs(line.box.x - before.box.x) < ALIGNED
}

/** Whether a line continues an item that began on the page before: it begins as far right as the last line there, which hangs. */
function isAlignedOverPages(first: SetLine, before: SetLine, line: SetLine): boolean {
  const isNext = before.page === line.page || line.page === before.page + 1
  const hangs = (first.bullet || before.box.x > first.box.x + ALIGNED) && before.box.x < first.box.x + MOST_HANGING
  const gap = line.box.y - before.box.y - before.box.height
  return (
    isNext && hangs && Math.abs(line.box.x - before.box.x) < ALIGNED && (before.page !== line.page || gap < 0.9 * line.box.height)
  )
}
