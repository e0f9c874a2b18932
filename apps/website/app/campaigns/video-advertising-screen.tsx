import { videoAdvertising as said } from '@kiosk/languages/campaigns/video-advertising'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { visitOf } from '../shell/visit.ts'
import { CampaignHero } from './campaign-hero.tsx'
import style from './campaign-screen.module.css'
import { coloursOf } from './colours-of.ts'
import { magazinesOr, SALES_MAGAZINES } from './magazine-count.ts'
import offer from './offer-card.module.css'

const colours = { paper: '#1a1f2b', ink: '#f2ece0', accent: '#ff8a5c', onAccent: '#2b0f04' }

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return {
    contact: visit.operator.contacts.advertisers,
    count: magazinesOr(SALES_MAGAZINES, await visit.who()),
    head: { description: said.description },
  }
}

/** For advertisers; German whatever the language of the interface (section 2.1). */
export default function VideoAdvertisingScreen() {
  const { contact, count } = useLoaderData<typeof loader>()
  return (
    <div lang="de" className={style.campaign} style={coloursOf(colours)}>
      <CampaignHero picture="arcs" {...said}>
        <p className={offer.count}>{said.count.replace('{count}', String(count))}</p>
        <p className={offer.ways}>
          <a className={offer.button} href={contact}>
            {said.button}
          </a>
        </p>
      </CampaignHero>
      <section className={`page ${style.part}`}>
        <h2>{said.formatsTitle}</h2>
        <div className={style.quotes}>
          {said.formats.map(({ length, title, text }) => (
            <div key={length}>
              <p className={style.length}>{length}</p>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </section>
      <section className={`page ${style.part}`}>
        <h2>{said.reasonsTitle}</h2>
        <ul className={style.steps}>
          {said.reasons.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={`page ${style.smallPrint}`}>
        <h2>{said.deliveryTitle}</h2>
        <p>{said.delivery}</p>
        <p>
          <a href={contact}>{said.button}</a>
        </p>
      </section>
    </div>
  )
}
