import type { WaitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { type Identity, type IdentityProviderName, identityProviderNames } from '../outside/identity/identity-provider.ts'
import { identityBrowser } from '../session/identity-browser.ts'
import { hashOf } from '../session/random-token.ts'
import { recordSecurityEvent } from '../session/security-events.ts'

type Waiting = { provider: IdentityProviderName; subject: string; name?: string }
type Call = Pick<Asking, 'request' | 'house'>

const keyOf = (secret: string) => hashOf(`waiting identity ${secret}`)

/**
 * Keeps a way in that its provider cannot vouch for, for an hour in this browser, until the owner of the account says that
 * it is theirs: on the page of the verification mail, or after a login. Somebody else at this device may have begun it, so
 * nothing is linked without being asked. A call from no browser of ours keeps nothing.
 */
export async function letIdentityWait(
  db: Kysely<DB>,
  account: Selectable<Accounts>,
  { provider, subject, firstname, lastname }: Identity,
  call: Call,
): Promise<void> {
  const { held } = identityBrowser(provider, call)
  if (!held) return
  const now = call.house.now()
  const waiting: Waiting = { provider, subject, name: `${firstname} ${lastname}`.trim() }
  const values = {
    account_id: account.id,
    data: JSON.stringify(waiting),
    created_at: now,
    expires_at: new Date(now.getTime() + TOKEN_TERM.link * 1000),
    used_at: null,
  }
  await db
    .insertInto('one_time_tokens')
    .values({ token_hash: keyOf(held), purpose: 'link', ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute()
}

/** What waits in this browser for this account and can still be linked with it. */
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
      .where('expires_at', '>', call.house.now())
      .executeTakeFirst()
    if (!found) continue
    const waiting = found.data as Waiting
    const column = `${provider}_id` as const
    // Linked with somebody else by now, or this account has another profile of the provider.
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

/** What its owner is shown of a way in that waits in this browser for the account; null = none does. */
export async function waitingIdentityHere(db: Kysely<DB>, accountId: number, call: Call): Promise<WaitingIdentity | null> {
  const waiting = await findWaiting(db, accountId, call)
  return waiting && { provider: waiting.provider, name: waiting.name ?? '' }
}

/**
 * Links what waits in this browser with the locked account for which it waits; false = nothing does. Fails on the unique
 * index where the same person's first login by a proved address makes an account at the same moment.
 */
export async function linkWaitingIdentity(
  trx: Transaction<DB>,
  accountId: number,
  call: Call & Pick<Asking, 'visitor'>,
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
  await recordSecurityEvent(trx, call, { kind: 'provider.linked', accountId, details: { provider } })
  await addJob(trx, 'letter', { letter: 'way-in-added', accountId, provider })
  return true
}

/** Forgets what waits in this browser for the account; false = nothing does. */
export async function forgetWaitingIdentity(trx: Transaction<DB>, accountId: number, call: Call): Promise<boolean> {
  const keys = identityProviderNames.flatMap((provider) => identityBrowser(provider, call).held ?? []).map(keyOf)
  if (keys.length === 0) return false
  const now = call.house.now()
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
