import type { Output } from '@kiosk/api-client/call-types'
import type { security } from '@kiosk/contract/routes'
import type { Language } from '@kiosk/domain/locale'
import { momentIn } from './timestamp.ts'

type Protection = Output<typeof security>
/** How an account is protected, as its page shows it: times also in the reader's language. */
export type SecurityState = ReturnType<typeof securityState>

export function securityState(protection: Protection, language: Language) {
  return {
    ...protection,
    passkeys: protection.passkeys.map((each) => ({
      ...each,
      added: momentIn(language, each.createdAt),
      used: each.lastUsedAt && momentIn(language, each.lastUsedAt),
    })),
  }
}
