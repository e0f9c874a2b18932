import { type PackedWords, text, unpacked, type Values, type Words } from '@kiosk/languages/words'
import { createContext, useContext, useMemo } from 'react'
import { useMatches } from 'react-router'
import { useVisitor } from './visitor.ts'

export type Text = (key: string, values?: Values) => string
/** What a loader sends as `words`: packed where a page has a framework script, as then they travel with it. */
export type SentWords = Words | PackedWords

const TextContext = createContext<Text>((key) => key)

/** Around the whole document: gives every part of it the words of `useTextOfPage`. */
export const TextOfPage = TextContext.Provider

/** `t('CATALOGUE.SEARCH', { count })`: the words that the loaders of this page sent as `words`, the screen's own last. */
export function useText(): Text {
  return useContext(TextContext)
}

/** The words of a page, put together once for all its parts. */
export function useTextOfPage(): Text {
  const { language } = useVisitor()
  const matches = useMatches()
  return useMemo(() => {
    const sent = matches.map(({ loaderData }) => (loaderData as { words?: SentWords } | undefined)?.words)
    const tables = sent.filter((each) => each !== undefined).map((each) => (typeof each === 'string' ? unpacked(each) : each))
    // The screen's own words stand before those of the house.
    const words = tables.reduce((house, own) => nested(own, house), NOTHING)
    return (key, values) => text(words, key, values, language)
  }, [matches, language])
}

const NOTHING: Words = {}
const nestedBefore = new WeakMap<Words, { house: Words; both: Words }>()

/** The same few tables meet again and again. */
function nested(own: Words, house: Words): Words {
  const known = nestedBefore.get(own)
  if (known?.house === house) return known.both
  const both = { ...house, ...own }
  nestedBefore.set(own, { house, both })
  return both
}
