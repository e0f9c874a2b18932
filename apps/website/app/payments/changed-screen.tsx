import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export function loader({ context, request }: LoaderFunctionArgs) {
  const head: HeadData = { robots: 'noindex' }
  const refused = new URL(request.url).searchParams.get('reason') === 'method_refused'
  return data({ words: visitOf(context).words(checkoutWords, paymentResultWords), head, refused })
}

/** Whether other payment data were taken (section 8). */
export default function ChangedScreen() {
  const t = useText()
  const { refused } = useLoaderData<typeof loader>()
  const failed = useVisitor().page === 'paymentChangeFailed'
  return (
    <PaymentPage title={t(failed ? 'REREGISTRATION.FAILURE_TITLE' : 'REREGISTRATION.SUCCESS_TITLE')}>
      <Notice kind={failed ? 'error' : 'good'}>
        {t(failed ? 'REREGISTRATION.CHANGE_FAILURE' : 'REREGISTRATION.CHANGE_SUCCESS')}
        {failed && refused && ` ${t('PAYMENT.REASON_method_refused')}`}
      </Notice>
      <p className={style.ways}>
        {failed && (
          <Link plain to="paymentEdit" className="button">
            {t('REREGISTRATION.AGAIN')}
          </Link>
        )}
        <Link plain to="currentSubscription" className={failed ? 'button quiet' : 'button'}>
          {t('PAYMENT.MY_SUBSCRIPTION')}
        </Link>
        {failed && (
          <Link plain to="paymentChangeFailedCancel" className="button quiet">
            {t('REREGISTRATION.CANCEL')}
          </Link>
        )}
      </p>
    </PaymentPage>
  )
}
