import { addressOf } from '@kiosk/domain/addresses'
import { FEWEST_CLAIMED_MAGAZINES, shownCounts } from '@kiosk/domain/catalogue/limits'
import { returnPath } from '@kiosk/domain/return-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
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
import { valuesOf } from '../shell/form-rules.ts'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { CodeField } from './code-field.tsx'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { answerRegistration, type RegistrationAnswer } from './registration-action.ts'
import { RegistrationForm } from './registration-form.tsx'
import { useRegistrationNotice } from './registration-notice.ts'
import { ResendMail } from './resend-mail.tsx'
import { offeredProviders, pathAfterLogin } from './signed-in.ts'
import { SocialButtons } from './social-buttons.tsx'

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
    offered: await offeredProviders(ctx),
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerRegistration(requestContext(context), request, valuesOf(await request.formData()))
}

/** Registration with e-mail and password, or with another sign-in method. */
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
  const count = magazines >= FEWEST_CLAIMED_MAGAZINES ? `${t('REGISTRATION.COUNT', { count: magazines })} ` : ''
  return (
    <EntryPage title={t('REGISTRATION.TITLE')} lead={`${count}${t('REGISTRATION.LEAD')}`} promises={promises}>
      <WaysToRegister answer={answer} />
    </EntryPage>
  )
}

function WaysToRegister({ answer }: { answer: RegistrationAnswer | undefined }) {
  const t = useText()
  const { redirect, offered } = useLoaderData<typeof loader>()
  return (
    <div className={page.stack}>
      <RegistrationForm inCheckout={false} redirect={redirect} answer={answer} />
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

/** Shown between registration and first login: the verification e-mail was sent. */
function MailSent({ sentTo, resent = false, apiError }: RegistrationAnswer & { sentTo: string }) {
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
        <Form method="post" action={addressOf('register', { redirect })}>
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
