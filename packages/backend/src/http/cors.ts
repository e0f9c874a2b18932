import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { appleReturn } from '@kiosk/domain/accounts/session-endpoints'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { ApiError } from '@kiosk/domain/errors'
import { providerWebhook } from '@kiosk/domain/payments/provider-endpoints'
import { MINUTE_SECONDS } from '@kiosk/domain/time'

const ALLOWED_HEADERS = 'Accept-Language, Authorization, Content-Type, If-None-Match, X-Account, X-Api-Token, X-Request-Id'
const EXPOSED_HEADERS = 'Content-Language, ETag, Retry-After, X-Request-Id, X-Support-Until'
const PREFLIGHT_SECONDS = 10 * MINUTE_SECONDS

/** Cross-site by design, each protected by a secret in its address or form, or by a signature (ADR-0170). */
const sentFromElsewhere: ReadonlySet<Endpoint> = new Set<Endpoint>([appleReturn, oneClickUnsubscribe, providerWebhook])

/** Checks the origins of browsers: our own pages and the configured apps are allowed. */
export function crossOrigin(options: { appOrigins: readonly string[]; publicUrl: string }) {
  const apps = new Set(options.appOrigins)
  const ownOrigin = new URL(options.publicUrl).origin

  return {
    /** Answers a preflight: allowed for an app, empty for others. */
    preflight(request: Request): Response {
      const headers = new Headers({ vary: 'Origin' })
      if (apps.has(request.headers.get('origin') ?? '')) {
        headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE')
        headers.set('access-control-allow-headers', ALLOWED_HEADERS)
        headers.set('access-control-max-age', String(PREFLIGHT_SECONDS))
      }
      return new Response(null, { status: 204, headers })
    },

    /** Lets an app read the response; with cookies only if browsers send ours (SameSite=Lax), otherwise with bearer tokens. */
    permit(request: Request, headers: Headers): void {
      headers.append('vary', 'Origin')
      const origin = request.headers.get('origin') ?? ''
      if (!apps.has(origin)) return
      headers.set('access-control-allow-origin', origin)
      if (isSameSite(origin, ownOrigin)) headers.set('access-control-allow-credentials', 'true')
      headers.set('access-control-expose-headers', EXPOSED_HEADERS)
    },

    /** Rejects a PUT, POST or DELETE from a foreign page. Non-browser clients send neither header. */
    requireOwnOrigin(request: Request, declared: Endpoint): void {
      if (sentFromElsewhere.has(declared)) return
      const origin = request.headers.get('origin')
      const site = request.headers.get('sec-fetch-site')
      if (origin !== null && (origin === ownOrigin || apps.has(origin))) return
      if (site === 'same-origin') return
      if (origin === null && (site === null || site === 'none')) return
      throw new ApiError('foreign_origin')
    },
  }
}

/**
 * Whether browsers count two origins as one site: the same scheme, and the same host, one below the other, or both below
 * the same parent of at least two labels. If that parent is a public suffix ("co.uk"), browsers send no cookies, and the
 * permission has no effect.
 */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  if (a.protocol !== b.protocol || a.hostname === '' || b.hostname === '') return false
  if (a.hostname === b.hostname) return true
  if (a.hostname.endsWith(`.${b.hostname}`) || b.hostname.endsWith(`.${a.hostname}`)) return true
  const parent = a.hostname.split('.').slice(1)
  const isAddress = /^\d+$/.test(parent.at(-1) ?? '') || a.hostname.includes(':')
  return !isAddress && parent.length >= 2 && b.hostname.split('.').slice(1).join('.') === parent.join('.')
}
