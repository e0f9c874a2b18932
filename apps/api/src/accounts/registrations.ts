import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Accounts, DB, Registrations } from '../database/schema.ts'
import { endTokens } from '../session/one-time-tokens.ts'

export type Registration = Selectable<Registrations>

/** So many registrations of one address wait at most; the oldest makes room. */
export const MAX_PENDING_REGISTRATIONS = 5

/** What waits for the proof of an address, the latest first. */
export function pendingRegistrations(db: Kysely<DB>, accountId: number): Promise<Registration[]> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MAX_PENDING_REGISTRATIONS)
    .execute()
}

/** The registration that an email is about: the one of this browser, else the latest; null = none waits. */
export async function registrationToProve(
  db: Kysely<DB>,
  accountId: number,
  browserHash: Buffer | null,
): Promise<Registration | null> {
  const pending = await pendingRegistrations(db, accountId)
  return pending.find((each) => isOfBrowser(each, browserHash)) ?? pending[0] ?? null
}

export function isOfBrowser({ browser_hash }: Registration, browserHash: Buffer | null): boolean {
  return browserHash !== null && browser_hash !== null && browserHash.equals(browser_hash)
}

/**
 * Puts the address of a locked account into force as proved. No registration waits after that, and no password of one
 * counts, but that of `byOwner`: proved in the browser in which it was made.
 */
export async function proveAddress(
  trx: Transaction<DB>,
  accountId: number,
  given: { now: Date; registration?: Registration | null; byOwner?: boolean },
): Promise<void> {
  const { now, registration = null, byOwner = false } = given
  await trx
    .updateTable('accounts')
    .set({
      verified_at: now,
      mail_bounced_at: null,
      ...(registration && takenFrom(registration)),
      ...(byOwner && registration && { password_hash: registration.password_hash }),
    })
    .where('id', '=', accountId)
    .execute()
  if (registration)
    await trx.updateTable('consents').set({ registration_id: null }).where('registration_id', '=', registration.id).execute()
  await trx.deleteFrom('registrations').where('account_id', '=', accountId).execute()
  await endTokens(trx, 'verification', accountId, now)
}

function takenFrom(registration: Registration): Partial<Selectable<Accounts>> {
  const { region_id, market_assumed, language, send_newsletter, terms_version, platform, referrer, verification_target } =
    registration
  const { utm_source, utm_medium, utm_content, utm_campaign } = registration
  const utm = { utm_source, utm_medium, utm_content, utm_campaign }
  const terms = terms_version === '' ? {} : { terms_version }
  return { region_id, market_assumed, language, send_newsletter, platform, referrer, verification_target, ...utm, ...terms }
}
