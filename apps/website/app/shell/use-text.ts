import { text, type Values, type Words } from '@kiosk/languages/words'
import { useMatches } from 'react-router'
import { useVisitor } from './visitor.ts'

export type Text = (key: string, values?: Values) => string

/** `t('CATALOGUE.SEARCH', { count })`: the words that the loaders of this page sent as `words`, the screen's own last. */
export function useText(): Text {
  const { language } = useVisitor()
  const sent = useMatches().map(({ loaderData }) => (loaderData as { words?: Words } | undefined)?.words)
  const words = together(sent.filter((each) => each !== undefined))
  return (key, values) => text(words, key, values, language)
}

const joined = new WeakMap<Words, { sources: Words[]; words: Words }>()

/** All parts of a page ask for the same words: they are put together once. */
function together(sources: Words[]): Words {
  const last = sources.at(-1)
  if (!last) return {}
  const known = joined.get(last)
  if (known && known.sources.length === sources.length && known.sources.every((each, at) => each === sources[at]))
    return known.words
  const words = Object.assign({}, ...sources) as Words
  joined.set(last, { sources, words })
  return words
}
