import { languageTag, scriptOf } from '../text-direction.ts'

/** Languages whose common words the importer knows. */
export const KNOWN_LANGUAGES = ['de', 'en', 'fr', 'it', 'es', 'lb', 'nl'] as const

/**
 * Returns the language of an article (BCP 47).
 * @param found what its text shows, possibly only a script (`und-Arab`); null: nothing clear
 * @param ofIssue counts if it is the same language, and if it is one that the importer may have taken for a similar one
 */
export function articleLanguage(found: string | null, ofIssue: string): string {
  if (found === null) return ofIssue
  const [issue] = languageTag(ofIssue).split('-')
  if (found === issue) return ofIssue
  if (issue === 'und') return found
  const isKnown = KNOWN_LANGUAGES.some((each) => each === issue)
  return isKnown || scriptOf(found) !== scriptOf(ofIssue) ? found : ofIssue
}
