import type { ArticlePicture } from '@kiosk/backend/catalogue/published-article'
import { escapeHtml } from '@kiosk/domain/escape-html'
import { joinSpacedLetters } from '@kiosk/domain/reading/spaced-letters'
import { entriesIn } from './entries.ts'
import type { Line } from './line.ts'
import { type ListItem, listItems } from './list-items.ts'
import { goesOnAsAddress, lineText, runningText } from './page-text.ts'
import { type LinksOfLine, linkedHtml, linksIn, type TextLink } from './paragraph-links.ts'
import { hasRoomBefore } from './room.ts'
import type { SetLine } from './set-line.ts'
import { type TableText, tableHtml } from './table-html.ts'

/**
 * `picture`: what the caption belongs to; its text is empty if nothing is printed there. `list`: kind of the list of which this is an
 * item, its place from 1 on, and how many characters its mark has. A line feed in the text ends a verse. `table`: the text is
 * this table. `code`: it is program code, whose line breaks and spaces count.
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
export const MORE_SPACE_SHARE = 0.25

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

/** This includes the last line of one that extends over several. */
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

/** Whether an address is divided after a question mark and continues in the next line. */
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

/** A link that begins with the mark of an item belongs to the words after it. */
const moved = (links: readonly TextLink[] = [], by: number) =>
  links.map(({ at, text, href }) => ({ at: Math.max(0, at + by), text: text.slice(Math.max(0, -at - by)), href }))
