import { TEXT } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ApiError } from '../api-error.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { loginRules } from './entry-rules.ts'
import { ForgotPassword } from './forgot-password.tsx'
import type { LoginAnswer } from './log-in-action.ts'
import style from './login-screen.module.css'
import { PasskeyForm } from './passkey-form.tsx'
import { passwordWords } from './password-messages.ts'
import { ResendMail } from './resend-mail.tsx'
import { SocialButtons } from './social-buttons.tsx'

type Props = {
  /** What the loader of the login page says. */
  login: {
    redirect: string | null
    offered: { facebook?: boolean; apple?: boolean }
    forgot: boolean
    tokenField: boolean
    denied: boolean
  }
  answer: LoginAnswer | undefined
  /** Shown after the ways to sign in. */
  children?: ReactNode
}

/** All ways to sign in, with help for failed logins. */
export function LoginForms({ login: { redirect, offered, forgot, tokenField, denied }, answer, children }: Props) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'login'
  const dialog = useRef<HTMLDialogElement>(null)
  const apiErrorOf = (about: LoginAnswer['about']) => (answer?.about === about ? (answer.apiError ?? null) : null)
  const apiError = apiErrorOf('login')
  const form = useCheckedForm(loginRules, apiError)
  const onward = redirect ? { redirect } : {}
  const action = addressOf('login', onward)

  const openDialog = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!dialog.current?.showModal) return
    event.preventDefault()
    const typed = document.querySelector<HTMLInputElement>('input[name="username"]')
    const requested = dialog.current.querySelector<HTMLInputElement>('input[name="email"]')
    if (typed && requested) {
      requested.value ||= typed.value
      requested.dispatchEvent(new Event('input', { bubbles: true }))
    }
    dialog.current.showModal()
  }

  return (
    <>
      <ForgotPassword
        dialog={dialog}
        action={action}
        open={forgot || answer?.about === 'recover'}
        email={answer?.username ?? ''}
        sentTo={answer?.recovered ?? null}
        apiError={apiErrorOf('recover')}
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
      <Form method="post" action={action} {...form.props}>
        <input type="hidden" name="intent" value="login" />
        <Field
          label={t('LOGIN.EMAIL')}
          {...form.field('username')}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          required
          maxLength={TEXT.email}
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
      {children}
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
    </>
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
