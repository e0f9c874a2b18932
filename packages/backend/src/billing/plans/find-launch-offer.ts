import { ApiError } from '@kiosk/domain/errors'
import { type Region, regionById, regions } from '@kiosk/domain/regions'
import { type Plan, plansOf } from '@kiosk/domain/subscriptions/plans'
import { sql } from 'kysely'
import { hadSubscription } from '../../accounts/queries.ts'
import type { AppContext } from '../../context.ts'
import type { RequestContext } from '../../http/handler.ts'
import { methodsOf } from '../checkout/carts.ts'
import { endOfLaunchOffer } from './launch-offer-term.ts'
import { planOf } from './prices.ts'
import { type Reduction, reductionBy } from './vouchers.ts'

/**
 * Returns the launch offer for a new reader: the premium plan of the reader's market, with a code that can be redeemed.
 * @throws ApiError not_found, offer_redeemed, offer_expired
 */
export async function launchOfferOf({ ctx, session }: RequestContext): Promise<Reduction & { plan: Plan }> {
  const { db, operator, now } = ctx
  const account = session.account!
  const region = regionById(account.region_id)
  const code = region && operator.launchOffer.voucherCodes[region.video]
  const plan = region && premiumOf(region)
  if (!code || !plan || account.plan_id !== null) throw new ApiError('not_found')
  if (await hadSubscription(db, account.id)) throw new ApiError('offer_redeemed')
  if (endOfLaunchOffer(account) <= now()) throw new ApiError('offer_expired')
  if (methodsOf(ctx, { plan: planOf(plan.subscriptionId)!, active: undefined }).length === 0) throw new ApiError('not_found')
  await placeLaunchVoucher(ctx, code)
  try {
    const options = { code, plan: plan.subscriptionId, accountId: account.id, now: now() }
    return { ...(await reductionBy(db, ctx, options)), plan }
  } catch (error) {
    // The operator has ended the offer, or it is used up.
    throw error instanceof ApiError ? new ApiError('not_found') : error
  }
}

/**
 * Stores a code from operator.json as a voucher with the configured terms. Leaves expiry and redemption limit as the operator
 * entered them, and ignores other codes.
 */
export async function placeLaunchVoucher({ db, operator }: Pick<AppContext, 'db' | 'operator'>, code: string): Promise<void> {
  const { days, voucherCodes } = operator.launchOffer
  const region = regions.find(({ video }) => voucherCodes[video] === code)
  const plan = region && premiumOf(region)
  if (!plan) return
  const gives = { plan_ids: [plan.subscriptionId], price: plan.specialOfferPrice, days }
  await db
    .insertInto('vouchers')
    .values({ code, kind: 'launch', ...gives })
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet(gives)
        .where('vouchers.kind', '=', 'launch')
        .where(
          sql<boolean>`(vouchers.plan_ids, vouchers.price, vouchers.days) is distinct from
            (${gives.plan_ids}::integer[], ${gives.price}::integer, ${gives.days}::integer)`,
        ),
    )
    .execute()
}

function premiumOf(region: Region): Plan | undefined {
  return plansOf(region.id).find(({ tier }) => tier === 'PREMIUM')
}
