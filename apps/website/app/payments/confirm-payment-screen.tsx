import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import { askBank, type PaymentQuestion, paymentQuestion } from '@kiosk/domain/payments/question-endpoints'
import { bankQuestionWords } from '@kiosk/languages/bank-question'
import { errorWords } from '@kiosk/languages/errors'
import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { Button } from '@kiosk/ui/button'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orRefusal, type Refusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { bankFormOf, ToBank } from './bank-form.tsx'
import style from './confirm-payment-screen.module.css'
import { dayIn } from './day.ts'
import { PaymentPage } from './payment-page.tsx'
import result from './result.module.css'
import { Waiting } from './waiting.tsx'

export const headers = () => secretAddress

type Answer = { refusal: Refusal }

/** By the link of an e-mail, or by the attempt for who is signed in. Opening it asks the bank nothing: only the button does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { searchParams } = new URL(request.url)
  const which = { token: searchParams.get('token') ?? '', attempt: searchParams.get('attempt') ?? '' }
  // Without either there is nothing to ask about; an attempt without a session leads to the login and back.
  const asks = which.token !== '' || which.attempt !== ''
  const { answer, refusal } = asks
    ? await orRefusal(visit.call(paymentQuestion, { query: which }))
    : { answer: null, refusal: null }
  const isGoingOn = searchParams.get('step') === 'bank' && answer?.state === 'open' && answer.bank !== null
  return data({
    words: visit.packedWords(checkoutWords, paymentResultWords, bankQuestionWords, errorWords),
    head: { robots: 'noindex' } satisfies HeadData,
    which,
    isBack: searchParams.get('back') === '1',
    isSignedIn: (await visit.who()).state !== 'anonymous',
    form: isGoingOn ? bankFormOf(visit, answer.bank!) : null,
    question: answer ? { ...answer, bank: null, day: answer.until ? dayIn(visit.language, answer.until) : '' } : null,
    refusal: refusal ?? null,
  })
}

/** Puts the bank's question, and goes on to it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const { token = '', attempt = '' } = valuesOf(await accountForm(visit, request, { anonymous: true }))
  const { answer, refusal } = await orRefusal(visit.call(askBank, { body: { token, attempt } }))
  if (refusal) return data<Answer>({ refusal }, { status: refusal.status })
  // Where the bank has no question after all, the page says what became of it.
  throw redirect(addressOf('confirmPayment', { token, attempt, ...(answer.bank ? { step: 'bank' } : { back: 1 }) }), 303)
}

/** A renewal that its bank wants an answer for, and what became of it. */
export default function ConfirmPaymentScreen() {
  const t = useText()
  const { question, form, isSignedIn } = useLoaderData<typeof loader>()
  if (form) {
    return (
      <PaymentPage title={t('PAYMENT.ASYNC_TITLE')}>
        <ToBank form={form} words="PAYMENT.ASYNC" />
      </PaymentPage>
    )
  }
  if (!question) return <LinkFailed />
  switch (question.state) {
    case 'open':
      return <Open />
    case 'waiting':
      return (
        <PaymentPage title={t('PAYMENT.WAITING_TITLE')}>
          <Waiting />
        </PaymentPage>
      )
    case 'paid':
    case 'processing':
      return <Paid state={question.state} />
    case 'failed':
      return <Failed reason={question.reason} day={question.day} />
    case 'over':
      return (
        <PaymentPage title={t('QUESTION.OVER_TITLE')}>
          <Notice>{t('QUESTION.OVER')}</Notice>
          <p className={result.ways}>
            <Link plain to={isSignedIn ? 'currentSubscription' : 'subscriptions'} className="button quiet">
              {t('QUESTION.MY_SUBSCRIPTION')}
            </Link>
          </p>
        </PaymentPage>
      )
  }
}

function Open() {
  const t = useText()
  const { question, which, isBack } = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  const { amount, currency, product, brand, number, day } = question!
  const facts = [
    [t('QUESTION.AMOUNT'), formatMoney({ minor: amount, currency })],
    [t('QUESTION.PRODUCT'), product],
    [t('QUESTION.METHOD'), `${brand} ${number}`],
    [t('QUESTION.UNTIL'), day],
  ]
  return (
    <PaymentPage title={t('QUESTION.TITLE')} lead={t('QUESTION.LEAD')}>
      {refusal && <Notice kind="error">{t(refusal.status === 503 ? 'QUESTION.AWAY' : refusal.words)}</Notice>}
      {isBack && !refusal && (
        <Notice kind="error" title={t('QUESTION.NOT_YET_TITLE')}>
          {t('QUESTION.NOT_YET')}
        </Notice>
      )}
      <dl className={style.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <form method="post" action={addressOf('confirmPayment')} className={style.form}>
        <AccountField />
        {which.token ? (
          <input type="hidden" name="token" value={which.token} />
        ) : (
          <input type="hidden" name="attempt" value={which.attempt} />
        )}
        <Button wide>{t('QUESTION.BUTTON')}</Button>
        <p className={style.after}>{t('QUESTION.AFTER')}</p>
      </form>
      <p className={result.other}>
        <Link plain to="paymentEdit">
          {t('QUESTION.OTHER')}
        </Link>
      </p>
    </PaymentPage>
  )
}

function Paid({ state }: { state: Extract<PaymentQuestion['state'], 'paid' | 'processing'> }) {
  const t = useText()
  const { webapp } = useVisitor()
  const words = state === 'paid' ? 'PAID' : 'PROCESSING'
  return (
    <PaymentPage title={t(`QUESTION.${words}_TITLE`)}>
      <div className={result.result} role="status">
        <span className={result.seal}>
          <Icon name="check" size={2} />
        </span>
        <p>{t(`QUESTION.${words}`)}</p>
      </div>
      <p className={result.ways}>
        <a className="button" href={webapp}>
          {t('QUESTION.READ')}
        </a>
        <Link plain to="currentSubscription" className="button quiet">
          {t('QUESTION.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}

function Failed({ reason, day }: { reason: string | null; day: string }) {
  const t = useText()
  const said = t(`PAYMENT.REASON_${reason ?? 'declined'}`)
  return (
    <PaymentPage title={t('QUESTION.FAILED_TITLE')}>
      <Notice kind="error" title={said.startsWith('PAYMENT.') ? t('PAYMENT.REASON_declined') : said}>
        {t('QUESTION.FAILED', { day })}
      </Notice>
      <p className={result.ways}>
        <Link plain to="paymentEdit" className="button">
          {t('QUESTION.OTHER')}
        </Link>
        <Link plain to="currentSubscription" className="button quiet">
          {t('QUESTION.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}

/** Made up, ended with the address it was sent to, or of another account; where the server is away the link is none the worse. */
function LinkFailed() {
  const t = useText()
  const { refusal } = useLoaderData<typeof loader>()
  const isAway = refusal !== null && (refusal.status >= 500 || refusal.status === 429)
  if (isAway) {
    return (
      <PaymentPage title={t('QUESTION.TITLE')}>
        <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>
      </PaymentPage>
    )
  }
  return (
    <PaymentPage title={t('QUESTION.LINK_TITLE')}>
      <Notice kind="error">{t('QUESTION.LINK')}</Notice>
      <p className={result.ways}>
        <Link to="login" values={{ redirect: addressOf('currentSubscription') }} className="button">
          {t('QUESTION.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}
