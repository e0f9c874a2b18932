import { formatShortMoment } from '@kiosk/domain/date-format'
import type { Language } from '@kiosk/domain/locale'
import { t, unpackMessages, type Values } from '@kiosk/i18n/translate'
import { onOneLine } from '@kiosk/i18n/typography'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

type Texts = { language: Language; say(key: string, values?: Values): string; time(iso: string): string }
const TextContext = createContext<Texts | null>(null)

export function TextProvider({ words, language, children }: { words: string; language: Language; children: ReactNode }) {
  const texts = useMemo((): Texts => {
    const messages = unpackMessages(words)
    return {
      language,
      say: (key, values) => t(messages, key, values, language),
      time: (iso) => onOneLine(formatShortMoment(language, iso)),
    }
  }, [words, language])
  return <TextContext value={texts}>{children}</TextContext>
}

function useTexts(): Texts {
  const texts = useContext(TextContext)
  if (!texts) throw new Error('TextProvider is missing')
  return texts
}

/** Returns the function that looks up a message of the desk. */
export const useText = () => useTexts().say
/** Returns the function that writes a time in the reader's language, in Vienna. @param iso ISO 8601 */
export const useTime = () => useTexts().time
export const useLanguage = () => useTexts().language
