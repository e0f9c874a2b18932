import { billing as billingEndpoint, upgrades as upgradesEndpoint } from '@kiosk/contract/routes'
import { formatDay } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import type { Billing } from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { stopsRenewal } from '@kiosk/domain/payments/rules'
import type { DeclaredTermination } from '@kiosk/domain/payments/termination-endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import { orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'
import type { RenewalChange } from './current-subscription-action.ts'

/** Data of the subscription page, with formatted dates and prices. */
export type BillingView = {
  /** null = the default for an account without billing data. */
  title: string | null
  description: string | null
  devices: number | null
  /** The next charges; empty if nothing more is charged. */
  charges: { date: string; price: string }[]
  /** A debit that is under way. */
  debit: { date: string; price: string } | null
  expiry: string | null
  pastDue: boolean
  /** The payment attempt that needs authentication by the bank; null = none. */
  authentication: string | null
  method: { kind: string; brand: string; number: string } | null
  /** Action of the toggle, by payment provider; null = no toggle. */
  change: RenewalChange | null
  /** The deadline for a cancellation has passed. */
  late: boolean
  paidBy: 'own' | 'wallet' | 'store'
  /** Bank or payer took back a payment, so the subscription is not renewed. */
  returned: boolean
  declarations: WaitingDeclaration[]
  /** An announced price change; `key`: its message key. */
  priceChange: { price: string; day: string; key: string } | null
}
/**
 * A declaration that waits for its confirmation or for the operator. `day`: of its receipt; `until`: the day by which the operator
 * answers, null if none was promised or it has passed; `confirmed` false: a stranger may have sent it.
 */
export type WaitingDeclaration = {
  kind: DeclaredTermination['kind']
  number: string
  day: string
  waitsFor: 'reader' | 'operator'
  until: string | null
  confirmed: boolean
}
export type Upgrade = { id: number; voucherCode: string }

/**
 * Loads the subscription page; `view` is null if the API fails. Missing billing data mean the free plan and are logged as a
 * warning.
 */
export async function loadBilling(ctx: RequestContext): Promise<{ view: BillingView | null; upgrade: Upgrade | null }> {
  const [billing, upgrades] = await Promise.all([
    orApiError(ctx.call(billingEndpoint) as Promise<Billing | undefined>),
    orApiError(ctx.call(upgradesEndpoint)),
  ])
  const larger = upgrades.answer?.find(({ shortname }) => shortname.includes('PREMIUM'))
  const upgrade = larger ? { id: larger.id, voucherCode: larger.voucherCode } : null
  if (billing.apiError) return { view: null, upgrade }
  if (!billing.answer) {
    ctx.log.warn({ event: 'billing.data-missing', requestId: ctx.requestId }, 'the API has no billing data of a reader')
    return { view: viewOfNothing, upgrade }
  }
  return { view: viewOf(billing.answer, upgrades.answer, (await ctx.who()).locale, new Date()), upgrade }
}

const viewOfNothing: BillingView = {
  title: null,
  description: null,
  devices: DEVICES.FREE,
  charges: [],
  debit: null,
  expiry: null,
  pastDue: false,
  authentication: null,
  method: null,
  change: null,
  late: false,
  paidBy: 'own',
  returned: false,
  declarations: [],
  priceChange: null,
}

function viewOf(billing: Billing, upgrades: readonly unknown[] | null, locale: Locale, now: Date): BillingView {
  const {
    subscriptionTitle,
    subscriptionDescription,
    nextDebitDate,
    nextCharges,
    pendingDebit,
    expiryDate,
    currency,
    orderType,
  } = billing
  const renews = billing.autorenewalStatus
  const charge = (date: string, amount: number) => ({
    date: formatDay(locale, date),
    price: formatMoney({ minor: amount, currency }),
  })
  return {
    title: subscriptionTitle,
    description: subscriptionDescription,
    devices: billing.numberDevices ?? devicesBy(upgrades),
    charges: (nextCharges ?? [])
      .filter(({ date }) => !isOverdueAtWallet(billing) || new Date(date) > now)
      .map(({ date, amount }) => charge(date, amount)),
    debit: pendingDebit ? charge(pendingDebit.day, pendingDebit.amount) : null,
    expiry: expiryDate ? formatDay(locale, expiryDate) : null,
    pastDue: billing.state === 'past-due',
    authentication: billing.question?.attempt ?? null,
    method: billing.method ?? null,
    change: renewalChangeOf(billing),
    late: renews && nextDebitDate !== undefined && billing.state === 'active' && isLate(billing, nextDebitDate, now),
    paidBy: orderType === ORDER_TYPE.wallet ? 'wallet' : orderType === ORDER_TYPE.google ? 'store' : 'own',
    returned: billing.returned ?? false,
    declarations: (billing.declarations ?? []).map((each) => waitingDeclaration(each, locale, now)),
    priceChange: priceChangeIn(billing, locale),
  }
}

function waitingDeclaration(declared: DeclaredTermination, locale: Locale, now: Date): WaitingDeclaration {
  const { kind, number, receivedAt, outcome, confirmed, answerBy } = declared
  return {
    kind,
    number,
    day: formatDay(locale, receivedAt),
    waitsFor: outcome === 'unconfirmed' ? 'reader' : 'operator',
    until: answerBy !== null && new Date(answerBy) > now ? formatDay(locale, answerBy) : null,
    confirmed,
  }
}

/** The wallet repeats an overdue charge by its own schedule, so that nobody knows the day. */
function isOverdueAtWallet({ orderType, state }: Billing): boolean {
  return orderType === ORDER_TYPE.wallet && state === 'past-due'
}

/**
 * Returns whether it is too late to cancel. Any cancellation is in time before the first charge at a higher price without
 * consent.
 */
function isLate({ priceChange }: Billing, nextDebit: string, now: Date): boolean {
  const mayLeave = priceChange?.rule === 'object' && !priceChange.agreed && priceChange.from <= nextDebit
  return !mayLeave && !stopsRenewal(new Date(nextDebit), now)
}

const priceWords = { consent: 'BILLING.PRICE_CONSENT', object: 'BILLING.PRICE_OBJECT', lower: 'BILLING.PRICE_LOWER' } as const

function priceChangeIn({ priceChange, currency }: Billing, locale: Locale): BillingView['priceChange'] {
  if (!priceChange) return null
  const { newPrice, from, rule, agreed } = priceChange
  const key = agreed ? 'BILLING.PRICE_AGREED' : priceWords[rule]
  return { price: formatMoney({ minor: newPrice, currency }), day: formatDay(locale, from), key }
}

/** Returns the number of devices if the API does not return it: five without a larger plan, three with one, null if unknown. */
function devicesBy(upgrades: readonly unknown[] | null): number | null {
  if (upgrades === null) return null
  return upgrades.length === 0 ? DEVICES.PREMIUM : DEVICES.MAGZ
}

/**
 * Returns the action of the toggle. Wallet and store have their own cancellation while no end date is set; dismissed
 * subscriptions have no toggle.
 */
function renewalChangeOf({ orderType, expiryDate, dismissed, autorenewalStatus }: Billing): RenewalChange | null {
  if (orderType === ORDER_TYPE.wallet) return expiryDate ? null : 'wallet'
  if (orderType === ORDER_TYPE.google) return expiryDate ? null : 'store'
  if (dismissed) return null
  return autorenewalStatus ? 'cancel' : 'extend'
}
