import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { Notice } from '@kiosk/ui/notice'
import { data, type LoaderFunctionArgs } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export function loader({ context }: LoaderFunctionArgs) {
  const head: HeadData = { robots: 'noindex' }
  return data({ words: visitOf(context).words(checkoutWords, paymentResultWords), head })
}

/** Whether other payment data were taken (section 8). */
export default function ChangedScreen() {
  const t = useText()
  const failed = useVisitor().page === 'paymentChangeFailed'
  return (
    <PaymentPage title={t(failed ? 'REREGISTRATION.FAILURE_TITLE' : 'REREGISTRATION.SUCCESS_TITLE')}>
      <Notice kind={failed ? 'error' : 'good'}>
        {t(failed ? 'REREGISTRATION.CHANGE_FAILURE' : 'REREGISTRATION.CHANGE_SUCCESS')}
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
