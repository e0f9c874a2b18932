import type { Offer } from '@kiosk/domain/campaigns/endpoints'
import * as declared from '@kiosk/domain/campaigns/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { marketOf, type Region, regionById } from '@kiosk/domain/regions'
import {
  DEVICES,
  FREE_SUBSCRIPTION_ID,
  OFFER_BADGE,
  type Plan,
  planById,
  plansOf,
  type Tier,
} from '@kiosk/domain/subscriptions/plans'
import { methodsOf } from '../billing/checkout/carts.ts'
import { planOf, pricesAt } from '../billing/plans/prices.ts'
import { runningOffers, type SpecialOffer } from '../billing/plans/special-offers.ts'
import { featuredTitlesOf } from '../catalogue/content-set.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'

const COVERS = 8

export const campaignPricing = defineHandler(declared.campaignPricing, 'catalogue', async (call) => {
  // A reader pays the prices of their account's market, wherever they are.
  const region = call.session.account ? marketOf(call.session.account) : call.region
  const known = await whatIsKnown(call)
  const paid = plansOf(region.id).map((plan) => presentOffer(plan, region, call, known))
  return {
    campaignDtoList: [freeOffer(region, known), ...paid],
    lowestPrice: Math.min(...paid.map(({ price }) => price)),
  }
})

export const planPricing = defineHandler(declared.planPricing, 'catalogue', async (call) => {
  const { subscriptionId } = call.input
  const known = await whatIsKnown(call)
  if (subscriptionId === FREE_SUBSCRIPTION_ID) return freeOffer(call.region, known)
  const plan = planById(subscriptionId)
  const region = plan && regionById(plan.region)
  if (!plan || !region) throw new ApiError('not_found', 'subscriptionId')
  return presentOffer(plan, region, call, known)
})

async function whatIsKnown(call: RequestContext) {
  const { db, now } = call.ctx
  const [prices, offers, catalogue] = [await pricesAt(db, now()), await runningOffers(db, now()), await catalogueOf(call)]
  return { prices, offers, catalogue, language: call.language }
}
type Known = Awaited<ReturnType<typeof whatIsKnown>>

function presentOffer(plan: Plan, region: Region, { ctx, language }: RequestContext, known: Known): Offer {
  const { prices, offers } = known
  const { subscriptionId, tier } = plan
  const normalPrice = prices.get(subscriptionId)!
  const special: SpecialOffer | undefined = offers.get(subscriptionId)
  const titles = (special?.titles ?? {}) as Record<string, string>
  return {
    ...plain(tier, subscriptionId, region, known),
    normalPrice,
    price: special?.price ?? normalPrice,
    specialOffer: special !== undefined,
    specialOfferPrice: special?.price ?? null,
    specialOfferTitle: titles[language] ?? titles.de ?? '',
    specialOfferLength: special?.days ?? null,
    specialOfferBgColor: special?.background ?? OFFER_BADGE.background,
    specialOfferColor: special?.colour ?? OFFER_BADGE.colour,
    endTime: special?.redeemable_until?.toISOString() ?? null,
    voucherCode: special?.code ?? '',
    methods: methodsOf(ctx, { plan: planOf(subscriptionId)!, active: undefined }),
  }
}

function freeOffer(region: Region, known: Known): Offer {
  return {
    ...plain('FREE', FREE_SUBSCRIPTION_ID, region, known),
    normalPrice: 0,
    price: 0,
    specialOffer: false,
    specialOfferPrice: null,
    specialOfferTitle: '',
    specialOfferLength: null,
    specialOfferBgColor: OFFER_BADGE.background,
    specialOfferColor: OFFER_BADGE.colour,
    endTime: null,
    voucherCode: '',
    methods: [],
  }
}

function plain(tier: Tier, subscriptionId: number, region: Region, { catalogue, language }: Known) {
  const front = featuredTitlesOf(region.contentSet, catalogue, { language, region }) ?? []
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
