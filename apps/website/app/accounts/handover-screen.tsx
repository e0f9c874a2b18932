import { login, loginBySessionToken, loginBySso, logout, sessionTokenOwner } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import { entryWords } from '@kiosk/languages/accounts'
import { verificationWords } from '@kiosk/languages/verification'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orRefusal, type Refusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { isFetchedAhead, isOwnNavigation, secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { EntryPage } from './entry-page.tsx'
import { letIn } from './let-in.ts'
import { PressedForm } from './pressed-form.tsx'
import { type Handover, handoverDone, handoverIn } from './token-in-address.ts'

export const headers = () => secretAddress

function wayOn(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get('to')) ?? addressOf('home')
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const handed = handoverIn(request.headers.get('cookie'))
  const to = wayOn(request)
  if (!handed && request.method === 'GET') return redirect(to)
  const owner = handed && (await ownerOf(visit, handed))
  const led = isOwnNavigation(request) && !new URL(request.url).searchParams.has('ask')
  return data({
    words: visit.words(entryWords, verificationWords),
    head: { title: visit.words(verificationWords)['HANDOVER.TITLE']!, robots: 'noindex' } satisfies HeadData,
    to,
    /** The token opens another account than the one that is signed in: a person decides (decision 13). */
    other: owner?.other ?? false,
    /** Whose account the link opens; shown where a page of somebody else led here. */
    account: owner?.account ?? '',
    atOnce: !owner?.other && !isFetchedAhead(request) && (led || (owner?.thisBrowser ?? false)),
  })
}

/** null = the token is not good any more, or was made for another browser. */
async function ownerOf(visit: Visit, { token }: Handover) {
  return (await orRefusal(visit.call(sessionTokenOwner, { body: { token } }))).answer
}

type Answer = { refusal?: Refusal; inForm?: true; unverified?: string }

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const handed = handoverIn(request.headers.get('cookie'))
  const to = wayOn(request)
  if (!handed) return redirect(to, 303)
  const { answer, refusal } = await orRefusal(exchange(visit, handed))
  const done = [handoverDone(visit.publicUrl)]
  if (refusal) {
    // Section 4: a token that is refused also ends the session there was.
    if (refusal.status === 403) await orRefusal(visit.call(logout))
    return data<Answer>({ refusal, inForm: true }, { status: refusal.status, headers: done })
  }
  if (answer.unverified) return data<Answer>({ unverified: answer.message ?? '' }, { headers: done })
  return letIn(visit, answer, to, done)
}

function exchange(visit: Visit, { kind, token }: Handover) {
  if (kind === 'sso') return visit.call(loginBySso, { body: { ssoToken: token } })
  if (kind === 'facebook') return visit.call(login, { body: { username: '', password: token, type: '1' } })
  return visit.call(loginBySessionToken, { body: { sessionToken: token } })
}

/** A moment between an address with a token and the page that was asked for. */
export default function HandoverScreen() {
  const t = useText()
  const { firstname } = useVisitor()
  const { to, other, account, atOnce } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  if (answer) {
    return (
      <EntryPage title={t('HANDOVER.TITLE')}>
        <Notice
          kind={answer.refusal ? 'error' : 'info'}
          title={t(answer.refusal ? 'HANDOVER.FAILED' : 'LOGIN.UNVERIFIED_TITLE')}
          actions={
            <Link to="login" className="button" values={{ redirect: to }}>
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          }
        >
          <p>{answer.refusal ? (answer.refusal.message ?? t(answer.refusal.words)) : answer.unverified}</p>
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
      <PressedForm atOnce={atOnce} progress={t('HANDOVER.PROGRESS')}>
        {other && (
          <a className="button" href={to}>
            {t('HANDOVER.STAY', { name })}
          </a>
        )}
        <Button kind={other ? 'quiet' : 'main'}>
          {t(other ? 'HANDOVER.SWITCH' : account ? 'HANDOVER.SUBMIT_AS' : 'HANDOVER.SUBMIT', { account })}
        </Button>
      </PressedForm>
    </EntryPage>
  )
}
