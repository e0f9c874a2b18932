import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import {
  lockWaitingTermination,
  settleAnswered,
  subscriptionOfTermination,
  type TerminationDeclaration,
  terminationById,
} from './declarations.ts'
import { type LockedSubscription, lockSubscriptionOfAct, performIn } from './perform.ts'
import { plannedEndOf } from './planned-end.ts'

/** `goes-on`: not settled, because the subscription continues as if nothing had been declared. */
export type SettledTermination =
  | { outcome: 'settled' }
  | { outcome: 'goes-on'; subscription: number; kind: 'cancel' | 'withdraw' }

/**
 * Settles a declaration that an operator has answered: if its subscription has ended, for a cancellation also if the end is
 * planned, for an ordinary one also if the renewal is off. Otherwise the operator has to give a reason why the subscription
 * continues, which is recorded as an action.
 * @param options `goesOn`: the reason
 * @throws ActionRejected unknown-exit, exit-settled
 */
export async function settleTermination(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  options: { exit: number; goesOn: { actor: string; why: string } | null },
): Promise<SettledTermination> {
  return transact(ctx, async (trx) => {
    const declared = await terminationById(trx, options.exit)
    const subscriptionId = await subscriptionOfTermination(trx, declared)
    const subscription = subscriptionId === null ? undefined : await lockSubscriptionOfAct(trx, subscriptionId)
    const termination = await lockWaitingTermination(trx, options.exit)
    if (subscription && !(await isDone(trx, termination, subscription))) {
      const kind = termination.kind as 'cancel' | 'withdraw'
      if (!options.goesOn) return { outcome: 'goes-on', subscription: subscription.id, kind }
      const act = { actId: randomUUID(), subscription: subscription.id, ...options.goesOn }
      await performIn(trx, ctx, 'leave-running', act, async () => ({ exit: terminationNumber(termination) }))
    }
    await settleAnswered(trx, ctx, termination)
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action: 'declaration.settled',
      subject: { kind: 'declaration', id: options.exit, name: terminationNumber(termination) },
      reason: options.goesOn?.why,
    })
    return { outcome: 'settled' }
  })
}

async function isDone(
  trx: Transaction<DB>,
  termination: TerminationDeclaration,
  subscription: LockedSubscription,
): Promise<boolean> {
  if (subscription.state === 'ended') return true
  if (termination.kind === 'withdraw') return false
  if (await plannedEndOf(trx, subscription.id)) return true
  return termination.manner === 'ordinary' && !subscription.auto_renew && subscription.next_charge_at === null
}
