import { logout } from '@kiosk/contract/routes'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { pageAt } from '@kiosk/domain/page-at'
import { returnPath } from '@kiosk/domain/return-path'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { Button } from '@kiosk/ui/button'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { AutoSubmitForm } from './auto-submit-form.tsx'
import { EntryPage } from './entry-page.tsx'

export const headers = () => secretAddress

/** Pages of the login flow, which are not useful destinations after logging out. */
const doors: ReadonlySet<Page> = new Set<Page>([
  'login',
  'register',
  'acceptTerms',
  'newPassword',
  'verify',
  'verifyEmail',
  'newsletterUnsubscribe',
  'releasesUnsubscribe',
  'searchesUnsubscribe',
])

/** Returns the path after logging out: the redirect parameter, else the public page that the visitor came from, else home. */
function pathAfterLogout(request: Request): string {
  const { searchParams, host } = new URL(request.url)
  const referrer = request.headers.get('referer')
  const before = referrer && URL.canParse(referrer) ? new URL(referrer) : null
  const page = before?.host === host ? pageAt(before.pathname) : null
  const previous = before && page && pages[page].access === 'public' && !doors.has(page) ? before.pathname + before.search : null
  return returnPath(searchParams.get('redirect')) ?? returnPath(previous) ?? addressOf('home')
}

/** Returns whether opening the page logs out: not if another site led here or the browser only prefetches. */
function isMeant(request: Request): boolean {
  if (isFetchedAhead(request.headers)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referrer = request.headers.get('referer')
  return referrer !== null && URL.canParse(referrer) && new URL(referrer).host === new URL(request.url).host
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const to = pathAfterLogout(request)
  if ((await ctx.whoForSure()).state === 'anonymous') return redirect(to)
  if (isMeant(request)) return leave(ctx, to)
  const words = ctx.words(loginMessages, verificationMessages)
  return data({ words, head: { robots: 'noindex' } satisfies HeadData, to })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { to } = valuesOf(await request.formData())
  return leave(requestContext(context), returnPath(to) ?? addressOf('home'))
}

async function leave(ctx: RequestContext, to: string): Promise<Response> {
  await orApiError(ctx.call(logout))
  return redirect(to, 303)
}

export default function LogoutScreen() {
  const t = useText()
  const { to } = useLoaderData<typeof loader>()
  return (
    <EntryPage title={t('LOGOUT.TITLE')} lead={t('LOGOUT.LEAD')}>
      <AutoSubmitForm atOnce={false} progress="">
        <input type="hidden" name="to" value={to} />
        <a className="button" href={addressOf('home')}>
          {t('LOGOUT.STAY')}
        </a>
        <Button kind="quiet">{t('LOGOUT.SUBMIT')}</Button>
      </AutoSubmitForm>
    </EntryPage>
  )
}
