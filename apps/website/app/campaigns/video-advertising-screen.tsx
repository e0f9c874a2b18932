import { addressOf } from '@kiosk/domain/addresses'
import { videoAdvertising as content } from '@kiosk/i18n/campaigns/video-advertising'
import { campaignColours } from '@kiosk/ui/campaign-image'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { requestContext } from '../shell/request-context.ts'
import { CampaignHero } from './campaign-hero.tsx'
import style from './campaign-screen.module.css'
import { magazinesOr, SALES_MAGAZINES } from './magazine-count.ts'
import offer from './offer-card.module.css'

const colours = { paper: '#1a1f2b', ink: '#f2ece0', accent: '#ff8a5c', onAccent: '#2b0f04' }

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  // An advertisement is a picture: only the demonstration shows what an operator could offer.
  if (!ctx.operator.demonstration) throw redirect(addressOf('marketing'))
  return {
    contact: ctx.operator.contacts.advertisers,
    count: magazinesOr(SALES_MAGAZINES, await ctx.who()),
    head: { description: content.description },
  }
}

/** Page for advertisers, always in German. */
export default function VideoAdvertisingScreen() {
  const { contact, count } = useLoaderData<typeof loader>()
  return (
    <div lang="de" className={style.campaign} style={campaignColours(colours)}>
      <CampaignHero picture="arcs" {...content}>
        {count > 0 && <p className={offer.count}>{content.count.replace('{count}', String(count))}</p>}
        <p className={offer.actions}>
          <a className={offer.button} href={contact}>
            {content.button}
          </a>
        </p>
      </CampaignHero>
      <section className={`page ${style.part}`}>
        <h2>{content.formatsTitle}</h2>
        <div className={style.quotes}>
          {content.formats.map(({ length, title, text }) => (
            <div key={length}>
              <p className={style.length}>{length}</p>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </section>
      <section className={`page ${style.part}`}>
        <h2>{content.reasonsTitle}</h2>
        <ul className={style.steps}>
          {content.reasons.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={`page ${style.smallPrint}`}>
        <h2>{content.deliveryTitle}</h2>
        <p>{content.delivery}</p>
        <p>
          <a href={contact}>{content.button}</a>
        </p>
      </section>
    </div>
  )
}
