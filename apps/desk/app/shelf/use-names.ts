import { useMemo } from 'react'
import { useLanguage } from '../shell/use-text.tsx'

/** Countries that are offered for choice; others can be set by command. */
export const COUNTRIES = ['AT', 'DE', 'CH', 'LU', 'LI', 'FR', 'IT', 'BE', 'NL', 'GB', 'US'] as const
export const LANGUAGES = ['de', 'en', 'fr', 'it', 'es', 'nl', 'pt', 'pl', 'cs', 'hu', 'sl', 'hr', 'tr', 'rm'] as const

/** Returns functions that name countries and languages in the language of the desk. */
export function useNames() {
  const language = useLanguage()
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
    return { country: of('region'), language: of('language') }
  }, [language])
}
