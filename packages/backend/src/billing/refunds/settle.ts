import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { type Posting, post } from '../ledger/ledger.ts'
import { dropRefund, lockSubscriptionOfRefund } from './refunds.ts'

/** Records the result of a refund once, from any source. A successful refund can still fail when a bank returns it. */
export async function settleRefund(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  id: string,
  state: 'succeeded' | 'failed',
  reference: string | null,
): Promise<void> {
  await transact(ctx, (trx) => settleRefundIn(trx, ctx, id, state, reference))
}

export async function settleRefundIn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  state: 'succeeded' | 'failed',
  reference: string | null,
): Promise<void> {
  // The lock serialises this with a return of the same money.
  await lockSubscriptionOfRefund(trx, id)
  const before = await trx
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.state', 'refunds.amount', 'currency', 'provider', 'attempt_id'])
    .where('refunds.id', '=', id)
    .forNoKeyUpdate('refunds')
    .executeTakeFirst()
  if (!before || before.state === state || before.state === 'failed' || before.state === 'dropped') return
  const { amount, currency, provider, attempt_id } = before
  // If the amount went back twice, by a dispute or another refund, a refund that fails is no longer owed.
  const covered = state === 'failed' ? Math.min(amount, await lossesOf(trx, attempt_id)) : 0
  await trx
    .updateTable('refunds')
    .set({ state, settled_at: ctx.now(), ...(reference && { provider_reference: reference }) })
    .where('id', '=', id)
    .execute()
  const [cash, owed] = [`cash:${provider}`, 'owed']
  const postings: Posting[] = []
  if (state === 'succeeded') postings.push({ account: owed, amount }, { account: cash, amount: -amount })
  else if (before.state === 'succeeded') postings.push({ account: cash, amount }, { account: owed, amount: -amount })
  if (covered > 0) {
    postings.push({ account: owed, amount: covered }, { account: 'losses', amount: -covered })
    await dropRefund(trx, id, { covered, at: ctx.now(), disputeId: await lastDisputeOf(trx, attempt_id) })
  }
  await post(trx, [{ postings, currency, at: ctx.now(), attemptId: attempt_id, refundId: id }])
}

/** Returns the amount of an attempt that went back twice: minor units. */
async function lossesOf(trx: Transaction<DB>, attemptId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger
    where attempt_id = ${attemptId} and account = 'losses'`.execute(trx)
  return rows[0]!.sum
}

async function lastDisputeOf(trx: Transaction<DB>, attemptId: string): Promise<number | null> {
  const found = await trx
    .selectFrom('disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'taken')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}
