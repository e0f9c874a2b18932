/**
 * Longest address of a redirect within the website, and longest cookie. A proxy reads the head of a response into a buffer, of 4 KB in nginx
 * by default, and takes a longer one for a failure of the server, which it then leaves out: a stranger who had redirects repeat a long
 * address would shut out everybody (ADR-0380).
 */
const LONGEST_VALUE_CHARACTERS = 1_500

/** Shortens what a response repeats of its request: a redirect leads on without its query, or else home; a cookie is not set. */
export function boundHead(headers: Headers): void {
  const to = headers.get('location')
  // An address elsewhere is the choice of ours, as the page of a payment provider, and contains nothing of the request.
  if (to?.startsWith('/') && to.length > LONGEST_VALUE_CHARACTERS) headers.set('location', withoutQuery(to))
  const cookies = headers.getSetCookie()
  const kept = cookies.filter(({ length }) => length <= LONGEST_VALUE_CHARACTERS)
  if (kept.length === cookies.length) return
  headers.delete('set-cookie')
  for (const cookie of kept) headers.append('set-cookie', cookie)
}

function withoutQuery(address: string): string {
  const [path = '/'] = address.split(/[?#]/, 1)
  return path.length <= LONGEST_VALUE_CHARACTERS ? path : '/'
}
