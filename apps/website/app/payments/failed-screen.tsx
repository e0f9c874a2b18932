import { unsuccessfulCheckout } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import { attemptIn, titleIn } from './attempt-loading.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'
import { enteredWay } from './ways-of-paying.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const url = new URL(request.url)
  const attempt = await attemptIn(ctx, url)
  // The payment succeeded or is still pending: its own page says so and prevents a second payment.
  if (attempt && attempt.state !== 'failed') throw redirect(addressOf('paymentSuccess', { attempt: attempt.id }))
  // Counted by our own server, without a cookie or a third-party script, so no consent is needed.
  await orApiError(ctx.call(unsuccessfulCheckout, { body: { attempt: attempt?.id ?? '' } }))
  // The order page says what happened and offers another way of paying.
  const way = enteredWay(url)
  const isTwice = attempt?.reason === 'subscribed_already'
  if (attempt && !isTwice) throw redirect(addressOf('paymentOverview', { id: attempt.subscription, attempt: attempt.id, way }))
  return data({
    words: ctx.words(checkoutMessages, paymentResultMessages),
    head: { robots: 'noindex', ...(isTwice && { title: titleIn(ctx, 'PAYMENT.TWICE_TITLE') }) } satisfies HeadData,
    isTwice,
  })
}

/** Shown if it is unknown which order failed, or if another one was faster: nothing is to be paid, and where to go on. */
export default function FailedScreen() {
  const t = useText()
  const { state } = useViewer()
  if (useLoaderData<typeof loader>().isTwice) {
    return (
      <PaymentPage title={t('PAYMENT.TWICE_TITLE')} lead={t('PAYMENT.TWICE_BODY')}>
        <p className={style.actions}>
          <Link plain to="currentSubscription" className="button">
            {t('PAYMENT.MY_SUBSCRIPTION')}
          </Link>
        </p>
      </PaymentPage>
    )
  }
  return (
    <PaymentPage title={t('PAYMENT.FAILED_TITLE')} lead={t('PAYMENT.FAILED_BODY')}>
      <p className={style.actions}>
        <Link plain to={pays(state) ? 'currentSubscription' : 'subscriptions'} className="button">
          {t('PAYMENT.FAILED_AGAIN')}
        </Link>
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
