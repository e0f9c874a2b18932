import { unsuccessfulCheckout } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import { attemptIn } from './attempt-loading.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const attempt = await attemptIn(ctx, new URL(request.url))
  // The payment succeeded or is still pending: its own page tells so and prevents a second payment.
  if (attempt && attempt.state !== 'failed') throw redirect(addressOf('paymentSuccess', { attempt: attempt.id }))
  // Counted by our own server, without a cookie or a third-party script, so no consent is needed.
  await orApiError(ctx.call(unsuccessfulCheckout, { body: { attempt: attempt?.id ?? '' } }))
  return data({
    words: ctx.words(checkoutMessages, paymentResultMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    reason: attempt?.reason ?? null,
    bank: attempt?.returnText ?? null,
    subscription: attempt?.subscription ?? null,
  })
}

/** Step 3 of 3 after a failure: what happened, that nothing was charged, and what to do next. */
export default function FailedScreen() {
  const t = useText()
  const { reason, bank, subscription } = useLoaderData<typeof loader>()
  const { state } = useViewer()
  const reasonText = reason && t(`PAYMENT.REASON_${reason}` as MessageKey)
  const known = reasonText?.startsWith('PAYMENT.') ? null : reasonText
  // Some banks return only the reason itself.
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
      <p className={style.actions}>
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
