import type { Transaction } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { identityProviderNames } from '../outside/identity/identity-provider.ts'
import { endTokens } from '../session/one-time-tokens.ts'
import { accountByEmail } from './queries.ts'

/** A way in at a provider is linked while somebody signs in, some of them before they accept new terms. */
const LINKED_BEFORE_MS = 60 * 60_000

/** A sign-in is recorded while its session begins; one that began so long before is another. */
const SIGNING_IN_MS = 60_000

/**
 * Undoes what somebody who signed in (security event `eventId`) may have done to come back, or to keep the owner of a locked
 * account out: a second factor, its recovery codes, passkeys, ways in at providers, another address, and links to disown in
 * its mailbox. A second factor, codes and passkeys stay that are from before, or were added in a session from before, which
 * takes a fresh login: whoever reads the mailbox cannot undo them by an email about a sign-in of the owner's.
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
    // Whoever enables a secret has seen it, whoever began.
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
    if (linked)
      await trx
        .updateTable('accounts')
        .set({ [`${provider}_id`]: null })
        .where('id', '=', accountId)
        .execute()
  }
}

/** Whoever owned the mailbox then owns the account; a change that was confirmed since is as if it had never been. */
async function restoreAddress(trx: Transaction<DB>, accountId: number, since: Date, now: Date): Promise<void> {
  const [first] = await trx
    .deleteFrom('address_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '>=', since)
    .returning(['id', 'previous_email'])
    .execute()
    .then((changes) => changes.toSorted((a, b) => Number(a.id) - Number(b.id)))
  // Null in changes of an account from before they were kept with it.
  const email = first?.previous_email
  if (!email) return
  // Somebody may have begun to register the address since. Who proved it owns the mailbox, and keeps it.
  const taken = await accountByEmail(trx, email)
  if (taken && taken.id !== accountId) {
    if (taken.verified_at) return
    await trx.deleteFrom('accounts').where('id', '=', taken.id).where('verified_at', 'is', null).execute()
  }
  await trx.updateTable('accounts').set({ email, mail_bounced_at: null }).where('id', '=', accountId).execute()
  await endTokens(trx, 'exit', accountId, now)
  await endTokens(trx, 'payment', accountId, now)
}
