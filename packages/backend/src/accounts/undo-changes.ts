import { identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import { HOUR_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import { unlinkIdentity } from '../auth/oidc/removed-identity.ts'
import { endTokens } from '../auth/one-time-tokens.ts'
import type { DB } from '../db/schema.ts'
import { accountByEmail } from './queries.ts'
import { removeUnproved } from './registrations.ts'

/** Longest time between linking an identity and the end of its sign-in, which may wait for newer terms. */
const LINKED_BEFORE_MS = HOUR_MS

/** Longest time between the start of a session and the record of its sign-in. */
const SIGNING_IN_MS = 60_000

/**
 * Undoes what an intruder may have added since a sign-in (security event `eventId`) to get back in or to lock the owner out:
 * second factor, recovery codes, passkeys, linked identities, another address, and disown links in its mailbox. A second factor,
 * codes and passkeys stay if they are older, or were added after a fresh login in a session from before the sign-in. Otherwise
 * somebody who can only read the mailbox could remove them with the e-mail about a sign-in of the owner. The account is locked.
 */
export async function undoSince(trx: Transaction<DB>, accountId: number, eventId: number, now: Date): Promise<void> {
  const event = await trx.selectFrom('security_events').select('at').where('id', '=', eventId).executeTakeFirst()
  if (!event) return
  const fromAnEarlierSession = sql<boolean>`session_began_at < ${new Date(event.at.getTime() - SIGNING_IN_MS)}`
  const addedSince = (at: RawBuilder<Date | null>) => sql<boolean>`${at} >= ${event.at} and ${fromAnEarlierSession} is not true`
  await trx.deleteFrom('passkeys').where('account_id', '=', accountId).where(addedSince(sql`created_at`)).execute()
  const factor = await trx
    .deleteFrom('totp_factors')
    .where('account_id', '=', accountId)
    // Enabling counts too: the session that enables a secret knows it, even if another one created it.
    .where(addedSince(sql`greatest(created_at, enabled_at)`))
    .returning('account_id')
    .executeTakeFirst()
  await trx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .$if(!factor, (query) => query.where(addedSince(sql`created_at`)))
    .execute()
  await unlinkProviders(trx, accountId, new Date(event.at.getTime() - LINKED_BEFORE_MS))
  await restoreAddress(trx, accountId, event.at, now)
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'disown')
    .where('used_at', 'is', null)
    .where(sql<boolean>`(data->>'eventId')::bigint > ${eventId}`)
    .execute()
}

async function unlinkProviders(trx: Transaction<DB>, accountId: number, since: Date): Promise<void> {
  for (const provider of identityProviderNames) {
    const linked = await trx
      .selectFrom('security_events')
      .select('id')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'provider.linked')
      .where('at', '>=', since)
      .where(sql<boolean>`details->>'provider' = ${provider}`)
      .executeTakeFirst()
    if (linked) await unlinkIdentity(trx, accountId, provider)
  }
}

/** Restores the address from before the changes confirmed since then: the owner of that mailbox owns the account. */
async function restoreAddress(trx: Transaction<DB>, accountId: number, since: Date, now: Date): Promise<void> {
  const [first] = await trx
    .deleteFrom('address_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '>=', since)
    .returning(['id', 'previous_email'])
    .execute()
    .then((changes) => changes.toSorted((a, b) => Number(a.id) - Number(b.id)))
  // Null in rows from before the column existed.
  const email = first?.previous_email
  if (!email) return
  // Somebody may have registered the address since. A verified account keeps it; an unverified one is deleted.
  const taken = await accountByEmail(trx, email)
  if (taken && taken.id !== accountId) {
    if (!(await removeUnproved(trx, taken.id))) return
  }
  await trx.updateTable('accounts').set({ email, mail_bounced_at: null }).where('id', '=', accountId).execute()
  for (const purpose of ['exit', 'payment', 'price'] as const) await endTokens(trx, purpose, accountId, now)
}
