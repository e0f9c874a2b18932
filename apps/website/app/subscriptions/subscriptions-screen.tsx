import { type RegionId, regionById } from '@kiosk/domain/regions'
import { returnPath } from '@kiosk/domain/return-path'
import { DEVICES, type Tier } from '@kiosk/domain/subscriptions/plans'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import type { ReactNode } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { isClosed, type PaidCard, paidCards } from './offers.ts'
import style from './subscriptions-screen.module.css'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const regionId: RegionId = regionOfAddress(params.regionId) ?? (await ctx.who()).region.id
  const { searchParams } = new URL(request.url)
  const unavailable = searchParams.has('unavailable')
  return data({
    words: ctx.words(subscriptionMessages),
    head: (unavailable ? { robots: 'noindex' } : {}) satisfies HeadData,
    regionId,
    paid: await paidCards(ctx, regionId),
    unavailable,
    redirect: returnPath(searchParams.get('redirect')),
  })
}

/** Parses the region id in an address: "r3" or "3". */
function regionOfAddress(segment: string | undefined): RegionId | undefined {
  return regionById(Number(/^\D?([1-4])$/.exec(segment ?? '')?.[1]))?.id
}

/** Features of each tier, as message keys. */
const contents: Record<Tier, readonly string[]> = {
  FREE: ['FREE_CONTENT', 'WITH_ADS', 'NO_OFFLINE'],
  MAGZ: ['MAGZ_CONTENT', 'WITHOUT_ADS', 'MAGZ_OFFLINE'],
  PREMIUM: ['PREMIUM_CONTENT', 'WITHOUT_ADS', 'PREMIUM_OFFLINE', 'AUDIO'],
}

/** Features that are restrictions. */
const LIMITS: ReadonlySet<string> = new Set(['WITH_ADS', 'NO_OFFLINE'])

export default function SubscriptionsScreen() {
  const t = useText()
  const { regionId, paid, unavailable, redirect } = useLoaderData<typeof loader>()
  const { state } = useViewer()
  const { currency } = regionById(regionId)
  const own: Tier | null = state === 'anonymous' ? null : state === 'magz' ? 'MAGZ' : state === 'premium' ? 'PREMIUM' : 'FREE'
  return (
    <TextPage
      wide
      title={t(paid.length === 2 ? 'SUBSCRIPTIONS.TITLE' : 'SUBSCRIPTIONS.TITLE_TWO')}
      lead={t('SUBSCRIPTIONS.LEAD')}
    >
      {unavailable && (
        <div className={style.notice}>
          <Notice kind="warning" title={t('SUBSCRIPTIONS.UNAVAILABLE_TITLE')}>
            {t('ERROR.TARIFF_UNAVAILABLE')}
          </Notice>
        </div>
      )}
      {paid.every(isClosed) && (
        <div className={style.notice}>
          <Notice kind="warning" title={t('SUBSCRIPTIONS.CLOSED_TITLE')}>
            {t('SUBSCRIPTIONS.CLOSED')}
          </Notice>
        </div>
      )}
      <ul className={style.cards} data-region={regionId}>
        <Card tier="FREE" own={own} way={<ReadFree redirect={redirect} />}>
          <p className={style.price}>
            <strong>{t(currency === 'CHF' ? 'SUBSCRIPTIONS.PRICE_FREE_CHF' : 'SUBSCRIPTIONS.PRICE_FREE')}</strong>{' '}
            <span>{t('SUBSCRIPTIONS.FOREVER')}</span>
          </p>
        </Card>
        {paid.map((card) => {
          // Readers who have a plan, or one that contains it, are not offered it.
          const offer = own === card.tier || own === 'PREMIUM' ? null : card.offer
          const way = <Choose card={card} own={own} redirect={redirect} />
          return (
            <Card key={card.tier} tier={card.tier} own={own} offer={offer} way={way}>
              <Price card={{ ...card, offer }} />
            </Card>
          )
        })}
      </ul>
      <PaymentNote paid={paid} />
    </TextPage>
  )
}

/** When a subscription renews, and with what it is paid. */
function PaymentNote({ paid }: { paid: PaidCard[] }) {
  const t = useText()
  const { language } = useViewer()
  const methods = (['CC', 'DD', 'PP'] as const).filter((each) => paid.some((card) => card.methods?.includes(each)))
  const names = methods.map((each) => t(`SUBSCRIPTIONS.${each}`))
  return (
    <p className={style.note}>
      {t('SUBSCRIPTIONS.NOTE')}
      {names.length > 0 &&
        ` ${t('SUBSCRIPTIONS.METHODS', { methods: new Intl.ListFormat(language, { type: 'disjunction' }).format(names) })}`}
    </p>
  )
}

type CardProps = { tier: Tier; own: Tier | null; offer?: PaidCard['offer']; way: ReactNode; children: ReactNode }

function Card({ tier, own, offer, way, children }: CardProps) {
  const t = useText()
  return (
    <li className={style.card} data-tier={tier} data-own={own === tier || undefined}>
      {offer && (
        <p className={style.badge} style={{ background: offer.background, color: offer.colour }}>
          {offer.title || t('SUBSCRIPTIONS.OFFER')}
        </p>
      )}
      {own === tier && <p className={style.mark}>{t('SUBSCRIPTIONS.OWN')}</p>}
      <h2>{t(`SUBSCRIPTIONS.${tier}`)}</h2>
      <p className={style.pitch}>{t(`SUBSCRIPTIONS.${tier}_PITCH`)}</p>
      {children}
      <ul className={style.contents}>
        {contents[tier].map((each) => (
          <Point key={each} limit={LIMITS.has(each)}>
            {t(`SUBSCRIPTIONS.${each}` as MessageKey)}
          </Point>
        ))}
        <Point>{t('SUBSCRIPTIONS.DEVICES', { count: DEVICES[tier] })}</Point>
        {tier !== 'FREE' && <Point>{t('SUBSCRIPTIONS.CANCELABLE')}</Point>}
      </ul>
      <div className={style.action}>{way}</div>
    </li>
  )
}

/** The price with its period; for an offer also the number of reduced charges and the later price. */
function Price({ card: { price, offer } }: { card: PaidCard }) {
  const t = useText()
  if (!offer) {
    return (
      <p className={style.price}>
        <strong>{price}</strong> <span>{t('SUBSCRIPTIONS.PERIOD')}</span>
      </p>
    )
  }
  return (
    <p className={style.price}>
      <strong>{t('SUBSCRIPTIONS.REDUCED', { count: offer.charges, price: offer.price })}</strong>
      <span>
        <span className="unseen">, </span>
        {t('SUBSCRIPTIONS.THEN', { price })}
      </span>
      {offer.until && <small>{t('SUBSCRIPTIONS.OFFER_UNTIL', { date: offer.until })}</small>}
    </p>
  )
}

/** `limit`: what the tier does not offer. */
function Point({ children, limit = false }: { children: string; limit?: boolean }) {
  return (
    <li data-limit={limit || undefined}>
      <Icon name={limit ? 'x' : 'check'} size={1.1} />
      {children}
    </li>
  )
}

/** Link to the order, through the login when signed out, unless the plan is the reader's, included in it, or closed. */
function Choose({ card, own, redirect }: { card: PaidCard; own: Tier | null; redirect: string | null }) {
  const { subscriptionId, tier, offer } = card
  const t = useText()
  if (own === tier) {
    return (
      <Link plain to="currentSubscription" className="button quiet">
        {t('SUBSCRIPTIONS.OWN_LINK')}
      </Link>
    )
  }
  if (own === 'PREMIUM') return <p>{t('SUBSCRIPTIONS.CONTAINED')}</p>
  if (isClosed(card)) return <p>{t('SUBSCRIPTIONS.CLOSED_PLAN')}</p>
  return (
    <Link
      plain
      to="paymentOverview"
      values={{ id: subscriptionId, voucher: offer?.voucherCode, redirect }}
      className={tier === 'PREMIUM' ? 'button' : 'button quiet'}
    >
      {t('SUBSCRIPTIONS.ORDER', { tier: t(`SUBSCRIPTIONS.${tier}`) })}
    </Link>
  )
}

/** The free card links to the login, or to the reader when signed in; back to `redirect` if there is one. */
function ReadFree({ redirect }: { redirect: string | null }) {
  const t = useText()
  const { state, webapp } = useViewer()
  if (state !== 'anonymous') {
    return (
      <a className="button quiet" href={redirect ?? webapp}>
        {t('SUBSCRIPTIONS.READ')}
      </a>
    )
  }
  return (
    <Link plain to="login" values={{ redirect }} className="button quiet">
      {t('SUBSCRIPTIONS.READ_FREE')}
    </Link>
  )
}
