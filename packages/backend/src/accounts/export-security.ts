import type { Language } from '@kiosk/domain/locale'
import { securityEventMessages } from '@kiosk/i18n/messages/security-events'
import type { Messages } from '@kiosk/i18n/translate'
import type { Database } from '../db/connect.ts'

/** Every sign-in stores a row. Only the latest are exported: more than a person causes in a year. */
export const MOST_EXPORTED_ROWS = 10_000

/**
 * Returns passkeys, second factor and security events of an account; for keys, secrets and codes only their dates. The kind of an
 * event is a stable code; `what` is its text.
 */
export async function securityOf(db: Database, id: number, language: Language) {
  const words: Messages = securityEventMessages[language]
  return {
    passkeys: await db
      .selectFrom('passkeys')
      .select(['name', 'created_at as added', 'last_used_at as lastUsed', 'backed_up as synced'])
      .select('session_began_at as sessionBegan')
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    secondFactor: await db
      .selectFrom('totp_factors')
      .select(['created_at as added', 'enabled_at as enabled', 'session_began_at as sessionBegan'])
      .where('account_id', '=', id)
      .execute(),
    recoveryCodes: await db
      .selectFrom('recovery_codes')
      .select(['created_at as made', 'used_at as used', 'session_began_at as sessionBegan'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    securityEvents: (
      await db
        .selectFrom('security_events')
        .select(['kind', 'at', 'country', 'device_name as app', 'details'])
        .where('account_id', '=', id)
        .orderBy('id', 'desc')
        .limit(MOST_EXPORTED_ROWS)
        .execute()
    )
      .toReversed()
      .map(({ kind, ...rest }) => ({ kind, what: words[`SECURITY.EVENT.${kind}`] ?? kind, ...rest })),
  }
}
