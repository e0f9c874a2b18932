import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import type { Billing } from '@kiosk/domain/payments/billing-endpoints'
import * as declared from '@kiosk/domain/payments/billing-endpoints'
import { DEVICES, nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { defineHandler, nothing, type RequestContext } from '../../http/handler.ts'
import { plannedEndOf } from '../operator-actions/planned-end.ts'
import { lastNotice } from '../plans/price-notices.ts'
import { planOf } from '../plans/prices.ts'
import { presentTermination } from '../withdrawals/present.ts'
import { isMentioned, waitingDeclarations } from '../withdrawals/waiting.ts'
import { endOfCancelled } from './auto-renew.ts'
import { activeSubscription } from './create.ts'
import { lastPeriod } from './last-period.ts'
import { nextCharges } from './next-charge.ts'
import { pendingDebit } from './queries.ts'

/** Number of charges that the billing page lists. */
const SHOWN_CHARGES = 3

export const billing = defineHandler(declared.billing, 'personal', async (call) => (await billingOf(call)) ?? nothing())
export const billingData = defineHandler(declared.billingData, 'personal', async (call) => (await billingOf(call)) ?? nothing())

/** Returns billing data of the caller in the caller's language; null = no subscription. */
async function billingOf({ ctx, session, language }: RequestContext): Promise<Billing | null> {
  const { db, now, operator } = ctx
  const subscription = await activeSubscription(db, session.account!.id)
  const plan = subscription && planOf(subscription.plan_id)
  if (!subscription || !plan) return null
  const last = await lastPeriod(db, subscription.id)
  const comesMore = subscription.auto_renew || subscription.next_charge_at || last?.charging
  if (subscription.ends_at && subscription.ends_at <= now() && !comesMore) return null
  const { tier, currency } = plan
  // After a hard decline or a request for bank authentication, nothing is charged automatically.
  const authentication = subscription.state === 'past-due' ? last?.authentication : null
  const unpaid = subscription.state === 'past-due' && last?.state === 'open' ? last : undefined
  const isRejected = unpaid?.rejected || authentication
  const charges = await nextCharges(db, ctx, subscription.id, SHOWN_CHARGES)
  const next = charges[0] ?? null
  const planned = (await plannedEndOf(db, subscription.id))?.endsAt ?? null
  const notice = subscription.auto_renew ? await lastNotice(db, subscription.id) : undefined
  const change = notice && notice.stopped_at === null && notice.effective_at! > now() ? notice : undefined
  // Without consent, nothing more is charged.
  const endsUnagreed = change?.ends && !change.applies && !next ? change.effective_at : null
  const ending = isRejected ? subscription.ends_at : subscription.auto_renew ? endsUnagreed : endOfCancelled(subscription, last)
  const ends = planned && (!ending || planned < ending) ? planned : ending
  const method = await methodOf(db, subscription.payment_method_id)
  const debit = await pendingDebit(db, subscription.id)
  const waiting = (await waitingDeclarations(db, session.account!.id)).filter(
    (each) => each.subscription_id === subscription.id && isMentioned(each, now()),
  )
  const declarations = await Promise.all(waiting.map((each) => presentTermination(db, each)))
  return {
    autorenewalStatus: subscription.auto_renew && (planned === null || next !== null),
    subscriptionTitle: nameOfPlan(operator, tier),
    subscriptionDescription: paymentMessages[language][`PAYMENT.${tier}_DESCRIPTION`],
    numberDevices: DEVICES[tier],
    ...(ends && { expiryDate: ends.toISOString() }),
    ...(next && { nextDebitDate: next.at.toISOString(), nextPrice: next.amount.minor }),
    nextCharges: charges.map(({ at, amount }) => ({ date: at.toISOString(), amount: amount.minor })),
    ...(debit && { pendingDebit: { day: debit.debit_on ?? expectedDebitDay(debit.created_at), amount: debit.amount } }),
    currency,
    orderType: subscription.order_type as Billing['orderType'],
    // Also true if a planned end stops the renewal, which only the operator can change.
    dismissed: subscription.dismissed || (planned !== null && next === null),
    ...(!subscription.auto_renew && subscription.stopped_by_return && { returned: true as const }),
    ...(declarations.length > 0 && { declarations }),
    state: subscription.state as Billing['state'],
    ...(unpaid?.due && subscription.auto_renew && !unpaid.charging && { overdue: unpaid.due }),
    ...(method && { method }),
    ...(authentication && { question: { attempt: authentication.attempt, until: authentication.until.toISOString() } }),
    ...(change && {
      priceChange: {
        newPrice: change.new_price,
        from: change.effective_at!.toISOString(),
        rule: change.rule as NonNullable<Billing['priceChange']>['rule'],
        withoutConsent: change.without_consent as NonNullable<Billing['priceChange']>['withoutConsent'],
        agreed: change.agreed_at !== null,
      },
    }),
  }
}

async function methodOf(db: RequestContext['ctx']['db'], id: number | null): Promise<Billing['method']> {
  if (id === null) return undefined
  const { kind, brand, masked } = await db
    .selectFrom('payment_methods')
    .select(['kind', 'brand', 'masked'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { kind, brand, number: masked }
}
