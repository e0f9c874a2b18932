import { countryName } from '@kiosk/domain/country-name'
import { useMemo } from 'react'
import { useLanguage, useText } from './use-text.tsx'

/** Countries that are offered for choice; others can be set by command. */
export const COUNTRIES = ['AT', 'DE', 'CH', 'LU', 'LI', 'FR', 'IT', 'BE', 'NL', 'GB', 'US'] as const
/** The same for languages: those of the four markets and of their neighbours first. */
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

/** Returns functions that name countries and languages in the language of the desk; one that has no name is named by its code. */
export function useNames() {
  const language = useLanguage()
  const t = useText()
  return useMemo(() => {
    const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' })
    const languageOf = (code: string) => {
      try {
        return languages.of(code) ?? code
      } catch {
        return code
      }
    }
    return {
      country: (code: string) => countryName(language, code) ?? code,
      language: (code: string) => (code === 'und' ? t('DESK.UPLOAD.LANGUAGE_UNKNOWN') : languageOf(code)),
    }
  }, [language, t])
}
