import { emailVerification, sessionTokenOwner } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type FormError, formError, orApiError } from '../api-error.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { AutoSubmitForm } from './auto-submit-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { VerificationFailed } from './verification-failed.tsx'

export const headers = () => secretAddress

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token') ?? ''
  const owner = token ? (await orApiError(ctx.call(sessionTokenOwner, { body: { token } }))).answer : null
  return data({
    words: ctx.words(loginMessages, verificationMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    verified: searchParams.has('verified'),
    token,
    /** Account that requested the address, if it is not signed in here: only the account's owner may confirm. */
    requestedBy: owner && !owner.own ? { account: owner.account, other: owner.other } : null,
    ahead: isFetchedAhead(request.headers),
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '' } = valuesOf(await request.formData())
  const { apiError } = await orApiError(requestContext(context).call(emailVerification, { query: { token } }))
  if (!apiError) return redirect(addressOf('verifyEmail', { verified: 1 }), 303)
  // The session has ended since the page was opened: the page then says for which account to sign in.
  if (apiError.code === 'sign_in_to_confirm') return redirect(addressOf('verifyEmail', { token }), 303)
  return formError(apiError)
}

/** Target of the e-mail-change link: afterwards the new address is the login name. */
export default function VerifyEmailScreen() {
  const t = useText()
  const { verified, token, ahead, requestedBy } = useLoaderData<typeof loader>()
  const { firstname } = useViewer()
  const { apiError } = (useActionData() as FormError | undefined) ?? {}
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
  if (apiError || !token) {
    // Another account has taken the address in the meantime; the message is the server's.
    const taken = apiError?.status === 409 ? apiError.message : null
    return (
      <EntryPage title={t('VERIFICATION.FAILED')}>
        <VerificationFailed
          help={taken ? null : t('EMAIL_VERIFICATION.AGAIN')}
          onward={
            <a className="button" href={addressOf('account', { edit: 'email' })}>
              {t('EMAIL_VERIFICATION.TO_ACCOUNT')}
            </a>
          }
        >
          {taken ?? t('VERIFICATION.ERROR')}
        </VerificationFailed>
      </EntryPage>
    )
  }
  if (requestedBy) return <AskingAccount {...requestedBy} token={token} />
  return (
    <EntryPage title={t('VERIFICATION.TITLE')} lead={t('EMAIL_VERIFICATION.LEAD')}>
      <AutoSubmitForm atOnce={!ahead} progress={t('VERIFICATION.PROGRESS')}>
        <input type="hidden" name="token" value={token} />
        <Button>{t('VERIFICATION.SUBMIT')}</Button>
      </AutoSubmitForm>
    </EntryPage>
  )
}

/** Asks to sign in: the owner of the mailbox may not have requested this, so the page names the account and changes nothing. */
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
