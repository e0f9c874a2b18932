import { dateLocales, type Language } from '@kiosk/domain/locale'

/** Localised timestamp in the time zone of the four markets. `iso` is ISO 8601. */
export function momentIn(language: Language, iso: string): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Vienna',
  }).format(new Date(iso))
}
