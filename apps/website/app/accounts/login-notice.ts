import { addressOf } from '@kiosk/domain/addresses'

/** Timeout for handing a session to a web app at another origin. */
const TIMEOUT_MS = 2_000

/**
 * Dispatches `userdata-changed` and `automatic-login` after a login on the login or verification page, and hands the
 * session to a web app at another origin. Failures are ignored.
 */
export async function showLoginNotice(): Promise<void> {
  dispatchEvent(new CustomEvent('userdata-changed'))
  dispatchEvent(new CustomEvent('automatic-login'))
  const { webAppElsewhere } = document.querySelector<HTMLElement>('[data-web-app-elsewhere]')?.dataset ?? {}
  if (!webAppElsewhere) return
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch('/user/web-app-session', { method: 'POST', signal: timeout })
    if (answer.status !== 200) return
    const { sessionToken } = (await answer.json()) as { sessionToken: string }
    const address = new URL(webAppElsewhere)
    address.searchParams.set('sessionToken', sessionToken)
    await fetch(address, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer', signal: timeout })
  } catch {
    // Ignored: the visitor's request succeeded, and the web app will ask for a login itself.
  }
}

/** Pages between password and session: the second-factor code and newer terms. */
const beforeLogin = [addressOf('login'), addressOf('acceptTerms')]

/** Wraps a form's action: dispatches the login events before following its redirect. */
export async function tellingOfLogin<Answer>({ serverAction }: { serverAction(): Promise<Answer> }): Promise<Answer> {
  try {
    return await serverAction()
  } catch (thrown) {
    const to = thrown instanceof Response && (thrown.headers.get('location') ?? '').replace(/[?#].*/s, '')
    if (to !== false && !beforeLogin.includes(to)) await showLoginNotice()
    throw thrown
  }
}
