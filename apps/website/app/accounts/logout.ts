import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import { type LoaderFunctionArgs, redirect } from 'react-router'

/** After logging out: the redirect parameter, else the page the visitor came from, else home (section 4). */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams, host } = new URL(request.url)
  const referrer = request.headers.get('referer')
  const before = referrer && URL.canParse(referrer) ? new URL(referrer) : null
  const previous = before?.host === host && !before.pathname.startsWith('/user/') ? before.pathname + before.search : null
  return redirect(ownPath(searchParams.get('redirect')) ?? ownPath(previous) ?? addressOf('home'))
}
