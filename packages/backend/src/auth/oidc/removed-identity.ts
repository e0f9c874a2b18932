import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Identity } from '../../adapters/oidc/port.ts'
import type { Accounts, DB } from '../../db/schema.ts'
import { hashOf } from '../random-token.ts'

const markOf = ({ provider, subject }: Pick<Identity, 'provider' | 'subject'>) =>
  hashOf(`removed identity ${provider} ${subject}`).toString('base64url')

/**
 * Returns whether the owner of an account has removed an identity: then its verified address alone does not link it again,
 * because the address stays verified at the provider even when somebody else has the mailbox by now.
 */
export function isRemovedIdentity({ removed_identities }: Pick<Selectable<Accounts>, 'removed_identities'>, identity: Identity) {
  return removed_identities.includes(markOf(identity))
}

/** Unlinks the identity of a provider from a locked account and remembers it; false = none is linked. */
export async function unlinkIdentity(trx: Transaction<DB>, accountId: number, provider: IdentityProviderName): Promise<boolean> {
  const column = `${provider}_id` as const
  const { [column]: subject } = await trx
    .selectFrom('accounts')
    .select(column)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (subject === null) return false
  const mark = markOf({ provider, subject })
  await trx
    .updateTable('accounts')
    .set({ [column]: null, removed_identities: sql`array_append(array_remove(removed_identities, ${mark}), ${mark})` })
    .where('id', '=', accountId)
    .execute()
  return true
}

/** Forgets that an identity was removed, because the owner has linked it again. */
export async function allowIdentity(
  trx: Transaction<DB>,
  accountId: number,
  identity: Pick<Identity, 'provider' | 'subject'>,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ removed_identities: sql`array_remove(removed_identities, ${markOf(identity)})` })
    .where('id', '=', accountId)
    .execute()
}
