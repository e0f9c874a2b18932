import { type IdentityProviderName, identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import type { WaitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Identity } from '../../adapters/oidc/port.ts'
import type { Accounts, DB } from '../../db/schema.ts'
import type { RequestContext } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { hashOf } from '../random-token.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { identityBrowser } from './browser-binding.ts'
import { allowIdentity } from './removed-identity.ts'

type Waiting = { provider: IdentityProviderName; subject: string; name?: string }
type Call = Pick<RequestContext, 'request' | 'ctx'>

const keyOf = (secret: string) => hashOf(`waiting identity ${secret}`)

/**
 * Stores an identity with an unverified address for an hour, bound to this browser, until the account owner confirms it on the
 * verification page or after a login. Somebody else at this device may have started the login, so it is never linked without
 * asking. A call without our browser cookie stores nothing.
 */
export async function keepPendingIdentity(
  db: Kysely<DB>,
  account: Selectable<Accounts>,
  { provider, subject, firstname, lastname }: Identity,
  call: Call,
): Promise<void> {
  const { held } = identityBrowser(provider, call)
  if (!held) return
  const now = call.ctx.now()
  const waiting: Waiting = { provider, subject, name: `${firstname} ${lastname}`.trim() }
  const values = {
    account_id: account.id,
    data: JSON.stringify(waiting),
    created_at: now,
    expires_at: new Date(now.getTime() + TOKEN_TTL_SECONDS.link * 1000),
    used_at: null,
  }
  await db
    .insertInto('one_time_tokens')
    .values({ token_hash: keyOf(held), purpose: 'link', ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute()
}

/** Finds the pending identity of this browser that can be linked to this account. */
async function findWaiting(db: Kysely<DB>, accountId: number, call: Call): Promise<Waiting | null> {
  for (const provider of identityProviderNames) {
    const { held } = identityBrowser(provider, call)
    if (!held) continue
    const found = await db
      .selectFrom('one_time_tokens')
      .select('data')
      .where('token_hash', '=', keyOf(held))
      .where('purpose', '=', 'link')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', call.ctx.now())
      .executeTakeFirst()
    if (!found) continue
    const waiting = found.data as Waiting
    const column = `${provider}_id` as const
    // The identity is linked to another account, or the account to another profile of the provider.
    const taken = await db
      .selectFrom('accounts')
      .select('id')
      .where((where) =>
        where.or([where(column, '=', waiting.subject), where.and([where('id', '=', accountId), where(column, 'is not', null)])]),
      )
      .executeTakeFirst()
    if (!taken) return waiting
  }
  return null
}

/** Presents the pending identity of this browser to the account owner; null = none. */
export async function waitingIdentityHere(db: Kysely<DB>, accountId: number, call: Call): Promise<WaitingIdentity | null> {
  const waiting = await findWaiting(db, accountId, call)
  return waiting && { provider: waiting.provider, name: waiting.name ?? '' }
}

/**
 * Links the pending identity of this browser to the locked account; false = none. Violates the unique index if a concurrent first
 * login with a verified address creates an account for the same person.
 */
export async function linkWaitingIdentity(
  trx: Transaction<DB>,
  accountId: number,
  call: Call & Pick<RequestContext, 'visitor'>,
): Promise<boolean> {
  const waiting = await findWaiting(trx, accountId, call)
  if (!waiting) return false
  const { provider, subject } = waiting
  await forgetWaitingIdentity(trx, accountId, call)
  await trx
    .updateTable('accounts')
    .set({ [`${provider}_id`]: subject })
    .where('id', '=', accountId)
    .execute()
  await allowIdentity(trx, accountId, waiting)
  await recordSecurityEvent(trx, call, { kind: 'provider.linked', accountId, details: { provider } })
  await enqueue(trx, 'letter', { letter: 'way-in-added', accountId, provider })
  return true
}

/** Deletes the pending identity of this browser for the account; false = none. */
export async function forgetWaitingIdentity(trx: Transaction<DB>, accountId: number, call: Call): Promise<boolean> {
  const keys = identityProviderNames.flatMap((provider) => identityBrowser(provider, call).held ?? []).map(keyOf)
  if (keys.length === 0) return false
  const now = call.ctx.now()
  const forgotten = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now, data: '{}' })
    .where('token_hash', 'in', keys)
    .where('purpose', '=', 'link')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return forgotten.length > 0
}
