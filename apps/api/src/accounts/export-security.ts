import type { Database } from '../database/connect.ts'

/** Passkeys, second factor and security events of an account; keys, secrets and codes by their dates alone. */
export async function securityOf(db: Database, id: number) {
  return {
    passkeys: await db
      .selectFrom('passkeys')
      .select(['name', 'created_at as added', 'last_used_at as lastUsed', 'backed_up as synced'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    secondFactor: await db
      .selectFrom('totp_factors')
      .select(['created_at as added', 'enabled_at as enabled'])
      .where('account_id', '=', id)
      .execute(),
    recoveryCodes: await db
      .selectFrom('recovery_codes')
      .select('used_at as used')
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
    securityEvents: await db
      .selectFrom('security_events')
      .select(['kind', 'at', 'country', 'device_name as app', 'details'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute(),
  }
}
