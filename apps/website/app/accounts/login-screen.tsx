import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import { entryWords } from '@kiosk/languages/accounts'
import { signInWords } from '@kiosk/languages/security'
import { validationWords } from '@kiosk/languages/validation'
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
import type { Refusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { CodeStep } from './code-step.tsx'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { loginRules } from './entry-rules.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { offeredTo, wayAfterLogin } from './let-in.ts'
import { answerLogin, codeTokenIn, hasTokenField, type LoginAnswer } from './log-in-action.ts'
import style from './login-screen.module.css'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import { passwordWords } from './password-words.ts'
import { ResendMail } from './resend-mail.tsx'
import { SocialButtons } from './social-buttons.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  if ((await visit.who()).state !== 'anonymous') return redirect(wayAfterLogin(request))
  const { searchParams } = new URL(request.url)
  return data({
    words: visit.words(entryWords, validationWords, signInWords),
    script: passkeyScript,
    /** The password was right: the code is asked for, as long as the token of the first step is held. */
    code: searchParams.get('step') === 'code' && codeTokenIn(request) !== null,
    head: (searchParams.size > 0 ? { robots: 'noindex' } : {}) satisfies HeadData,
    redirect: ownPath(searchParams.get('redirect')),
    offered: await offeredTo(visit),
    forgot: searchParams.has('forgot'),
    tokenField: hasTokenField(visit.environment),
    denied: searchParams.has('denied'),
  })
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerLogin(visitOf(context), request)
}

export { tellingOfLogin as clientAction } from './tell-of-login.ts'

/** Logging in, and what helps where it does not work (section 2.4). */
export default function LoginScreen() {
  const t = useText()
  const { redirect, offered, forgot, tokenField, denied, code } = useLoaderData<typeof loader>()
  const answer = useActionData() as LoginAnswer | undefined
  const busy = useNavigation().formData?.get('intent') === 'login'
  const dialog = useRef<HTMLDialogElement>(null)
  const refusalOf = (about: LoginAnswer['about']) => (answer?.about === about ? (answer.refusal ?? null) : null)
  const refusal = refusalOf('login')
  const form = useCheckedForm(loginRules, refusal)
  const onward = redirect ? { redirect } : {}
  const action = addressOf('login', onward)

  if (code && refusalOf('code')?.words !== 'SIGN_IN.CODE_GONE')
    return <CodeStep action={addressOf('login', { ...onward, step: 'code' })} refusal={refusalOf('code')} />

  const openDialog = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!dialog.current?.showModal) return
    event.preventDefault()
    const [typed, asked] = ['username', 'email'].map((name) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`))
    if (typed && asked) {
      asked.value ||= typed.value
      asked.dispatchEvent(new Event('input', { bubbles: true }))
    }
    dialog.current.showModal()
  }

  return (
    <EntryPage title={t('LOGIN.TITLE')} lead={t(isBuying(redirect) ? 'LOGIN.LEAD_ONWARD' : 'LOGIN.LEAD')}>
      <ForgotPassword
        dialog={dialog}
        action={action}
        open={forgot || answer?.about === 'recover'}
        email={answer?.username ?? ''}
        sentTo={answer?.recovered ?? null}
        refusal={refusalOf('recover')}
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
        {refusalOf('code') && <Notice kind="error">{wordsOf(refusalOf('code')!, t)}</Notice>}
        {refusalOf('passkey') && <Notice kind="error">{wordsOf(refusalOf('passkey')!, t)}</Notice>}
        {refusalOf('resend') && <Notice kind="error">{wordsOf(refusalOf('resend')!, t)}</Notice>}
        {refusal && !refusal.field && <Notice kind="error">{loginRefused(refusal, t)}</Notice>}
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
        <Button wide busy={busy} busyWords={t('LOGIN.BUSY')} disabled={form.invalid}>
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
            error={refusalOf('token') && wordsOf(refusalOf('token')!, t)}
          />
          <Button kind="quiet">{t('LOGIN.TOKEN_SUBMIT')}</Button>
        </Form>
      )}
    </EntryPage>
  )
}

/** Who chose something to buy is often new: the page says what an account has to do with it. */
function isBuying(redirect: string | null): boolean {
  return redirect?.startsWith('/user/payment/') ?? false
}

type Text = ReturnType<typeof useText>

function wordsOf(refusal: Refusal, t: Text): string {
  return refusal.message ?? t(refusal.words)
}

/** Refusals that tell the reader why, and what to do: of closed accounts, and of those that wait for their erasure. */
const explained = ['account_inactive', 'account_erasing']

/** Section 8: 401 is a wrong address or password, else a login denied; who has to wait, or is shut out, is told so. */
function loginRefused(refusal: Refusal, t: Text): string {
  if (refusal.status === 401) return refusal.message ?? t('LOGIN.WRONG')
  return refusal.status === 429 || explained.includes(refusal.code) ? wordsOf(refusal, t) : t('LOGIN.DENIED')
}
