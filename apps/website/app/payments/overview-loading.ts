import { cart as cartEndpoint, newCart, redeemVoucher } from '@kiosk/contract/routes'
import { formatDay } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import type { Operator } from '@kiosk/domain/operator'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { redirect } from 'react-router'
import { type ApiError, apiErrorIn, orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'
import { attemptIn } from './attempt-loading.ts'
import { subscriptionPageOf } from './local-path.ts'
import { type Requested, unavailableHere } from './requested-plan.ts'
import type { Wallet } from './wallet.ts'

/** A cart, or the error that prevents one; `voucher`: the error that rejected the voucher of the address. */
type LoadedCart = { cart: Cart; voucher: ApiError | null; error: null } | { cart: null; error: ApiError }

/** Creates the cart and applies the voucher of the address, if possible. */
export async function loadCart(ctx: RequestContext, requested: Requested): Promise<LoadedCart> {
  const params = { subscriptionId: requested.id }
  try {
    const created = await ctx.call(newCart, { params, query: attributionQuery(ctx) })
    if (!created.voucherAvailable || requested.voucher === '') return { cart: created, voucher: null, error: null }
    const body = { subscription: requested.id, voucher: requested.voucher }
    const { apiError } = await orApiError(ctx.call(redeemVoucher, { body }))
    if (apiError?.code === 'second_special_offer') return { cart: null, error: apiError }
    return { cart: apiError ? created : await ctx.call(cartEndpoint, { params }), voucher: apiError, error: null }
  } catch (thrown) {
    return { cart: null, error: await rejectedCart(ctx, thrown) }
  }
}

/** Returns the attribution of the subscription. */
function attributionQuery({ attribution }: RequestContext) {
  return {
    utmSource: attribution.utm_source,
    utmMedium: attribution.utm_medium,
    utmContent: attribution.utm_content,
    utmCampaign: attribution.utm_campaign,
    referrer: attribution.referrer,
  }
}

/** Turns a rejected cart into a redirect, an explanation on the page, or a failure. */
async function rejectedCart(ctx: RequestContext, thrown: unknown): Promise<ApiError> {
  const apiError = apiErrorIn(thrown)
  if (!apiError) throw thrown
  const { state } = await ctx.who()
  if (apiError.code === 'region_unavailable' || apiError.status === 404) throw unavailableHere(state)
  if (apiError.code === 'subscribed_already') throw redirect(subscriptionPageOf(state))
  if (apiError.status >= 500) throw thrown
  return apiError
}

/** What determines the charges of a cart. */
export type Priced = Pick<
  Cart,
  'currency' | 'entries' | 'totalPrice' | 'showVoucherInfo' | 'numberOfMonthsVoucher' | 'priceAfterVoucherPerMonth'
>

export type UpcomingCharge = { from: string; key: string; values: Record<string, string | number> }

/** Returns the charges after today's in chronological order: the remaining reduced ones, then the regular price. */
export function upcomingCharges(cart: Priced, locale: Locale, now: number): UpcomingCharge[] {
  const price = (minor: number) => formatMoney({ minor, currency: cart.currency })
  const recurring = cart.entries.find((entry) => entry.recurring)?.grossAmount ?? cart.totalPrice
  const count = cart.showVoucherInfo ? (cart.numberOfMonthsVoucher ?? 1) : 1
  const regular = cart.priceAfterVoucherPerMonth ?? recurring
  const day = (charges: number) => formatDay(locale, now + charges * PERIOD_DAYS * DAY_MS)
  const coming: UpcomingCharge[] = []
  if (count === 2) coming.push({ from: day(1), key: 'CHECKOUT.REDUCED_ONCE', values: { price: price(recurring) } })
  if (count > 2) {
    coming.push({ from: day(1), key: 'CHECKOUT.REDUCED_MORE', values: { count: count - 1, price: price(recurring) } })
  }
  coming.push({ from: day(count), key: 'CHECKOUT.EVERY_30_DAYS', values: { price: price(regular) } })
  return coming
}

/**
 * Mode of the checkout: nothing can be bought (null), the saved payment data can be used (`rest`), or new ones are needed
 * (`new`).
 */
export type Mode = null | 'rest' | 'new'

export function modeOf(cart: Cart): Mode {
  if (cart.methods.length === 0) return null
  return cart.lastBillingData && !cart.payPalUpgrade ? 'rest' : 'new'
}

/** The order, for its form and the wallet's button. */
export type Overview = {
  cart: Cart
  requested: Requested
  /** Name of the market's country. */
  market: string
  mode: Mode
  wallet: Wallet | null
  withdrawal: Operator['withdrawal']
  /** Version of the texts that the buyer accepts. */
  version: string
  /** The last order was sent without the acceptance. */
  unaccepted: boolean
  /** The payment provider could not be reached. */
  unavailable: boolean
  /** Too many pages for payment data were opened. */
  limited: boolean
  declined: Declined | null
  /** The kind of payment data whose form the buyer left to come back here. */
  left: 'CC' | 'DD' | null
}

/** A payment of this order that has just failed. */
export type Declined = {
  attempt: string
  reason: string | null
  bank: string | null
  /** What failed; null = unknown. */
  method: Cart['methods'][number] | null
  /** The box of the failed order stays checked: nothing but the payment method has changed. */
  accepted: boolean
}

/** Returns whether payment data were tried and failed. A payment that the buyer left says nothing about them. */
export function isTried(declined: Declined | null): declined is Declined {
  return declined !== null && declined.reason !== 'abandoned'
}

/** Reasons after which the buyer decides about another price. */
const OTHER_PRICE = ['price_changed', 'voucher_invalid']

/** Returns the failed payment of `?attempt=`; null = none, or it has not failed. */
export async function declinedIn(ctx: RequestContext, url: URL): Promise<Declined | null> {
  const attempt = await attemptIn(ctx, url)
  if (attempt?.state !== 'failed') return null
  const { id, reason, returnText, method } = attempt
  return { attempt: id, reason, bank: returnText, method, accepted: !OTHER_PRICE.includes(reason ?? '') }
}
