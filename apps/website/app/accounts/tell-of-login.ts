import { addressOf } from '@kiosk/domain/addresses'

/** The longest that a login waits for a web app elsewhere. Milliseconds. */
const PATIENCE = 2_000

/**
 * Tells the page's other scripts that somebody logged in by the login or the verification page (section 4):
 * `userdata-changed` and `automatic-login`. The session is handed to a web app at another origin, silently.
 */
export async function tellOfLogin(): Promise<void> {
  dispatchEvent(new CustomEvent('userdata-changed'))
  dispatchEvent(new CustomEvent('automatic-login'))
  const { webAppElsewhere } = document.querySelector<HTMLElement>('[data-web-app-elsewhere]')?.dataset ?? {}
  if (!webAppElsewhere) return
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    const answer = await fetch('/user/web-app-session', { method: 'POST', signal: patience })
    if (answer.status !== 200) return
    const { sessionToken } = (await answer.json()) as { sessionToken: string }
    const address = new URL(webAppElsewhere)
    address.searchParams.set('sessionToken', sessionToken)
    await fetch(address, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer', signal: patience })
  } catch {
    // Silent: nothing that the visitor asked for has failed, the web app asks for a login of its own.
  }
}

/** Steps between the password and the session: the code of the second factor, newer terms. */
const beforeLogin = [addressOf('login'), addressOf('acceptTerms')]

/** For a form whose action leads on after a login: tells of it before it does. */
export async function tellingOfLogin<Answer>({ serverAction }: { serverAction(): Promise<Answer> }): Promise<Answer> {
  try {
    return await serverAction()
  } catch (thrown) {
    const to = thrown instanceof Response && (thrown.headers.get('location') ?? '').replace(/[?#].*/s, '')
    if (to !== false && !beforeLogin.includes(to)) await tellOfLogin()
    throw thrown
  }
}
