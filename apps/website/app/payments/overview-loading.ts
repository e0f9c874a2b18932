import { formatMoney } from '@kiosk/domain/money'
import { type Cart, cart as cartEndpoint, newCart, redeemVoucher } from '@kiosk/domain/payments/endpoints'
import { PERIOD_DAYS } from '@kiosk/domain/payments/terms'
import { redirect } from 'react-router'
import { orRefusal, type Refusal, refusalIn } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'
import { type Asked, unavailableHere } from './asked-tariff.ts'
import { dayIn } from './day.ts'
import { subscriptionPageOf } from './own-way.ts'

const DAY = 86_400_000

/** A cart, or why there can be none; `voucher`: why the voucher of the address was not taken. */
export type LoadedCart = { cart: Cart; voucher: Refusal | null; refused: null } | { cart: null; refused: Refusal }

/** Begins the cart and puts the voucher of the address into it, where both is possible. */
export async function loadCart(visit: Visit, asked: Asked): Promise<LoadedCart> {
  const params = { subscriptionId: asked.id }
  try {
    const begun = await visit.call(newCart, { params, query: cameFrom(visit) })
    if (!begun.voucherAvailable || asked.voucher === '') return { cart: begun, voucher: null, refused: null }
    const body = { subscription: asked.id, voucher: asked.voucher }
    const { refusal } = await orRefusal(visit.call(redeemVoucher, { body }))
    if (refusal?.code === 'second_special_offer') return { cart: null, refused: refusal }
    return { cart: refusal ? begun : await visit.call(cartEndpoint, { params }), voucher: refusal, refused: null }
  } catch (thrown) {
    return { cart: null, refused: await refusedCart(visit, thrown) }
  }
}

/** Where the buyer came from, for the subscription. */
function cameFrom({ trace }: Visit) {
  return {
    utmSource: trace.utm_source,
    utmMedium: trace.utm_medium,
    utmContent: trace.utm_content,
    utmCampaign: trace.utm_campaign,
    referrer: trace.referrer,
  }
}

/** What a refused cart means: away from here, a page that says why, or a failure. */
export async function refusedCart(visit: Visit, thrown: unknown): Promise<Refusal> {
  const refusal = refusalIn(thrown)
  if (!refusal) throw thrown
  const { state } = await visit.who()
  if (refusal.code === 'region_unavailable' || refusal.status === 404) throw unavailableHere(state)
  if (refusal.code === 'subscribed_already') throw redirect(subscriptionPageOf(state))
  if (refusal.status >= 500) throw thrown
  return refusal
}

export type Coming = { from: string | null; key: string; values: Record<string, string | number> }

/** What is charged, and when, in the order of time: today, the reduced charges that are left, then the regular price. */
export function whatComes(cart: Cart, language: Visit['language'], now: number): Coming[] {
  const price = (minor: number) => formatMoney({ minor, currency: cart.currency })
  const recurring = cart.entries.find((entry) => entry.recurring)?.grossAmount ?? cart.totalPrice
  const count = cart.showVoucherInfo ? (cart.numberOfMonthsVoucher ?? 1) : 1
  const regular = cart.priceAfterVoucherPerMonth ?? recurring
  const day = (charges: number) => dayIn(language, now + charges * PERIOD_DAYS * DAY)
  const coming: Coming[] = [{ from: null, key: 'CHECKOUT.FOR_30_DAYS', values: { price: price(cart.totalPrice) } }]
  if (count === 2) coming.push({ from: day(1), key: 'CHECKOUT.REDUCED_ONCE', values: { price: price(recurring) } })
  if (count > 2) {
    coming.push({ from: day(1), key: 'CHECKOUT.REDUCED_MORE', values: { count: count - 1, price: price(recurring) } })
  }
  coming.push({ from: day(count), key: 'CHECKOUT.EVERY_30_DAYS', values: { price: price(regular) } })
  return coming
}

/** How the till asks for money (section 4): nothing can be bought, the payment data left before will do, or new ones. */
export type Mode = null | 'rest' | 'new'

export function modeOf(cart: Cart): Mode {
  if (cart.methods.length === 0) return null
  return cart.lastBillingData && !cart.payPalUpgrade ? 'rest' : 'new'
}
