import type { Billing } from '@kiosk/domain/payments/billing-endpoints'
import * as declared from '@kiosk/domain/payments/billing-endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import { paymentWords } from '@kiosk/languages/payments'
import { text } from '@kiosk/languages/words'
import { type Asking, nothing, serve } from '../endpoint.ts'
import { endOfCancelled } from './auto-renew.ts'
import { liveSubscription } from './buy.ts'
import { plannedEndOf } from './contract-acts/planned-end.ts'
import { lastPeriod } from './last-period.ts'
import { nextCharge } from './next-charge.ts'
import { lastNotice } from './price-notices.ts'
import { tariffOf } from './prices.ts'

export const billing = serve(declared.billing, 'personal', async (call) => (await billingOf(call)) ?? nothing())
export const billingData = serve(declared.billingData, 'personal', async (call) => (await billingOf(call)) ?? nothing())

/** What the caller pays for, in the caller's language; null = nothing. */
async function billingOf({ house, session, language }: Asking): Promise<Billing | null> {
  const { db, now, operator } = house
  const contract = await liveSubscription(db, session.account!.id)
  const tariff = contract && tariffOf(contract.subscription_id)
  if (!contract || !tariff) return null
  const last = await lastPeriod(db, contract.id)
  const comesMore = contract.auto_renew || contract.next_charge_at || last?.charging
  if (contract.ends_at && contract.ends_at <= now() && !comesMore) return null
  const { tier, currency } = tariff
  // Declined for good, or the bank wants an answer: no charge comes by itself.
  const question = contract.state === 'past-due' ? last?.question : null
  const isRefused = contract.state === 'past-due' && last?.state === 'open' && (last.refused || question)
  const next = await nextCharge(db, house, contract.id)
  const planned = (await plannedEndOf(db, contract.id))?.endsAt ?? null
  const notice = contract.auto_renew ? await lastNotice(db, contract.id) : undefined
  const change = notice && notice.stopped_at === null && notice.effective_at! > now() ? notice : undefined
  // Without the consent that is asked, no charge comes any more.
  const endsUnagreed = change?.ends && !change.applies && !next ? change.effective_at : null
  const ending = isRefused ? contract.ends_at : contract.auto_renew ? endsUnagreed : endOfCancelled(contract, last)
  const ends = planned && (!ending || planned < ending) ? planned : ending
  const method = await methodOf(db, contract.payment_method_id)
  return {
    autorenewalStatus: contract.auto_renew && (planned === null || next !== null),
    subscriptionTitle: text(paymentWords[language], 'PAYMENT.TARIFF', { siteName: operator.siteName, tier }),
    subscriptionDescription: paymentWords[language][`PAYMENT.${tier}_DESCRIPTION`],
    numberDevices: DEVICES[tier],
    ...(ends && { expiryDate: ends.toISOString() }),
    ...(next && { nextDebitDate: next.at.toISOString(), nextPrice: next.amount.minor }),
    currency,
    orderType: contract.order_type as Billing['orderType'],
    // Nothing is renewed any more, and nobody but the operator changes that.
    dismissed: contract.dismissed || (planned !== null && next === null),
    state: contract.state as Billing['state'],
    ...(method && { method }),
    ...(question && { question: { attempt: question.attempt, until: question.until.toISOString() } }),
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

async function methodOf(db: Asking['house']['db'], id: number | null): Promise<Billing['method']> {
  if (id === null) return undefined
  const { kind, brand, masked } = await db
    .selectFrom('payment_methods')
    .select(['kind', 'brand', 'masked'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { kind, brand, number: masked }
}
