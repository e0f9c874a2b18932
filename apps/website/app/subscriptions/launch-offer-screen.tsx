import { launchOffer } from '@kiosk/contract/routes'
import { formatMoney } from '@kiosk/domain/money'
import { NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { mySubscriptionMessages } from '@kiosk/i18n/messages/my-subscription'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type ApiError, orApiError } from '../api-error.ts'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays } from '../shell/viewer.ts'
import style from './launch-offer-screen.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { state, region } = await ctx.who()
  const words = ctx.words(subscriptionMessages, mySubscriptionMessages)
  const head: HeadData = { robots: 'noindex' }
  if (pays(state)) return data({ words, head, offer: null, why: 'LAUNCH.PAID' })
  const { answer, apiError } = await orApiError(ctx.call(launchOffer))
  if (apiError) return data({ words, head, offer: null, why: whyNot(apiError) })
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

function whyNot({ status, code }: ApiError): string {
  if (code === 'offer_expired' || status === 410) return 'LAUNCH.EXPIRED'
  if (code === 'offer_redeemed' || status === 409) return 'LAUNCH.REDEEMED'
  return status >= 500 ? 'LAUNCH.UNREACHABLE' : 'LAUNCH.NONE'
}

/** The offer for new readers: the free tier next to premium at its reduced price. */
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
          {t(why as MessageKey)}
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
              <li key={each}>{t(`SUBSCRIPTIONS.${each}` as MessageKey)}</li>
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
                {t(`SUBSCRIPTIONS.${each}` as MessageKey)}
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
