import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { apkMessages } from '@kiosk/i18n/messages/campaigns/apk'
import { campaignColours } from '@kiosk/ui/campaign-image'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { CampaignHero } from './campaign-hero.tsx'
import style from './campaign-screen.module.css'
import { magazinesOr, SALES_MAGAZINES } from './magazine-count.ts'
import offer from './offer-card.module.css'

const colours = { paper: '#dcebdd', ink: '#12301a', accent: '#1f6334', onAccent: '#fffdfa' }

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  if (!ctx.operator.stores.apk && !ctx.operator.demonstration) throw redirect(addressOf('home'))
  return {
    words: ctx.words(apkMessages),
    address: ctx.operator.stores.apk,
    count: magazinesOr(SALES_MAGAZINES, await ctx.who()),
  }
}

/** The Android app for devices without a store, with installation steps; an operator without one leads to the home page. */
export default function ApkScreen() {
  const t = useText()
  const { address, count } = useLoaderData<typeof loader>()
  const promise = [t('APK.PROMISE'), ...(count > 0 ? [t('APK.COUNT', { count })] : [])].join(' ')
  return (
    <div className={style.campaign} style={campaignColours(colours)}>
      <CampaignHero picture="hills" eyebrow={t('APK.EYEBROW')} headline={t('APK.HEADLINE')} promise={promise}>
        <p className={offer.actions}>
          {address ? (
            <a className={offer.button} href={address}>
              {t('APK.DOWNLOAD')}
            </a>
          ) : (
            <button type="button" className={offer.button} disabled aria-describedby="apk-missing">
              {t('APK.DOWNLOAD')}
            </button>
          )}
        </p>
        {!address && <p id="apk-missing">{t('APK.MISSING')}</p>}
      </CampaignHero>
      <section className={`page ${style.part}`}>
        <h2>{t('APK.STEPS')}</h2>
        <ol className={style.steps}>
          {[1, 2, 3, 4].map((step) => (
            <li key={step}>
              <h3>{t(`APK.STEP_${step}` as MessageKey)}</h3>
              <p>{t(`APK.STEP_${step}_BODY` as MessageKey)}</p>
            </li>
          ))}
        </ol>
        <p>{t('APK.SAFE')}</p>
      </section>
    </div>
  )
}
