import { dateLocales, type Language } from '@kiosk/domain/locale'

/** A moment as people of the language write it, by the clock of the four markets. `iso` is ISO 8601. */
export function momentIn(language: Language, iso: string): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Vienna',
  }).format(new Date(iso))
}
