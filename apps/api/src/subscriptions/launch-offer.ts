import { Refusal } from '@kiosk/domain/errors'
import { regionById } from '@kiosk/domain/regions'
import { launchOffer as declared } from '@kiosk/domain/subscriptions/endpoints'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { LAUNCH_OFFER_STANDS } from '@kiosk/domain/subscriptions/terms'
import { accountById, hadSubscription } from '../accounts/queries.ts'
import { serve } from '../endpoint.ts'

const DAY = 86_400_000

export const launchOffer = serve(declared, 'personal', async ({ house, session }) => {
  const { db, operator, now } = house
  const account = await accountById(db, session.account!.id)
  if (!account) throw new Refusal('not_signed_in')
  const region = regionById(account.region_id)
  const tariff = tariffs.find((each) => each.region === region?.id && each.tier === 'PREMIUM')
  const voucherCode = region && operator.launchOffer.voucherCodes[region.video]
  if (!tariff || !voucherCode || session.account!.subscription_id !== null) throw new Refusal('not_found')
  if (await hadSubscription(db, account.id)) throw new Refusal('offer_redeemed')
  const stands = (account.verified_at ?? account.created_at).getTime() + LAUNCH_OFFER_STANDS * DAY
  if (stands <= now().getTime()) throw new Refusal('offer_expired')
  return {
    subscriptionId: tariff.subscriptionId,
    voucherCode: { voucherCode },
    regularPrice: tariff.price,
    reducedPrice: tariff.specialOfferPrice,
    days: operator.launchOffer.days,
  }
})
