import { text, type Values, type Words } from '@kiosk/languages/words'
import { useMatches } from 'react-router'
import { useVisitor } from './visitor.ts'

export type Text = (key: string, values?: Values) => string

/** `t('CATALOGUE.SEARCH', { count })`: the words that the loaders of this page sent as `words`, the screen's own last. */
export function useText(): Text {
  const { language } = useVisitor()
  const words: Words = {}
  const matches = useMatches()
  for (const match of matches) Object.assign(words, (match.loaderData as { words?: Words } | undefined)?.words)
  return (key, values) => text(words, key, values, language)
}
