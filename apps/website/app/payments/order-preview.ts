import { addressOf } from '@kiosk/domain/addresses'
import { pageAt } from '@kiosk/domain/page-at'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { regionById } from '@kiosk/domain/regions'
import { nameOfPlan, plans } from '@kiosk/domain/subscriptions/plans'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { redirect } from 'react-router'
import type { RequestContext } from '../shell/request-context.ts'
import { isClosed, pricingOf } from '../subscriptions/offers.ts'
import { type Priced, type UpcomingCharge, upcomingCharges } from './overview-loading.ts'

/** An order before its buyer has signed in, with the prices that everybody gets. */
export type OrderPreview = {
  cart: Priced
  coming: UpcomingCharge[]
  /** A voucher in the address that is not a running offer: it can be checked only for an account. */
  hasVoucher: boolean
}

/**
 * Returns the order to which a login leads back; null = it leads elsewhere, or to a plan that is not sold here.
 * @throws a redirect to the plans if this one cannot be bought at present
 */
export async function orderPreview(ctx: RequestContext, path: string | null): Promise<OrderPreview | null> {
  if (path === null) return null
  const { pathname, searchParams } = new URL(path, 'http://own.invalid')
  if (pageAt(pathname) !== 'paymentOverview') return null
  const id = searchParams.get('id')
  const plan = plans.find(({ subscriptionId }) => String(subscriptionId) === id)
  const { region, locale } = await ctx.who()
  if (plan?.region !== region.id) return null
  const offer = await pricingOf(ctx, plan)
  if (isClosed(offer)) throw redirect(addressOf('subscriptions'))
  const currency = regionById(plan.region).currency
  const regular = offer?.normalPrice ?? plan.price
  const voucher = (searchParams.get('voucher') ?? '').trim()
  const isOffered = offer?.specialOffer && voucher.toUpperCase() === offer.voucherCode.toUpperCase()
  const reduced = isOffered ? (offer.specialOfferPrice ?? plan.specialOfferPrice) : null
  const count = reducedCharges(offer?.specialOfferLength ?? null)
  const cart: Priced = {
    currency,
    entries: [
      {
        title: nameOfPlan(ctx.operator, plan.tier),
        subtitle: paymentMessages[ctx.language][`PAYMENT.${plan.tier}_DESCRIPTION`],
        recurring: true,
        grossAmount: reduced ?? regular,
      },
    ],
    totalPrice: reduced ?? regular,
    showVoucherInfo: reduced !== null,
    ...(reduced !== null && { numberOfMonthsVoucher: count, priceAfterVoucherPerMonth: regular }),
  }
  return { cart, coming: upcomingCharges(cart, locale, Date.now()), hasVoucher: voucher !== '' && reduced === null }
}
