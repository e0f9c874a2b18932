import { PASSWORD } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import { shownCounts } from '@kiosk/domain/catalogue/limits'
import { returnPath } from '@kiosk/domain/return-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import { useEffect, useRef } from 'react'
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
import { AttributionFields } from '../shell/attribution-fields.tsx'
import { valuesOf } from '../shell/form-rules.ts'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { CodeField } from './code-field.tsx'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { registrationRules } from './entry-rules.ts'
import { passwordWords } from './password-messages.ts'
import { answerRegistration, type RegistrationAnswer } from './registration-action.ts'
import { useRegistrationNotice } from './registration-notice.ts'
import { ResendMail } from './resend-mail.tsx'
import { offeredTo, pathAfterLogin } from './signed-in.ts'
import { SocialButtons } from './social-buttons.tsx'
import { TermsBox } from './terms-box.tsx'

/** Number of magazines shown if the catalogue is unavailable. */
const MAGAZINES = 700

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { user, state, known } = await ctx.who()
  if (state !== 'anonymous') return redirect(pathAfterLogin(request))
  const counts = shownCounts({ magazines: user.magazineCount, issues: user.issueCount })
  return data({
    words: ctx.words(loginMessages, validationMessages),
    magazines: known ? counts.magazines : MAGAZINES,
    redirect: returnPath(new URL(request.url).searchParams.get('redirect')),
    trace: ctx.trace,
    offered: await offeredTo(ctx),
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerRegistration(requestContext(context), request, valuesOf(await request.formData()))
}

/** Registration with email and password, or with another sign-in method. */
export default function RegisterScreen() {
  const t = useText()
  const { magazines } = useLoaderData<typeof loader>()
  const answer = useActionData() as RegistrationAnswer | undefined
  useRegistrationNotice(answer)
  if (answer?.sentTo !== undefined) return <MailSent {...answer} sentTo={answer.sentTo} />
  const promises = [
    ['newspaper', t('REGISTRATION.PROMISE_1')],
    ['bookmark', t('REGISTRATION.PROMISE_2')],
    ['check', t('REGISTRATION.PROMISE_3')],
  ] as const
  // A new newsstand has no titles yet.
  const count = magazines > 0 ? `${t('REGISTRATION.COUNT', { count: magazines })} ` : ''
  return (
    <EntryPage title={t('REGISTRATION.TITLE')} lead={`${count}${t('REGISTRATION.LEAD')}`} promises={promises}>
      <RegistrationForm answer={answer} />
    </EntryPage>
  )
}

function RegistrationForm({ answer }: { answer: RegistrationAnswer | undefined }) {
  const t = useText()
  const { redirect, trace: attribution, offered } = useLoaderData<typeof loader>()
  const { regionActive, countryName } = useViewer()
  const busy = useNavigation().formData?.get('intent') === 'register'
  const apiError = answer?.refusal ?? null
  const form = useCheckedForm(registrationRules, apiError)
  return (
    <div className={page.stack}>
      {!regionActive && (
        <Notice kind="warning">
          {t(countryName ? 'REGISTRATION.REGION_INACTIVE' : 'REGISTRATION.REGION_INACTIVE_HERE', { country: countryName })}
        </Notice>
      )}
      {apiError && !apiError.field && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      <Form method="post" action={addressOf('register', { ...attribution, redirect })} preventScrollReset {...form.props}>
        <input type="hidden" name="intent" value="register" />
        <input type="hidden" name="verificationTarget" value={redirect ?? ''} />
        <AttributionFields />
        <Field
          label={t('LOGIN.EMAIL')}
          hint={t('REGISTRATION.EMAIL_HINT')}
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={answer?.email}
        />
        {apiError?.status === 409 && (
          <p>
            <Link to="login" values={redirect ? { redirect } : {}}>
              {t('REGISTRATION.TAKEN_LOGIN')}
            </Link>
          </p>
        )}
        <PasswordField
          label={t('LOGIN.PASSWORD')}
          hint={t('PASSWORD.HINT', { min: PASSWORD.registration.min })}
          {...form.field('password')}
          autoComplete="new-password"
          required
          {...passwordWords(t, true)}
        />
        <PasswordField
          label={t('REGISTRATION.REPEAT')}
          {...form.field('repeat')}
          autoComplete="new-password"
          required
          {...passwordWords(t)}
        />
        <TermsBox {...form.field('terms')} />
        <Checkbox
          name="newsletter"
          value="true"
          defaultChecked={answer?.newsletter ?? true}
          label={t('REGISTRATION.NEWSLETTER')}
          hint={t('REGISTRATION.NEWSLETTER_HINT')}
        />
        <Button wide busy={busy} busyWords={t('REGISTRATION.BUSY')} aria-disabled={form.invalid}>
          {t('REGISTRATION.SUBMIT')}
        </Button>
      </Form>
      <SocialButtons redirect={redirect} offered={offered} />
      <p className={page.other}>
        {t('REGISTRATION.HAVE_ACCOUNT')}{' '}
        <Link to="login" values={redirect ? { redirect } : {}}>
          {t('LOGIN.SUBMIT')}
        </Link>
      </p>
    </div>
  )
}

/** Shown between registration and first login: the verification email was sent. */
function MailSent({ sentTo, resent = false, refusal: apiError }: RegistrationAnswer & { sentTo: string }) {
  const t = useText()
  const { redirect } = useLoaderData<typeof loader>()
  const busy = useNavigation().formData?.get('intent') === 'code'
  const notice = useRef<HTMLDivElement>(null)
  // The form is long, so scroll to the message that replaces it.
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    notice.current?.focus({ preventScroll: true })
  }, [])
  return (
    <EntryPage title={t('REGISTRATION.SENT_TITLE')}>
      <div className={page.stack}>
        <Notice kind="good" ref={notice}>
          <p>{t('REGISTRATION.SENT', { email: sentTo })}</p>
        </Notice>
        {apiError && apiError.field !== 'code' && (
          <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>
        )}
        <Form method="post" action={addressOf('register', { redirect })} preventScrollReset>
          <input type="hidden" name="intent" value="code" />
          <input type="hidden" name="email" value={sentTo} />
          <CodeField
            label={t('REGISTRATION.CODE')}
            hint={t('REGISTRATION.CODE_HINT')}
            error={apiError?.field === 'code' ? (apiError.message ?? t(apiError.words as MessageKey)) : null}
            autoFocus={false}
          />
          <Button busy={busy} busyWords={t('LOGIN.BUSY')}>
            {t('REGISTRATION.CODE_SUBMIT')}
          </Button>
        </Form>
        <div>
          <Link to="login" className="button quiet" values={redirect ? { redirect } : {}}>
            {t('REGISTRATION.TO_LOGIN')}
          </Link>
        </div>
        <div className={page.other}>
          <p>{t('REGISTRATION.SENT_HINT')}</p>
          <ResendMail action={addressOf('register', { redirect })} email={sentTo} resent={resent} />
        </div>
      </div>
    </EntryPage>
  )
}
