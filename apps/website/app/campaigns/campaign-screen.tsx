import { campaignWords } from '@kiosk/languages/campaigns/campaign-words'
import { FlipCards } from '@kiosk/ui/flip-cards'
import { type LoaderFunctionArgs, type MiddlewareFunction, useLoaderData } from 'react-router'
import { ServerHtml } from '../content/server-html.tsx'
import { Link } from '../shell/link.tsx'
import { isForMachines, loader as unknownPath } from '../shell/unknown-path.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { CampaignHero } from './campaign-hero.tsx'
import { findCampaign, loadCampaign, type ShownCampaign } from './campaign-loading.ts'
import style from './campaign-screen.module.css'
import { coloursOf } from './colours-of.ts'
import { OfferCard } from './offer-card.tsx'
import { Ratings } from './ratings.tsx'
import { ratingsScript } from './ratings-script.ts'
import { campaignKeyOf, isCampaignKey } from './shipped-campaign.ts'
import { Titles } from './titles.tsx'

/** A path that no campaign can have is nobody's, and is answered without a screen. */
export const middleware: MiddlewareFunction[] = [
  (args, next) => {
    const { path } = visitOf(args.context)
    return isCampaignKey(campaignKeyOf(path)) && !isForMachines(path) ? next() : unknownPath(args)
  },
]

/** Every campaign of the house and of its operator: `campaignKeyOf` the path says which. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = visitOf(args.context)
  const key = campaignKeyOf(visit.path)
  const campaign = await findCampaign(visit, key)
  if (!campaign) return unknownPath(args)
  const campaignOfVisit = await loadCampaign(campaign, args)
  if (campaignOfVisit instanceof Response) return campaignOfVisit
  const { title, description } = campaign.words[visit.language]
  return {
    words: visit.words(campaignWords),
    script: ratingsScript,
    campaign: campaignOfVisit,
    head: { title, description, canonical: `/${key}` },
  }
}

export default function CampaignScreen() {
  const { campaign } = useLoaderData() as { campaign: ShownCampaign }
  const t = useText()
  const { said, titles, covers } = campaign
  return (
    <div className={style.campaign} style={coloursOf(campaign.colours)}>
      <CampaignHero {...campaign} eyebrow={said.eyebrow} headline={said.headline} promise={said.promise}>
        <OfferCard campaign={campaign} />
      </CampaignHero>
      {covers && titles.length > 0 && <Titles titles={titles} />}
      <section className={`page ${style.part}`}>
        <h2>{t('CAMPAIGN.STEPS')}</h2>
        <ol className={style.steps}>
          {said.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      {said.facts.length > 0 && (
        <section className={`page ${style.part} ${style.facts}`}>
          <h2>{t('CAMPAIGN.FACTS')}</h2>
          <FlipCards
            turn={t('CAMPAIGN.FLIP')}
            cards={said.facts.map(({ title, contentHTML }) => ({ title, behind: <ServerHtml html={contentHTML} /> }))}
          />
        </section>
      )}
      {said.ratings.length > 0 && <Ratings ratings={said.ratings} />}
      {said.quotes.length > 0 && (
        <section className={`page ${style.part}`}>
          <h2 className="unseen">{t('CAMPAIGN.QUOTES')}</h2>
          <div className={style.quotes}>
            {said.quotes.map(({ id, testmonial, reference }) => (
              <figure key={id}>
                <blockquote>{testmonial}</blockquote>
                <figcaption>{reference}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      )}
      <section className={`page ${style.smallPrint}`}>
        <h2>{t('CAMPAIGN.SMALL_PRINT')}</h2>
        <p>{said.smallPrint}</p>
        <p>
          <Link plain to="terms">
            {t('CAMPAIGN.TERMS')}
          </Link>
        </p>
      </section>
    </div>
  )
}
