import { Refusal } from '@kiosk/domain/errors'
import { formatMoney } from '@kiosk/domain/money'
import type { Cart as Presented } from '@kiosk/domain/payments/endpoints'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import { paymentWords } from '@kiosk/languages/payments'
import { text } from '@kiosk/languages/words'
import type { Asking } from '../endpoint.ts'
import { type Cart, methodsOf, noteShownPrice, type OnSale, putVoucher, savedMethod } from './carts.ts'
import { askMarket, isProved, isProvedBy } from './market-gate.ts'
import { pricesAt } from './prices.ts'
import { waivedOf } from './smallest-charge.ts'
import { unusedRest } from './unused-rest.ts'
import { type Reduction, reductionBy } from './vouchers.ts'
import { planFor } from './wallet-plans.ts'

const features = {
  MAGZ: ['PAYMENT.MAGZ_FEATURE_CONTENT', 'PAYMENT.MAGZ_FEATURE_NEWSPAPERS'],
  PREMIUM: ['PAYMENT.PREMIUM_FEATURE_CONTENT', 'PAYMENT.PREMIUM_FEATURE_AUDIO'],
} as const

/** A cart as the caller sees it, in the caller's language. @throws Refusal second_special_offer */
export async function presentCart(call: Asking, cart: Cart, sale: OnSale): Promise<Presented> {
  const { house, language, session } = call
  const { db, now, operator, payments } = house
  const { tariff, live } = sale
  const { currency, tier, subscriptionId } = tariff
  const reduction = await reductionIn(call, cart)
  if (reduction && live && live.reduced_left > 0) throw new Refusal('second_special_offer', 'voucher')
  const regular = (await pricesAt(db, now())).get(subscriptionId)!
  await noteShownPrice(db, cart.id, regular, now())
  const price = reduction?.price ?? regular
  const payPalUpgrade = live?.order_type === ORDER_TYPE.wallet
  const upgradeCredit = (live && (await unusedRest(db, live.id, now()))?.amount) ?? 0
  // The wallet charges whole months: there the rest goes back to it instead.
  const credit = payPalUpgrade ? 0 : upgradeCredit
  const rest = Math.max(0, price - credit)
  const waived = payPalUpgrade ? 0 : waivedOf(house, payments.card?.name ?? '', { minor: rest, currency })
  const market = await askMarket(call, sale)
  const left = payPalUpgrade ? undefined : await savedMethod(house, session.account!.id, tariff.country)
  const saved = left && isProvedBy(market, left) ? left : undefined
  const needsLocalMethod = !isProved(market) && market.network !== null && !saved
  // The wallet does not say in time where its payer lives.
  const offered = methodsOf(house, sale).filter((method) => method !== 'PP' || !needsLocalMethod)
  const reduced = reduction && { price: reduction.price, charges: reduction.charges }
  const asked = { tariff: subscriptionId, voucherCode: reduction?.code ?? null, terms: { currency, regular, reduced } }
  const plan = offered.includes('PP') && payments.wallet ? await planFor(house, payments.wallet, asked) : null
  const say = (key: string, values: Record<string, string | number> = {}) => text(paymentWords[language], key, values, language)
  const money = (minor: number) => formatMoney({ minor, currency })
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

/** What the voucher in the cart gives; null where there is none. One whose time is over is taken out. */
async function reductionIn({ house, session }: Asking, cart: Cart): Promise<Reduction | null> {
  if (cart.voucher_code === null) return null
  const { db, now } = house
  try {
    const given = { code: cart.voucher_code, tariff: cart.subscription_id, accountId: session.account!.id, now: now() }
    return await reductionBy(db, house, given)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Who has seen the regular price may buy at it.
    await putVoucher(db, cart.id, null, now())
    return null
  }
}
