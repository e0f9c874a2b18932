import { loginTokenParameters } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { cookieIn } from '@kiosk/domain/cookies'
import { ownPath } from '@kiosk/domain/own-path'
import { type MiddlewareFunction, redirect } from 'react-router'
import { handedOn } from '../shell/cookies.ts'
import { isOwnNavigation } from '../shell/secret-addresses.ts'
import { visitOf } from '../shell/visit.ts'

export const HANDOVER = '/user/handover'
const COOKIE = 'handover'
/** A token holds a minute; somebody who is asked first may think a little longer. Seconds. */
const TERM = 300
const LONGEST = 3000

export type Handover = { kind: (typeof loginTokenParameters)[keyof typeof loginTokenParameters]; token: string }

/** Without a redirect, who comes back from a device vendor goes home, from elsewhere to the account (section 4). */
const afterwards: Partial<Record<Handover['kind'], string>> = { apple: addressOf('home'), facebook: addressOf('account') }

/**
 * A page asked for with a token in its address: the token moves into a cookie that only `/user/handover` gets, and the
 * address goes on without it, so that it stays out of history, links, logs and other pages' referrers. Reading the
 * address spends nothing; the token is exchanged by the form there.
 */
export const takeTokens: MiddlewareFunction = async ({ request, context }) => {
  const { page, path, publicUrl } = visitOf(context)
  if (page === null || (request.method !== 'GET' && request.method !== 'HEAD')) return
  const address = new URL(path, publicUrl)
  const found = Object.entries(loginTokenParameters).filter(([name]) => address.searchParams.has(name))
  const [first] = found
  if (!first) return
  const [name, kind] = first
  const token = address.searchParams.get(name) ?? ''
  for (const [each] of found) address.searchParams.delete(each)
  const onwards = afterwards[kind] ? (ownPath(address.searchParams.get('redirect')) ?? afterwards[kind]) : wayOn(address)
  // An id token, which has dots, is for apps: it belongs to no browser, so anybody's link could bring it.
  const isIdToken = kind === 'facebook' && token.includes('.')
  if (token === '' || token.length > LONGEST || isIdToken) throw redirect(onwards)
  // Whoever followed a stranger's link is asked, however the next page is reached.
  const asks = isOwnNavigation(request) ? {} : { ask: '1' }
  throw redirect(`${HANDOVER}?${new URLSearchParams({ to: onwards, ...asks })}`, {
    headers: [
      ['set-cookie', handedOn(COOKIE, `${kind}.${token}`, HANDOVER, TERM, publicUrl)],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
    ],
  })
}

function wayOn(address: URL): string {
  return address.pathname + address.search
}

/** What was handed on, out of a Cookie header; null = nothing (any more). */
export function handoverIn(cookies: string | null): Handover | null {
  const held = cookieIn(cookies, COOKIE)
  if (held === null) return null
  try {
    const [, kind, token] = /^(session|sso|apple|facebook)\.(.+)$/s.exec(decodeURIComponent(held)) ?? []
    return kind && token ? { kind: kind as Handover['kind'], token } : null
  } catch {
    return null
  }
}

export function handoverDone(publicUrl: string): [string, string] {
  return ['set-cookie', handedOn(COOKIE, '', HANDOVER, 0, publicUrl)]
}
