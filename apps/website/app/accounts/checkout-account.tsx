import { VERIFICATION_CODE_DIGITS } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { PageIcon } from '@kiosk/ui/page-icon'
import { type FormEvent, useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { CartTable } from '../payments/cart-table.tsx'
import type { OrderPreview } from '../payments/order-preview.ts'
import order from '../payments/overview-screen.module.css'
import { PaymentPage } from '../payments/payment-page.tsx'
import { Total } from '../payments/total.tsx'
import { UpcomingCharges } from '../payments/upcoming-charges.tsx'
import { useErrorFocus } from '../shell/use-error-focus.ts'
import { useText } from '../shell/use-text.ts'
import style from './checkout-account.module.css'
import { CodeField } from './code-field.tsx'
import { useWebAppElsewhere } from './entry-page.tsx'
import type { LoginAnswer } from './log-in-action.ts'
import { LoginForms } from './login-forms.tsx'
import type { RegistrationAnswer } from './registration-action.ts'
import { RegistrationForm } from './registration-form.tsx'
import { useRegistrationNotice } from './registration-notice.ts'
import { ResendMail } from './resend-mail.tsx'

/** Forms of a registration in the checkout, with their names on the registration page. */
export const REGISTRATION_INTENTS = {
  register: 'register',
  'register-code': 'code',
  'register-resend': 'resend',
} as const

type Login = Parameters<typeof LoginForms>[0]['login']
type Props = { order: OrderPreview; login: Login; answer: LoginAnswer | RegistrationAnswer | undefined }

/** The checkout before its buyer has signed in: the order with its prices, and an account as the first step. */
export function CheckoutAccount({ order: { cart, coming, hasVoucher }, login, answer }: Props) {
  const t = useText()
  return (
    <PaymentPage step={1} title={t('CHECKOUT.TITLE')} lead={t('CHECKOUT.LEAD_ACCOUNT')} wide>
      <div className={order.order} data-web-app-elsewhere={useWebAppElsewhere()}>
        <section className={order.items} aria-labelledby="goods">
          <h2 id="goods">{t('CHECKOUT.CART')}</h2>
          <CartTable cart={cart} />
          <div className={order.sum}>
            <Total cart={cart} isPreview />
            <UpcomingCharges coming={coming} />
          </div>
          {cart.showVoucherInfo && (
            <p className={order.voucher}>
              <PageIcon name="ticket" size={1.1} /> {t('CHECKOUT.VOUCHER_DONE')}
            </p>
          )}
          {hasVoucher && <p>{t('CHECKOUT.VOUCHER_LATER')}</p>}
        </section>
        <section className={`${order.checkout} ${style.account}`} aria-labelledby="account-title">
          <Account login={login} answer={answer} />
        </section>
      </div>
    </PaymentPage>
  )
}

function Account({ login, answer }: Omit<Props, 'order'>) {
  const t = useText()
  const registered = answer?.about === 'register' ? answer : undefined
  const signIn = answer?.about === 'register' ? undefined : answer
  useRegistrationNotice(registered)
  if (registered?.sentTo !== undefined) return <Code {...registered} sentTo={registered.sentTo} redirect={login.redirect} />
  // A buyer whose address already has an account signs in with it.
  const isKnown = registered?.apiError?.status === 409
  const signsIn = signIn !== undefined || isKnown || login.denied || login.forgot
  return (
    <>
      <h2 id="account-title">{t('CHECKOUT.ACCOUNT')}</h2>
      <div className={style.choices}>
        <details name="account" className={style.choice} open={!signsIn}>
          <summary>{t('CHECKOUT.ACCOUNT_NEW')}</summary>
          <div className={style.forms}>
            <RegistrationForm inCheckout redirect={login.redirect} answer={isKnown ? undefined : registered} />
          </div>
        </details>
        <details name="account" className={style.choice} open={signsIn}>
          <summary>{t('CHECKOUT.ACCOUNT_HAVE')}</summary>
          <div className={style.forms}>
            {isKnown && <Notice kind="info">{t('CHECKOUT.ACCOUNT_KNOWN')}</Notice>}
            <LoginForms login={login} answer={isKnown ? { about: 'login', username: registered?.email } : signIn} />
          </div>
        </details>
      </div>
    </>
  )
}

type CodeProps = RegistrationAnswer & { sentTo: string; redirect: string | null }

/** The code of the verification e-mail; with the last digit it is sent. */
function Code({ sentTo, resent = false, apiError, redirect }: CodeProps) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'register-code'
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const words = apiError && (apiError.message ?? t(apiError.words as MessageKey))
  const action = addressOf('login', { redirect })
  const sendWhenComplete = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget).get('code')
    if (!busy && String(typed).replace(/\D/g, '').length === VERIFICATION_CODE_DIGITS) event.currentTarget.requestSubmit()
  }
  return (
    <>
      <h2 id="account-title">{t('REGISTRATION.SENT_TITLE')}</h2>
      <div className={style.forms}>
        <p className={style.sent}>{t('CHECKOUT.CODE_SENT', { email: sentTo })}</p>
        {words && apiError.field !== 'code' && <Notice kind="error">{words}</Notice>}
        <Form method="post" action={action} onInput={sendWhenComplete}>
          <input type="hidden" name="intent" value="register-code" />
          <input type="hidden" name="email" value={sentTo} />
          <CodeField
            label={t('REGISTRATION.CODE')}
            hint={t(ready ? 'CHECKOUT.CODE_HINT' : 'REGISTRATION.CODE_HINT')}
            error={(apiError?.field === 'code' && words) || null}
            autoFocus
            ref={useErrorFocus(apiError)}
          />
          <Button wide busy={busy} busyWords={t('LOGIN.BUSY')}>
            {t('CHECKOUT.CODE_SUBMIT')}
          </Button>
        </Form>
        <div className={style.other}>
          <p>{t('REGISTRATION.SENT_HINT')}</p>
          <ResendMail action={action} email={sentTo} resent={resent} intent="register-resend" />
          <a href={action}>{t('CHECKOUT.OTHER_ADDRESS')}</a>
        </div>
      </div>
    </>
  )
}
