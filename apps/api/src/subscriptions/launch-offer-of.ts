import { Refusal } from '@kiosk/domain/errors'
import { type Region, regionById, regions } from '@kiosk/domain/regions'
import { type Tariff, tariffsOf } from '@kiosk/domain/subscriptions/tariffs'
import { sql } from 'kysely'
import { accountById, hadSubscription } from '../accounts/queries.ts'
import type { Asking } from '../endpoint.ts'
import type { House } from '../house.ts'
import { type Reduction, reductionBy } from '../payments/vouchers.ts'
import { endOfLaunchOffer } from './launch-offer-term.ts'

/**
 * What a new reader is offered: the premium tariff of the own market, by a code that can be redeemed.
 * @throws Refusal not_found, offer_redeemed, offer_expired
 */
export async function launchOfferOf({ house, session }: Asking): Promise<Reduction & { tariff: Tariff }> {
  const { db, operator, now } = house
  const account = await accountById(db, session.account!.id)
  if (!account) throw new Refusal('not_signed_in')
  const region = regionById(account.region_id)
  const code = region && operator.launchOffer.voucherCodes[region.video]
  const tariff = region && premiumOf(region)
  if (!code || !tariff || session.account!.subscription_id !== null) throw new Refusal('not_found')
  if (await hadSubscription(db, account.id)) throw new Refusal('offer_redeemed')
  if (endOfLaunchOffer(account) <= now()) throw new Refusal('offer_expired')
  await placeLaunchVoucher(house, code)
  try {
    const given = { code, tariff: tariff.subscriptionId, accountId: account.id, now: now() }
    return { ...(await reductionBy(db, house, given)), tariff }
  } catch (error) {
    // The operator has ended it, or nothing is left of it.
    throw error instanceof Refusal ? new Refusal('not_found') : error
  }
}

/**
 * Makes sure that a code of operator.json is a voucher which gives what is said there. Until when and how often it may be
 * redeemed stays as the operator has entered it; codes that are not there are none of these.
 */
export async function placeLaunchVoucher({ db, operator }: House, code: string): Promise<void> {
  const { days, voucherCodes } = operator.launchOffer
  const region = regions.find(({ video }) => voucherCodes[video] === code)
  const tariff = region && premiumOf(region)
  if (!tariff) return
  const gives = { subscription_ids: [tariff.subscriptionId], price: tariff.specialOfferPrice, days }
  await db
    .insertInto('vouchers')
    .values({ code, kind: 'launch', ...gives })
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet(gives)
        .where('vouchers.kind', '=', 'launch')
        .where(
          sql<boolean>`(vouchers.subscription_ids, vouchers.price, vouchers.days) is distinct from
            (${gives.subscription_ids}::integer[], ${gives.price}::integer, ${gives.days}::integer)`,
        ),
    )
    .execute()
}

function premiumOf(region: Region): Tariff | undefined {
  return tariffsOf(region.id).find(({ tier }) => tier === 'PREMIUM')
}
