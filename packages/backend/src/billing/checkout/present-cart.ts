import { ApiError } from '@kiosk/domain/errors'
import { plainMoney } from '@kiosk/domain/money'
import type { Cart as Presented } from '@kiosk/domain/payments/endpoints'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
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
  const { ctx, language, session } = call
  const { db, operator, payments } = ctx
  const now = ctx.now()
  const { plan: soldPlan, live } = sale
  const { currency, tier, subscriptionId } = soldPlan
  const reduction = await reductionIn(call, cart)
  if (reduction && live && live.reduced_left > 0) throw new ApiError('second_special_offer', 'voucher')
  const regular = (await pricesAt(db, now)).get(subscriptionId)!
  await noteShownPrice(db, cart.id, regular, now)
  const price = reduction?.price ?? regular
  const payPalUpgrade = live?.order_type === ORDER_TYPE.wallet
  const running = (live && (await unusedBalance(db, live.id, now))?.amount) ?? 0
  const upgradeCredit = running + (payPalUpgrade ? await paidAhead(db, live.id, now) : 0)
  // The wallet charges whole months, so the unused balance is refunded to the wallet instead of credited.
  const credit = payPalUpgrade ? 0 : upgradeCredit
  const rest = Math.max(0, price - credit)
  const waived = payPalUpgrade ? 0 : waivedAmount(ctx, payments.card?.name ?? '', { minor: rest, currency })
  const market = await askMarket(call, sale)
  const left = payPalUpgrade ? undefined : await savedMethod(ctx, session.account!.id, soldPlan.country)
  const saved = left && isProvedBy(market, left) ? left : undefined
  const needsLocalMethod = !isProved(market) && market.network !== null && !saved
  // The wallet reports the payer's country only after the payment.
  const offered = methodsOf(ctx, sale).filter((method) => method !== 'PP' || !needsLocalMethod)
  const reduced = reduction && { price: reduction.price, charges: reduction.charges }
  const requested = { plan: subscriptionId, voucherCode: reduction?.code ?? null, terms: { currency, regular, reduced } }
  const plan = offered.includes('PP') && payments.wallet ? await planFor(ctx, payments.wallet, requested) : null
  const say = (key: string, values: Record<string, string | number> = {}) => t(paymentMessages[language], key, values, language)
  const money = (minor: number) => plainMoney({ minor, currency })
  return {
    paypaylPlanId: plan,
    entries: [
      {
        title: say('PAYMENT.TARIFF', { siteName: operator.siteName, tier }),
        subtitle: reduction
          ? say('PAYMENT.REDUCED', { count: reduction.charges, reduced: money(price), price: money(regular) })
          : say('PAYMENT.EVERY_30_DAYS', { price: money(regular) }),
        recurring: true,
        grossAmount: price,
      },
      ...(credit > 0
        ? [{ title: say('PAYMENT.CREDIT'), subtitle: say('PAYMENT.CREDIT_DETAIL'), recurring: false, grossAmount: -credit }]
        : []),
      ...(waived > 0
        ? [{ title: say('PAYMENT.WAIVED'), subtitle: say('PAYMENT.WAIVED_DETAIL'), recurring: false, grossAmount: -waived }]
        : []),
    ],
    features: [
      ...features[tier].map((key) => say(key)),
      say('PAYMENT.FEATURE_NO_ADS'),
      say('PAYMENT.FEATURE_DEVICES', { count: DEVICES[tier] }),
      say('PAYMENT.FEATURE_CANCEL', { days: NOTICE_DAYS }),
    ],
    totalPrice: rest - waived,
    currency,
    payPalUpgrade,
    noticePeriodDays: NOTICE_DAYS,
    cancelable: true,
    showVoucherInfo: reduction !== null,
    ...(reduction && { numberOfMonthsVoucher: reduction.charges, priceAfterVoucherPerMonth: regular }),
    voucherAvailable: cart.state === 'open' && reduction === null && !(live && live.reduced_left > 0),
    ...(saved && {
      lastBillingData: {
        paymentMethod: saved.kind as 'CC' | 'DD',
        accountBrand: saved.brand,
        accountNumber: saved.masked,
      },
    }),
    methods: offered.filter((method) => method !== 'PP' || plan !== null),
    upgradeCredit,
    needsLocalMethod,
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
