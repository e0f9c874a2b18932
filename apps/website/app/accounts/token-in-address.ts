import { loginTokenParameters } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { decodedCookieIn } from '@kiosk/domain/cookies'
import { returnPath } from '@kiosk/domain/return-path'
import { type MiddlewareFunction, redirect } from 'react-router'
import { shortLivedCookie } from '../shell/cookies.ts'
import { requestContext } from '../shell/request-context.ts'
import { isOwnNavigation } from '../shell/secret-addresses.ts'

const HANDOVER = '/user/handover'
const COOKIE = 'handover'
/** Lifetime of the handover cookie. A token is valid for a minute, but a user who must confirm may take longer. */
const COOKIE_SECONDS = 300
const LONGEST_TOKEN_CHARACTERS = 3000

export type Handover = { kind: (typeof loginTokenParameters)[keyof typeof loginTokenParameters]; token: string }

/** Default destination: home after a login at Apple, the account after one at Facebook, otherwise the same page. */
const afterwards: Partial<Record<Handover['kind'], string>> = { apple: addressOf('home'), facebook: addressOf('account') }

/**
 * Moves a token from the URL into a cookie that is sent only to `/user/handover`, and redirects to that page. This keeps the
 * token out of history, links, logs and referrers. It does not use up the token; the form on that page exchanges it.
 */
export const takeTokens: MiddlewareFunction = async ({ request, context }) => {
  const { page, path, publicUrl } = requestContext(context)
  if (page === null || (request.method !== 'GET' && request.method !== 'HEAD')) return
  const address = new URL(path, publicUrl)
  const found = Object.entries(loginTokenParameters).filter(([name]) => address.searchParams.has(name))
  const [first] = found
  if (!first) return
  const [name, kind] = first
  const token = address.searchParams.get(name) ?? ''
  for (const [each] of found) address.searchParams.delete(each)
  const onwards = afterwards[kind] ? (returnPath(address.searchParams.get('redirect')) ?? afterwards[kind]) : upgradePath(address)
  // An id token, recognised by its dots, is meant for apps and not bound to a browser, so any link could carry it.
  const isIdToken = kind === 'facebook' && token.includes('.')
  if (token === '' || token.length > LONGEST_TOKEN_CHARACTERS || isIdToken) throw redirect(onwards)
  // A visitor who followed a link from another site is asked on the next page.
  const question = isOwnNavigation(request) ? {} : { ask: '1' }
  throw redirect(`${HANDOVER}?${new URLSearchParams({ to: onwards, ...question })}`, {
    headers: [
      ['set-cookie', shortLivedCookie(COOKIE, `${kind}.${token}`, HANDOVER, COOKIE_SECONDS, publicUrl)],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', cacheControl('nothing')],
    ],
  })
}

function upgradePath(address: URL): string {
  return address.pathname + address.search
}

/** Returns the handed-over token from a Cookie header; null if missing or expired. */
export function handoverIn(cookies: string | null): Handover | null {
  const [, kind, token] = /^(session|sso|apple|facebook)\.(.+)$/s.exec(decodedCookieIn(cookies, COOKIE) ?? '') ?? []
  return kind && token ? { kind: kind as Handover['kind'], token } : null
}

export function handoverDone(publicUrl: string): [string, string] {
  return ['set-cookie', shortLivedCookie(COOKIE, '', HANDOVER, 0, publicUrl)]
}
