import { dateLocales, type Language } from '@kiosk/domain/locale'

/** Localised date in the time zone of the four markets. */
export function dayIn(language: Language, when: string | number): string {
  return new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(new Date(when))
}
