import { formatMoney } from '@kiosk/domain/money'
import { DEFAULT_REGION, type RegionId, regionById } from '@kiosk/domain/regions'
import { DEVICES, type Tier, tariffsOf } from '@kiosk/domain/subscriptions/tariffs'
import { subscriptionWords } from '@kiosk/languages/subscriptions'
import { Icon } from '@kiosk/ui/icon'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './subscriptions-screen.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { words, who } = visitOf(context)
  const regionId: RegionId = regionOfAddress(params.regionId) ?? (await who()).region.id
  return { words: words(subscriptionWords), regionId }
}

/** "r3" or "3": the page of a region is chosen by its id without the first character (section 2.2). */
export function regionOfAddress(segment: string | undefined): RegionId | undefined {
  return regionById(Number(/^\D?([1-4])$/.exec(segment ?? '')?.[1]))?.id
}

/** What each tier holds (section 1), as words. */
const contents: Record<Tier, readonly string[]> = {
  FREE: ['FREE_CONTENT', 'WITH_ADS', 'NO_OFFLINE'],
  MAGZ: ['MAGZ_CONTENT', 'WITHOUT_ADS', 'MAGZ_OFFLINE'],
  PREMIUM: ['PREMIUM_CONTENT', 'WITHOUT_ADS', 'PREMIUM_OFFLINE', 'AUDIO'],
}

export default function SubscriptionsScreen() {
  const t = useText()
  const { regionId } = useLoaderData<typeof loader>()
  const { state } = useVisitor()
  const { currency } = regionById(regionId) ?? DEFAULT_REGION
  const own: Tier | null = state === 'anonymous' ? null : state === 'magz' ? 'MAGZ' : state === 'premium' ? 'PREMIUM' : 'FREE'
  const paid = tariffsOf(regionId)
  const free = {
    tier: 'FREE' as const,
    price: t(currency === 'CHF' ? 'SUBSCRIPTIONS.PRICE_FREE_CHF' : 'SUBSCRIPTIONS.PRICE_FREE'),
  }
  const cards = [free, ...paid.map(({ tier, price }) => ({ tier, price: formatMoney({ minor: price, currency }) }))]
  return (
    <TextPage
      wide
      title={t(cards.length === 3 ? 'SUBSCRIPTIONS.TITLE' : 'SUBSCRIPTIONS.TITLE_TWO')}
      lead={t('SUBSCRIPTIONS.LEAD')}
    >
      <ul className={style.cards} data-region={regionId}>
        {cards.map(({ tier, price }) => (
          <li key={tier} className={style.card} data-tier={tier}>
            <h2>{t(`SUBSCRIPTIONS.${tier}`)}</h2>
            <p className={style.pitch}>{t(`SUBSCRIPTIONS.${tier}_PITCH`)}</p>
            <p className={style.price}>
              <strong>{price}</strong> <span>{t(tier === 'FREE' ? 'SUBSCRIPTIONS.FOREVER' : 'SUBSCRIPTIONS.PERIOD')}</span>
            </p>
            <ul className={style.contents}>
              {contents[tier].map((each) => (
                <Point key={each}>{t(`SUBSCRIPTIONS.${each}`)}</Point>
              ))}
              <Point>{t('SUBSCRIPTIONS.DEVICES', { count: DEVICES[tier] })}</Point>
              {tier !== 'FREE' && <Point>{t('SUBSCRIPTIONS.CANCELABLE')}</Point>}
            </ul>
            <div className={style.way}>
              {tier === 'FREE' ? <ReadFree /> : own === tier ? <p>{t('SUBSCRIPTIONS.OWN')}</p> : <p>{t('SUBSCRIPTIONS.SOON')}</p>}
            </div>
          </li>
        ))}
      </ul>
      <p className={style.note}>{t('SUBSCRIPTIONS.SOON_BODY')}</p>
      <p className={style.note}>{t('SUBSCRIPTIONS.NOTE')}</p>
    </TextPage>
  )
}

function Point({ children }: { children: string }) {
  return (
    <li>
      <Icon name="check" size={1.1} />
      {children}
    </li>
  )
}

/** The free card leads to the login; who is logged in reads on (section 6). */
function ReadFree() {
  const t = useText()
  const { state, webapp } = useVisitor()
  if (state !== 'anonymous') {
    return (
      <a className="button" href={webapp}>
        {t('SUBSCRIPTIONS.READ')}
      </a>
    )
  }
  return (
    <Link plain to="login" className="button">
      {t('SUBSCRIPTIONS.READ_FREE')}
    </Link>
  )
}
