import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transactOrRehearse } from '../../db/transaction.ts'
import type { Declaration } from '../withdrawals/apply.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { lockWaitingTermination, settleAnswered, subscriptionOfTermination, terminationById } from './declarations.ts'
import { type ActionOptions, type LockedSubscription, lockSubscriptionOfAct, performIn } from './perform.ts'
import { plannedEndOf } from './planned-end.ts'

/** `goes-on`: not settled, because the subscription continues as if nothing had been declared. */
type SettledTermination = { outcome: 'settled' } | { outcome: 'goes-on'; subscription: number; kind: 'cancel' | 'withdraw' }

/**
 * Settles a declaration that an operator has answered, if its subscription has ended; for a cancellation, also if the end is
 * planned; for an ordinary one, also if the renewal is off. Otherwise the operator has to give a reason why the subscription
 * continues, which is recorded as an action.
 * @param request `goesOn`: the reason; `why`: the reason for resolving it as answered
 * @throws ActionRejected unknown-exit, exit-settled
 */
export function settleTermination(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  request: { exit: number; goesOn: { actor: string; why: string } | null; why?: string },
  { isRehearsal = false }: ActionOptions = {},
): Promise<SettledTermination> {
  return transactOrRehearse(ctx, isRehearsal, async (trx) => {
    const declared = await terminationById(trx, request.exit)
    const subscriptionId = await subscriptionOfTermination(trx, declared)
    const subscription = subscriptionId === null ? undefined : await lockSubscriptionOfAct(trx, subscriptionId)
    const termination = await lockWaitingTermination(trx, request.exit)
    if (subscription && !(await isDone(trx, termination, subscription))) {
      const kind = termination.kind as 'cancel' | 'withdraw'
      if (!request.goesOn) return { outcome: 'goes-on', subscription: subscription.id, kind }
      const act = { actId: randomUUID(), subscription: subscription.id, ...request.goesOn }
      await performIn(trx, ctx, 'leave-running', act, async () => ({ exit: terminationNumber(termination) }))
    }
    await settleAnswered(trx, ctx, termination)
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action: 'declaration.settled',
      subject: { kind: 'declaration', id: request.exit, name: terminationNumber(termination) },
      reason: request.goesOn?.why ?? request.why,
    })
    return { outcome: 'settled' }
  })
}

/** Returns whether a declaration can be resolved as answered, because its subscription ends or has ended. */
export async function isDone(
  trx: Kysely<DB>,
  termination: Pick<Declaration, 'kind' | 'manner'>,
  subscription: LockedSubscription,
): Promise<boolean> {
  if (subscription.state === 'ended') return true
  if (termination.kind === 'withdraw') return false
  if (await plannedEndOf(trx, subscription.id)) return true
  return termination.manner === 'ordinary' && !subscription.auto_renew && subscription.next_charge_at === null
}
