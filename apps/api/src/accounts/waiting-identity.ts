import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { type Identity, type IdentityProviderName, identityProviderNames } from '../outside/identity/identity-provider.ts'
import { identityBrowser } from '../session/identity-browser.ts'
import { hashOf } from '../session/random-token.ts'
import { recordSecurityEvent } from '../session/security-events.ts'

type Waiting = { provider: IdentityProviderName; subject: string }

const keyOf = (secret: string) => hashOf(`waiting identity ${secret}`)

/**
 * Keeps a way in that its provider cannot vouch for, until somebody signs in to the account in the same browser: by the
 * link of the verification mail, or with the password. A call from no browser of ours keeps nothing.
 */
export async function letIdentityWait(
  db: Kysely<DB>,
  account: Selectable<Accounts>,
  { provider, subject }: Identity,
  call: Pick<Asking, 'request' | 'house'>,
): Promise<void> {
  const { held } = identityBrowser(provider, call)
  if (!held) return
  const now = call.house.now()
  const waiting: Waiting = { provider, subject }
  const values = {
    account_id: account.id,
    data: JSON.stringify(waiting),
    expires_at: new Date(now.getTime() + TOKEN_TERM.link * 1000),
    used_at: null,
  }
  await db
    .insertInto('one_time_tokens')
    .values({ token_hash: keyOf(held), purpose: 'link', created_at: now, ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute()
}

/** Whether a way in waits in this browser for this account. */
export async function waitsHere(db: Kysely<DB>, accountId: number, call: Pick<Asking, 'request' | 'house'>): Promise<boolean> {
  for (const provider of identityProviderNames) {
    const { held } = identityBrowser(provider, call)
    if (!held) continue
    const found = await db
      .selectFrom('one_time_tokens')
      .select('id')
      .where('token_hash', '=', keyOf(held))
      .where('purpose', '=', 'link')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', call.house.now())
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

/** Ties what waits in this browser to the account that just signed in here, if it waits for this account. */
export async function tieWaitingIdentity(
  trx: Transaction<DB>,
  accountId: number,
  call: Pick<Asking, 'request' | 'house' | 'visitor'>,
): Promise<void> {
  for (const provider of identityProviderNames) {
    const { held } = identityBrowser(provider, call)
    if (!held) continue
    const spent = await trx
      .updateTable('one_time_tokens')
      .set({ used_at: call.house.now() })
      .where('token_hash', '=', keyOf(held))
      .where('purpose', '=', 'link')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', call.house.now())
      .returning('data')
      .executeTakeFirst()
    if (!spent) continue
    const { subject } = spent.data as Waiting
    const column = `${provider}_id` as const
    const taken = await trx.selectFrom('accounts').select('id').where(column, '=', subject).executeTakeFirst()
    if (taken) continue
    const tied = await trx
      .updateTable('accounts')
      .set({ [column]: subject })
      .where('id', '=', accountId)
      .where(column, 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!tied) continue
    await recordSecurityEvent(trx, call, { kind: 'provider.linked', accountId, details: { provider } })
    await addJob(trx, 'letter', { letter: 'way-in-added', accountId, provider })
  }
}
