import type { Language } from '@kiosk/domain/locale'

/**
 * A text of the house: `[heading, ...paragraphs]` a section. A paragraph may hold links as Markdown writes them, lines, and
 * values of the house in braces (see `house-values.ts`); a whole one may be emphasised by asterisks. One that begins with
 * `<ul>` is HTML already: a list from the register of data.
 */
export type LegalDocument = {
  title: string
  /** Edition, or a sentence on what it is, as it stands under the title. */
  edition: string
  sections: readonly (readonly [heading: string, ...paragraphs: string[]])[]
}

export type InLanguages = Record<Language, LegalDocument>

/** The sections as HTML; everything but links, lines and emphasis is text. */
export function documentHtml({ sections }: LegalDocument): string {
  return sections
    .map(
      ([heading, ...paragraphs]) =>
        `<h2>${inline(heading)}</h2>${paragraphs.map((each) => (each.startsWith('<ul>') ? each : `<p>${inline(each)}</p>`)).join('')}`,
    )
    .join('\n')
}

function inline(paragraph: string): string {
  return escaped(paragraph)
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/^\*([^*]+)\*$/, '<em>$1</em>')
    .replaceAll('\n', '<br>')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}
