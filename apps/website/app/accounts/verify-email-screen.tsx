import { emailVerification } from '@kiosk/domain/accounts/registration-endpoints'
import { sessionTokenOwner } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { entryWords } from '@kiosk/languages/accounts'
import { verificationWords } from '@kiosk/languages/verification'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orRefusal, type Refusal } from '../refusal.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { isFetchedAhead, secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { EntryPage } from './entry-page.tsx'
import { PressedForm } from './pressed-form.tsx'
import { VerificationFailed } from './verification-failed.tsx'

export const headers = () => secretAddress

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token') ?? ''
  const owner = token ? (await orRefusal(visit.call(sessionTokenOwner, { body: { token } }))).answer : null
  return data({
    words: visit.words(entryWords, verificationWords),
    head: { robots: 'noindex' } satisfies HeadData,
    verified: searchParams.has('verified'),
    token,
    /** Whose account asks for the address, where that is not signed in here: only its owner may confirm it. */
    asking: owner && !owner.own ? { account: owner.account, other: owner.other } : null,
    ahead: isFetchedAhead(request),
  })
}

type Answer = { refusal: Refusal; inForm: true }

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '' } = valuesOf(await request.formData())
  const { refusal } = await orRefusal(visitOf(context).call(emailVerification, { query: { token } }))
  if (!refusal) return redirect(addressOf('verifyEmail', { verified: 1 }), 303)
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Where the link to a changed address leads: from then on it is the login name. */
export default function VerifyEmailScreen() {
  const t = useText()
  const { verified, token, ahead, asking } = useLoaderData<typeof loader>()
  const { firstname } = useVisitor()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  if (verified) {
    return (
      <EntryPage title={t('EMAIL_VERIFICATION.SUCCESS')}>
        <Notice
          kind="good"
          actions={
            <Link to={firstname === null ? 'login' : 'account'} className="button">
              {t(firstname === null ? 'REGISTRATION.TO_LOGIN' : 'EMAIL_VERIFICATION.TO_ACCOUNT')}
            </Link>
          }
        >
          <p>{t('EMAIL_VERIFICATION.SUCCESS_LEAD')}</p>
        </Notice>
      </EntryPage>
    )
  }
  if (refusal || !token) {
    // The address went to another account meanwhile: section 8 has no words for it, the server has.
    const taken = refusal?.status === 409 ? refusal.message : null
    return (
      <EntryPage title={t('VERIFICATION.FAILED')}>
        <VerificationFailed>{taken ?? t('VERIFICATION.ERROR')}</VerificationFailed>
      </EntryPage>
    )
  }
  if (asking) return <AskingAccount {...asking} token={token} />
  return (
    <EntryPage title={t('VERIFICATION.TITLE')} lead={t('EMAIL_VERIFICATION.LEAD')}>
      <PressedForm atOnce={!ahead} progress={t('VERIFICATION.PROGRESS')}>
        <input type="hidden" name="token" value={token} />
        <Button>{t('VERIFICATION.SUBMIT')}</Button>
      </PressedForm>
    </EntryPage>
  )
}

/** Whoever owns the mailbox may not have asked: the page says whose account wants the address, and changes nothing. */
function AskingAccount({ account, other, token }: { account: string; other: boolean; token: string }) {
  const t = useText()
  const login = addressOf('login', { redirect: addressOf('verifyEmail', { token }) })
  return (
    <EntryPage title={t('VERIFICATION.TITLE')} lead={t('EMAIL_VERIFICATION.ASKING', { account })}>
      <Notice
        kind="info"
        actions={
          <a className="button" href={other ? addressOf('logout', { redirect: login }) : login}>
            {t('EMAIL_VERIFICATION.SIGN_IN')}
          </a>
        }
      >
        <p>{t('EMAIL_VERIFICATION.NOT_YOU')}</p>
      </Notice>
    </EntryPage>
  )
}
