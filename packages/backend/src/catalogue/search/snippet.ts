import { escapeHtml } from '@kiosk/domain/escape-html'
import { joinSpacedLetters } from '@kiosk/domain/reading/spaced-letters'

/** Markers that PostgreSQL sets around hits: control characters that page text does not contain. */
export const HIT_STARTS = '\u0001'
export const HIT_ENDS = '\u0002'

const hit = new RegExp(`${HIT_STARTS}([^${HIT_STARTS}${HIT_ENDS}]*)${HIT_ENDS}`, 'g')

/** Converts a snippet to HTML: escaped page text with `<mark>` around the hits. */
export function markHits(snippet: string): string {
  return escapeHtml(joinSpacedLetters(snippet))
    .replace(hit, '<mark>$1</mark>')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
