/**
 * Longest address of a redirect within the website, and longest cookie. A proxy reads the head of a response into a buffer (4 KB
 * in nginx by default). It takes a longer head for a failure of the server and stops using it: a stranger who made redirects
 * repeat a long address could shut out everybody (ADR-0380).
 */
const LONGEST_VALUE_CHARACTERS = 1_500

/** Shortens what a response repeats of its request: a redirect leads on without its query, or else home; a cookie is not set. */
export function boundHead(headers: Headers): void {
  const to = headers.get('location')
  // We choose addresses elsewhere, such as the page of a payment provider; they contain nothing of the request.
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
