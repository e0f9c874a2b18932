import { login, loginBySessionToken, loginBySso, logout, sessionTokenOwner } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { returnPath } from '@kiosk/domain/return-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type ApiError, orApiError } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { isOwnNavigation, secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { AutoSubmitForm } from './auto-submit-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { finishSignIn } from './signed-in.ts'
import { type Handover, handoverDone, handoverIn } from './token-in-address.ts'

export const headers = () => secretAddress

function upgradePath(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get('to')) ?? addressOf('home')
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const handed = handoverIn(request.headers.get('cookie'))
  const to = upgradePath(request)
  if (!handed && request.method === 'GET') return redirect(to)
  const owner = handed && (await ownerOf(ctx, handed))
  const led = isOwnNavigation(request) && !new URL(request.url).searchParams.has('ask')
  return data({
    words: ctx.words(loginMessages, verificationMessages),
    head: { title: ctx.words(verificationMessages)['HANDOVER.TITLE']!, robots: 'noindex' } satisfies HeadData,
    to,
    /** The token belongs to another account than the one signed in, so the user decides (ADR-0171). */
    other: owner?.other ?? false,
    /** Account of the token, for a visitor who came from another site. */
    account: owner?.account ?? '',
    atOnce: !owner?.other && !isFetchedAhead(request.headers) && (led || (owner?.thisBrowser ?? false)),
  })
}

/** Returns the owner of a token; null if it has expired or was issued for another browser. */
async function ownerOf(ctx: RequestContext, { token }: Handover) {
  return (await orApiError(ctx.call(sessionTokenOwner, { body: { token } }))).answer
}

type Answer = { apiError?: ApiError; inForm?: true; unverified?: string }

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const handed = handoverIn(request.headers.get('cookie'))
  const to = upgradePath(request)
  if (!handed) return redirect(to, 303)
  const { answer, apiError } = await orApiError(exchange(ctx, handed))
  const done = [handoverDone(ctx.publicUrl)]
  if (apiError) {
    // A rejected token also ends the existing session.
    if (apiError.status === 403) await orApiError(ctx.call(logout))
    return data<Answer>({ apiError, inForm: true }, { status: apiError.status, headers: done })
  }
  if (answer.unverified) return data<Answer>({ unverified: answer.message ?? '' }, { headers: done })
  return finishSignIn(ctx, answer, to, done)
}

function exchange(ctx: RequestContext, { kind, token }: Handover) {
  if (kind === 'sso') return ctx.call(loginBySso, { body: { ssoToken: token } })
  if (kind === 'facebook') return ctx.call(login, { body: { username: '', password: token, type: '1' } })
  return ctx.call(loginBySessionToken, { body: { sessionToken: token } })
}

/** Exchanges a token from a URL for a session, then continues to the requested page. */
export default function HandoverScreen() {
  const t = useText()
  const { firstname } = useViewer()
  const { to, other, account, atOnce } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  if (answer) {
    return (
      <EntryPage title={t('HANDOVER.TITLE')}>
        <Notice
          kind={answer.apiError ? 'error' : 'info'}
          title={t(answer.apiError ? 'HANDOVER.FAILED' : 'LOGIN.UNVERIFIED_TITLE')}
          actions={
            <Link to="login" className="button" values={{ redirect: to }}>
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          }
        >
          <p>{answer.apiError ? (answer.apiError.message ?? t(answer.apiError.words as MessageKey)) : answer.unverified}</p>
        </Notice>
      </EntryPage>
    )
  }
  const name = firstname ?? ''
  return (
    <EntryPage
      title={t(other ? 'HANDOVER.SWITCH_TITLE' : 'HANDOVER.TITLE')}
      lead={t(other ? 'HANDOVER.SWITCH_LEAD' : !atOnce && account ? 'HANDOVER.LEAD_AS' : 'HANDOVER.LEAD', { name, account })}
    >
      <AutoSubmitForm atOnce={atOnce} progress={t('HANDOVER.PROGRESS')}>
        {other && (
          <a className="button" href={to}>
            {t('HANDOVER.STAY', { name })}
          </a>
        )}
        <Button kind={other ? 'quiet' : 'main'}>
          {t(other ? 'HANDOVER.SWITCH' : account ? 'HANDOVER.SUBMIT_AS' : 'HANDOVER.SUBMIT', { account })}
        </Button>
      </AutoSubmitForm>
    </EntryPage>
  )
}
