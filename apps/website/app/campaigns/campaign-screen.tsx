import { CAMPAIGN_KEY } from '@kiosk/domain/campaigns/campaign'
import { campaignKeyOf } from '@kiosk/domain/campaigns/shipped-campaigns'
import { campaignMessages } from '@kiosk/i18n/messages/campaigns/campaign'
import { campaignColours } from '@kiosk/ui/campaign-image'
import { FlipCards } from '@kiosk/ui/flip-cards'
import { type LoaderFunctionArgs, type MiddlewareFunction, useLoaderData } from 'react-router'
import { ServerHtml } from '../content/server-html.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { isForMachines, loader as unknownPath } from '../shell/unknown-path.ts'
import { useText } from '../shell/use-text.ts'
import { CampaignHero } from './campaign-hero.tsx'
import { findCampaign, loadCampaign, type ShownCampaign } from './campaign-loading.ts'
import style from './campaign-screen.module.css'
import { OfferCard } from './offer-card.tsx'
import { Ratings } from './ratings.tsx'
import { ratingsScript } from './ratings-script.ts'
import { Titles } from './titles.tsx'

/** Answers paths that cannot be a campaign key without a screen. */
export const middleware: MiddlewareFunction[] = [
  (args, next) => {
    const { path } = requestContext(args.context)
    return CAMPAIGN_KEY.test(campaignKeyOf(path)) && !isForMachines(path) ? next() : unknownPath(args)
  },
]

/** Serves all shipped and operator campaigns; `campaignKeyOf` maps the path to the key. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = requestContext(args.context)
  const key = campaignKeyOf(ctx.path)
  const campaign = await findCampaign(ctx, key)
  if (!campaign) return unknownPath(args)
  if (campaign instanceof Response) return campaign
  const campaignOfVisit = await loadCampaign(campaign, args)
  if (campaignOfVisit instanceof Response) return campaignOfVisit
  const { title, description } = campaign.words[ctx.language]
  return {
    words: ctx.words(campaignMessages),
    script: ratingsScript,
    campaign: campaignOfVisit,
    head: { title, description, canonical: `/${key}` },
  }
}

export default function CampaignScreen() {
  const { campaign } = useLoaderData() as { campaign: ShownCampaign }
  const t = useText()
  const { texts, titles, covers, situation } = campaign
  const isOffered = situation === 'open'
  // Elsewhere or later it is offered, and the page tells of it.
  const isOver = situation === 'over'
  return (
    <div className={style.campaign} style={campaignColours(campaign.colours)}>
      <CampaignHero {...campaign} eyebrow={texts.eyebrow} headline={texts.headline} promise={texts.promise}>
        <OfferCard campaign={campaign} />
      </CampaignHero>
      {covers && !isOver && titles.length > 0 && <Titles titles={titles} />}
      {isOffered && (
        <section className={`page ${style.part}`}>
          <h2>{t('CAMPAIGN.STEPS')}</h2>
          <ol className={style.steps}>
            {texts.steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {!isOver && texts.facts.length > 0 && (
        <section className={`page ${style.part} ${style.facts}`}>
          <h2>{t('CAMPAIGN.FACTS')}</h2>
          <FlipCards
            turn={t('CAMPAIGN.FLIP')}
            cards={texts.facts.map(({ title, contentHTML }) => ({ title, behind: <ServerHtml html={contentHTML} /> }))}
          />
        </section>
      )}
      {texts.ratings.length > 0 && <Ratings ratings={texts.ratings} />}
      {texts.quotes.length > 0 && (
        <section className={`page ${style.part}`}>
          <h2 className="unseen">{t('CAMPAIGN.QUOTES')}</h2>
          <div className={style.quotes}>
            {texts.quotes.map(({ id, testmonial, reference }) => (
              <figure key={id}>
                <blockquote>{testmonial}</blockquote>
                <figcaption>{reference}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      )}
      {isOffered && (
        <section className={`page ${style.smallPrint}`}>
          <h2>{t('CAMPAIGN.SMALL_PRINT')}</h2>
          <p>{texts.smallPrint}</p>
          <p>
            <Link plain to="terms">
              {t('CAMPAIGN.TERMS')}
            </Link>
          </p>
        </section>
      )}
    </div>
  )
}
