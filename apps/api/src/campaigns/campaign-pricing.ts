import type { Offer } from '@kiosk/domain/campaigns/endpoints'
import * as declared from '@kiosk/domain/campaigns/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { type Region, regionById } from '@kiosk/domain/regions'
import { DEVICES, FREE_SUBSCRIPTION_ID, type Tariff, type Tier, tariffs, tariffsOf } from '@kiosk/domain/subscriptions/tariffs'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import type { ShelfView } from '../catalogue/shelf-view.ts'
import { type Asking, serve } from '../endpoint.ts'
import { pricesAt } from '../payments/prices.ts'
import { runningOffers, type SpecialOffer } from '../payments/special-offers.ts'

/** Section 9: the badge where its voucher says nothing else. */
const BADGE = { background: '#ff0000', colour: '#ffffff' }
const COVERS = 8

export const campaignPricing = serve(declared.campaignPricing, 'catalogue', async (call) => {
  const { region } = call
  const known = await whatIsKnown(call)
  const paid = tariffsOf(region.id).map((tariff) => presentOffer(tariff, region, call, known))
  return {
    campaignDtoList: [freeOffer(region, known.shelf), ...paid],
    lowestPrice: Math.min(...paid.map(({ price }) => price)),
  }
})

export const tariffPricing = serve(declared.tariffPricing, 'catalogue', async (call) => {
  const { subscriptionId } = call.input
  const known = await whatIsKnown(call)
  if (subscriptionId === FREE_SUBSCRIPTION_ID) return freeOffer(call.region, known.shelf)
  const tariff = tariffs.find((each) => each.subscriptionId === subscriptionId)
  const region = tariff && regionById(tariff.region)
  if (!tariff || !region) throw new Refusal('not_found', 'subscriptionId')
  return presentOffer(tariff, region, call, known)
})

async function whatIsKnown(call: Asking) {
  const { db, now } = call.house
  const [prices, offers, shelf] = [await pricesAt(db, now()), await runningOffers(db, now()), await shelfOf(call)]
  return { prices, offers, shelf }
}
type Known = Awaited<ReturnType<typeof whatIsKnown>>

function presentOffer(tariff: Tariff, region: Region, { language }: Asking, { prices, offers, shelf }: Known): Offer {
  const { subscriptionId, tier } = tariff
  const normalPrice = prices.get(subscriptionId)!
  const special: SpecialOffer | undefined = offers.get(subscriptionId)
  const titles = (special?.titles ?? {}) as Record<string, string>
  return {
    ...plain(tier, subscriptionId, region, shelf),
    normalPrice,
    price: special?.price ?? normalPrice,
    specialOffer: special !== undefined,
    specialOfferPrice: special?.price ?? null,
    specialOfferTitle: titles[language] ?? titles.de ?? '',
    specialOfferLength: special?.days ?? null,
    specialOfferBgColor: special?.background ?? BADGE.background,
    specialOfferColor: special?.colour ?? BADGE.colour,
    endTime: special?.redeemable_until?.toISOString() ?? null,
    voucherCode: special?.code ?? '',
  }
}

function freeOffer(region: Region, shelf: ShelfView): Offer {
  return {
    ...plain('FREE', FREE_SUBSCRIPTION_ID, region, shelf),
    normalPrice: 0,
    price: 0,
    specialOffer: false,
    specialOfferPrice: null,
    specialOfferTitle: '',
    specialOfferLength: null,
    specialOfferBgColor: BADGE.background,
    specialOfferColor: BADGE.colour,
    endTime: null,
    voucherCode: '',
  }
}

function plain(tier: Tier, subscriptionId: number, region: Region, shelf: ShelfView) {
  const front = shelf.contentSet(region.contentSet) ?? []
  const shown = tier === 'PREMIUM' ? front : front.filter(({ kind }) => kind === 'magazine')
  return {
    subscriptionId,
    shortNameDefault: tier,
    locale: region.locale,
    numberOfDevices: DEVICES[tier],
    cancelable: true,
    magazineCoverKeys: shown.slice(0, COVERS).map(({ key }) => key),
    magazineImageUrl: '',
    newspaperImageUrl: '',
    mobileImageUrl: '',
  }
}
