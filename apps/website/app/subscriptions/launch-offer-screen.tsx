import { formatMoney } from '@kiosk/domain/money'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { NOTICE_DAYS } from '@kiosk/domain/payments/terms'
import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/tariffs'
import { mySubscriptionWords } from '@kiosk/languages/my-subscription'
import { subscriptionWords } from '@kiosk/languages/subscriptions'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { orRefusal, type Refusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { pays } from '../shell/visitor.ts'
import style from './launch-offer-screen.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { state, region } = await visit.who()
  const words = visit.words(subscriptionWords, mySubscriptionWords)
  const head: HeadData = { robots: 'noindex' }
  if (pays(state)) return data({ words, head, offer: null, why: 'LAUNCH.PAID' })
  const { answer, refusal } = await orRefusal(visit.call(launchOffer))
  if (refusal) return data({ words, head, offer: null, why: whyNot(refusal) })
  const money = (minor: number) => formatMoney({ minor, currency: region.currency })
  const offer = {
    id: answer.subscriptionId,
    voucher: answer.voucherCode.voucherCode,
    regular: money(answer.regularPrice),
    reduced: money(answer.reducedPrice),
    months: reducedCharges(answer.days),
  }
  return data({ words, head, offer, why: null })
}

function whyNot({ status, code }: Refusal): string {
  if (code === 'offer_expired' || status === 410) return 'LAUNCH.EXPIRED'
  if (code === 'offer_redeemed' || status === 409) return 'LAUNCH.REDEEMED'
  return status >= 500 ? 'LAUNCH.UNREACHABLE' : 'LAUNCH.NONE'
}

/** The new reader's offer: free as now beside premium at its price for so many months (section 2.4). */
export default function LaunchOfferScreen() {
  const t = useText()
  const { offer, why } = useLoaderData<typeof loader>()
  if (!offer) {
    return (
      <TextPage title={t('LAUNCH.NONE_TITLE')}>
        <Notice
          actions={
            <Link plain to={why === 'LAUNCH.PAID' ? 'currentSubscription' : 'subscriptions'} className="button">
              {t(why === 'LAUNCH.PAID' ? 'SUBSCRIPTIONS.OWN_LINK' : 'LAUNCH.COMPARE')}
            </Link>
          }
        >
          {t(why)}
        </Notice>
      </TextPage>
    )
  }
  const { id, voucher, regular, reduced, months } = offer
  return (
    <TextPage wide title={t('LAUNCH.TITLE')} lead={t('LAUNCH.LEAD', { count: months })}>
      <div className={style.both}>
        <section className={style.free} aria-labelledby="free">
          <h2 id="free">{t('LAUNCH.FREE')}</h2>
          <ul>
            {['FREE_CONTENT', 'WITH_ADS', 'NO_OFFLINE'].map((each) => (
              <li key={each}>{t(`SUBSCRIPTIONS.${each}`)}</li>
            ))}
            <li>{t('SUBSCRIPTIONS.DEVICES', { count: DEVICES.FREE })}</li>
          </ul>
        </section>
        <section className={style.premium} aria-labelledby="premium">
          <h2 id="premium">{t('LAUNCH.PREMIUM')}</h2>
          <p className={style.price}>
            <strong>{reduced}</strong> <span>{t('LAUNCH.PER')}</span>{' '}
            <span>
              {t('LAUNCH.INSTEAD')} <s>{regular}</s>
            </span>
          </p>
          <ul>
            {['PREMIUM_CONTENT', 'WITHOUT_ADS', 'PREMIUM_OFFLINE', 'AUDIO'].map((each) => (
              <li key={each}>
                <Icon name="check" size={1.1} />
                {t(`SUBSCRIPTIONS.${each}`)}
              </li>
            ))}
            <li>
              <Icon name="check" size={1.1} />
              {t('SUBSCRIPTIONS.DEVICES', { count: DEVICES.PREMIUM })}
            </li>
          </ul>
          <Link plain to="paymentOverview" values={{ id, voucher }} className="button">
            {t('LAUNCH.UPGRADE')}
          </Link>
          <p className={style.terms}>{t('LAUNCH.TERMS', { count: months, reduced, regular, days: NOTICE_DAYS })}</p>
        </section>
      </div>
    </TextPage>
  )
}
