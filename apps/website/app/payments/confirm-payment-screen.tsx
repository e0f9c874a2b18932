import { askBank, paymentQuestion } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatDay } from '@kiosk/domain/date-format'
import { formatMoney } from '@kiosk/domain/money'
import type { BankAuthentication } from '@kiosk/domain/payments/bank-authentication-endpoints'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { bankAuthenticationMessages } from '@kiosk/i18n/messages/bank-authentication'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { Button } from '@kiosk/ui/button'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type ApiError, orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { bankFormOf, ToBank } from './bank-form.tsx'
import { checkoutHandle } from './checkout-bars.tsx'
import style from './confirm-payment-screen.module.css'
import { PaymentPage } from './payment-page.tsx'
import result from './result.module.css'
import { Waiting } from './waiting.tsx'

export const headers = () => secretAddress

type Answer = { apiError: ApiError }

export const handle = checkoutHandle

/**
 * Loads the renewal of an e-mail's link or, for a signed-in user, of an attempt. Opening the page sends nothing to the bank;
 * only the button does.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { searchParams } = new URL(request.url)
  const which = { token: searchParams.get('token') ?? '', attempt: searchParams.get('attempt') ?? '' }
  // Without either there is nothing to load. For an attempt without a session the call redirects to the login and back.
  const isRequested = which.token !== '' || which.attempt !== ''
  const { answer, apiError } = isRequested
    ? await orApiError(ctx.call(paymentQuestion, { query: which }))
    : { answer: null, apiError: null }
  const { state, locale } = await ctx.who()
  const isGoingOn = searchParams.get('step') === 'bank' && answer?.state === 'open' && answer.bank !== null
  return data({
    words: ctx.packedWords(checkoutMessages, paymentResultMessages, bankAuthenticationMessages, errorMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    which,
    isBack: searchParams.get('back') === '1',
    isSignedIn: state !== 'anonymous',
    form: isGoingOn ? bankFormOf(ctx, answer.bank!) : null,
    authentication: answer ? { ...answer, bank: null, day: answer.until ? formatDay(locale, answer.until) : '' } : null,
    // The page shows the error itself.
    inForm: true,
    apiError: apiError ?? null,
  })
}

/** Starts the bank's authentication and redirects to it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const { token = '', attempt = '' } = valuesOf(await accountForm(ctx, request, { anonymous: true }))
  const { answer, apiError } = await orApiError(ctx.call(askBank, { body: { token, attempt } }))
  if (apiError) return data<Answer>({ apiError }, { status: apiError.status })
  // If the bank requires no authentication after all, the page shows the result.
  throw redirect(addressOf('confirmPayment', { token, attempt, ...(answer.bank ? { step: 'bank' } : { back: 1 }) }), 303)
}

/** A renewal that needs authentication by the bank, and its result. */
export default function ConfirmPaymentScreen() {
  const t = useText()
  const { authentication, form, isSignedIn } = useLoaderData<typeof loader>()
  if (form) {
    return (
      <PaymentPage title={t('PAYMENT.ASYNC_TITLE')}>
        <ToBank form={form} words="PAYMENT.ASYNC" />
      </PaymentPage>
    )
  }
  if (!authentication) return <LinkFailed />
  switch (authentication.state) {
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
      return <Paid state={authentication.state} />
    case 'failed':
      return <Failed reason={authentication.reason} day={authentication.day} />
    case 'over':
      return (
        <PaymentPage title={t('AUTHENTICATION.OVER_TITLE')}>
          <Notice>{t('AUTHENTICATION.OVER')}</Notice>
          <p className={result.actions}>
            <Link plain to={isSignedIn ? 'currentSubscription' : 'subscriptions'} className="button quiet">
              {t('AUTHENTICATION.MY_SUBSCRIPTION')}
            </Link>
          </p>
        </PaymentPage>
      )
  }
}

function Open() {
  const t = useText()
  const { authentication, which, isBack } = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as Answer | undefined) ?? {}
  const { amount, currency, product, brand, number, day } = authentication!
  const facts = [
    [t('AUTHENTICATION.AMOUNT'), formatMoney({ minor: amount, currency })],
    [t('AUTHENTICATION.PRODUCT'), product],
    [t('AUTHENTICATION.METHOD'), `${brand} ${number}`],
    [t('AUTHENTICATION.UNTIL'), day],
  ]
  return (
    <PaymentPage title={t('AUTHENTICATION.TITLE')} lead={t('AUTHENTICATION.LEAD')}>
      {apiError && (
        <Notice kind="error">{t((apiError.status === 503 ? 'AUTHENTICATION.AWAY' : apiError.words) as MessageKey)}</Notice>
      )}
      {isBack && !apiError && (
        <Notice kind="error" title={t('AUTHENTICATION.NOT_YET_TITLE')}>
          {t('AUTHENTICATION.NOT_YET')}
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
        <Button wide>{t('AUTHENTICATION.BUTTON')}</Button>
        <p className={style.after}>{t('AUTHENTICATION.AFTER')}</p>
      </form>
      <p className={result.other}>
        <Link plain to="paymentEdit">
          {t('AUTHENTICATION.OTHER')}
        </Link>
      </p>
    </PaymentPage>
  )
}

function Paid({ state }: { state: Extract<BankAuthentication['state'], 'paid' | 'processing'> }) {
  const t = useText()
  const { webapp } = useViewer()
  const words = state === 'paid' ? 'PAID' : 'PROCESSING'
  return (
    <PaymentPage title={t(`AUTHENTICATION.${words}_TITLE`)}>
      <div className={result.result} role="status">
        <span className={result.checkmark}>
          <Icon name="check" size={2} />
        </span>
        <p>{t(`AUTHENTICATION.${words}`)}</p>
      </div>
      <p className={result.actions}>
        <a className="button" href={webapp}>
          {t('AUTHENTICATION.READ')}
        </a>
        <Link plain to="currentSubscription" className="button quiet">
          {t('AUTHENTICATION.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}

function Failed({ reason, day }: { reason: string | null; day: string }) {
  const t = useText()
  const reasonText = t(`PAYMENT.REASON_${reason ?? 'declined'}` as MessageKey)
  return (
    <PaymentPage title={t('AUTHENTICATION.FAILED_TITLE')}>
      <Notice kind="error" title={reasonText.startsWith('PAYMENT.') ? t('PAYMENT.REASON_declined') : reasonText}>
        {t('AUTHENTICATION.FAILED', { day })}
      </Notice>
      <p className={result.actions}>
        <Link plain to="paymentEdit" className="button">
          {t('AUTHENTICATION.OTHER')}
        </Link>
        <Link plain to="currentSubscription" className="button quiet">
          {t('AUTHENTICATION.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}

/** Shown for a link that is invalid, expired or of another account. A server outage does not invalidate it. */
function LinkFailed() {
  const t = useText()
  const { apiError } = useLoaderData<typeof loader>()
  const isAway = apiError !== null && (apiError.status >= 500 || apiError.status === 429)
  if (isAway) {
    return (
      <PaymentPage title={t('AUTHENTICATION.TITLE')}>
        <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>
      </PaymentPage>
    )
  }
  return (
    <PaymentPage title={t('AUTHENTICATION.LINK_TITLE')}>
      <Notice kind="error">{t('AUTHENTICATION.LINK')}</Notice>
      <p className={result.actions}>
        <Link to="login" values={{ redirect: addressOf('currentSubscription') }} className="button">
          {t('AUTHENTICATION.MY_SUBSCRIPTION')}
        </Link>
      </p>
    </PaymentPage>
  )
}
