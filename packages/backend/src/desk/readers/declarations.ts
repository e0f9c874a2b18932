import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/staff/declaration-endpoints'
import { CONTENT_ROWS } from '@kiosk/domain/staff/limits'
import type { Kysely } from 'kysely'
import { acceptWithdrawal } from '../../billing/operator-actions/accept-withdrawal.ts'
import { ActionRejected } from '../../billing/operator-actions/action-rejected.ts'
import { confirmTermination } from '../../billing/operator-actions/confirm-declaration.ts'
import { subscriptionOfTermination, terminationById } from '../../billing/operator-actions/declarations.ts'
import { isDone, settleTermination } from '../../billing/operator-actions/settle-declaration.ts'
import { planOf } from '../../billing/plans/prices.ts'
import { acceptanceOf } from '../../billing/subscriptions/queries.ts'
import { subscriptionNumber, subscriptionOf } from '../../billing/subscriptions/subscription-number.ts'
import { answerBy } from '../../billing/withdrawals/answer-by.ts'
import type { Declaration } from '../../billing/withdrawals/apply.ts'
import { terminationNumber } from '../../billing/withdrawals/number.ts'
import { isConfirmable } from '../../billing/withdrawals/waiting.ts'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { changeAndRefund, endOn, performAndRefund, refundsOf } from './change-subscription.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const NO_EFFECTS = { isNew: true, endsAt: null, tier: null, refunds: [], underWay: [], offer: null, isUndecided: false }

export const list = defineDeskHandler(declared.declarations, async ({ ctx, input: { state, after } }) => {
  const isOpen = state === 'open'
  const found = await ctx.db
    .selectFrom('termination_declarations')
    .selectAll()
    .where('applied_at', isOpen ? 'is' : 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', isOpen ? '>' : '<', after!))
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(CONTENT_ROWS + 1)
    .execute()
  const shown = await Promise.all(found.slice(0, CONTENT_ROWS).map((each) => presented(ctx.db, each)))
  return { declarations: shown, more: found.length > CONTENT_ROWS }
})

async function presented(db: Kysely<DB>, declaration: Declaration): Promise<declared.Declaration> {
  const { id, kind, received_at, name, email, language, contract, reason, outcome, applied_at, subscription_id } = declaration
  const isOpen = applied_at === null
  const about = isOpen ? await subscriptionOfTermination(db, declaration) : subscription_id
  const subscription =
    about === null ? undefined : await db.selectFrom('subscriptions').selectAll().where('id', '=', about).executeTakeFirst()
  const { account_id: buyer } = subscription ?? { account_id: null }
  const isRunning = subscription?.state === 'active' || subscription?.state === 'past-due'
  const acceptance = isRunning && kind === 'withdraw' && buyer !== null ? await acceptanceOf(db, buyer, subscription) : undefined
  const isOver = !subscription || (isOpen && (await isDone(db, declaration, subscription)))
  const decisions: declared.Decision[] = [
    ...(isConfirmable(declaration) ? (['confirm'] as const) : []),
    ...(isRunning || !subscription ? (['apply'] as const) : []),
    isOver ? 'answered' : 'leave-running',
  ]
  return {
    id,
    name,
    email,
    language,
    contract,
    reason,
    outcome,
    kind: kind === 'withdraw' ? 'withdraw' : 'cancel',
    number: terminationNumber(declaration),
    receivedAt: received_at.toISOString(),
    isExtraordinary: declaration.manner === 'extraordinary',
    requestedEnd: declaration.requested_end,
    confirmedBy: declaration.confirmed_by,
    answerBy: iso(answerBy(declaration)),
    effectiveAt: iso(declaration.effective_at),
    settledAt: iso(applied_at),
    reader: declaration.account_id ?? buyer,
    subscription: subscription
      ? {
          id: subscription.id,
          number: subscriptionNumber(subscription.id),
          tier: planOf(subscription.plan_id)?.tier ?? '',
          state: subscription.state,
          startsAt: subscription.starts_at.toISOString(),
          endsAt: iso(subscription.ends_at),
          isCertain: subscription_id !== null,
        }
      : null,
    keptRight: acceptance?.policy === 'kept',
    decisions: isOpen ? decisions : [],
  }
}

/** Calls the same functions as the command line for the same decision. */
export const decide = defineDeskHandler(declared.decideDeclaration, async ({ ctx, session, input }) => {
  const { id: exit, decision, actId, reason: why, rehearse: isRehearsal, on, refund } = input
  const { name: actor } = session
  if (decision === 'confirm')
    return changeAndRefund(ctx, isRehearsal, async () => {
      const { isNew, isApplied, effectiveAt, papers } = await confirmTermination(ctx, { exit, why }, { isRehearsal })
      return { ...NO_EFFECTS, isNew, endsAt: iso(effectiveAt), refunds: refundsOf(papers), isUndecided: !isApplied }
    })
  if (decision !== 'apply')
    return changeAndRefund(ctx, isRehearsal, async () => {
      const goesOn = decision === 'leave-running' ? { actor, why } : null
      const { outcome } = await settleTermination(ctx, { exit, goesOn, why }, { isRehearsal })
      if (outcome === 'goes-on') throw new ActionRejected('still-running')
      return NO_EFFECTS
    })
  const typed = input.subscription === undefined ? undefined : subscriptionOf(input.subscription)
  if (typed === null) throw new ApiError('wrong_input', 'subscription')
  const { kind, ...declaration } = await terminationById(ctx.db, exit).catch(() => {
    throw new ApiError('not_found', 'id')
  })
  if (kind === 'withdraw') {
    if (refund === 'none') throw new ApiError('wrong_input', 'refund')
    const accepted = { actId, actor, why, exit, ...(refund && { refund }), ...(typed && { subscription: typed }) }
    return performAndRefund(ctx, isRehearsal, () => acceptWithdrawal(ctx, accepted, { isRehearsal }))
  }
  if (!refund) throw new ApiError('wrong_input', 'refund')
  const subscription = typed ?? (await subscriptionOfTermination(ctx.db, declaration))
  if (subscription === null) throw new ApiError('wrong_input', 'subscription')
  return endOn(ctx, on, isRehearsal, { actId, actor, why, subscription, refund, exit })
})
