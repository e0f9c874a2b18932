import { identityProviders, login, sendNewEmail } from '@kiosk/contract/routes'
import { type IdentityProviderName, shownProviders } from '@kiosk/domain/accounts/identity-providers'
import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import type { LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { attributionIn } from '@kiosk/domain/campaigns/attribution'
import { returnPath } from '@kiosk/domain/return-path'
import { orApiError } from '../api-error.ts'
import { shortLivedCookie } from '../shell/cookies.ts'
import { redirectWith } from '../shell/redirect-with.ts'
import type { RequestContext } from '../shell/request-context.ts'

/** Cookie that carries the token of `websession/terms` to the terms page, outside URLs and logs. */
export const TERMS_COOKIE = 'terms'
const TERMS_PATH = '/user/register'
/** Cookie that carries the token of `websession/login/secondfactor` until the code is entered. */
export const CODE_COOKIE = 'second-factor'
const CODE_PATH = '/user'

/** Returns the path after a login: the redirect parameter if it is a path of this site, else the account. */
export function pathAfterLogin(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get('redirect')) ?? addressOf('account', attributionIn(request.url))
}

/**
 * Finishes a login: redirects to the destination, or first to the second factor, to newer terms, or to the question
 * whether to link a pending login at a provider.
 */
export function finishSignIn(ctx: RequestContext, answer: LoggedIn, to: string, headers: [string, string][] = []): Response {
  if (answer.secondFactor) {
    const held = shortLivedCookie(CODE_COOKIE, answer.token ?? '', CODE_PATH, TOKEN_TTL_SECONDS['second-factor'], ctx.publicUrl)
    return redirectWith(addressOf('login', { step: 'code', redirect: to }), [...headers, ['set-cookie', held]])
  }
  if (!answer.terms.show) return redirectWith(answer.waitingIdentity ? addressOf('linkIdentity', { redirect: to }) : to, headers)
  const cookie = shortLivedCookie(TERMS_COOKIE, answer.token ?? '', TERMS_PATH, TOKEN_TTL_SECONDS.terms, ctx.publicUrl)
  return redirectWith(addressOf('acceptTerms', { redirect: to }), [...headers, ['set-cookie', cookie]])
}

export function termsAccepted(ctx: RequestContext): [string, string] {
  return ['set-cookie', shortLivedCookie(TERMS_COOKIE, '', TERMS_PATH, 0, ctx.publicUrl)]
}

export function codeDone(ctx: RequestContext): [string, string] {
  return ['set-cookie', shortLivedCookie(CODE_COOKIE, '', CODE_PATH, 0, ctx.publicUrl)]
}

/** Logs in with e-mail and password. */
export function logIn(ctx: RequestContext, options: { username: string; password: string; remember: boolean; shared: boolean }) {
  const { username, password, remember, shared } = options
  const device = shared ? { sharedDevice: 'true' } : {}
  const body = { username, password, remainSignedIn: String(remember), type: '0' as const, ...device }
  return orApiError(ctx.call(login, { body }))
}

/** Resends the verification e-mail; the response is the same for every address. */
export function sendMailAgain(ctx: RequestContext, email: string) {
  return orApiError(ctx.call(sendNewEmail, { body: { email } }))
}

type Offered = Partial<Record<IdentityProviderName, boolean>>
/** Returns the providers that are shown, and whether they can be used. */
export async function offeredProviders(ctx: RequestContext): Promise<Offered> {
  const isAsked = !ctx.operator.demonstration || ctx.consent.social
  const configured: Offered = (isAsked && (await orApiError(ctx.call(identityProviders))).answer) || {}
  return Object.fromEntries(shownProviders(ctx.operator, configured).map((name) => [name, configured[name] === true]))
}
