import { sendNewEmail } from '@kiosk/domain/accounts/registration-endpoints'
import type { LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { identityProviders, login } from '@kiosk/domain/accounts/session-endpoints'
import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { traceIn } from '@kiosk/domain/campaigns/trace'
import { ownPath } from '@kiosk/domain/own-path'
import { orRefusal } from '../refusal.ts'
import { handedOn } from '../shell/cookies.ts'
import { leadOn } from '../shell/lead-on.ts'
import type { Visit } from '../shell/visit.ts'

/** Holds the token of `websession/terms` on its way to the page that asks for the terms: no address and no log has it. */
export const TERMS_COOKIE = 'terms'
const TERMS_PATH = '/user/register'
/** Holds the token of `websession/login/secondfactor` until the code is typed. */
export const CODE_COOKIE = 'second-factor'
const CODE_PATH = '/user'

/** After logging in: the redirect of the address if it is ours, else the account (section 4). */
export function wayAfterLogin(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get('redirect')) ?? addressOf('account', traceIn(request.url))
}

/**
 * After a login: on, or first to the code of the second factor, to the terms that are newer than those accepted, or to the
 * question whether a way in that waits in this browser belongs to the account.
 */
export function letIn(visit: Visit, answer: LoggedIn, to: string, headers: [string, string][] = []): Response {
  if (answer.secondFactor) {
    const held = handedOn(CODE_COOKIE, answer.token ?? '', CODE_PATH, TOKEN_TERM['second-factor'], visit.publicUrl)
    return leadOn(addressOf('login', { step: 'code', redirect: to }), [...headers, ['set-cookie', held]])
  }
  if (!answer.terms.show) return leadOn(answer.waitingIdentity ? addressOf('linkIdentity', { redirect: to }) : to, headers)
  const cookie = handedOn(TERMS_COOKIE, answer.token ?? '', TERMS_PATH, TOKEN_TERM.terms, visit.publicUrl)
  return leadOn(addressOf('acceptTerms', { redirect: to }), [...headers, ['set-cookie', cookie]])
}

export function termsAccepted(visit: Visit): [string, string] {
  return ['set-cookie', handedOn(TERMS_COOKIE, '', TERMS_PATH, 0, visit.publicUrl)]
}

export function codeDone(visit: Visit): [string, string] {
  return ['set-cookie', handedOn(CODE_COOKIE, '', CODE_PATH, 0, visit.publicUrl)]
}

/** Logs in by e-mail and password. */
export function logIn(visit: Visit, given: { username: string; password: string; remember: boolean; shared: boolean }) {
  const { username, password, remember, shared } = given
  const device = shared ? { sharedDevice: 'true' } : {}
  const body = { username, password, remainSignedIn: String(remember), type: '0' as const, ...device }
  return orRefusal(visit.call(login, { body }))
}

/** Sends the verification mail again; the answer is the same for every address. */
export function sendMailAgain(visit: Visit, email: string) {
  return orRefusal(visit.call(sendNewEmail, { body: { email } }))
}

/** Which providers the operator has set up; asked only where their buttons can be pressed. */
export async function offeredTo(visit: Visit): Promise<{ facebook: boolean; apple: boolean }> {
  const nothing = { facebook: false, apple: false }
  if (!visit.consent.social) return nothing
  return (await orRefusal(visit.call(identityProviders))).answer ?? nothing
}
