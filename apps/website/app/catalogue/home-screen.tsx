import { addressOf } from '@kiosk/domain/addresses'
import { campaignPricing, type Offer } from '@kiosk/domain/campaigns/endpoints'
import { contentSet } from '@kiosk/domain/catalogue/endpoints'
import { FEATURED_ITEMS } from '@kiosk/domain/catalogue/terms'
import { topics as topicsCall } from '@kiosk/domain/content/endpoints'
import { DEFAULT_CONTENT_SET } from '@kiosk/domain/regions'
import type { FeatureIcon } from '@kiosk/languages/content/features'
import { feedbackWords } from '@kiosk/languages/feedback'
import { homeWords } from '@kiosk/languages/home'
import { validationWords } from '@kiosk/languages/validation'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { featuresIn, loadDocument, plainText } from '../content/document-loading.ts'
import { feedbackAction } from '../content/feedback-action.ts'
import { feedbackRules } from '../content/feedback-rules.ts'
import { knownWriter } from '../content/known-writer.ts'
import type { HeadData } from '../shell/head.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { Featured } from './home/featured.tsx'
import { Film } from './home/film.tsx'
import { Hero } from './home/hero.tsx'
import { MoreFeatures, Platforms } from './home/platforms.tsx'
import { PricingComparison } from './home/pricing-comparison.tsx'
import { Quotes } from './home/quotes.tsx'
import { isWarmSeason } from './home/season.ts'
import { Talk } from './home/talk.tsx'
import { Trending, type TrendingTopic } from './home/trending.tsx'
import style from './home-screen.module.css'

/** A title at the front: what the shelf and the hero show of it. */
export type FeaturedTitle = {
  uid: string
  titleLine: string
  detailLine: string
  coverURL: string
  coverWidth: number
  coverHeight: number
  coverColour: string
}

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { call, who, packedWords, operator, publicUrl, webapp } = visit
  const { user, region, known } = await who()
  const written = call(topicsCall).then(headlines, () => [])
  const features = loadDocument(visit, 'features')
  const asked = call(campaignPricing).then(pricesIn, () => null)
  const featured = await call(contentSet, { params: { key: known ? region.contentSet : DEFAULT_CONTENT_SET } })
    .then(({ entries }) => entries.slice(0, FEATURED_ITEMS).map(featuredTitle))
    .catch(() => null)
  const prices = await asked
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
  return {
    words: packedWords(homeWords, feedbackWords, validationWords),
    head,
    featured,
    trending,
    lowest: prices?.lowest ?? null,
    special: prices?.special ?? false,
    film: operator.videos[region.video],
    stores: operator.stores,
    socialLinks: operator.socialLinks,
    mail: operator.company.mail,
    writer: knownWriter(user),
    cards: cardsIn((await features).html),
    warm: isWarmSeason(new Date()),
    webapp,
  }
}

/** The form of `#feedback`. */
export async function action({ context, request }: ActionFunctionArgs) {
  return feedbackAction(visitOf(context), await request.formData(), feedbackRules)
}

const TRENDING = 4
/** Features that the front page turns around. */
const CARDS: readonly FeatureIcon[] = ['text-search', 'archive', 'bookmark', 'sparkles', 'book-marked', 'cloud-download']

/** The sides of the cards; the line on subscriptions, which is emphasised, stays on the page of the features. */
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

/** The lowest regular price of what is paid for, minor units, and whether an offer runs. */
function pricesIn({ campaignDtoList: offers }: { campaignDtoList: Offer[] }): { lowest: number | null; special: boolean } {
  const paid = offers.filter(({ shortNameDefault }) => shortNameDefault !== 'FREE')
  const lowest = paid.length > 0 ? Math.min(...paid.map(({ normalPrice }) => normalPrice)) : null
  return { lowest, special: paid.some(({ specialOffer }) => specialOffer) }
}

function featuredTitle(entry: {
  issueUid: string
  title: string
  detailLine: string
  coverURL: string
  coverWidth: number
  coverHeight: number
  coverColour: string
}): FeaturedTitle {
  const { issueUid: uid, title: titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour } = entry
  return { uid, titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour }
}

/** The front page: what the kiosk is, what lies at the front today, what it costs. */
export default function HomeScreen() {
  const { featured, trending, film, stores, socialLinks, mail, cards, warm, writer, lowest, special } =
    useLoaderData<typeof loader>()
  const { promo } = useVisitor()
  const t = useText()
  return (
    <>
      {promo && <p className={style.promo}>{t('HOME.PROMO', promo)}</p>}
      <Hero titles={featured ?? []} warm={warm} special={special} />
      <Featured titles={featured} />
      <Trending topics={trending} />
      <PricingComparison lowest={lowest} />
      {film && <Film address={film} />}
      <Platforms stores={stores} />
      <MoreFeatures cards={cards} />
      <Quotes />
      <Talk mail={mail} socialLinks={socialLinks} writer={writer} />
    </>
  )
}
