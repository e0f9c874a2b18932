import { newUser } from '@kiosk/domain/accounts/registration-endpoints'
import { PASSWORD } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { shownCounts } from '@kiosk/domain/catalogue/terms'
import { ownPath } from '@kiosk/domain/own-path'
import { entryWords } from '@kiosk/languages/accounts'
import { validationWords } from '@kiosk/languages/validation'
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
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { faultsIn, valuesOf } from '../shell/form-rules.ts'
import { Link } from '../shell/link.tsx'
import { TraceFields } from '../shell/trace-fields.tsx'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { registrationRules } from './entry-rules.ts'
import { offeredTo, sendMailAgain, wayAfterLogin } from './let-in.ts'
import { passwordWords } from './password-words.ts'
import { ResendMail } from './resend-mail.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { TermsBox } from './terms-box.tsx'

/** Said where the catalogue cannot be asked (section 9). */
const MAGAZINES = 700

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { user, state, known } = await visit.who()
  if (state !== 'anonymous') return redirect(wayAfterLogin(request))
  const counts = shownCounts({ magazines: user.magazineCount, issues: user.issueCount })
  return data({
    words: visit.words(entryWords, validationWords),
    magazines: known ? counts.magazines : MAGAZINES,
    redirect: ownPath(new URL(request.url).searchParams.get('redirect')),
    trace: visit.trace,
    offered: await offeredTo(visit),
  })
}

type Answer = { refusal?: Refusal; inForm?: true; sentTo?: string; resent?: boolean; email?: string; newsletter?: boolean }

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const values = valuesOf(await request.formData())
  const email = values.email?.trim() ?? ''
  if (values.intent === 'resend') {
    const { refusal } = await sendMailAgain(visit, email)
    return refusal ? refused(refusal, { sentTo: email }) : data<Answer>({ sentTo: email, resent: true })
  }
  const newsletter = values.newsletter === 'true'
  const [[field, words] = []] = Object.entries(faultsIn(registrationRules, values))
  if (field && words) return refused(refusalAt(field, words), { email, newsletter })
  const body = {
    email,
    password: values.password ?? '',
    newsletter: String(newsletter),
    verificationTarget: ownPath(values.verificationTarget) ?? '',
    platform: 'website',
    utmSource: values.utm_source ?? '',
    utmMedium: values.utm_medium ?? '',
    utmContent: values.utm_content ?? '',
    utmCampaign: values.utm_campaign ?? '',
    referrer: values.referrer ?? '',
  }
  const { refusal } = await orRefusal(visit.call(newUser, { body }))
  return refusal ? refused(refusal, { email, newsletter }) : data<Answer>({ sentTo: email })
}

function refused(refusal: Refusal, more: Answer) {
  // An address that is taken belongs beside the address, whoever answers.
  const at = refusal.status === 409 ? { field: 'email', words: 'VALIDATION.notAvailable' } : {}
  return data<Answer>({ refusal: { ...refusal, ...at }, inForm: true, ...more }, { status: refusal.status })
}

/** Registering with e-mail and password, or by another way in (section 2.4). */
export default function RegisterScreen() {
  const t = useText()
  const { magazines } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  useEffect(() => {
    if (!answer || answer.resent) return
    const successful = !answer.refusal
    dispatchEvent(new CustomEvent('registration', { detail: { successful } }))
  }, [answer])
  if (answer?.sentTo !== undefined) return <MailSent {...answer} sentTo={answer.sentTo} />
  const promises = [
    ['newspaper', t('REGISTRATION.PROMISE_1')],
    ['bookmark', t('REGISTRATION.PROMISE_2')],
    ['check', t('REGISTRATION.PROMISE_3')],
  ] as const
  return (
    <EntryPage title={t('REGISTRATION.TITLE')} lead={t('REGISTRATION.LEAD', { count: magazines })} promises={promises}>
      <RegistrationForm answer={answer} />
    </EntryPage>
  )
}

function RegistrationForm({ answer }: { answer: Answer | undefined }) {
  const t = useText()
  const { redirect, trace, offered } = useLoaderData<typeof loader>()
  const { regionActive, countryName } = useVisitor()
  const busy = useNavigation().formData?.get('intent') === 'register'
  const refusal = answer?.refusal ?? null
  const form = useCheckedForm(registrationRules, refusal)
  return (
    <div className={page.stack}>
      {!regionActive && (
        <Notice kind="warning">
          {t(countryName ? 'REGISTRATION.REGION_INACTIVE' : 'REGISTRATION.REGION_INACTIVE_HERE', { country: countryName })}
        </Notice>
      )}
      {refusal && !refusal.field && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
      <Form method="post" action={addressOf('register', { ...trace, redirect })} preventScrollReset {...form.props}>
        <input type="hidden" name="intent" value="register" />
        <input type="hidden" name="verificationTarget" value={redirect ?? ''} />
        <TraceFields />
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
        <Button wide busy={busy} busyWords={t('REGISTRATION.BUSY')} disabled={form.invalid}>
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

/** The state between registering and the first login: a mail is under way. */
function MailSent({ sentTo, resent = false, refusal }: Answer & { sentTo: string }) {
  const t = useText()
  const { redirect } = useLoaderData<typeof loader>()
  const notice = useRef<HTMLDivElement>(null)
  // The form was long: who sent it stands far below what is said now.
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
        {refusal && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
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
