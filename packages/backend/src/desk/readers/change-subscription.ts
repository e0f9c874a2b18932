import { endOfDayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import type { Effects } from '@kiosk/domain/staff/reader-change-endpoints'
import * as declared from '@kiosk/domain/staff/reader-change-endpoints'
import { ActionRejected } from '../../billing/operator-actions/action-rejected.ts'
import { downgrade, takeBackDowngrade } from '../../billing/operator-actions/downgrade.ts'
import { type EndRequest, endSubscription } from '../../billing/operator-actions/end-subscription.ts'
import { extendSubscription, grantGoodwill } from '../../billing/operator-actions/grant-days.ts'
import { offerUpgrade } from '../../billing/operator-actions/offer-upgrade.ts'
import type { ActionDetails, ActionDocument, ActionKind, Performed, Requested } from '../../billing/operator-actions/perform.ts'
import { planEnd, takeBackPlannedEnd } from '../../billing/operator-actions/plan-end.ts'
import { requestRefund } from '../../billing/refunds/request-refund.ts'
import { sendRefunds } from '../../billing/refunds/send.ts'
import type { BillingContext } from '../../context.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'

type ChangeInput = { id: number; subscription: number; actId: string; reason: string; rehearse: boolean }

export const end = defineDeskHandler(declared.endReaderSubscription, async ({ ctx, session, input }) => {
  const requested = await requestOf(ctx, session.name, input)
  const { on, refund, rehearse } = input
  return on === 'withdraw'
    ? performAndRefund(ctx, rehearse, () => takeBackPlannedEnd(ctx, requested, { isRehearsal: rehearse }))
    : endOn(ctx, on, rehearse, { ...requested, refund })
})

/** Ends a subscription now or at the end of a day. @throws ApiError time_is_past, action_rejected */
export function endOn(ctx: BillingContext, on: string, isRehearsal: boolean, requested: EndRequest): Promise<Effects> {
  return performAndRefund<'end' | 'plan-end'>(ctx, isRehearsal, async () => {
    if (on === 'now') return endSubscription(ctx, requested, { isRehearsal })
    const endsAt = endOfDayInVienna(on)
    if (endsAt <= ctx.now()) throw new ApiError('time_is_past', 'on')
    const planned = await planEnd(ctx, { ...requested, endsAt }, { isRehearsal })
    return isRehearsal ? withExpectedRefunds(ctx, requested, planned, endsAt) : planned
  })
}

export const changePlan = defineDeskHandler(declared.changeReaderPlan, async ({ ctx, session, input }) => {
  const requested = await requestOf(ctx, session.name, input)
  const { change, rehearse } = input
  return performAndRefund<declared.PlanChange>(ctx, rehearse, () =>
    CHANGE_PLAN[change](ctx, requested, { isRehearsal: rehearse }),
  )
})
const CHANGE_PLAN = { downgrade, 'take-back-downgrade': takeBackDowngrade, 'offer-upgrade': offerUpgrade }

export const grantDays = defineDeskHandler(declared.grantReaderDays, async ({ ctx, session, input }) => {
  const { days, because, rehearse } = input
  const requested = { ...(await requestOf(ctx, session.name, input)), days, paidUntil: new Date(input.paidUntil) }
  const options = { isRehearsal: rehearse }
  return performAndRefund<'extend' | 'goodwill'>(ctx, rehearse, () =>
    because ? grantGoodwill(ctx, { ...requested, because }, options) : extendSubscription(ctx, requested, options),
  )
})

export const refund = defineDeskHandler(declared.refundReader, async ({ ctx, input }) => {
  const { id, payment, amount, refundable, reason } = input
  const own = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('payment_attempts.id')
    .where('payment_attempts.id', '=', payment)
    .where('account_id', '=', id)
    .executeTakeFirst()
  if (!own) throw new ApiError('not_found', 'payment')
  await requestRefund(ctx, payment, amount, reason, refundable)
  await sendNow(ctx)
  return undefined
})

/** @throws ApiError not_found if the subscription is not the reader's */
async function requestOf(
  { db }: Pick<BillingContext, 'db'>,
  actor: string,
  { id, subscription, actId, reason: why }: ChangeInput,
): Promise<Requested> {
  const own = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', subscription)
    .where('account_id', '=', id)
    .executeTakeFirst()
  if (!own) throw new ApiError('not_found', 'subscription')
  return { actId, subscription, actor, why }
}

/** Performs an action and sends its refunds. @throws ApiError action_rejected with the sentence of the reason */
export function performAndRefund<Kind extends ActionKind>(
  ctx: BillingContext,
  isRehearsal: boolean,
  perform: () => Promise<Performed<Kind>>,
): Promise<Effects> {
  return changeAndRefund(ctx, isRehearsal, async () => {
    const { isNew, act } = await perform()
    return { isNew, ...effectsOf(act.details) }
  })
}

/** Does the same for a change that is not an action on a subscription. */
export async function changeAndRefund(
  ctx: BillingContext,
  isRehearsal: boolean,
  change: () => Promise<Effects>,
): Promise<Effects> {
  try {
    const effects = await change()
    if (effects.isNew && !isRehearsal) await sendNow(ctx)
    return effects
  } catch (error) {
    if (error instanceof ActionRejected) throw new ApiError('action_rejected', undefined, `ERROR.ACTION.${error.reason}`)
    throw error
  }
}

/** The change is already made, so a provider that does not answer only delays the refund until the next billing run. */
async function sendNow(ctx: BillingContext): Promise<void> {
  await sendRefunds(ctx).catch((err: unknown) => {
    ctx.log.warn({ event: 'refund.delayed', err }, 'refunds are sent by the next billing run')
  })
}

/** Adds the expected refunds, if nothing else happens until the planned day. The actual sum is computed on that day. */
async function withExpectedRefunds<Kind extends ActionKind>(
  ctx: BillingContext,
  requested: EndRequest,
  planned: Performed<Kind>,
  endsAt: Date,
): Promise<Performed<Kind>> {
  const ended = await endSubscription(ctx, { ...requested, at: endsAt }, { isRehearsal: true })
  const { papers, underWay } = ended.act.details
  return { ...planned, act: { ...planned.act, details: { ...planned.act.details, papers, underWay } } }
}

function effectsOf(details: ActionDetails[ActionKind]): Omit<Effects, 'isNew'> {
  return {
    endsAt: 'endsAt' in details ? details.endsAt : null,
    tier: 'to' in details ? details.to : null,
    refunds: 'papers' in details ? refundsOf(details.papers) : [],
    underWay: 'underWay' in details ? details.underWay : [],
    offer: 'due' in details ? details : null,
    isUndecided: false,
  }
}

export const refundsOf = (papers: readonly ActionDocument[]): Effects['refunds'] =>
  papers.map(({ amount, currency, invoice }) => ({ amount, currency, invoice }))
