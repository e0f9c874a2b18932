import { formatDay } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import { NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import type { DeclaredTermination } from '@kiosk/domain/payments/termination-endpoints'
import { type Messages, t } from '@kiosk/i18n/translate'

export type TerminationKind = DeclaredTermination['kind']

type Effect = Pick<DeclaredTermination, 'kind' | 'outcome' | 'endsAt' | 'late'> & { answered?: boolean }

/** Returns the effect of a declaration as a sentence; null while it is unconfirmed. */
export function effectWords(
  words: Messages,
  locale: Locale,
  { kind, outcome, endsAt, late, answered = false }: Effect,
): string | null {
  if (answered) return t(words, 'TERMINATION.ANSWERED')
  if (outcome === 'unconfirmed') return null
  if (outcome !== 'applied') return t(words, `TERMINATION.${outcome}`)
  if (kind === 'withdraw') return t(words, 'TERMINATION.withdraw_applied')
  const isOver = endsAt === null || new Date(endsAt) <= new Date()
  return isOver
    ? t(words, 'TERMINATION.cancel_ended')
    : t(words, late ? 'TERMINATION.cancel_late' : 'TERMINATION.cancel_applied', {
        day: formatDay(locale, endsAt),
        days: NOTICE_DAYS,
      })
}
