import { emailError } from '@kiosk/domain/accounts/rules'
import { ApiError } from '@kiosk/domain/errors'
import { type Selectable, sql, type Transaction } from 'kysely'
import { canonicalEmail } from '../../accounts/canonical-email.ts'
import { accountByEmail } from '../../accounts/queries.ts'
import { removeUnproved } from '../../accounts/registrations.ts'
import type { Identity } from '../../adapters/oidc/port.ts'
import type { Accounts, DB } from '../../db/schema.ts'
import type { RequestContext } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { keepPendingIdentity } from './pending-identity.ts'
import { isRemovedIdentity } from './removed-identity.ts'

type Account = Selectable<Accounts>
/** `waits`: the provider did not verify the address, or the owner has removed the identity, so only the owner can link the account. */
type Found = { account: Account; waits: boolean }

/**
 * Finds or creates the account of a provider identity: the first login uses the account with the same verified address,
 * or a new one (ADR-0006). An account without `verified_at` waits for verification. Rejects with `login_refused`.
 */
export async function accountOfIdentity(identity: Identity, call: RequestContext): Promise<Account> {
  const { account, waits } = await findOrMake(identity, call)
  if (!waits) return account
  await keepPendingIdentity(call.ctx.db, account, identity, call)
  if (account.verified_at) throw new ApiError('login_refused', undefined, 'ERROR.IDENTITY_ACCOUNT_EXISTS')
  return account
}

/** Finds or creates the account; tries again if a concurrent registration took the same address. */
async function findOrMake(identity: Identity, call: RequestContext, tries = 3): Promise<Found> {
  try {
    return await call.ctx.db.transaction().execute((trx) => findOrMakeIn(trx, identity, call))
  } catch (error) {
    const again = error instanceof ChangedMeanwhile || (error as { code?: string }).code === '23505'
    if (!again || tries <= 1) throw error
    return findOrMake(identity, call, tries - 1)
  }
}

class ChangedMeanwhile extends Error {}

async function findOrMakeIn(trx: Transaction<DB>, identity: Identity, call: RequestContext): Promise<Found> {
  const { provider, subject, emailVerified } = identity
  const email = identity.email === null ? null : canonicalEmail(identity.email)
  const column = `${provider}_id` as const
  await sql`select pg_advisory_xact_lock(1, hashtext(${`${provider} ${subject}`}))`.execute(trx)
  const known = await trx.selectFrom('accounts').selectAll().where(column, '=', subject).executeTakeFirst()
  if (known) return { account: known, waits: false }

  if (email === null || emailError(email)) throw new ApiError('login_refused', undefined, 'ERROR.IDENTITY_WITHOUT_EMAIL')
  await sql`select pg_advisory_xact_lock(2, hashtext(${email.toLowerCase()}))`.execute(trx)
  const same = await accountByEmail(trx, email)
  if (!emailVerified) return { account: same ?? (await makeAccount(trx, identity, email, call)), waits: true }

  // A deactivated account stays as it is and keeps its address.
  if (same?.deactivated_at) return { account: same, waits: false }

  if (same?.verified_at) {
    if (same[column] !== null) throw new ApiError('login_refused', undefined, 'ERROR.IDENTITY_OTHER')
    if (isRemovedIdentity(same, identity)) return { account: same, waits: true }
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
    await enqueue(trx, 'letter', { letter: 'way-in-added', accountId: tied.id, provider })
    return { account: tied, waits: false }
  }
  // The registrant never verified this address: nothing of theirs, above all no password, may open the owner's account.
  if (same && !(await removeUnproved(trx, same.id))) throw new ChangedMeanwhile()
  return { account: await makeAccount(trx, identity, email, call), waits: false }
}

/** Creates an account without a password and accepted terms; the login asks for the terms first. */
async function makeAccount(trx: Transaction<DB>, identity: Identity, email: string, call: RequestContext): Promise<Account> {
  const proved = identity.emailVerified && { [`${identity.provider}_id`]: identity.subject, verified_at: call.ctx.now() }
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
