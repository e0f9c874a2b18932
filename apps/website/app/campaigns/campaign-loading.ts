import { addressOf } from '@kiosk/domain/addresses'
import {
  type Campaign,
  type CampaignOffer,
  OFFER_MAGAZINES,
  offerIn,
  paymentQuery,
  runsAt,
  type Step,
  stepFor,
  wayFrom,
} from '@kiosk/domain/campaigns/campaign'
import { campaignPage, tariffPricing } from '@kiosk/domain/campaigns/endpoints'
import { contentSet } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT } from '@kiosk/domain/catalogue/terms'
import type { Language } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { houseCampaignWords } from '@kiosk/languages/campaigns/house-words'
import { unbroken } from '@kiosk/languages/typography'
import type { CoverPicture } from '@kiosk/ui/cover'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import { pays } from '../shell/visitor.ts'
import { magazinesOr } from './magazine-count.ts'
import { shippedCampaign } from './shipped-campaign.ts'

/** A title on a campaign page; `issueUId` is spelled as the specification does, the picture's place is `height` high. */
export type CampaignTitle = CoverPicture & { title: string; issueUId: string; height: number }

/** The operator's campaign of this key, else the shipped one. */
export async function findCampaign(visit: Visit, key: string): Promise<Campaign | null> {
  const { answer } = await orRefusal(visit.call(campaignPage, { params: { key } }))
  return answer ?? shippedCampaign(key)
}

/** The offer as the page says it: prices written out, the button's address. */
export type ShownOffer = {
  price: string
  regular: string
  months: number
  /** Of the payment page. */
  address: string
}

/** What a campaign's page shows to this visitor, or where it sends him. */
export async function loadCampaign(campaign: Campaign, { context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) {
  const visit = visitOf(context)
  const who = await visit.who()
  const { state, region } = who
  const away = wayFrom(campaign, region.id)
  if (away) return redirect(away)
  const { searchParams } = new URL(visit.path, 'http://own.invalid')
  const offer = offerIn(campaign, region.id)
  const [regular, titles] = await Promise.all([offer && regularPrice(visit, offer), featuredTitles(visit, region.contentSet)])
  const runs = runsAt(campaign, new Date())
  const step: Step = campaign.collaboration ? stepFor(searchParams.get('step'), state !== 'anonymous') : '1a'
  const promoType = params.promoType ?? searchParams.get('promoType')
  const { picture, secondPicture, partner, colours, collaboration = false, covers = false } = campaign
  const pathname = visit.path.replace(/\?.*/s, '')
  const toStep = (to: string) => `${pathname}?${new URLSearchParams({ step: to, ...visit.trace })}`
  const entry = { redirect: toStep('1a'), ...visit.trace }
  return {
    partner,
    colours,
    collaboration,
    step,
    picture: promoType === '2' && secondPicture ? secondPicture : picture,
    said: wordsOf(campaign, visit.language),
    offer: offer && regular !== null && runs ? shownOffer(visit, offer, regular) : null,
    market: campaign.market !== undefined && campaign.market !== region.id ? campaign.market : null,
    count: offer?.numberOfMagazines ?? magazinesOr(campaign.fallbackCount ?? OFFER_MAGAZINES, who),
    titles,
    covers,
    situation: !runs ? ('over' as const) : !offer ? ('no-offer' as const) : pays(state) ? ('pays' as const) : ('open' as const),
    ways: {
      one: toStep('1'),
      back: toStep(step === '2a' || step === '2b' ? '1b' : '0'),
      haveAccount: toStep('2a'),
      isNew: toStep('2b'),
      login: addressOf('login', entry),
      register: addressOf('register', entry),
    },
  }
}
export type ShownCampaign = Exclude<Awaited<ReturnType<typeof loadCampaign>>, Response>

function shownOffer({ trace }: Visit, offer: CampaignOffer, regular: number): ShownOffer {
  const { currency } = regionById(offer.region)!
  return {
    price: formatMoney({ minor: offer.voucherPrice, currency }),
    regular: formatMoney({ minor: regular, currency }),
    months: offer.duration,
    address: addressOf('paymentOverview', paymentQuery(offer, trace)),
  }
}

/** What the tariff costs afterwards, as the API says; else as the campaign says; else as section 9 does. */
async function regularPrice(visit: Visit, offer: CampaignOffer): Promise<number> {
  const { answer } = await orRefusal(visit.call(tariffPricing, { params: { subscriptionId: offer.id } }))
  const shipped = tariffs.find(({ subscriptionId }) => subscriptionId === offer.id)!.price
  return answer?.normalPrice ?? offer.regularPrice ?? shipped
}

/** The market's front row: the first at the height of top items. */
async function featuredTitles(visit: Visit, key: string): Promise<CampaignTitle[]> {
  const { answer } = await orRefusal(visit.call(contentSet, { params: { key } }))
  return (answer?.entries ?? [])
    .slice(0, 9)
    .map(({ title, issueUid, coverURL, coverWidth, coverHeight, coverColour }, place) => ({
      title,
      issueUId: issueUid,
      height: place === 0 ? COVER_HEIGHT.top : COVER_HEIGHT.card,
      coverURL,
      coverWidth,
      coverHeight,
      coverColour,
    }))
}

/** A campaign's words; the house's own where it says nothing. */
function wordsOf({ words }: Campaign, language: Language) {
  const { steps, facts, ratings, quotes, smallPrint, ...own } = words[language]
  const house = houseCampaignWords[language]
  const whole = {
    ...own,
    steps: steps ?? house.steps,
    facts: facts ?? house.facts,
    ratings: ratings ?? house.ratings,
    quotes: quotes ?? house.quotes,
    smallPrint: smallPrint ?? house.smallPrint,
  }
  return unbroken(whole, language)
}
