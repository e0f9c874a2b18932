/** Path of the suggestions for `?q=`, as JSON. */
export const SUGGESTIONS_DATA = '/feeds/suggestions.json'

/** One suggestion; `cover` is the address of an image, if there is one. */
type Suggestion = { label: string; href: string; cover?: string }
export type SuggestionGroup = { label: string; suggestions: Suggestion[] }
/** Suggestions for a term in the reader's language; `count` is their number in words. */
export type SuggestionList = {
  groups: SuggestionGroup[]
  count: string
  /** Heading of the recent searches, and the button that deletes them. */
  recent: string
  forget: string
}
