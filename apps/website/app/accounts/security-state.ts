import type { Output } from '@kiosk/api-client/call-types'
import type { security } from '@kiosk/contract/routes'
import { formatMoment } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'

type Protection = Output<typeof security>
/** Protection of an account as its page shows it, with times in the reader's language too. */
export type SecurityState = ReturnType<typeof securityState>

export function securityState(protection: Protection, locale: Locale) {
  return {
    ...protection,
    passkeys: protection.passkeys.map((each) => ({
      ...each,
      added: formatMoment(locale, each.createdAt),
      used: each.lastUsedAt && formatMoment(locale, each.lastUsedAt),
    })),
  }
}
