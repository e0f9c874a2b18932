/** Returns the path below /desk to go to after a sign-in; the start page for anything that leads elsewhere. */
export function deskPath(to: string | null): string {
  const path = to?.replace(/^\/desk(?=\/|$)/, '') ?? ''
  // `//host` and `/\host` are other sites.
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in') ? path : '/'
}
