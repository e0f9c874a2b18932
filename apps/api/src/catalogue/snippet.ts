/** Marks that PostgreSQL sets around hits: control characters, which no text of a page holds by right. */
export const HIT_STARTS = '\u0001'
export const HIT_ENDS = '\u0002'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const hit = new RegExp(`${HIT_STARTS}([^${HIT_STARTS}${HIT_ENDS}]*)${HIT_ENDS}`, 'g')

/** HTML of a snippet: text from a page, and nothing but `<mark>` around the hits. */
export function markHits(snippet: string): string {
  return snippet
    .replace(/[&<>"']/g, (sign) => entities[sign] as string)
    .replace(hit, '<mark>$1</mark>')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
