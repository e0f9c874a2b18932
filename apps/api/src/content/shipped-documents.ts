import type { Language } from '@kiosk/domain/locale'
import { accessibility } from '@kiosk/languages/content/accessibility'
import { holidayContest, recipeContest } from '@kiosk/languages/content/contests'
import type { InLanguages } from '@kiosk/languages/content/document'
import { privacy } from '@kiosk/languages/content/privacy'
import { previousTerms, terms } from '@kiosk/languages/content/terms'

/** Editions that come with the house; an operator's own take their place. */
const shipped: Record<string, { text: InLanguages; version: string }> = {
  terms: { text: terms, version: '2026-11-01' },
  'terms-previous': { text: previousTerms, version: '2018-11-01' },
  privacy: { text: privacy, version: '2026-11-01' },
  accessibility: { text: accessibility, version: '2026-11-01' },
  'contest-holiday': { text: holidayContest, version: '2018-07-11' },
  'contest-recipe': { text: recipeContest, version: '2018-12-13' },
}

export function shippedDocument(key: string, language: Language) {
  const found = Object.hasOwn(shipped, key) ? shipped[key] : undefined
  if (!found) return undefined
  const { title, edition, sections } = found.text[language]
  const html = sections
    .map(
      ([heading, ...paragraphs]) => `<h2>${escaped(heading)}</h2>${paragraphs.map((each) => `<p>${escaped(each)}</p>`).join('')}`,
    )
    .join('\n')
  return { title, description: edition, html, version: found.version }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character]!)
}
