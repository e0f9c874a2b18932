import { emailFault } from '@kiosk/domain/accounts/rules'
import { Refusal } from '@kiosk/domain/errors'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Identity } from '../outside/identity/identity-provider.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { canonicalEmail } from './canonical-email.ts'
import { accountByEmail } from './queries.ts'
import { letIdentityWait } from './waiting-identity.ts'

type Account = Selectable<Accounts>
/** `waits`: the address is not proved by the provider, so the way in is tied to the account by its owner only. */
type Found = { account: Account; waits: boolean }

/**
 * The account of somebody whom a provider knows; the first time one of the same proved address, or a new one
 * (decisions/006). One without `verified_at` waits for the proof of its address. Refuses with `login_refused`, in exact words.
 */
export async function accountOfIdentity(identity: Identity, call: Asking): Promise<Account> {
  const { account, waits } = await findOrMake(identity, call)
  if (!waits) return account
  await letIdentityWait(call.house.db, account, identity, call)
  if (account.verified_at) throw new Refusal('login_refused', undefined, 'ERROR.IDENTITY_ACCOUNT_EXISTS')
  return account
}

/** Somebody may register with the same address at the same moment: then it is looked for anew. */
async function findOrMake(identity: Identity, call: Asking, tries = 3): Promise<Found> {
  try {
    return await call.house.db.transaction().execute((trx) => findOrMakeIn(trx, identity, call))
  } catch (error) {
    const again = error instanceof ChangedMeanwhile || (error as { code?: string }).code === '23505'
    if (!again || tries <= 1) throw error
    return findOrMake(identity, call, tries - 1)
  }
}

class ChangedMeanwhile extends Error {}

async function findOrMakeIn(trx: Transaction<DB>, identity: Identity, call: Asking): Promise<Found> {
  const { provider, subject, emailVerified } = identity
  const email = identity.email === null ? null : canonicalEmail(identity.email)
  const column = `${provider}_id` as const
  await sql`select pg_advisory_xact_lock(1, hashtext(${`${provider} ${subject}`}))`.execute(trx)
  const known = await trx.selectFrom('accounts').selectAll().where(column, '=', subject).executeTakeFirst()
  if (known) return { account: known, waits: false }

  if (email === null || emailFault(email)) throw new Refusal('login_refused', undefined, 'ERROR.IDENTITY_WITHOUT_EMAIL')
  await sql`select pg_advisory_xact_lock(2, hashtext(${email.toLowerCase()}))`.execute(trx)
  const same = await accountByEmail(trx, email)
  if (!emailVerified) return { account: same ?? (await makeAccount(trx, identity, email, call)), waits: true }

  // Nothing of a closed account changes, and no other one takes its address.
  if (same?.deactivated_at) return { account: same, waits: false }

  if (same?.verified_at) {
    if (same[column] !== null) throw new Refusal('login_refused', undefined, 'ERROR.IDENTITY_OTHER')
    const tied = await trx
      .updateTable('accounts')
      .set({ [column]: subject })
      .where('id', '=', same.id)
      .where('verified_at', 'is not', null)
      .where(column, 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!tied) throw new ChangedMeanwhile()
    await recordSecurityEvent(trx, call, { kind: 'provider.linked', accountId: tied.id, details: { provider } })
    await addJob(trx, 'letter', { letter: 'way-in-added', accountId: tied.id, provider })
    return { account: tied, waits: false }
  }
  // Whoever registered with this address never proved it: nothing of theirs, least of all a password, may open the owner's account.
  if (same) await removeUnproved(trx, same.id)
  return { account: await makeAccount(trx, identity, email, call), waits: false }
}

async function removeUnproved(trx: Transaction<DB>, id: number): Promise<void> {
  const removed = await trx
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new ChangedMeanwhile()
}

/** Without a password and without accepted terms: the login asks for these first. */
async function makeAccount(trx: Transaction<DB>, identity: Identity, email: string, call: Asking): Promise<Account> {
  const proved = identity.emailVerified && { [`${identity.provider}_id`]: identity.subject, verified_at: call.house.now() }
  return trx
    .insertInto('accounts')
    .values({
      email,
      firstname: identity.firstname,
      lastname: identity.lastname,
      region_id: call.region.id,
      market_assumed: !call.regionActive,
      language: call.language,
      ...proved,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
