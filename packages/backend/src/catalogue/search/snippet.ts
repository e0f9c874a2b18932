import { escapeHtml } from '@kiosk/domain/escape-html'

/** Markers that PostgreSQL sets around hits: control characters that page text does not contain. */
export const HIT_STARTS = '\u0001'
export const HIT_ENDS = '\u0002'

/** Four or more single capitals in a row: a letter-spaced word of a page, such as "V E R K E H R". */
const SPACED_LETTERS = /(?<![\p{L}\p{N}.'’&/-])\p{Lu}(?: \p{Lu}){3,}(?![\p{L}\p{N}.'’&/-])/gu

/** Joins letter-spaced words. Single letters of ordinary text, such as initials and "A und B", stay as they are. */
export function joinSpacedLetters(text: string): string {
  return text.replace(SPACED_LETTERS, (word) => word.replaceAll(' ', ''))
}

const hit = new RegExp(`${HIT_STARTS}([^${HIT_STARTS}${HIT_ENDS}]*)${HIT_ENDS}`, 'g')

/** Converts a snippet to HTML: escaped page text with `<mark>` around the hits. */
export function markHits(snippet: string): string {
  return escapeHtml(joinSpacedLetters(snippet))
    .replace(hit, '<mark>$1</mark>')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
