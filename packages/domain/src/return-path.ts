import { loginTokenParameters } from './accounts/token-parameters.ts'
import { type Page, pages } from './addresses.ts'
import { ownPath } from './own-path.ts'

/** Pages that act as soon as they are opened, or ask a visitor to act for the account of a token. */
const ACTING = [
  'logout',
  'verify',
  'newPassword',
  'disown',
  'accountRestore',
  'newsletterUnsubscribe',
  'releasesUnsubscribe',
] as const satisfies Page[]
const actingPaths = new Set(ACTING.map((page) => pages[page].path.toLowerCase()))
/**
 * Longer paths are dropped: a redirect repeats the path, encoded once more, and a proxy accepts 4 KB for the head of a response
 * (ADR-0380).
 */
const LONGEST_CHARACTERS = 1_000
/** Not pages: calls of the API, and the exchange of a login token. */
const NO_PAGE = /^\/(?:api|user\/handover)(?:\/|$)/

/**
 * Reduces a `?redirect=` to the path to which a visitor continues after one of our forms, or null. Anybody can write that address
 * into a link, and our redirect looks like the visitor's own step. So it must not lead to a page that acts at once: it would
 * sign the visitor out, or in to the account of somebody else's token.
 */
export function returnPath(requested: string | null | undefined): string | null {
  const path = ownPath(requested)
  if (path === null || path.length > LONGEST_CHARACTERS) return null
  const { pathname, searchParams } = new URL(path, 'http://own.invalid')
  if (Object.keys(loginTokenParameters).some((name) => searchParams.has(name))) return null
  const plain = plainPath(pathname)
  return plain === null || NO_PAGE.test(plain) || actingPaths.has(plain) ? null : path
}

/** The path as the router reads it: decoded, in lower case, without a slash at the end; null if it cannot be decoded. */
function plainPath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/\/+/g, '/')
      .replace(/(?<=.)\/$/, '')
  } catch {
    return null
  }
}
