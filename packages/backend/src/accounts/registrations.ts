import type { Kysely, Selectable, Transaction } from 'kysely'
import { endTokens } from '../auth/one-time-tokens.ts'
import type { Accounts, DB, Registrations } from '../db/schema.ts'

export type Registration = Selectable<Registrations>

/** Maximum pending registrations per address; the oldest is dropped. */
export const MAX_PENDING_REGISTRATIONS = 5

/** Lists pending registrations of an address, latest first. */
export function pendingRegistrations(db: Kysely<DB>, accountId: number): Promise<Registration[]> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MAX_PENDING_REGISTRATIONS)
    .execute()
}

/** Returns the registration that an e-mail refers to: that of this browser, else the latest; null = none pending. */
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
 * Marks the address of a locked account as verified and discards all pending registrations.
 * @param options `byOwner`: verified in the browser of `registration`, so its password becomes that of the account
 */
export async function proveAddress(
  trx: Transaction<DB>,
  accountId: number,
  options: { now: Date; registration?: Registration | null; byOwner?: boolean },
): Promise<void> {
  const { now, registration = null, byOwner = false } = options
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

/** Returns whether an address is taken: somebody has proved it, or the operator has closed its account. */
export function keepsAddress({
  verified_at,
  deactivated_at,
}: Pick<Selectable<Accounts>, 'verified_at' | 'deactivated_at'>): boolean {
  return verified_at !== null || deactivated_at !== null
}

/** Removes an account with an unproved address, because somebody else has proved the address; false = it was proved meanwhile. */
export async function removeUnproved(trx: Transaction<DB>, accountId: number): Promise<boolean> {
  const removed = await trx
    .deleteFrom('accounts')
    .where('id', '=', accountId)
    .where('verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
