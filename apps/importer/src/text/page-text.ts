import { joinSpacedLetters } from '@kiosk/domain/reading/spaced-letters'
import { PAGE_TEXT } from '../limits.ts'
import type { Line } from './line.ts'

/** Returns the words of a line as printed. */
export function lineText({ words }: Line): string {
  // Called so often that a list of the words would take a tenth of the time of the page model.
  let text = ''
  for (const word of words) text = text ? `${text} ${word[0]}` : word[0]
  return text
}

export function countWords(lines: readonly Line[]): number {
  return lines.reduce((count, { words }) => count + words.length, 0)
}

/** Returns lines as running text, with hyphenated words and addresses joined. `between` separates lines. */
export function runningText(lines: Line[], between: string): string {
  let text = ''
  for (const [index, line] of lines.entries()) {
    const next = lineText(line)
    const way = index > 0 ? joinOf(lines[index - 1]!, next, lastWord(text)) : 'line'
    if (way === 'word') text = text.replace(/[-‐¬]$/, '') + next
    else text += (way === 'line' && text ? between : '') + next
  }
  return text
}

/** "und" and "or" follow words whose other half is not printed: "Nord- und Südwand". */
const BETWEEN_HALVES = /^(?:und|oder|bzw|and|or|et|ou)(?!\p{L})/iu
/** "2016" and "z.B." */
const YEAR_OR_ABBREVIATION = /^(?:\d{1,4}|(?:\p{L}\.)+\p{L}?)[^\p{L}\d]*$/u
/** Private characters, with which links are marked (see paragraph-links.ts). */
const MARKS = /[\u{f0000}-\u{ffffd}]/gu

/** Maximum characters of an address that continues in another line. */
const LONGEST_ADDRESS_CHARACTERS = 500

/** Returns the last word of a text: that of its last line, or an address that began in one before. */
function lastWord(text: string): string {
  const end = text.slice(-LONGEST_ADDRESS_CHARACTERS)
  return end.slice(Math.max(end.lastIndexOf(' '), end.lastIndexOf('\n')) + 1).replace(MARKS, '')
}

/**
 * How a line continues in the next one: "Zeitungs-" and "kiosk" are one word, "Nord-" and "Süd" are one with its hyphen,
 * addresses have no spaces. `last`: the word before the next line.
 */
function joinOf(line: Line, next: string, last: string): 'word' | 'as printed' | 'line' {
  const first = next.replace(MARKS, '')
  if (goesOnAsAddress(last, /^\S*/.exec(first)![0])) return 'as printed'
  const isHyphenated = /[-‐¬]$/.test(last) && (line.joins || /\p{L}[-‐¬]$/u.test(last))
  if (!isHyphenated || BETWEEN_HALVES.test(first)) return 'line'
  if (/^\p{Lu}/u.test(first)) return 'as printed'
  if (!/^\p{Ll}/u.test(first)) return 'line'
  return line.compound ? 'as printed' : 'word'
}

/** Whether a line ends within an address: after a sign with which no address ends, or after one with which words hardly begin. */
export function goesOnAsAddress(last: string, first: string): boolean {
  const address = /(?:https?:|www\.).*$/i.exec(last)?.[0]
  if (address === undefined) return false
  if (/^https?:$/i.test(address)) return first.startsWith('//')
  // "10.1007/" and "978-3.2", but "example.org/" and "heute".
  const isPart = /^[\p{L}\d]*[\d/._=&%~-]+[\p{L}\d]/u.test(first) && !YEAR_OR_ABBREVIATION.test(first)
  if (/[-_=&?#%~]$/.test(address)) return isPart || /^[\p{Ll}\d]/u.test(first)
  // ".htm"; a sentence begins with a capital.
  if (address.endsWith('.')) return isPart || (/^\p{Ll}/u.test(first) && !YEAR_OR_ABBREVIATION.test(first))
  return /[/:]$/.test(address) && isPart
}

/**
 * Returns the text of a page in reading order as stored, and the part of it that is indexed. Letter-spaced words are joined, so
 * that they are found.
 */
export function pageText(lines: Line[]): { text: string; indexed: string } {
  const text = joinSpacedLetters(runningText(lines, '\n')).slice(0, PAGE_TEXT.kept).toWellFormed()
  return { text, indexed: text.slice(0, PAGE_TEXT.indexed).toWellFormed() }
}

/**
 * Returns how much of an issue can be searched and read aloud. Magazines have pages with images only, so a full text layer may
 * lack one page in five.
 */
export function textLayer(pages: Line[][]): 'full' | 'partial' | 'none' {
  const withText = pages.filter((lines) => lines.length > 0).length
  if (withText === 0) return 'none'
  return withText >= pages.length * 0.8 ? 'full' : 'partial'
}
