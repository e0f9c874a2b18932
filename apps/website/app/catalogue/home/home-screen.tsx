import { campaignPricing, contentSet, titles as titlesCall, topics as topicsCall } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { Offer } from '@kiosk/domain/campaigns/endpoints'
import { FEATURED_ITEMS } from '@kiosk/domain/catalogue/limits'
import type { FeatureIcon } from '@kiosk/domain/content/feature-icons'
import { DEFAULT_CONTENT_SET } from '@kiosk/domain/regions'
import { plansOf, type Tier } from '@kiosk/domain/subscriptions/plans'
import { feedbackMessages } from '@kiosk/i18n/messages/feedback'
import { homeMessages } from '@kiosk/i18n/messages/home'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { featuresIn, loadDocument, plainText } from '../../content/document-loading.ts'
import { feedbackAction } from '../../content/feedback-action.ts'
import { feedbackRules } from '../../content/feedback-rules.ts'
import type { HeadData } from '../../shell/head.tsx'
import { requestContext } from '../../shell/request-context.ts'
import { useSlots } from '../../shell/slots.tsx'
import { useText } from '../../shell/use-text.ts'
import { pays, useViewer } from '../../shell/viewer.ts'
import { isClosed } from '../../subscriptions/offers.ts'
import { countUpScript } from './count-up-script.ts'
import { Featured } from './featured.tsx'
import { featuredTitle } from './featured-title.ts'
import { FeedbackSection } from './feedback-section.tsx'
import { Film } from './film.tsx'
import { filmScript } from './film-script.ts'
import { Hero } from './hero.tsx'
import { TITLES_TO_CHOOSE_FROM, windowOf } from './hero-window.ts'
import { homeOfNobody, homeOfReader } from './home-of-reader.ts'
import style from './home-screen.module.css'
import { MoreFeatures, Platforms } from './platforms.tsx'
import { PricingComparison } from './pricing-comparison.tsx'
import { Quotes } from './quotes.tsx'
import { ReaderHome } from './reader-home.tsx'
import { isWarmSeason } from './season.ts'
import { Trending, type TrendingTopic } from './trending.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { call, who, packedWords, operator, publicUrl, webapp, language } = ctx
  const { state, region, known } = await who()
  const asked = state === 'anonymous' ? homeOfNobody : ctx.ofReader(homeOfReader)
  const requestedTitles =
    state === 'anonymous'
      ? call(titlesCall, { query: { language, limit: TITLES_TO_CHOOSE_FROM } }).then(
          ({ issues }) => issues,
          () => [],
        )
      : []
  const written = call(topicsCall).then(headlines, () => [])
  const features = loadDocument(ctx, 'features')
  const requested = pays(state) ? null : call(campaignPricing).then(paidOffers, () => null)
  const featured = await call(contentSet, { params: { key: known ? region.contentSet : DEFAULT_CONTENT_SET } })
    .then(({ entries }) => entries.slice(0, FEATURED_ITEMS).map(featuredTitle))
    .catch(() => null)
  const offered = await requested
  const trending = await written
  const head: HeadData = {
    structuredData: [
      JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: operator.siteName,
        url: publicUrl,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${publicUrl}${addressOf('catalogue')}?search={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      }),
    ],
  }
  const film = operator.videos[region.video]
  return {
    words: packedWords(homeMessages, feedbackMessages, validationMessages, ...(state === 'anonymous' ? [] : [shelfMessages])),
    script: film ? `${countUpScript};${filmScript}` : countUpScript,
    own: await asked,
    head,
    featured,
    display: windowOf(featured ?? [], await requestedTitles),
    trending,
    prices: plansOf(region.id).map(({ tier, price }) => ({ tier, price: offered?.[tier]?.normalPrice ?? price })),
    special: Object.values(offered ?? {}).some((offer) => offer.specialOffer && !isClosed(offer)),
    film,
    stores: operator.stores,
    socialLinks: operator.socialLinks,
    mail: operator.company.mail,
    cards: cardsIn((await features).html),
    warm: isWarmSeason(new Date()),
    webapp,
    quotes: operator.quotes.map(({ id, testmonial, reference }) => ({
      id,
      testmonial: testmonial[language],
      reference: reference[language],
    })),
  }
}

/** Handles the form of `#feedback`. */
export async function action({ context, request }: ActionFunctionArgs) {
  return feedbackAction(requestContext(context), await request.formData(), feedbackRules)
}

const TRENDING = 4
/** Features shown as flip cards on the home page. */
const CARDS: readonly FeatureIcon[] = ['text-search', 'archive', 'bookmark', 'sparkles', 'book-marked', 'cloud-download']

/** Returns the texts of the cards, without the emphasised line on subscriptions, which is only on the features page. */
function cardsIn(html: string): { title: string; text: string }[] {
  const features = featuresIn(html)
  return CARDS.flatMap((icon) => features.find((feature) => feature.icon === icon) ?? []).map(({ name, html }) => ({
    title: name,
    text: plainText(html.replace(/<p><em>.*?<\/em><\/p>/, '')),
  }))
}

function headlines({ topics }: { topics: TrendingTopic[] }): TrendingTopic[] {
  return topics.slice(0, TRENDING).map(({ uid, headline, magazineName }) => ({ uid, headline, magazineName }))
}

/** Returns the offers of the paid tiers. */
function paidOffers({ campaignDtoList: offers }: { campaignDtoList: Offer[] }): Partial<Record<Tier, Offer>> {
  return Object.fromEntries(
    offers.flatMap((offer) => (offer.shortNameDefault === 'FREE' ? [] : [[offer.shortNameDefault, offer]])),
  )
}

/** Home page: what the service is, today's featured titles and prices; for signed-in readers, what they read and what is new. */
export default function HomeScreen() {
  const { featured, display, trending, film, stores, socialLinks, mail, cards, warm, prices, special, quotes, ...loaded } =
    useLoaderData<typeof loader>()
  const own = useSlots(loaded.own)
  const { promo, state } = useViewer()
  const isSignedIn = state !== 'anonymous'
  const isPaying = pays(state)
  const t = useText()
  return (
    <>
      {promo && <p className={style.promo}>{t('HOME.PROMO', promo)}</p>}
      <Hero featured={featured ?? []} display={display} own={own} warm={warm} special={special} />
      {isSignedIn && <ReaderHome own={own} />}
      <Featured titles={featured} />
      <Trending topics={trending} />
      {!isPaying && <PricingComparison prices={prices} />}
      {film && <Film address={film} />}
      <Platforms stores={stores} />
      <MoreFeatures cards={cards} />
      {!isPaying && quotes.length > 0 && <Quotes quotes={quotes} />}
      <FeedbackSection mail={mail} socialLinks={socialLinks} sender={own} />
    </>
  )
}
