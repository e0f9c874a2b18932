import { addressOf } from '@kiosk/domain/addresses'
import { returnPath } from '@kiosk/domain/return-path'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { secondFactorLoginMessages } from '@kiosk/i18n/messages/security'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { checkoutBars } from '../payments/checkout-bars.tsx'
import { isBuying } from '../payments/is-buying.ts'
import { type OrderPreview, orderPreview } from '../payments/order-preview.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { BarsHandle } from '../shell/frame.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { CheckoutAccount, REGISTRATION_INTENTS } from './checkout-account.tsx'
import { CodeStep } from './code-step.tsx'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { checkoutRegistrationRules } from './entry-rules.ts'
import { answerLogin, codeTokenIn, hasTokenField, type LoginAnswer } from './log-in-action.ts'
import { LoginForms } from './login-forms.tsx'
import { passkeyScript } from './passkey-script.ts'
import { answerRegistration, type RegistrationAnswer } from './registration-action.ts'
import { offeredProviders, pathAfterLogin } from './signed-in.ts'

/** In front of an order this page is the first step of the checkout. */
export const handle: BarsHandle = {
  bars: (loaded) => ((loaded as { order: OrderPreview | null } | undefined)?.order ? checkoutBars : null),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  if ((await ctx.who()).state !== 'anonymous') return redirect(pathAfterLogin(request))
  const { searchParams } = new URL(request.url)
  const redirectTo = returnPath(searchParams.get('redirect'))
  const order = await orderPreview(ctx, redirectTo)
  const ofOrder = order ? [checkoutMessages] : []
  return data({
    words: ctx.words(loginMessages, validationMessages, secondFactorLoginMessages, ...ofOrder),
    script: passkeyScript,
    /** The password was correct: the code is requested while the token of the first step is valid. */
    code: searchParams.get('step') === 'code' && codeTokenIn(request) !== null,
    head: {
      ...(searchParams.size > 0 && { robots: 'noindex' }),
      ...(order && { title: checkoutMessages[ctx.language]['CHECKOUT.TITLE'] }),
    } satisfies HeadData,
    redirect: redirectTo,
    order,
    offered: await offeredProviders(ctx),
    forgot: searchParams.has('forgot'),
    tokenField: hasTokenField(ctx.environment),
    denied: searchParams.has('denied'),
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const values = valuesOf(await request.formData())
  const intent = REGISTRATION_INTENTS[values.intent as keyof typeof REGISTRATION_INTENTS]
  if (intent) return answerRegistration(ctx, request, { ...values, intent }, checkoutRegistrationRules)
  return answerLogin(ctx, request, values)
}

export { tellingOfLogin as clientAction } from './login-notice.ts'

/** Login page, with help for failed logins; in front of an order, the checkout with its first step. */
export default function LoginScreen() {
  const t = useText()
  const loaded = useLoaderData<typeof loader>()
  const { redirect, order, code } = loaded
  const answer = useActionData() as LoginAnswer | RegistrationAnswer | undefined
  const login = answer?.about === 'register' ? undefined : answer
  const onward = redirect ? { redirect } : {}
  const apiError = login?.about === 'code' ? (login.apiError ?? null) : null

  if (code && apiError?.words !== 'SIGN_IN.CODE_GONE') {
    const action = addressOf('login', { ...onward, step: 'code' })
    return <CodeStep action={action} back={addressOf('login', onward)} apiError={apiError} />
  }
  if (order) return <CheckoutAccount order={order} login={loaded} answer={answer} />
  // Buyers are often new readers, so the page explains why they need an account.
  return (
    <EntryPage title={t('LOGIN.TITLE')} lead={t(isBuying(redirect) ? 'LOGIN.LEAD_ONWARD' : 'LOGIN.LEAD')}>
      <LoginForms login={loaded} answer={login}>
        <div className={page.other}>
          <p>{t('LOGIN.NO_ACCOUNT')}</p>
          <Link to="register" className="button quiet" values={onward}>
            {t('LOGIN.REGISTER')}
          </Link>
        </div>
      </LoginForms>
    </EntryPage>
  )
}
