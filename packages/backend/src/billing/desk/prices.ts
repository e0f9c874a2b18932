import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { regions, requireRegion } from '@kiosk/domain/regions'
import * as declared from '@kiosk/domain/staff/offer-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { planOf, pricesAt } from '../plans/prices.ts'
import { setPrice, withdrawPrice } from '../plans/set-price.ts'
import { setTaxRate } from '../plans/set-tax-rate.ts'
import { taxRatesAt } from '../plans/tax-rates.ts'
import { walletRejection } from '../plans/wallet-rejection.ts'

export const prices = defineDeskHandler(declared.prices, async ({ ctx }) => {
  const { db } = ctx
  const now = ctx.now()
  const today = dayInVienna(now)
  const entered = await db.selectFrom('prices').selectAll().orderBy('valid_from').execute()
  const rates = await db.selectFrom('tax_rates').selectAll().orderBy('valid_from').execute()
  const running = await db
    .selectFrom('subscriptions')
    .select('plan_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['active', 'past-due'])
    .groupBy('plan_id')
    .execute()
  const [priceNow, rateNow] = [await pricesAt(db, now), await taxRatesAt(db, now)]
  return {
    today,
    plans: plans.map(({ subscriptionId: id, tier, region }) => {
      const own = entered.filter(({ plan_id }) => plan_id === id)
      const { country, currency } = requireRegion(region)
      return {
        id,
        tier,
        country,
        currency,
        price: priceNow.get(id)!,
        since: own.findLast(({ valid_from }) => valid_from <= today)?.valid_from ?? null,
        later: own.filter(({ valid_from }) => valid_from > today).map(({ price, valid_from: from }) => ({ price, from })),
        subscriptions: Number(running.find(({ plan_id }) => plan_id === id)?.count ?? 0),
      }
    }),
    taxes: regions.map(({ country }) => {
      const own = rates.filter((each) => each.country === country)
      return {
        country,
        rate: rateNow.get(country) ?? 0,
        since: own.findLast(({ valid_from }) => valid_from <= today)?.valid_from ?? null,
        later: own.filter(({ valid_from }) => valid_from > today).map(({ rate, valid_from: from }) => ({ rate, from })),
      }
    }),
  }
})

export const setPlanPrice = defineDeskHandler(declared.setPlanPrice, async ({ ctx, input }) => {
  const { plan, price, from, withoutWallet, reason } = input
  if (!planOf(plan)) throw new ApiError('not_found', 'plan')
  if (from < dayInVienna(ctx.now())) throw new ApiError('time_is_past', 'from')
  const newPrice = { plan_id: plan, valid_from: from, price }
  if (!withoutWallet) {
    const rejected = await walletRejection(ctx, newPrice)
    if (rejected !== null) {
      ctx.log.warn({ event: 'price.wallet-rejected', plan, reason: rejected }, 'the wallet cannot charge a new price')
      throw new ApiError('wallet_plan_missing', 'price')
    }
  }
  await setPrice(ctx, newPrice, reason)
  return undefined
})

export const withdrawPlanPrice = defineDeskHandler(declared.withdrawPlanPrice, async ({ ctx, input }) => {
  const { plan, from, reason } = input
  if (!planOf(plan)) throw new ApiError('not_found', 'plan')
  if (!(await withdrawPrice(ctx, { plan_id: plan, valid_from: from }, reason))) throw new ApiError('not_found', 'from')
  return undefined
})

export const setCountryTax = defineDeskHandler(declared.setCountryTax, async ({ ctx, input }) => {
  const { country, rate, from, reason } = input
  await setTaxRate(ctx, { country, rate, valid_from: from }, reason)
  return undefined
})
