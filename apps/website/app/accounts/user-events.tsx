import { useEffect, useRef } from 'react'
import { useMatches } from 'react-router'
import { useVisitor } from '../shell/visitor.ts'
import { WEB_APP_SESSION } from './web-app-session.ts'

/**
 * Tells the page's other scripts what happened to the account (section 4): `userdata-changed` whenever who is signed in
 * changes, `automatic-login` after a login from the login or the verification page. The latter hands the session to a web
 * app at another origin, silently.
 */
export function UserEvents() {
  const { firstname, state, page, webapp } = useVisitor()
  const proved = useMatches().some(({ loaderData }) => (loaderData as { automaticLogin?: boolean } | undefined)?.automaticLogin)
  const before = useRef<{ who: string; page: string | null } | null>(null)
  const who = firstname === null ? '' : `${firstname} ${state}`
  useEffect(() => {
    const was = before.current
    before.current = { who, page }
    const changed = was !== null && was.who !== who
    if (changed) dispatchEvent(new CustomEvent('userdata-changed'))
    const entered = changed && was.who === '' && (was.page === 'login' || was.page === 'acceptTerms')
    if (who === '' || !(entered || (was === null && proved))) return
    dispatchEvent(new CustomEvent('automatic-login'))
    if (new URL(webapp, location.href).origin !== location.origin) void handOver(webapp)
  }, [who, page, webapp, proved])
  return null
}

/** Failing, the web app asks for a login of its own. */
async function handOver(webapp: string): Promise<void> {
  try {
    const answer = await fetch(WEB_APP_SESSION, { method: 'POST' })
    if (answer.status !== 200) return
    const { sessionToken } = (await answer.json()) as { sessionToken: string }
    const address = new URL(webapp)
    address.searchParams.set('sessionToken', sessionToken)
    await fetch(address, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' })
  } catch {
    // Silent (section 4): nothing that the visitor asked for has failed.
  }
}
