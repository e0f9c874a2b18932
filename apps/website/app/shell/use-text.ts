import type { MessageKey } from '@kiosk/i18n/message-key'
import { type Messages, type PackedMessages, t, unpackMessages, type Values } from '@kiosk/i18n/translate'
import { createContext, useContext, useMemo } from 'react'
import { useMatches } from 'react-router'
import { useViewer } from './viewer.ts'

export type Text = (key: MessageKey, values?: Values) => string
/** Messages sent by a loader as `words`; packed on pages with a framework script. */
type SentWords = Messages | PackedMessages

const TextContext = createContext<Text>((key) => key)

/** Provides the messages of `useTextOfPage` to the whole document. */
export const TextOfPage = TextContext.Provider

/** Returns the function for this page's messages: `t('CATALOGUE.SEARCH', { count })`. */
export function useText(): Text {
  return useContext(TextContext)
}

/** Returns the function for the messages that this page's loaders sent as `words`. */
export function useTextOfPage(): Text {
  const { language } = useViewer()
  const matches = useMatches()
  return useMemo(() => {
    const sent = matches.map(({ loaderData }) => (loaderData as { words?: SentWords } | undefined)?.words)
    const tables = sent
      .filter((each) => each !== undefined)
      .map((each) => (typeof each === 'string' ? unpackMessages(each) : each))
    // The screen's own messages override the shared ones.
    const words = tables.reduce((shared, own) => nested(own, shared), NOTHING)
    return (key, values) => t(words, key, values, language)
  }, [matches, language])
}

const NOTHING: Messages = {}
const nestedBefore = new WeakMap<Messages, { shared: Messages; both: Messages }>()

/** Merges messages; cached, because the same few tables are merged repeatedly. */
function nested(own: Messages, shared: Messages): Messages {
  const known = nestedBefore.get(own)
  if (known?.shared === shared) return known.both
  const both = { ...shared, ...own }
  nestedBefore.set(own, { shared, both })
  return both
}
