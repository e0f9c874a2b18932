import type { ArticlePicture } from '@kiosk/backend/catalogue/published-article'
import { escapeHtml } from '@kiosk/domain/escape-html'
import { joinSpacedLetters } from '@kiosk/domain/reading/spaced-letters'
import type { Line } from '../pdf/read-words.ts'
import { entriesIn } from './entries.ts'
import { type ListItem, listItems } from './list-items.ts'
import { isNoteOf, notePlaces } from './note-references.ts'
import { goesOnAsAddress, lineText, runningText } from './page-text.ts'
import { type LinksOfLine, linkedHtml, linksIn, type TextLink } from './paragraph-links.ts'
import { hasRoomBefore } from './room.ts'
import type { Box, SetLine } from './set-line.ts'
import { type TableText, tableHtml } from './table-html.ts'

export type { Box, SetLine }
/**
 * `picture`: what the caption belongs to; its text is empty if nothing is printed there. `list`: kind of the list of which this is an
 * item, its place from 1 on, and how many characters its mark has. A line feed in the text ends a verse. `table`: the table that the text is. `code`: it is
 * program code, whose line breaks and spaces count.
 */
export type Paragraph = {
  text: string
  size: number
  heading: boolean
  page: number
  caption?: true
  deck?: true
  picture?: Omit<ArticlePicture, 'after'>
  links?: TextLink[]
  list?: { kind: 'ul' | 'ol'; number: number; mark: number }
  table?: TableText
  code?: true
}

/** Returns the lines of a page with their boxes and sizes; `pageHeight` in points. */
export function setLines(lines: Line[], page: number, pageHeight: number): SetLine[] {
  return lines.map((line) => {
    const heights = line.words.map(([, , , , height]) => height).sort((a, b) => a - b)
    return { line, page, box: boxAround(line), size: (line.style?.size ?? heights[heights.length >> 1] ?? 0) * pageHeight }
  })
}

function boxAround({ words }: Line): Box {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [, left, top, width, height] of words) {
    x = Math.min(x, left)
    y = Math.min(y, top)
    right = Math.max(right, left + width)
    bottom = Math.max(bottom, top + height)
  }
  return { x, y, width: right - x, height: bottom - y }
}

/** Returns the most frequent font size of a text, in points; 0 if there is none. */
export function bodySize(lines: SetLine[]): number {
  const letters = new Map<number, number>()
  for (const { line, size } of lines) {
    const step = Math.round(size * 2) / 2
    letters.set(step, (letters.get(step) ?? 0) + lineText(line).length)
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** Height of the headers and footers of a page, as a fraction of the page. */
const EDGE_SHARE = 0.12

/** Before the number of a page on which an article goes on. */
const ARROW = /^\s*(?:[→▶►➔➜➤]|[-=]>)/u

/** Numbers of two pages on a sheet are further apart. Fraction of the page's width. */
const BESIDE_SHARE = 0.4

/** In so few pages, a head with a number that is printed twice is a running head. */
const FEW_PAGES = 8

/** Running heads and feet are smaller than the text by this factor. */
const SMALL = 0.92
/** A text with this many letters is not repeated by chance. */
const LONG = /(?:\p{L}.*){8}/u

/** Key of a line at the head or foot of a page; numbers do not matter. */
export const furnitureKey = (at: 'head' | 'foot', text: string) => `${at} ${text.replace(/\d+/g, '#')}`

/** A running head of an earlier issue is set in another size if it differs more. */
const SAME_SIZE_SHARE = 0.06

/**
 * Returns the running heads and page numbers of an issue: lines at the edge of the page that repeat.
 * @param known those of earlier issues by `furnitureKey`, with their sizes in points
 */
export function runningHeads(pages: SetLine[][], known: ReadonlyMap<string, number> = new Map()): Set<SetLine> {
  const sample = (line: Line) => lineText(line).replace(/\d+/g, '#')
  const atEdge = ({ box }: SetLine) => box.y + box.height < EDGE_SHARE || box.y > 1 - EDGE_SHARE
  const times = new Map<string, number>()
  for (const lines of pages)
    for (const name of new Set(lines.filter(atEdge).map(({ line }) => sample(line)))) times.set(name, (times.get(name) ?? 0) + 1)
  const least = pages.length <= FEW_PAGES ? 2 : 3
  const body = bodySize(pages.flat())
  const twice = printedTwice(pages, atEdge, body)
  const repeated = (line: Line) =>
    (times.get(sample(line)) ?? 0) >= (/\d/.test(lineText(line)) ? least : 3) ||
    (/^[^\p{L}\d]*\d{1,4}[^\p{L}\d]*$/u.test(lineText(line)) && !ARROW.test(lineText(line)))
  const outermost = outermostLines(pages)
  const isKnown = ({ line, box, size }: SetLine) => {
    const before = known.get(furnitureKey(box.y < 0.5 ? 'head' : 'foot', lineText(line)))
    return before !== undefined && Math.abs(size - before) <= SAME_SIZE_SHARE * before
  }
  return new Set(
    pages.flatMap((lines) => {
      const numbers = lines.filter((each) => atEdge(each) && /^\d{1,4}$/.test(lineText(each.line)))
      const others = lines.filter(({ line }) => !repeated(line))
      const isFurniture = (each: SetLine) =>
        outermost.has(each) ||
        twice.has(each) ||
        ((repeated(each.line) || isKnown(each)) && !isInTable(each, numbers) && !isHeadline(each, others, body))
      return lines.filter((each) => atEdge(each) && isFurniture(each))
    }),
  )
}

/** Returns the small lines at the edge of a page that the next page has at the same place: the running foot of an article on two pages. */
function printedTwice(pages: SetLine[][], atEdge: (line: SetLine) => boolean, body: number): Set<SetLine> {
  const keyOf = ({ line, box, size }: SetLine) =>
    `${Math.round(box.y * 200)} ${Math.round(size * 4)} ${lineText(line).replace(/(?<!\d)\d+$/, '#')}`
  const small = pages.map((lines) => {
    const outer = lines.filter((each) => atEdge(each) && each.size <= SMALL * body && LONG.test(lineText(each.line)))
    return Map.groupBy(outer, keyOf)
  })
  return new Set(
    small.flatMap((lines, index) =>
      [...lines].flatMap(([key, same]) => ([-1, 1].some((by) => small[index + by]?.has(key)) ? same : [])),
    ),
  )
}

/** Whether a number has two others of its size beside, above or below it, as no number of a page has. */
function isInTable(line: SetLine, numbers: readonly SetLine[]): boolean {
  if (!numbers.includes(line)) return false
  const { x, y, width, height } = line.box
  const near = numbers.filter(({ box, size }) => {
    const isBeside = Math.abs(box.y - y) < 0.5 * height && Math.abs(box.x - x) < BESIDE_SHARE
    const isBelow = Math.abs(box.y - y) < 5 * height && box.x < x + width && x < box.x + box.width
    return (isBeside || isBelow) && Math.abs(size - line.size) < 0.06 * size
  })
  return near.length >= 3
}

/** A headline is larger than the text by this factor. */
const HEADLINE = 1.2

/** Whether a line at the head of a page, such as "In brief" on each of them, is the headline of a column: text is right below, and other columns beside it. */
function isHeadline({ box, size }: SetLine, others: readonly SetLine[], body: number): boolean {
  if (size < HEADLINE * body || box.y > 0.5) return false
  const isBelow = (other: Box) =>
    Math.abs(other.x - box.x) < 0.01 && other.y > box.y && other.y - box.y - box.height < 1.2 * box.height
  const isBeside = (other: Box) =>
    (other.x > box.x + box.width || other.x + other.width < box.x) &&
    Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y) > 0.5 * Math.min(box.height, other.height)
  return (
    others.some((other) => Math.abs(other.size - body) < 0.1 * body && isBelow(other.box)) &&
    others.some((other) => isBeside(other.box))
  )
}

/** Returns the small lines that are alone above or below the text at the same place on most pages: the title of each section. */
function outermostLines(pages: SetLine[][]): Set<SetLine> {
  const body = bodySize(pages.flat())
  const placed = pages.flatMap((lines) => {
    const upright = lines.filter(({ line }) => !line.turned).sort((a, b) => a.box.y - b.box.y)
    const rows = [outerRow(upright, 1), outerRow(upright.toReversed(), -1)].map((row) =>
      row.filter(({ size }) => size <= SMALL * body),
    )
    const places = notePlaces(rows.some(({ length }) => length > 0) ? lines : [])
    return rows.flatMap((row, index) =>
      row
        .filter((each) => !isNoteOf(each, places))
        .map((each) => ({
          each,
          key: `${index} ${Math.round(each.box.y * 200)} ${Math.round(each.size * 4)} ${each.line.style?.font}`,
        })),
    )
  })
  const groups = [...Map.groupBy(placed, ({ key }) => key).values()]
  const most = groups.filter(({ length }) => length >= 2 && length * 2 >= pages.length)
  return new Set(most.flatMap((group) => group.map(({ each }) => each)))
}

/** Returns the first lines side by side, if there is space between them and the next line. `way`: 1 down, -1 up. */
function outerRow(lines: readonly SetLine[], way: 1 | -1): SetLine[] {
  const [first] = lines
  if (!first) return []
  const { y, height } = first.box
  const next = lines.findIndex(({ box }) => Math.abs(box.y - y) > 0.5 * height)
  if (next < 0) return []
  const { box } = lines[next]!
  const space = way === 1 ? box.y - y - height : y - box.y - box.height
  return space > MORE_SPACE_SHARE * height ? lines.slice(0, next) : []
}

/**
 * Groups an article's lines into paragraphs and items of lists. Headings are larger than the text, or short and bold.
 * @param linksOf links of the file; default: none
 */
export function paragraphs(lines: SetLine[], body: number, linksOf: LinksOfLine = withoutLinks): Paragraph[] {
  return paragraphsFrom(lines, body, linksOf).map(({ paragraph }) => paragraph)
}

/** Returns the same paragraphs with the places of their first lines among all lines, from 0 on. */
export function paragraphsFrom(
  lines: readonly SetLine[],
  body: number,
  linksOf: LinksOfLine,
): { from: number; paragraph: Paragraph }[] {
  const groups: { from: number; group: SetLine[]; item: ListItem | undefined }[] = []
  const usual = usualStep(lines, body)
  const places = new Map(lines.map((line, at) => [line, at]))
  const { starts: ofEntries, hanging } = entriesIn(lines)
  const goesOn = (before: SetLine, line: SetLine) => {
    if (before.verse || line.verse) return before.verse !== undefined && line.verse === 'next'
    if (hanging.has(line)) return true
    return !ofEntries.has(line) && continues(before, line, body, usual) && !isApart(lines, places.get(line)!, usual)
  }
  const items = listItems(lines, goesOn)
  const starts = new Map(items.map((item) => [item.from, item]))
  const ends = new Set(items.map(({ to }) => to))
  for (let index = 0; index < lines.length; ) {
    const [before, line, item] = [lines[index - 1], lines[index]!, starts.get(index)]
    const end = item?.to ?? index + 1
    if (before && !item && !ends.has(index) && goesOn(before, line)) groups.at(-1)!.group.push(line)
    else groups.push({ from: index, group: lines.slice(index, end), item })
    index = end
  }
  return groups.flatMap(({ from, group, item }) => {
    const between = group[0]!.verse ? '\n' : ' '
    const textOf = (set: Line[]) => joinSpacedLetters(runningText(set, between)).trim()
    const text = textOf(group.map(({ line }) => line))
    // A separate number or mark belongs to a footnote or an image that is not part of the text.
    if (!/\p{L}/u.test(text) && text.length <= 3) return []
    const { size, page } = group[0]!
    const links = linksIn(group, text, textOf, linksOf)
    const larger = !item && size >= body * 1.15 && text.length <= 200 && /\p{L}/u.test(text) && !isSentence(text)
    const paragraph: Paragraph = {
      text,
      size,
      heading: larger || (!item && isCrosshead(group, text, body)),
      page,
      ...(links.length > 0 && { links }),
      ...(item && { list: { kind: item.list, number: item.number, mark: item.mark } }),
    }
    return [{ from, paragraph }]
  })
}

const withoutLinks: LinksOfLine = ({ line }) => line.words.map(() => null)

/** A few words in bold in a separate line between paragraphs that are not bold. */
function isCrosshead(group: SetLine[], text: string, body: number): boolean {
  if (group.length > 2 || text.length > 80 || group[0]!.size < body * 0.8) return false
  return group.every(({ line }) => line.bold) && /^[\p{Lu}\d„“"«]/u.test(text) && !/[.,;:]$/.test(text)
}

/** Standfirsts and lead-ins are larger than the text too, but are whole sentences. */
const isSentence = (text: string) => text.length > 35 && /[.;,…](?:\s*["”“»])?$/.test(text)

/**
 * Returns the median distance between lines, relative to their height; paragraphs separated by space have a larger one.
 * Measured at the bottom of the lines, which superscripts do not change.
 */
function usualStep(lines: readonly SetLine[], body: number): number {
  const steps = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    if (!before || before.page !== line.page || line.size >= body * 1.15) return []
    const step = stepTo(line, before)
    return step > 0 && step < 2 ? [step] : []
  })
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 2
}

const stepTo = (line: SetLine, before: SetLine) =>
  (line.box.y + line.box.height - before.box.y - before.box.height) / Math.min(before.box.height, line.box.height)

/** Additional space, relative to a line's height, that ends a paragraph after a sentence. */
const MORE_SPACE_SHARE = 0.25

/** Whether a line continues the paragraph of the line before; `usual`: see `usualStep`. */
function continues(before: SetLine, line: SetLine, body: number, usual: number): boolean {
  if (Boolean(before.line.bold) !== Boolean(line.line.bold) && isAlone(before, line)) return false
  const sameSize = Math.abs(before.size - line.size) <= 0.12 * Math.max(before.size, line.size)
  const open = !/[.!?…:»“”"')\]]\s*$/.test(lineText(before.line)) || isWithinAddress(before.line, line.line)
  const isBody = line.size < body * 1.15
  if (before.page !== line.page) return isBody && sameSize && open
  const height = Math.max(before.box.height, line.box.height)
  const gap = line.box.y - (before.box.y + before.box.height)
  // Further up: the next column.
  if (gap < -height) return isBody && sameSize && open
  if (!sameSize || gap > 0.9 * height || (!open && stepTo(line, before) > usual + MORE_SPACE_SHARE)) return false
  const indented = line.box.x - before.box.x > 0.012 && line.box.x - before.box.x < 0.08
  return !(indented && !open)
}

/** Also the last line of one that goes over several. */
const ENDS_WITH_ADDRESS = /\/\S*$|\S\.(?:pdf|html?)$/i

/**
 * Whether a line stands apart from the one before, which has room for its first word or ends with an address: it begins a paragraph,
 * whatever ends the other one.
 */
function isApart(lines: readonly SetLine[], at: number, usual: number): boolean {
  const [before, line] = [lines[at - 1]!, lines[at]!]
  if (before.page !== line.page || stepTo(line, before) <= usual + MORE_SPACE_SHARE) return false
  return !/^\p{Ll}/u.test(lineText(line.line)) && (hasRoomBefore(lines, at) || ENDS_WITH_ADDRESS.test(lineText(before.line)))
}

/** Whether an address is divided behind a question mark, and goes on in the next line. */
const isWithinAddress = (before: Line, line: Line) =>
  before.words.at(-1)![0].endsWith('?') && goesOnAsAddress(before.words.at(-1)![0], line.words[0]![0])

/** Whether one of two lines in different weights is a line by itself, not the end or the beginning of a sentence. */
function isAlone(before: SetLine, line: SetLine): boolean {
  const [bold, other] = before.line.bold ? [before, line] : [line, before]
  const begins = /^[\p{Lu}\d„“"«]/u
  const ends = /[.!?…:»“”"')\]]\s*$/
  if (!begins.test(lineText(bold.line)) || /[.,;:]$|\p{L}{3}[.:] \p{L}/u.test(lineText(bold.line))) return false
  return bold === line ? ends.test(lineText(other.line)) : begins.test(lineText(other.line))
}

/**
 * Returns the HTML of paragraphs; headings are h2, and smaller ones below an h2 are h3. Items of a list are in it without their marks,
 * unless something is between them and the first one.
 */
export function htmlOf(parts: Paragraph[]): string {
  const biggest = parts.reduce((most, { heading, size }) => (heading ? Math.max(most, size) : most), 0)
  let below = false
  let open: { kind: 'ul' | 'ol'; count: number } | null = null
  const shown = parts.filter(({ text }) => text !== '')
  return shown
    .map(({ text, heading, size, caption, links, list, table, code }, index) => {
      if (list?.number === 1) open = { kind: list.kind, count: 0 }
      if (list && open?.kind === list.kind && open.count + 1 === list.number) {
        const { kind, count } = open
        open = { kind, count: list.number }
        const next = shown[index + 1]?.list
        const isLast = next?.kind !== kind || next.number !== list.number + 1
        const inside = linkedHtml(text.slice(list.mark), moved(links, -list.mark))
        return `${count === 0 ? `<${kind}>` : ''}<li>${inside}</li>${isLast ? `</${kind}>` : ''}`
      }
      open = null
      if (table) return tableHtml(table)
      if (code) return `<pre>${escapeHtml(text)}</pre>`
      const tag = heading ? (below && size < biggest * 0.9 ? 'h3' : 'h2') : 'p'
      below ||= heading
      if (heading) return `<${tag}>${escapeHtml(text)}</${tag}>`
      const inside = linkedHtml(text, links).replaceAll('\n', '<br>\n')
      return `<p>${caption ? `<em>${inside}</em>` : inside}</p>`
    })
    .join('\n')
}

/** A link that begins with the mark of an item is that of the words behind it. */
const moved = (links: readonly TextLink[] = [], by: number) =>
  links.map(({ at, text, href }) => ({ at: Math.max(0, at + by), text: text.slice(Math.max(0, -at - by)), href }))
