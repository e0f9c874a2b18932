import { ownPath } from '@kiosk/domain/own-path'

/**
 * Returns the path below /desk to go to after a sign-in; the start page for anything that leads elsewhere, even to another page
 * of this site: `/../user/account?sessionToken=` would sign the person in to the account of somebody else’s token.
 */
export function deskPath(to: string | null): string {
  const path = ownPath(`/desk${to?.replace(/^\/desk(?=\/|$)/, '') ?? ''}`)
  const below = /^\/desk(\/(?!\/|sign-in).*)$/.exec(path ?? '')
  return below?.[1] ?? '/'
}
