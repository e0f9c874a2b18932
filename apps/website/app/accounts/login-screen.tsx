import { addressOf } from '@kiosk/domain/addresses'
import { returnPath } from '@kiosk/domain/return-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { secondFactorLoginMessages } from '@kiosk/i18n/messages/security'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import { type MouseEvent, useRef } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import type { ApiError } from '../api-error.ts'
import { isBuying } from '../payments/is-buying.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { CodeStep } from './code-step.tsx'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { loginRules } from './entry-rules.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { answerLogin, codeTokenIn, hasTokenField, type LoginAnswer } from './log-in-action.ts'
import style from './login-screen.module.css'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import { passwordWords } from './password-messages.ts'
import { ResendMail } from './resend-mail.tsx'
import { offeredTo, pathAfterLogin } from './signed-in.ts'
import { SocialButtons } from './social-buttons.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  if ((await ctx.who()).state !== 'anonymous') return redirect(pathAfterLogin(request))
  const { searchParams } = new URL(request.url)
  return data({
    words: ctx.words(loginMessages, validationMessages, secondFactorLoginMessages),
    script: passkeyScript,
    /** The password was correct: the code is requested while the token of the first step is valid. */
    code: searchParams.get('step') === 'code' && codeTokenIn(request) !== null,
    head: (searchParams.size > 0 ? { robots: 'noindex' } : {}) satisfies HeadData,
    redirect: returnPath(searchParams.get('redirect')),
    offered: await offeredTo(ctx),
    forgot: searchParams.has('forgot'),
    tokenField: hasTokenField(ctx.environment),
    denied: searchParams.has('denied'),
  })
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerLogin(requestContext(context), request)
}

export { tellingOfLogin as clientAction } from './login-notice.ts'

/** Login page, with help for failed logins. */
export default function LoginScreen() {
  const t = useText()
  const { redirect, offered, forgot, tokenField, denied, code } = useLoaderData<typeof loader>()
  const answer = useActionData() as LoginAnswer | undefined
  const busy = useNavigation().formData?.get('intent') === 'login'
  const dialog = useRef<HTMLDialogElement>(null)
  const apiErrorOf = (about: LoginAnswer['about']) => (answer?.about === about ? (answer.refusal ?? null) : null)
  const apiError = apiErrorOf('login')
  const form = useCheckedForm(loginRules, apiError)
  const onward = redirect ? { redirect } : {}
  const action = addressOf('login', onward)

  if (code && apiErrorOf('code')?.words !== 'SIGN_IN.CODE_GONE')
    return <CodeStep action={addressOf('login', { ...onward, step: 'code' })} back={action} refusal={apiErrorOf('code')} />

  const openDialog = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!dialog.current?.showModal) return
    event.preventDefault()
    const [typed, requested] = ['username', 'email'].map((name) =>
      document.querySelector<HTMLInputElement>(`input[name="${name}"]`),
    )
    if (typed && requested) {
      requested.value ||= typed.value
      requested.dispatchEvent(new Event('input', { bubbles: true }))
    }
    dialog.current.showModal()
  }

  // Buyers are often new readers, so the page explains why they need an account.
  return (
    <EntryPage title={t('LOGIN.TITLE')} lead={t(isBuying(redirect) ? 'LOGIN.LEAD_ONWARD' : 'LOGIN.LEAD')}>
      <ForgotPassword
        dialog={dialog}
        action={action}
        open={forgot || answer?.about === 'recover'}
        email={answer?.username ?? ''}
        sentTo={answer?.recovered ?? null}
        refusal={apiErrorOf('recover')}
      />
      <div className={style.notices}>
        {denied && !answer && <Notice kind="error">{t('LOGIN.DENIED')}</Notice>}
        {answer?.unverified !== undefined && (
          <Notice
            kind="info"
            title={t('LOGIN.UNVERIFIED_TITLE')}
            actions={<ResendMail action={action} email={answer.unverified} resent={answer.resent ?? false} />}
          >
            <p>{t('LOGIN.UNVERIFIED', { email: answer.unverified })}</p>
          </Notice>
        )}
        {apiErrorOf('code') && <Notice kind="error">{wordsOf(apiErrorOf('code')!, t)}</Notice>}
        {apiErrorOf('passkey') && <Notice kind="error">{wordsOf(apiErrorOf('passkey')!, t)}</Notice>}
        {apiErrorOf('resend') && <Notice kind="error">{wordsOf(apiErrorOf('resend')!, t)}</Notice>}
        {apiError && !apiError.field && <Notice kind="error">{loginRejected(apiError, t)}</Notice>}
      </div>
      <Form method="post" action={action} preventScrollReset {...form.props}>
        <input type="hidden" name="intent" value="login" />
        <Field
          label={t('LOGIN.EMAIL')}
          {...form.field('username')}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          required
          maxLength={254}
          defaultValue={answer?.username}
        />
        <PasswordField
          label={t('LOGIN.PASSWORD')}
          {...form.field('password')}
          autoComplete="current-password"
          required
          {...passwordWords(t)}
        />
        <p className={style.forgot}>
          <a href={addressOf('login', { ...onward, forgot: 1 })} onClick={openDialog}>
            {t('LOGIN.FORGOT')}
          </a>
        </p>
        <Checkbox name="remainSignedIn" value="true" label={t('LOGIN.REMEMBER')} />
        <Checkbox name="sharedDevice" value="true" label={t('LOGIN.SHARED')} hint={t('LOGIN.SHARED_HINT')} />
        <Button wide busy={busy} busyWords={t('LOGIN.BUSY')} aria-disabled={form.invalid}>
          {t('LOGIN.SUBMIT')}
        </Button>
      </Form>
      <PasskeyForm
        kind="login"
        action={action}
        label={t('SIGN_IN.LOGIN_PASSKEY')}
        failed={t('SIGN_IN.LOGIN_PASSKEY_FAILED')}
        quiet
      >
        <input type="hidden" name="remainSignedIn" defaultValue="" data-copied="" />
        <input type="hidden" name="sharedDevice" defaultValue="" data-copied="" />
      </PasskeyForm>
      <SocialButtons redirect={redirect} offered={offered} />
      <div className={page.other}>
        <p>{t('LOGIN.NO_ACCOUNT')}</p>
        <Link to="register" className="button quiet" values={onward}>
          {t('LOGIN.REGISTER')}
        </Link>
      </div>
      {tokenField && (
        <Form method="post" action={action} className={style.token}>
          <input type="hidden" name="intent" value="token" />
          <Field
            label={t('LOGIN.TOKEN')}
            name="sessionToken"
            autoComplete="off"
            spellCheck={false}
            required
            error={apiErrorOf('token') && wordsOf(apiErrorOf('token')!, t)}
          />
          <Button kind="quiet">{t('LOGIN.TOKEN_SUBMIT')}</Button>
        </Form>
      )}
    </EntryPage>
  )
}

type Text = ReturnType<typeof useText>

function wordsOf(apiError: ApiError, t: Text): string {
  return apiError.message ?? t(apiError.words as MessageKey)
}

/** Errors whose message is shown: closed accounts, and accounts awaiting erasure. */
const explained = ['account_inactive', 'account_erasing']

/**
 * Returns the message for an error. 401 is a wrong address or password, every other status a rejected login; for rate limits
 * and closed accounts it is the API's message.
 */
function loginRejected(apiError: ApiError, t: Text): string {
  if (apiError.status === 401) return apiError.message ?? t('LOGIN.WRONG')
  return apiError.status === 429 || explained.includes(apiError.code) ? wordsOf(apiError, t) : t('LOGIN.DENIED')
}
