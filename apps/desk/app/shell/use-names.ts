import { useMemo } from 'react'
import { useLanguage, useText } from './use-text.tsx'

/** Countries that are offered for choice; others can be set by command. */
export const COUNTRIES = ['AT', 'DE', 'CH', 'LU', 'LI', 'FR', 'IT', 'BE', 'NL', 'GB', 'US'] as const
/** The same of languages: those of the four markets and of their neighbours first. */
export const LANGUAGES = [
  'de',
  'en',
  'fr',
  'it',
  'lb',
  'rm',
  'es',
  'nl',
  'pt',
  'pl',
  'cs',
  'hu',
  'sl',
  'hr',
  'ru',
  'tr',
  'uk',
] as const

/** Returns functions that name countries and languages in the language of the desk. */
export function useNames() {
  const language = useLanguage()
  const t = useText()
  return useMemo(() => {
    const of = (type: 'region' | 'language') => {
      const names = new Intl.DisplayNames(language, { type, fallback: 'code' })
      return (code: string) => {
        try {
          return names.of(code) ?? code
        } catch {
          return code
        }
      }
    }
    const languageOf = of('language')
    return {
      country: of('region'),
      language: (code: string) => (code === 'und' ? t('DESK.UPLOAD.LANGUAGE_UNKNOWN') : languageOf(code)),
    }
  }, [language, t])
}
