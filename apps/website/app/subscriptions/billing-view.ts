import { formatMoney } from '@kiosk/domain/money'
import { type Billing, billing as billingEndpoint, upgrades as upgradesEndpoint } from '@kiosk/domain/payments/billing-endpoints'
import { stopsRenewal } from '@kiosk/domain/payments/rules'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import { dayIn } from '../payments/day.ts'
import { orRefusal } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'
import type { Work } from './current-subscription-action.ts'

/** What the page of one's own subscription shows; texts of dates and prices as the visitor reads them. */
export type BillingView = {
  /** null: the default of an account without billing data. */
  title: string | null
  description: string | null
  devices: number | null
  nextDebit: string | null
  nextPrice: string | null
  expiry: string | null
  pastDue: boolean
  /** The attempt that the bank wants an answer for; null = none. */
  question: string | null
  method: { kind: string; brand: string; number: string } | null
  /** Its own button, by who takes the money; null = nothing to switch. */
  work: Work | null
  /** A cancellation now comes after the last day for it. */
  late: boolean
  paidBy: 'house' | 'wallet' | 'store'
  /** A new price that was told; `says` the words about it. */
  priceChange: { price: string; day: string; says: string } | null
}
export type Upgrade = { id: number; voucherCode: string }

/** Everything of the page; `view` null: the API could not say. Missing billing data are the free ones, with a warning. */
export async function loadBilling(visit: Visit): Promise<{ view: BillingView | null; upgrade: Upgrade | null }> {
  const [billing, upgrades] = await Promise.all([
    orRefusal(visit.call(billingEndpoint) as Promise<Billing | undefined>),
    orRefusal(visit.call(upgradesEndpoint)),
  ])
  const larger = upgrades.answer?.find(({ shortname }) => shortname.includes('PREMIUM'))
  const upgrade = larger ? { id: larger.id, voucherCode: larger.voucherCode } : null
  if (billing.refusal) return { view: null, upgrade }
  if (!billing.answer) {
    console.warn(JSON.stringify({ level: 'warn', event: 'no billing data', requestId: visit.requestId }))
    return { view: viewOfNothing, upgrade }
  }
  return { view: viewOf(billing.answer, upgrades.answer, visit.language, new Date()), upgrade }
}

const viewOfNothing: BillingView = {
  title: null,
  description: null,
  devices: DEVICES.FREE,
  nextDebit: null,
  nextPrice: null,
  expiry: null,
  pastDue: false,
  question: null,
  method: null,
  work: null,
  late: false,
  paidBy: 'house',
  priceChange: null,
}

export function viewOf(
  billing: Billing,
  upgrades: readonly unknown[] | null,
  language: Visit['language'],
  now: Date,
): BillingView {
  const { subscriptionTitle, subscriptionDescription, nextDebitDate, nextPrice, expiryDate, currency, orderType } = billing
  const renews = billing.autorenewalStatus
  return {
    title: subscriptionTitle,
    description: subscriptionDescription,
    devices: billing.numberDevices ?? devicesBy(upgrades),
    nextDebit: renews && nextDebitDate ? dayIn(language, nextDebitDate) : null,
    nextPrice: renews && nextPrice !== undefined ? formatMoney({ minor: nextPrice, currency }) : null,
    expiry: expiryDate ? dayIn(language, expiryDate) : null,
    pastDue: billing.state === 'past-due',
    question: billing.question?.attempt ?? null,
    method: billing.method ?? null,
    work: workOn(billing),
    late: renews && nextDebitDate !== undefined && billing.state === 'active' && isLate(billing, nextDebitDate, now),
    paidBy: orderType === ORDER_TYPE.wallet ? 'wallet' : orderType === ORDER_TYPE.google ? 'store' : 'house',
    priceChange: priceChangeIn(billing, language),
  }
}

/** Before the first charge at a higher price that nobody agreed to, any cancellation is in time. */
function isLate({ priceChange }: Billing, nextDebit: string, now: Date): boolean {
  const mayLeave = priceChange?.rule === 'object' && !priceChange.agreed && priceChange.from <= nextDebit
  return !mayLeave && !stopsRenewal(new Date(nextDebit), now)
}

const priceWords = { consent: 'BILLING.PRICE_CONSENT', object: 'BILLING.PRICE_OBJECT', lower: 'BILLING.PRICE_LOWER' } as const

function priceChangeIn({ priceChange, currency }: Billing, language: Visit['language']): BillingView['priceChange'] {
  if (!priceChange) return null
  const { newPrice, from, rule, agreed } = priceChange
  const says = agreed ? 'BILLING.PRICE_AGREED' : priceWords[rule]
  return { price: formatMoney({ minor: newPrice, currency }), day: dayIn(language, from), says }
}

/** Section 3: without a number five where nothing larger is to be had, three where something is, none where nobody knows. */
function devicesBy(upgrades: readonly unknown[] | null): number | null {
  if (upgrades === null) return null
  return upgrades.length === 0 ? DEVICES.PREMIUM : DEVICES.MAGZ
}

/** Section 4: wallet and store have their own cancellation, as long as there is no end; dismissed contracts no switch. */
function workOn({ orderType, expiryDate, dismissed, autorenewalStatus }: Billing): Work | null {
  if (orderType === ORDER_TYPE.wallet) return expiryDate ? null : 'wallet'
  if (orderType === ORDER_TYPE.google) return expiryDate ? null : 'store'
  if (dismissed) return null
  return autorenewalStatus ? 'cancel' : 'extend'
}
