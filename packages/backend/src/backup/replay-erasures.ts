import { type Kysely, sql, type Transaction } from 'kysely'
import { eraseAgain } from '../accounts/erase-account.ts'
import { lockAccount } from '../accounts/queries.ts'
import type { Files } from '../adapters/storage/port.ts'
import { lockOpenSubscriptions } from '../billing/locks.ts'
import { expireSubscriptions } from '../billing/subscriptions/expire.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { listBackups, type Manifest, readManifest } from './manifest.ts'

/** `account`: keyed hash of its number, in hexadecimal. */
type Erasure = { account: string; at: Date }

/**
 * Returns the accounts that were deleted but are still in a backup, as far as other backups list them. If the old database is
 * lost, deletions after the last backup are unknown.
 */
export async function erasuresSince(store: Files, { id, erasures }: Manifest): Promise<Erasure[]> {
  const keyOf = ({ account, at }: Manifest['erasures'][number]) => `${account} ${at}`
  // Not compared by time: a deletion that had begun before the snapshot may have been committed after it.
  const known = new Set(erasures.map(keyOf))
  const since = new Map<string, Date>()
  // Earlier backups count, too: a backup of a restored database may not have its erasures yet.
  for (const other of (await listBackups(store)).complete.filter((each) => each !== id))
    for (const erasure of (await readManifest(store, other)).erasures)
      if (!known.has(keyOf(erasure))) since.set(erasure.account, new Date(erasure.at))
  return [...since].map(([account, at]) => ({ account, at }))
}

/**
 * Deletes again the accounts that a restore has brought back. Their owners got an e-mail after the first deletion. A subscription
 * that is active in the backup had ended by then, so it ends here, too.
 * @returns how many accounts there were
 */
export async function replayErasures(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'secret' | 'payments'>,
  erasures: readonly Erasure[],
): Promise<number> {
  const erasedAt = new Map(erasures.map(({ account, at }) => [account, at]))
  const found = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'created_at', sql<string>`encode(erased_account_hash(id), 'hex')`.as('hash')])
    .where(sql`erased_account_hash(id)`, 'in', erasures.length > 0 ? [...erasedAt.keys()].map(bytesOf) : [null])
    .execute()
  // An account created since has got the same number.
  const returned = found.filter(({ hash, created_at }) => created_at < erasedAt.get(hash)!)
  for (const { id, hash } of returned)
    await transact(ctx, async (trx) => {
      const account = await lockAccount(trx, id)
      if (!account) return
      await endSubscriptions(trx, id, erasedAt.get(hash)!)
      await eraseAgain(trx, account, ctx)
    })
  for (const each of erasures) await note(ctx.db, each)
  return returned.length
}

const bytesOf = (hash: string) => Buffer.from(hash, 'hex')

async function endSubscriptions(trx: Transaction<DB>, accountId: number, at: Date): Promise<void> {
  const ids = (await lockOpenSubscriptions(trx, accountId)).map(({ id }) => id)
  if (ids.length === 0) return
  await expireSubscriptions(trx, ids, at)
  for (const table of ['planned_ends', 'planned_plan_changes'] as const)
    await trx.deleteFrom(table).where('subscription_id', 'in', ids).execute()
}

/** Records the erasure with its original time, for the next restore. */
async function note(db: Kysely<DB>, { account, at }: Erasure): Promise<void> {
  await db
    .insertInto('erased_accounts')
    .values({ account_hash: bytesOf(account), at })
    .onConflict((conflict) => conflict.column('account_hash').doUpdateSet({ at }))
    .execute()
}
