import { escapeHtml } from '@kiosk/domain/escape-html'
import { linkedNote, writtenAddress } from '@kiosk/domain/reading/article-links'
import type { Line } from './line.ts'
import { markAtEnd } from './note-marks.ts'
import type { SetLine } from './set-line.ts'

/** A link of a paragraph: its words and where in the text they begin. */
export type TextLink = { at: number; text: string; href: string }
/** Returns the address to which each word of a line is linked in the file; null = none. */
export type LinksOfLine = (line: SetLine) => (string | null)[]

/** Maximum characters of linked words: a longer link belongs to a whole column or advertisement. */
const LONGEST_LINK_CHARACTERS = 300
/** Private characters, which words never have, because they are left out when a page is read. */
const FIRST_MARK = 0xf0000
const LAST_MARK = 0xffffd
const MARK = /[\u{f0000}-\u{ffffd}]/gu
/** They mark the last word of a line, after which an address may continue, and the first word of the next line. */
const LINE_END = FIRST_MARK
const LINE_START = FIRST_MARK + 1
const FIRST_LINK = FIRST_MARK + 2

/**
 * Returns the links of a paragraph: those of the file, and words that are written as an address. Each word is marked in its line,
 * and looked up in the text that the same steps make of the marked lines; if that is another text, there are no links.
 * @param textOf makes the text of a paragraph out of its lines
 */
export function linksIn(
  lines: readonly SetLine[],
  text: string,
  textOf: (lines: Line[]) => string,
  linksOf: LinksOfLine,
): TextLink[] {
  const addresses = lines.map(linksOf)
  const isLinked = addresses.some((ofLine) => ofLine.some((href) => href !== null))
  if (!isLinked && !/(?:https?:\/\/|www\.)\S/i.test(text)) return []
  const hrefs = [...new Set(addresses.flat())].flatMap((href) => href ?? []).slice(0, LAST_MARK - FIRST_LINK + 1)
  const marks = new Map(hrefs.map((href, index) => [href, FIRST_LINK + index]))
  const marked = textOf(
    lines.map(({ line }, index) => ({
      ...line,
      words: line.words.map(([word, ...box], at) => {
        const mark = marks.get(addresses[index]![at] ?? '')
        const isFirst = at === 0 && index > 0
        const isLast = at === line.words.length - 1 && index < lines.length - 1
        const found = [...(mark ? [mark] : []), ...(isFirst ? [LINE_START] : []), ...(isLast ? [LINE_END] : [])]
        return [withMarks(word, found), ...box]
      }),
    })),
  )
  if (marked.replace(MARK, '') !== text) return []
  return joined(text, tokensIn(marked, hrefs))
}

/** After the first character, so that the characters before and after a hyphen stay visible. */
function withMarks(word: string, marks: readonly number[]): string {
  const first = String.fromCodePoint(word.codePointAt(0)!)
  return first + String.fromCodePoint(...marks) + word.slice(first.length)
}

function tokensIn(marked: string, hrefs: readonly string[]): TextLink[] {
  const links: TextLink[] = []
  let passed = 0
  for (const { 0: token, index } of marked.matchAll(/\S+/gu)) {
    const marks = [...(token.match(MARK) ?? [])].map((mark) => mark.codePointAt(0)!)
    const text = token.replace(MARK, '')
    const at = index - passed
    passed += token.length - text.length
    const own = marks.find((mark) => mark >= FIRST_LINK)
    if (own) links.push({ at, text, href: hrefs[own - FIRST_LINK]! })
    else {
      const written = !mayGoOn(token, marks) || /[,;)]$/.test(text) ? writtenAddress(text) : null
      if (written) links.push({ at: at + text.indexOf(written.text), ...written })
    }
  }
  return links
}

/** Whether a word ends its line, and an address could continue in the next one. */
function mayGoOn(token: string, marks: readonly number[]): boolean {
  const ends = marks.filter((mark) => mark === LINE_END).length
  const begun = marks.filter((mark) => mark === LINE_START).length
  // The marks of its first word follow the first character.
  const beginsLine = /^.[\u{f0000}-\u{ffffd}]*\u{f0001}/u.test(token)
  return ends > begun - (beginsLine ? 1 : 0)
}

/** Joins linked words that follow each other, and leaves punctuation around them out. */
function joined(text: string, links: readonly TextLink[]): TextLink[] {
  const all: TextLink[] = []
  for (const link of links) {
    const last = all.at(-1)
    const isNext = last?.href === link.href && text.slice(last.at + last.text.length, link.at).trim() === ''
    if (isNext) all.splice(-1, 1, { ...last, text: text.slice(last.at, link.at + link.text.length) })
    else all.push(link)
  }
  return all.flatMap(({ at, text, href }) => {
    // In a word that refers to a note, only the mark is linked.
    const mark = linkedNote(href) === null ? null : markAtEnd(text)
    if (mark) return [{ at: at + mark.at, text: mark.text, href }]
    const inside = withoutPunctuation(text)
    const isLink = /[\p{L}\p{N}]/u.test(inside) && inside.length <= LONGEST_LINK_CHARACTERS
    return isLink ? [{ at: at + text.indexOf(inside), text: inside, href }] : []
  })
}

/** Closing brackets stay if they are opened in the text. Looks behind, because dots can fill a line: their run is tried once. */
function withoutPunctuation(text: string): string {
  const bare = text.replace(/^["„“«‹]+|(?<!["“”»›.,;:!?…])["“”»›.,;:!?…]+$/gu, '')
  return /^\([^(]*\)$|^[^(]*\)$|^\([^)]*$/.test(bare) ? bare.replace(/^\(|\)$/g, '') : bare
}

/**
 * Returns a text as HTML with its links; one whose words are no longer where they were is left out. The mark of a note follows its word
 * without a space, although it may be a word by itself in the file.
 */
export function linkedHtml(text: string, links: readonly TextLink[] = []): string {
  let html = ''
  let from = 0
  for (const link of links) {
    if (link.at < from || text.slice(link.at, link.at + link.text.length) !== link.text) continue
    const before = text.slice(from, link.at)
    html += `${escapeHtml(linkedNote(link.href) === null ? before : before.trimEnd())}<a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>`
    from = link.at + link.text.length
  }
  return html + escapeHtml(text.slice(from))
}
