import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { useEffect, useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { attemptIn, leadToFailure } from './attempt-loading.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const attempt = await attemptIn(visit, new URL(request.url))
  if (attempt?.state === 'failed') throw leadToFailure(attempt)
  return data({
    words: visit.packedWords(checkoutWords, paymentResultWords),
    head: { robots: 'noindex' } satisfies HeadData,
    state: attempt?.state ?? ('succeeded' as const),
  })
}

/** Asked again after so long, a little more slowly each time. Milliseconds. */
const FIRST_QUESTION = 1_500
const SLOWER = 1.25
const SLOWEST = 10_000
/** Until it is said that this may take longer. Milliseconds. */
const PATIENCE = 45_000

/** Step 3 of 3: thanks, or a look at the bank until there is an answer. */
export default function SuccessScreen() {
  const t = useText()
  const { state } = useLoaderData<typeof loader>()
  const { webapp } = useVisitor()
  if (state === 'waiting') return <Waiting />
  return (
    <PaymentPage step={3} title={t('PAYMENT.SUCCESS_TITLE')}>
      <div className={style.result} role="status">
        <span className={style.seal}>
          <Icon name="check" size={2} />
        </span>
        <p>{t(state === 'processing' ? 'PAYMENT.PROCESSING_BODY' : 'PAYMENT.SUCCESS_BODY')}</p>
      </div>
      <p className={style.ways}>
        <a className="button" href={webapp}>
          {t('PAYMENT.READ')}
        </a>
        <Link plain to="currentSubscription" className="button quiet">
          {t('PAYMENT.MY_SUBSCRIPTION')}
        </Link>
        <Link plain to="invoices" className="button quiet">
          {t('PAYMENT.INVOICES')}
        </Link>
      </p>
    </PaymentPage>
  )
}

/** Asks by itself, with script in place and without by loading the page anew. */
function Waiting() {
  const t = useText()
  const { revalidate } = useRevalidator()
  const [long, setLong] = useState(false)
  useEffect(() => {
    let wait = FIRST_QUESTION
    const began = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      await revalidate()
      wait = Math.min(wait * SLOWER, SLOWEST)
      if (Date.now() - began > PATIENCE) setLong(true)
      timer = setTimeout(ask, wait)
    }
    timer = setTimeout(ask, wait)
    return () => clearTimeout(timer)
  }, [revalidate])
  return (
    <PaymentPage step={3} title={t('PAYMENT.WAITING_TITLE')}>
      <noscript>
        <meta httpEquiv="refresh" content="4" />
      </noscript>
      <div className={style.result} role="status">
        <span className={style.ring} aria-hidden="true" />
        <p>{t('PAYMENT.WAITING')}</p>
      </div>
      {long && <Notice>{t('PAYMENT.WAITING_LONG')}</Notice>}
    </PaymentPage>
  )
}
