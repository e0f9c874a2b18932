import { logout } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import { entryWords } from '@kiosk/languages/accounts'
import { verificationWords } from '@kiosk/languages/verification'
import { Button } from '@kiosk/ui/button'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { isFetchedAhead, secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { pageAt, type Visit, visitOf } from '../shell/visit.ts'
import { EntryPage } from './entry-page.tsx'
import { PressedForm } from './pressed-form.tsx'

export const headers = () => secretAddress

/** Doors of an account: nobody wants to stand before one of them after logging out. */
const doors: ReadonlySet<Page> = new Set<Page>([
  'login',
  'register',
  'acceptTerms',
  'newPassword',
  'verify',
  'verifyEmail',
  'newsletterUnsubscribe',
  'releasesUnsubscribe',
])

/** After logging out: the redirect parameter, else the public page that the visitor came from, else home (section 4). */
function wayAfterLogout(request: Request): string {
  const { searchParams, host } = new URL(request.url)
  const referrer = request.headers.get('referer')
  const before = referrer && URL.canParse(referrer) ? new URL(referrer) : null
  const page = before?.host === host ? pageAt(before.pathname) : null
  const previous = before && page && pages[page].access === 'public' && !doors.has(page) ? before.pathname + before.search : null
  return ownPath(searchParams.get('redirect')) ?? ownPath(previous) ?? addressOf('home')
}

/** Opening this page logs out, unless another house sent the visitor here or a browser only fetches ahead. */
function isMeant(request: Request): boolean {
  if (isFetchedAhead(request)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referrer = request.headers.get('referer')
  return referrer !== null && URL.canParse(referrer) && new URL(referrer).host === new URL(request.url).host
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const to = wayAfterLogout(request)
  if ((await visit.whoForSure()).state === 'anonymous') return redirect(to)
  if (isMeant(request)) return leave(visit, to)
  const words = visit.words(entryWords, verificationWords)
  return data({ words, head: { robots: 'noindex' } satisfies HeadData, to })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { to } = valuesOf(await request.formData())
  return leave(visitOf(context), ownPath(to) ?? addressOf('home'))
}

async function leave(visit: Visit, to: string): Promise<Response> {
  await orRefusal(visit.call(logout))
  return redirect(to, 303)
}

export default function LogoutScreen() {
  const t = useText()
  const { to } = useLoaderData<typeof loader>()
  return (
    <EntryPage title={t('LOGOUT.TITLE')} lead={t('LOGOUT.LEAD')}>
      <PressedForm atOnce={false} progress="">
        <input type="hidden" name="to" value={to} />
        <a className="button" href={addressOf('home')}>
          {t('LOGOUT.STAY')}
        </a>
        <Button kind="quiet">{t('LOGOUT.SUBMIT')}</Button>
      </PressedForm>
    </EntryPage>
  )
}
