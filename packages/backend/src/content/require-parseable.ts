import { ApiError } from '@kiosk/domain/errors'

/** Maximum number of characters in a paragraph that may begin emphasis, code, a link, an image or a tag. */
const MOST_MARKS = 1000
/** Maximum nesting depth of quotations and lists. */
const MOST_NESTED = 30
const NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t])){${MOST_NESTED + 1}}`, 'm')
/** Longest run of characters without a break that could be the name of an e-mail address. */
const LONGEST_WORD_CHARACTERS = 1000
const LONG_WORD = new RegExp(`[\\w.+-]{${LONGEST_WORD_CHARACTERS + 1}}`)
/** Maximum number of cells of all tables. Each of their rows is filled up to as many cells as the head has. */
const MOST_CELLS = 10_000
/** The row between the head of a table and its other rows, also in a quotation. */
const DELIMITER_ROW = /^(?=.*-)(?=.*[|:])[ \t>|:-]+$/

/**
 * Rejects Markdown that nobody writes, but that costs the parser more memory than there is, or seconds in which the server
 * answers nobody: its time grows with the square of these marks. @throws ApiError wrong_input
 */
export function requireParseable(markdown: string): void {
  const paragraphs = markdown.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)
  const isMarkedTooOften = paragraphs.some((paragraph) => (paragraph.match(/[*_~[\]<`!]/g)?.length ?? 0) > MOST_MARKS)
  const cells = paragraphs.reduce((sum, paragraph) => sum + cellsOf(paragraph), 0)
  const isTooMuch = isMarkedTooOften || cells > MOST_CELLS || NESTED.test(markdown) || LONG_WORD.test(markdown)
  if (isTooMuch) throw new ApiError('wrong_input', 'markdown')
}

/** Returns at least as many cells as the tables of a paragraph have. */
function cellsOf(paragraph: string): number {
  const lines = paragraph.split('\n')
  const columns = lines.reduce((most, line) => (DELIMITER_ROW.test(line) ? Math.max(most, line.split('|').length) : most), 0)
  return columns * lines.length
}
