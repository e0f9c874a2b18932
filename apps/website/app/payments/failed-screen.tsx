import { addressOf } from '@kiosk/domain/addresses'
import { unsuccessfulCheckout } from '@kiosk/domain/payments/endpoints'
import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orRefusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { pays, useVisitor } from '../shell/visitor.ts'
import { attemptIn } from './attempt-loading.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const attempt = await attemptIn(visit, new URL(request.url))
  // It went through after all, or nobody knows yet: that page says so, and nobody pays twice.
  if (attempt && attempt.state !== 'failed') throw redirect(addressOf('paymentSuccess', { attempt: attempt.id }))
  // Counted by our own server, without a cookie: no program in the page, nobody's consent to ask for.
  await orRefusal(visit.call(unsuccessfulCheckout, { body: { attempt: attempt?.id ?? '' } }))
  return data({
    words: visit.words(checkoutWords, paymentResultWords),
    head: { robots: 'noindex' } satisfies HeadData,
    reason: attempt?.reason ?? null,
    bank: attempt?.returnText ?? null,
    subscription: attempt?.subscription ?? null,
  })
}

/** Step 3 of 3, without success: what happened, what was charged (nothing), what can be done. */
export default function FailedScreen() {
  const t = useText()
  const { reason, bank, subscription } = useLoaderData<typeof loader>()
  const { state } = useVisitor()
  const said = reason && t(`PAYMENT.REASON_${reason}`)
  const known = said?.startsWith('PAYMENT.') ? null : said
  // Some banks say no more than the reason itself.
  const more = bank === known ? null : bank
  const again = t('PAYMENT.FAILED_AGAIN')
  return (
    <PaymentPage step={3} title={t('PAYMENT.FAILED_TITLE')} lead={t('PAYMENT.FAILED_BODY')}>
      {(known || bank) && (
        <div className={style.reason} data-reason={reason}>
          <Notice kind="error" title={known ?? t('PAYMENT.FAILED_REASON')}>
            {more && <p className={style.bank}>{t('PAYMENT.FAILED_BANK', { text: more })}</p>}
          </Notice>
        </div>
      )}
      <p className={style.ways}>
        {subscription ? (
          <Link plain to="paymentOverview" values={{ id: subscription }} className="button">
            {again}
          </Link>
        ) : (
          <Link plain to={pays(state) ? 'currentSubscription' : 'subscriptions'} className="button">
            {again}
          </Link>
        )}
        <Link plain to="home" hash="#feedback" className="button quiet">
          {t('PAYMENT.FAILED_REPORT')}
        </Link>
      </p>
      <p className={style.other}>
        <Link plain to="paymentFailedCancel">
          {t('PAYMENT.FAILED_CANCEL')}
        </Link>
      </p>
    </PaymentPage>
  )
}
