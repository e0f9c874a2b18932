import type { Billing } from '@kiosk/domain/payments/endpoints'
import * as declared from '@kiosk/domain/payments/endpoints'
import { periodFrom } from '@kiosk/domain/payments/rules'
import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import { paymentWords } from '@kiosk/languages/payments'
import { text } from '@kiosk/languages/words'
import { type Asking, nothing, serve } from '../endpoint.ts'
import { liveSubscription } from './buy.ts'
import { pricesAt, tariffOf } from './prices.ts'

export const billing = serve(declared.billing, 'personal', async (call) => (await billingOf(call)) ?? nothing())
export const billingData = serve(declared.billingData, 'personal', async (call) => (await billingOf(call)) ?? nothing())

type Contract = NonNullable<Awaited<ReturnType<typeof liveSubscription>>>

/** What the caller pays for, in the caller's language; null = nothing. */
async function billingOf({ house, session, language }: Asking): Promise<Billing | null> {
  const { db, now, operator } = house
  const contract = await liveSubscription(db, session.account!.id)
  const tariff = contract && tariffOf(contract.subscription_id)
  const comesMore = contract?.auto_renew || contract?.next_charge_at
  const isOver = contract?.ends_at && contract.ends_at <= now() && !comesMore
  if (!contract || !tariff || isOver) return null
  const { tier, currency, subscriptionId } = tariff
  const [next, ends] = [nextDebitOf(contract), endOf(contract)]
  const regular = next && (await pricesAt(db, next)).get(subscriptionId)!
  const reduced = contract.reduced_left > 0 ? contract.reduced_price : null
  const nextPrice = contract.state === 'past-due' ? ((await overdueOf(house.db, contract.id)) ?? regular) : (reduced ?? regular)
  const method = await methodOf(db, contract.payment_method_id)
  return {
    autorenewalStatus: contract.auto_renew,
    subscriptionTitle: text(paymentWords[language], 'PAYMENT.TARIFF', { siteName: operator.siteName, tier }),
    subscriptionDescription: paymentWords[language][`PAYMENT.${tier}_DESCRIPTION`],
    numberDevices: DEVICES[tier],
    ...(ends && { expiryDate: ends.toISOString() }),
    ...(next && { nextDebitDate: next.toISOString(), nextPrice: nextPrice! }),
    currency,
    orderType: contract.order_type as Billing['orderType'],
    dismissed: contract.dismissed,
    state: contract.state as Billing['state'],
    ...(method && { method }),
  }
}

/** While a charge is under way nothing says when the next one comes: at the end of the period. */
function nextDebitOf({ auto_renew, next_charge_at, ends_at }: Contract): Date | null {
  return next_charge_at ?? (auto_renew ? ends_at : null)
}

/** Cancelled less than seven days ahead, it ends with the period after this one. */
function endOf({ auto_renew, next_charge_at, ends_at }: Contract): Date | null {
  if (auto_renew) return null
  return next_charge_at ? periodFrom(next_charge_at).endsAt : ends_at
}

async function overdueOf(db: Asking['house']['db'], subscription: number): Promise<number | undefined> {
  const invoice = await db
    .selectFrom('invoices')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .select('invoices.due')
    .where('periods.subscription', '=', subscription)
    .where('periods.state', '=', 'open')
    .executeTakeFirst()
  return invoice?.due
}

async function methodOf(db: Asking['house']['db'], id: number | null): Promise<Billing['method']> {
  if (id === null) return undefined
  const { kind, brand, masked } = await db
    .selectFrom('payment_methods')
    .select(['kind', 'brand', 'masked'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { kind, brand, number: masked }
}
