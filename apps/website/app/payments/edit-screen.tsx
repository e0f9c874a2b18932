import { addressOf } from '@kiosk/domain/addresses'
import { billingData } from '@kiosk/domain/payments/billing-endpoints'
import { editUrl } from '@kiosk/domain/payments/endpoints'
import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orRefusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { Known } from './ask-about-data.tsx'
import { followScript } from './frame-height.ts'
import { ownWay } from './own-way.ts'
import { PaymentPage } from './payment-page.tsx'
import { ProviderFrame } from './provider-frame.tsx'
import style from './result.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const [way, billing] = await Promise.all([orRefusal(visit.call(editUrl)), orRefusal(visit.call(billingData))])
  const frame = ownWay(visit, way.answer?.url)
  if (frame === null) throw redirect(addressOf('paymentChangeFailed'))
  visit.opened = { frames: ["'self'"] }
  return data({
    words: visit.words(checkoutWords, paymentResultWords),
    head: { robots: 'noindex' } satisfies HeadData,
    script: followScript,
    frame,
    method: billing.answer?.method ?? null,
  })
}

/** Other payment data in place of those that are there; nothing is charged. */
export default function EditScreen() {
  const t = useText()
  const { frame, method } = useLoaderData<typeof loader>()
  return (
    <PaymentPage title={t('REREGISTRATION.TITLE')} lead={t('REREGISTRATION.LEAD')}>
      {method && (
        <div className={style.reason}>
          <p>{t('REREGISTRATION.NOW')}</p>
          <Known data={{ paymentMethod: method.kind as 'CC' | 'DD', accountBrand: method.brand, accountNumber: method.number }} />
        </div>
      )}
      <ProviderFrame address={frame} />
      <p className={style.other}>
        <Link plain to="currentSubscription">
          {t('REREGISTRATION.CANCEL')}
        </Link>
      </p>
    </PaymentPage>
  )
}
