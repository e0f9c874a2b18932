import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { DeclaredExit } from '@kiosk/domain/payments/exit-endpoints'
import { text, type Words } from '@kiosk/languages/words'

/** What came of a declaration, in a sentence; null while it waits for its confirmation. */
export function effectWords(
  words: Words,
  language: Language,
  { kind, outcome, endsAt }: Pick<DeclaredExit, 'kind' | 'outcome' | 'endsAt'>,
): string | null {
  if (outcome === 'unconfirmed') return null
  if (outcome !== 'applied') return text(words, `EXIT.${outcome}`)
  if (kind === 'withdraw') return text(words, 'EXIT.withdraw_applied')
  const isOver = endsAt === null || new Date(endsAt) <= new Date()
  return isOver ? text(words, 'EXIT.cancel_ended') : text(words, 'EXIT.cancel_applied', { day: day(language, endsAt) })
}

/** A moment to the second, as a receipt needs it. */
export function exactly(language: Language, at: string): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Vienna',
  }).format(new Date(at))
}

function day(language: Language, at: string): string {
  return new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(new Date(at))
}
