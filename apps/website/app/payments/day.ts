import type { Language } from '@kiosk/domain/locale'

/** A day as people of the language write it, by the clock of the four markets. */
export function dayIn(language: Language, when: string | number): string {
  const locale = { de: 'de-AT', en: 'en-GB', fr: 'fr-FR' }[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(new Date(when))
}
