import { ApiError } from '@kiosk/domain/errors'
import { plainMoney } from '@kiosk/domain/money'
import type { Cart as Presented } from '@kiosk/domain/payments/endpoints'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DEVICES, nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { t } from '@kiosk/i18n/translate'
import type { RequestContext } from '../../http/handler.ts'
import { waivedAmount } from '../charges/waived-amount.ts'
import { askMarket, isProved, isProvedBy } from '../plans/market-gate.ts'
import { pricesAt } from '../plans/prices.ts'
import { type Reduction, reductionBy } from '../plans/vouchers.ts'
import { paidAhead, unusedBalance } from '../subscriptions/proration.ts'
import { planFor } from '../wallets/plans.ts'
import { type Cart, methodsOf, noteShownPrice, type OnSale, putVoucher, savedMethod } from './carts.ts'

const features = {
  MAGZ: ['PAYMENT.MAGZ_FEATURE_CONTENT', 'PAYMENT.MAGZ_FEATURE_NEWSPAPERS'],
  PREMIUM: ['PAYMENT.PREMIUM_FEATURE_CONTENT', 'PAYMENT.PREMIUM_FEATURE_AUDIO'],
} as const

/** Presents a cart in the caller's language. @throws ApiError second_special_offer */
export async function presentCart(call: RequestContext, cart: Cart, sale: OnSale): Promise<Presented> {
  const { active } = sale
  const reduction = await reductionIn(call, cart)
  if (reduction && active && active.reduced_left > 0) throw new ApiError('second_special_offer', 'voucher')
  const amounts = await amountsOf(call, cart, sale, reduction)
  const { regular, price, credit, waived, upgradeCredit } = amounts
  const { methods, walletPlan, saved, needsLocalMethod } = await paymentIn(call, sale, { regular, reduction })
  return {
    paypaylPlanId: walletPlan,
    ...textsOf(call, sale, amounts, reduction),
    totalPrice: Math.max(0, price - credit) - waived,
    currency: sale.plan.currency,
    payPalUpgrade: isWalletUpgrade(sale),
    noticePeriodDays: NOTICE_DAYS,
    cancelable: true,
    showVoucherInfo: reduction !== null,
    ...(reduction && { numberOfMonthsVoucher: reduction.charges, priceAfterVoucherPerMonth: regular }),
    voucherAvailable: cart.state === 'open' && reduction === null && !(active && active.reduced_left > 0),
    ...(saved && {
      lastBillingData: {
        paymentMethod: saved.kind as 'CC' | 'DD',
        accountBrand: saved.brand,
        accountNumber: saved.masked,
      },
    }),
    methods,
    upgradeCredit,
    needsLocalMethod,
  }
}

const isWalletUpgrade = ({ active }: OnSale) => active?.order_type === ORDER_TYPE.wallet

/** Amounts of a cart in minor units: `regular`; with a reduction, `price` of the first charge; and what is deducted from it. */
type Amounts = { regular: number; price: number; credit: number; waived: number; upgradeCredit: number }

/** Computes the amounts of a cart, and stores the regular price as shown. */
async function amountsOf({ ctx }: RequestContext, cart: Cart, sale: OnSale, reduction: Reduction | null): Promise<Amounts> {
  const { db, payments } = ctx
  const now = ctx.now()
  const { plan, active } = sale
  const regular = (await pricesAt(db, now)).get(plan.subscriptionId)!
  await noteShownPrice(db, cart.id, regular, now)
  const price = reduction?.price ?? regular
  const running = (active && (await unusedBalance(db, active.id, now))?.amount) ?? 0
  // The wallet charges whole months, so the unused balance is refunded to the wallet instead of credited.
  if (active && isWalletUpgrade(sale))
    return { regular, price, credit: 0, waived: 0, upgradeCredit: running + (await paidAhead(db, active.id, now)) }
  const rest = { minor: Math.max(0, price - running), currency: plan.currency }
  return { regular, price, credit: running, waived: waivedAmount(ctx, payments.card?.name ?? '', rest), upgradeCredit: running }
}

/**
 * Returns the methods with which a cart can be paid, the wallet's plan if it is one of them, and the saved payment data that can be
 * used again. `needsLocalMethod`: only a payment method of the buyer's country proves that country.
 */
async function paymentIn(
  call: RequestContext,
  sale: OnSale,
  { regular, reduction }: { regular: number; reduction: Reduction | null },
) {
  const { ctx, session } = call
  const { currency, subscriptionId: plan, country } = sale.plan
  const { wallet } = ctx.payments
  const market = await askMarket(call, sale)
  const left = isWalletUpgrade(sale) ? undefined : await savedMethod(ctx, session.account!.id, country)
  const saved = left && isProvedBy(market, left) ? left : undefined
  const needsLocalMethod = !isProved(market) && market.network !== null && !saved
  // The wallet reports the payer's country only after the payment.
  const offered = methodsOf(ctx, sale).filter((method) => method !== 'PP' || !needsLocalMethod)
  const reduced = reduction && { price: reduction.price, charges: reduction.charges }
  const requested = { plan, voucherCode: reduction?.code ?? null, terms: { currency, regular, reduced } }
  const walletPlan = offered.includes('PP') && wallet ? await planFor(ctx, wallet, requested) : null
  return { methods: offered.filter((method) => method !== 'PP' || walletPlan !== null), walletPlan, saved, needsLocalMethod }
}

/** Returns the lines of a cart and the features of its plan in the caller's language. */
function textsOf(
  { ctx, language }: RequestContext,
  { plan: { tier, currency } }: OnSale,
  { regular, price, credit, waived }: Amounts,
  reduction: Reduction | null,
): Pick<Presented, 'entries' | 'features'> {
  const say = (key: string, values: Record<string, string | number> = {}) => t(paymentMessages[language], key, values, language)
  const money = (minor: number) => plainMoney({ minor, currency })
  const deducted = (name: 'CREDIT' | 'WAIVED', amount: number) => {
    const [title, subtitle] = [say(`PAYMENT.${name}`), say(`PAYMENT.${name}_DETAIL`)]
    return amount > 0 ? [{ title, subtitle, recurring: false, grossAmount: -amount }] : []
  }
  return {
    entries: [
      {
        title: nameOfPlan(ctx.operator, tier),
        subtitle: reduction
          ? say('PAYMENT.REDUCED', { count: reduction.charges, reduced: money(price), price: money(regular) })
          : say('PAYMENT.EVERY_30_DAYS', { price: money(regular) }),
        recurring: true,
        grossAmount: price,
      },
      ...deducted('CREDIT', credit),
      ...deducted('WAIVED', waived),
    ],
    features: [
      ...features[tier].map((key) => say(key)),
      say('PAYMENT.FEATURE_NO_ADS'),
      say('PAYMENT.FEATURE_DEVICES', { count: DEVICES[tier] }),
      say('PAYMENT.FEATURE_CANCEL', { days: NOTICE_DAYS }),
    ],
  }
}

/** Returns the reduction of the voucher in the cart; null if there is none. Removes a voucher that is no longer valid. */
async function reductionIn({ ctx, session }: RequestContext, cart: Cart): Promise<Reduction | null> {
  if (cart.voucher_code === null) return null
  const { db, now } = ctx
  try {
    const options = { code: cart.voucher_code, plan: cart.plan_id, accountId: session.account!.id, now: now() }
    return await reductionBy(db, ctx, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The cart then shows the regular price, at which the buyer may buy.
    await putVoucher(db, cart.id, null, now())
    return null
  }
}
