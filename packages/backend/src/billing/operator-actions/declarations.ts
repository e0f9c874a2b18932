import { type Kysely, sql, type Transaction } from 'kysely'
import { recordSystemEvent } from '../../auth/security-events.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { subscriptionOf } from '../subscriptions/subscription-number.ts'
import type { Declaration } from '../withdrawals/apply.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { ActionRejected } from './action-rejected.ts'

/**
 * Finds the subscription of a declaration: the one found on receipt, else the one whose number was typed, else the one of the
 * account. The operator verifies it. @returns its id; null if there is none
 */
export async function subscriptionOfTermination(
  db: Kysely<DB>,
  { subscription_id, contract, account_id }: Pick<Declaration, 'subscription_id' | 'contract' | 'account_id'>,
): Promise<number | null> {
  if (subscription_id !== null) return subscription_id
  const typed = subscriptionOf(contract) ?? 0
  const { rows } = await sql<{ id: number }>`select id from subscriptions
    where id = ${typed} or (account_id = ${account_id} and state <> 'ended') order by id = ${typed} desc, id desc limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** @throws ActionRejected unknown-exit */
export async function terminationById(db: Kysely<DB>, id: number): Promise<Declaration> {
  const found = await db.selectFrom('termination_declarations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new ActionRejected('unknown-exit')
  return found
}

/**
 * Locks a pending declaration. Lock its subscription before (ADR-0068).
 * @throws ActionRejected unknown-exit, exit-settled
 */
export async function lockWaitingTermination(trx: Transaction<DB>, id: number): Promise<Declaration> {
  const found = await trx
    .selectFrom('termination_declarations as e')
    .selectAll('e')
    .where('e.id', '=', id)
    .forNoKeyUpdate('e')
    .executeTakeFirst()
  if (!found) throw new ActionRejected('unknown-exit')
  if (found.applied_at !== null) throw new ActionRejected('exit-settled')
  return found
}

/** Marks a locked declaration as confirmed and settled, because the operator carried it out. */
export async function settleByAct(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  termination: Declaration,
  { subscription, effectiveAt }: { subscription: number; effectiveAt: Date },
): Promise<void> {
  const now = ctx.now()
  await trx
    .updateTable('termination_declarations')
    .set({
      outcome: 'applied',
      applied_at: now,
      effective_at: effectiveAt,
      subscription_id: subscription,
      ...(termination.confirmed_at === null && { confirmed_at: now, confirmed_by: 'operator' }),
    })
    .where('id', '=', termination.id)
    .execute()
  await forgetErased(trx, termination)
  if (termination.confirmed_at !== null) return
  const details = { kind: termination.kind, outcome: 'applied', number: terminationNumber(termination), by: 'operator' }
  await recordSystemEvent(trx, ctx, { kind: 'exit.confirmed', accountId: termination.account_id, details })
}

/** Marks a locked declaration as settled, because it was answered. */
export async function settleAnswered(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  termination: Declaration,
): Promise<void> {
  await trx.updateTable('termination_declarations').set({ applied_at: ctx.now() }).where('id', '=', termination.id).execute()
  await forgetErased(trx, termination)
}

/** Deletes the personal data of a settled declaration whose account was erased (ADR-0013). */
async function forgetErased(trx: Transaction<DB>, { id, account_id, subscription_id }: Declaration): Promise<void> {
  if (account_id !== null || subscription_id === null) return
  await trx
    .updateTable('termination_declarations')
    .set({ name: '', email: '', contract: '', reason: '' })
    .where('id', '=', id)
    .execute()
}
