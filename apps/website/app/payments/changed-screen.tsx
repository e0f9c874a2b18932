import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export function loader({ context, request }: LoaderFunctionArgs) {
  const head: HeadData = { robots: 'noindex' }
  const reason = new URL(request.url).searchParams.get('reason')
  return data({ words: requestContext(context).words(checkoutMessages, paymentResultMessages), head, reason })
}

/** Result of a change of the payment data. */
export default function ChangedScreen() {
  const t = useText()
  const { reason } = useLoaderData<typeof loader>()
  const { page, state } = useViewer()
  const failed = page === 'paymentChangeFailed'
  if (failed && (reason === 'no_subscription' || reason === 'wallet')) {
    const to = pays(state) ? 'currentSubscription' : 'subscriptions'
    return (
      <PaymentPage title={t('REREGISTRATION.FAILURE_TITLE')}>
        <Notice>{t(reason === 'wallet' ? 'REREGISTRATION.WALLET' : 'REREGISTRATION.NO_SUBSCRIPTION')}</Notice>
        <p className={style.actions}>
          <Link plain to={to} className="button">
            {t(pays(state) ? 'PAYMENT.MY_SUBSCRIPTION' : 'CHECKOUT.TO_SUBSCRIPTIONS')}
          </Link>
        </p>
      </PaymentPage>
    )
  }
  return (
    <PaymentPage title={t(failed ? 'REREGISTRATION.FAILURE_TITLE' : 'REREGISTRATION.SUCCESS_TITLE')}>
      <Notice kind={failed ? 'error' : 'good'}>
        {t(failed ? 'REREGISTRATION.CHANGE_FAILURE' : 'REREGISTRATION.CHANGE_SUCCESS')}
        {failed && reason === 'method_refused' && ` ${t('PAYMENT.REASON_method_refused')}`}
      </Notice>
      <p className={style.actions}>
        {failed && (
          <Link plain to="paymentEdit" className="button">
            {t('REREGISTRATION.AGAIN')}
          </Link>
        )}
        <Link plain to="currentSubscription" className={failed ? 'button quiet' : 'button'}>
          {t('PAYMENT.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}
