import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import type { ShownCampaign, ShownOffer } from './campaign-loading.ts'
import style from './offer-card.module.css'

/** Price, later price and one action: checkout, the next step, or the reason why there is none. */
export function OfferCard({ campaign }: { campaign: ShownCampaign }) {
  const t = useText()
  const { webapp } = useViewer()
  const { situation, offer, market, count, collaboration, step, begins } = campaign
  if (situation === 'pays')
    return <Note title={t('CAMPAIGN.PAYS')} text={t('CAMPAIGN.PAYS_BODY')} href={webapp} way={t('CAMPAIGN.READ')} />
  if (situation === 'closed')
    return (
      <Note
        title={t('CAMPAIGN.CLOSED')}
        text={t('CAMPAIGN.CLOSED_BODY')}
        href={addressOf('catalogue')}
        way={t('CAMPAIGN.CLOSED_WAY')}
      />
    )
  if (situation !== 'open' || !offer) {
    const none = t(situation === 'over' ? 'CAMPAIGN.OVER' : 'CAMPAIGN.NO_OFFER')
    const title = situation === 'later' && begins ? t('CAMPAIGN.LATER', { day: begins }) : none
    return <Note title={title} text={t('CAMPAIGN.OVER_BODY')} href="/user/subscription/pub" way={t('CAMPAIGN.PRICES')} />
  }
  return (
    <div className={style.card} data-step={collaboration ? step : undefined}>
      {market && <p className={style.market}>{t(`CAMPAIGN.MARKET_${market}`)}</p>}
      <Price offer={offer} />
      {collaboration ? <StepOfOffer campaign={campaign} offer={offer} /> : <Buy offer={offer} />}
      {count > 0 && <p className={style.count}>{t('CAMPAIGN.COUNT', { count })}</p>}
    </div>
  )
}

function Price({ offer: { tier, price, regular, months } }: { offer: ShownOffer }) {
  const t = useText()
  return (
    <p className={style.price}>
      <strong>{t('CAMPAIGN.PER_MONTH', { count: months, price })}</strong>
      <span>{t('CAMPAIGN.FOR', { months: t('CAMPAIGN.MONTHS', { count: months }), tier, regular })}</span>
      <span>{t('CAMPAIGN.THEN', { regular })}</span>
    </p>
  )
}

function Buy({ offer }: { offer: ShownOffer }) {
  const t = useText()
  return (
    <p className={style.actions}>
      <a className={style.button} href={offer.address}>
        {t('CAMPAIGN.BUY')}
      </a>
    </p>
  )
}

/** Steps: 0 intro, 1a ready to buy, 1b new or returning, 2a login, 2b registration. */
function StepOfOffer({ campaign: { step, ways }, offer }: { campaign: ShownCampaign; offer: ShownOffer }) {
  const t = useText()
  if (step === '0')
    return (
      <p className={style.actions}>
        <a className={style.button} href={ways.one}>
          {t('CAMPAIGN.START')}
        </a>
      </p>
    )
  const [title, text] = {
    '1a': ['CAMPAIGN.READY', 'CAMPAIGN.READY_BODY'],
    '1b': ['CAMPAIGN.WHO', 'CAMPAIGN.WHO_BODY'],
    '2a': ['CAMPAIGN.LOGIN', 'CAMPAIGN.LOGIN_BODY'],
    '2b': ['CAMPAIGN.TO_REGISTER', 'CAMPAIGN.REGISTER_BODY'],
  }[step] as [string, string]
  return (
    <div className={style.step}>
      <h2>{t(title as MessageKey)}</h2>
      <p>{t(text as MessageKey)}</p>
      {step === '1a' && <Buy offer={offer} />}
      {step === '1b' && (
        <p className={style.actions}>
          <a className={style.button} href={ways.isNew}>
            {t('CAMPAIGN.REGISTER')}
          </a>
          <a className={style.secondary} href={ways.haveAccount}>
            {t('CAMPAIGN.HAVE_ACCOUNT')}
          </a>
        </p>
      )}
      {(step === '2a' || step === '2b') && (
        <p className={style.actions}>
          <a className={style.button} href={step === '2a' ? ways.login : ways.register}>
            {t(step === '2a' ? 'CAMPAIGN.LOGIN' : 'CAMPAIGN.TO_REGISTER')}
          </a>
        </p>
      )}
      <p className={style.back}>
        <a href={ways.back}>{t('CAMPAIGN.STEP_BACK')}</a>
      </p>
    </div>
  )
}

function Note({ title, text, href, way }: { title: string; text: string; href: string; way: string }) {
  return (
    <div className={style.card}>
      <div className={style.step}>
        <h2>{title}</h2>
        <p>{text}</p>
        <p className={style.actions}>
          <a className={style.button} href={href}>
            {way}
          </a>
        </p>
      </div>
    </div>
  )
}
